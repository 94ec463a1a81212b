"""Measurements, each against a named alternative on the same work in one run."""

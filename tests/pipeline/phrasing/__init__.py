"""Tests of the guard of phrased answers."""

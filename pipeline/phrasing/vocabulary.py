"""Writes sets of words as plain text."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of a text: "a b" gives a and b."""
    return frozenset(text.split())

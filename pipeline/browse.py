"""Finds entries by the words in them, for those who look after the library."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from data.records import Entry


def matching(entries: Sequence[Entry], words: str, category: str | None = None) -> list[Entry]:
    """The entries that hold every one of the words, in question, alternates, answer or id.

    Case and accents make no difference. `category` keeps only entries of that category.
    """
    wanted = folded(words).split()
    return [
        entry
        for entry in entries
        if (category is None or entry.category == category)
        and (not wanted or _holds(entry, wanted))
    ]


def folded(text: str) -> str:
    """Text without case and accents, for comparing."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def _holds(entry: Entry, wanted: Sequence[str]) -> bool:
    text = folded(" ".join([entry.id, entry.question, *entry.alternates, entry.answer]))
    return all(word in text for word in wanted)

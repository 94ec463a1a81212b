"""Finds entries by the words in them, for those who read or look after the library."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from data.records import Entry


@dataclass(frozen=True, slots=True)
class Shelf:
    """Entries by category, each with its words folded for searching."""

    entries: tuple[Entry, ...] = ()
    texts: tuple[str, ...] = ()

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories in use, in the order of the entries."""
        return tuple(dict.fromkeys(entry.category for entry in self.entries if entry.category))

    def find(self, words: str, category: str = "") -> tuple[Entry, ...]:
        """The entries that hold every word, in a category or, where it is "", in all of them."""
        wanted = folded(words).split()
        return tuple(
            entry
            for entry, text in zip(self.entries, self.texts, strict=True)
            if category in ("", entry.category) and all(word in text for word in wanted)
        )


def shelf_of(entries: Iterable[Entry]) -> Shelf:
    """A shelf with these entries: by category, and in the order given within each."""
    ordered = tuple(sorted(entries, key=lambda entry: folded(entry.category)))
    texts = ("\n".join((e.id, e.question, *e.alternates, e.answer)) for e in ordered)
    return Shelf(ordered, tuple(map(folded, texts)))


def folded(text: str) -> str:
    """A text in which case, accents and the width of signs make no difference."""
    if text.isascii():
        return text.casefold()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))

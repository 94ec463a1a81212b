"""Which published entries visitors are not given today: not valid yet, or not any more.

An entry comes and goes on its days by itself, without a publish.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from data.records import Entry, Revision
from data.store import Store


def standing(entry: Entry, today: date) -> str:
    """Why visitors are not given an entry on this day, in words; "" where its days allow it."""
    if entry.is_valid(today):
        return ""
    if entry.valid_from and today < entry.valid_from:
        return f"not yet, valid from {entry.valid_from}"
    return f"expired, valid until {entry.valid_until}"


class Validity:
    """Looks at the day, by the server's clock, at each question."""

    def __init__(self, store: Store, today: Callable[[], date] = date.today) -> None:
        self._store = store
        self._today = today
        # Replaced as one, so that a thread never sees the revisions of another generation.
        self._dated: tuple[int, tuple[Revision, ...]] = (0, ())

    def hidden(self, generation: int) -> frozenset[int]:
        """The numbers of the generation's revisions that are not valid today."""
        day = self._today()
        return frozenset(
            revision.number
            for revision in self._revisions(generation)
            if not revision.entry.is_valid(day)
        )

    def _revisions(self, generation: int) -> tuple[Revision, ...]:
        number, revisions = self._dated
        if number != generation:
            revisions = tuple(self._store.dated_revisions(generation))
            self._dated = (generation, revisions)
        return revisions

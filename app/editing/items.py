"""The entries of the library with their drafts, to be searched by editors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from data.records import Status
from pipeline.browse import Shelf, shelf_of
from pipeline.drafting.items import Item


class Show(StrEnum):
    """Which entries are listed."""

    LIVE = "In the library"
    DRAFTS = "With a draft"
    HIDDEN = "Not valid today"
    RETIRED = "Retired"
    ALL = "All of them"


@dataclass(frozen=True, slots=True)
class Items:
    """Items by id, and their entries as they will be, on a shelf."""

    by_id: dict[str, Item]
    shelf: Shelf

    @property
    def drafts(self) -> tuple[Item, ...]:
        """The items that the next publish changes."""
        return tuple(item for item in self.by_id.values() if item.change)

    def find(self, words: str, category: str, show: Show, today: date) -> tuple[Item, ...]:
        """The items whose entry holds every word."""
        found = (self.by_id[entry.id] for entry in self.shelf.find(words, category))
        return tuple(item for item in found if _is_shown(item, show, today))


def items_of(items: Iterable[Item]) -> Items:
    """These items."""
    by_id = {item.entry.id: item for item in items}
    return Items(by_id, shelf_of(item.entry for item in by_id.values()))


def _is_shown(item: Item, show: Show, today: date) -> bool:
    if show is Show.ALL:
        return True
    if show is Show.DRAFTS:
        return item.change is not None
    stays = item.entry.status is Status.LIVE
    if show is Show.RETIRED:
        return not stays
    return stays and (show is Show.LIVE or not item.entry.is_valid(today))

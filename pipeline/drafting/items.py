"""Entries as an editor sees them: what is live, and what will be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from data.records import Entry, PendingChange, Revision, Status


class ItemState(StrEnum):
    """How an entry stands with visitors, and what the next publish does to it."""

    LIVE = "live"
    RETIRED = "retired"
    NEW = "new"
    CHANGED = "changed"
    RETIRING = "to be retired"
    RETURNING = "to be restored"


@dataclass(frozen=True, slots=True)
class Item:
    """An entry with its present revision (None: never published) and its draft (None: none)."""

    live: Revision | None
    change: PendingChange | None

    @property
    def entry(self) -> Entry:
        """The entry as it will be at the next publish."""
        if self.change is not None:
            return self.change.entry
        assert self.live is not None, "an item has a revision or a draft"
        return self.live.entry

    @property
    def published(self) -> Entry | None:
        """The entry that visitors are given, or None where it is new or retired."""
        live = self.live.entry if self.live else None
        return live if live and live.status is Status.LIVE else None

    @property
    def state(self) -> ItemState:
        """How it stands."""
        stays = self.entry.status is Status.LIVE
        if self.change is None:
            return ItemState.LIVE if stays else ItemState.RETIRED
        if self.live is None:
            return ItemState.NEW
        if self.published is None:
            return ItemState.RETURNING if stays else ItemState.RETIRED
        return ItemState.CHANGED if stays else ItemState.RETIRING

    @property
    def is_outdated(self) -> bool:
        """Whether the entry was published anew after the draft had been begun."""
        live = self.live.number if self.live else None
        return self.change is not None and self.change.base_revision != live


def joined(revisions: Sequence[Revision], changes: Sequence[PendingChange]) -> tuple[Item, ...]:
    """Every entry with its draft: those published in their order, then the new ones."""
    drafts = {change.entry.id: change for change in changes}
    known = [Item(revision, drafts.pop(revision.entry.id, None)) for revision in revisions]
    return (*known, *(Item(None, change) for change in drafts.values()))

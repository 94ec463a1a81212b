"""What the checks find in drafts, before they are published."""

from __future__ import annotations

from collections.abc import Iterable

from data.records import Entry
from index.encoder import Encoder
from pipeline.checks import Finding, check_entries, encoder_window
from pipeline.drafting.items import Item


def findings_in_drafts(items: Iterable[Item], encoder: Encoder) -> tuple[Finding, ...]:
    """What to look at in the entries that the drafts add or change, problems first.

    They are held against the whole library as it will be, so give all items.
    """
    known = tuple(items)
    changed = [item.entry.id for item in known if item.change]
    entries = tuple(item.entry for item in known)
    return check_entries(entries, changed, window=encoder_window(encoder))


def findings_in_entry(
    written: Entry, items: Iterable[Item], encoder: Encoder
) -> tuple[Finding, ...]:
    """What to look at in one entry as it is being written, problems first."""
    others = tuple(item.entry for item in items if item.entry.id != written.id)
    return check_entries((*others, written), (written.id,), window=encoder_window(encoder))

"""The report itself: all checks over the entries that are new or changed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from data.records import Entry, Status
from pipeline.checks.findings import Finding, in_order
from pipeline.checks.links import links
from pipeline.checks.privacy import privacy
from pipeline.checks.texts import Window, texts
from pipeline.checks.twins import twins

# More of one kind than an owner mends in one sitting.
MOST_OF_A_KIND = 20


def check_entries(
    entries: Sequence[Entry],
    changed: Collection[str] = (),
    *,
    everything: bool = False,
    window: Window | None = None,
    most: int = MOST_OF_A_KIND,
) -> tuple[Finding, ...]:
    """What to look at in `entries`, as they would be once imported or published.

    Only what involves an entry whose id is in `changed` is reported, or `everything`. Retired
    entries are passed over. With a `window`, questions that the encoder would cut are reported.
    Problems come first; of each kind there are at most `most` findings, and one more that says
    how many were left out.
    """
    live = [entry for entry in entries if entry.status is Status.LIVE]
    ids = frozenset(entry.id for entry in live) if everything else frozenset(changed)
    checked = [entry for entry in live if entry.id in ids]
    found = [finding for entry in checked for finding in (*texts(entry, window), *links(entry))]
    found += privacy(checked, live)
    found += twins(live, ids)
    return in_order(found, most)

"""The audit log as a file for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from data.audit import AuditEvent, Fact
from data.importing.cells import guard

COLUMNS = ("number", "time (UTC)", "who", "action", "subject", "before", "after")


def events_as_csv(events: Iterable[AuditEvent]) -> str:
    """The events as CSV, one a row, with no cell that a spreadsheet would compute."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    for event in events:
        change = event.change
        cells = (
            str(event.id),
            f"{event.at:%Y-%m-%d %H:%M:%S}",
            change.who,
            str(change.action),
            change.subject,
            _told(change.before),
            _told(change.after),
        )
        writer.writerow([guard(cell) for cell in cells])
    return file.getvalue()


def _told(facts: Sequence[Fact]) -> str:
    return "\n".join(f"{fact.name}: {fact.value}" for fact in facts)

"""Rows that were turned away, to be mended in a spreadsheet and uploaded again."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from data.importing.cells import guard, join_alternates, join_tags
from data.records import Cell, Draft, Limit, Rejection

REASON = "reason"


def cells_of(draft: Draft) -> tuple[Cell, ...]:
    """A row as it was understood, under our own names."""
    texts = {
        "id": draft.id or "",
        "question": draft.question,
        "answer": draft.answer,
        "alternates": join_alternates(draft.alternates or ()),
        "category": draft.category or "",
        "tags": join_tags(draft.tags or ()),
        "source": draft.source or "",
        "url": draft.url or "",
        "valid_from": _day(draft.valid_from),
        "valid_until": _day(draft.valid_until),
    }
    return tuple(Cell(name, text) for name, text in texts.items() if text)


def _day(limit: Limit | None) -> str:
    return str(limit.day) if limit and limit.day else ""


def rejected_csv(rejections: Sequence[Rejection]) -> str:
    """The rows with what is wrong with each, as CSV in the columns of their files.

    Nothing in it is computed by a spreadsheet, and it is marked as UTF-8 for Excel. A rejection of
    a whole file has its place and reason alone.
    """
    columns = tuple(dict.fromkeys(c.column for r in rejections for c in r.cells))
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow((REASON, *map(guard, columns)))
    for rejection in rejections:
        texts = {cell.column: cell.text for cell in rejection.cells}
        row = (rejection.sentence, *(texts.get(column, "") for column in columns))
        writer.writerow(map(guard, row))
    return "\ufeff" + stream.getvalue()

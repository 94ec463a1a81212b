"""Rows that a quote took into its cell, because it was closed only by a quote further down.

Worked example: in the lines

    "How?,So.
    Why?,Because.
    "When, then?",Now.

the first quote is closed by that before `When`, right before text; no writer of CSV does so, and
the second row is lost in a cell. Where the quote that closes stands at the end of a cell by chance
(`5"`), the lines in the cell tell: as many cells as the header has, the question ending in "?".
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from data.importing.columns import Columns
from data.importing.notes import Notes
from data.importing.sheets import Row

SWALLOWED = (
    "a quote that opens in {rows} seems to be closed only further down, so that the rows between "
    "are read as part of one cell: close it where its cell ends, or double it if it belongs to "
    "the text"
)
_BLANKS_AFTER = re.compile(r'"[ ]+(?=[,;\t|\r\n]|\Z)')
_LINE_END = re.compile(r"\r\n|[\r\n]")
_ASKS = ("?", "\uff1f", "\u061f")


@dataclass(frozen=True, slots=True)
class Layout:
    """How the rows of a file are cut: the lines as they stand, the delimiter and the columns."""

    lines: Sequence[str]
    delimiter: str
    width: int
    columns: Columns


def note_swallowed(rows: Sequence[Row], layout: Layout, notes: Notes) -> None:
    """Warn of rows whose quoted cells seem to hold the rows below them."""
    for row in rows:
        cells = [str(cell) for cell in row.cells.values() if _LINE_END.search(str(cell))]
        if cells and (_is_closed_in_text(row, layout) or _holds_rows(row, cells, layout)):
            notes.at(row.number, SWALLOWED)


def _is_closed_in_text(row: Row, layout: Layout) -> bool:
    """Whether a quote that closes a cell of the row stands right before text."""
    reader = csv.reader(
        _from(row, layout), delimiter=layout.delimiter, skipinitialspace=True, strict=True
    )
    try:
        next(reader)
    except csv.Error as error:
        return "expected after" in str(error)
    return False


def _from(row: Row, layout: Layout) -> Iterator[str]:
    """The lines from the row on, without blanks after quotes, which some programs write."""
    for at in range(row.number - 1, len(layout.lines)):
        yield _BLANKS_AFTER.sub('"', layout.lines[at])


def _holds_rows(row: Row, cells: Sequence[str], layout: Layout) -> bool:
    below = [line for cell in cells for line in _LINE_END.split(cell)[1:] if line]
    inner = [line.split(layout.delimiter) for line in below]
    whole = [line for line in inner if len(line) == layout.width > 1]
    question = layout.columns.fields.get("question", (layout.width,))[0]
    if any(question < len(line) and line[question].rstrip().endswith(_ASKS) for line in whole):
        return True
    answer = layout.columns.fields.get("answer", (0,))[0]
    return row.width <= answer and len(whole) == len(inner)

"""The one shape that every format is read into: a header and rows of values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from data.importing.cells import BLANK, clean, plain
from data.importing.columns import absent, resolve
from data.importing.notes import Notes, rows_text
from data.records import Place, Rejection

# A title and a remark above the header are common in spreadsheets.
HEADER_WITHIN = 10


@dataclass(frozen=True, slots=True)
class Row:
    """One row: values by position, blank ones left out. `number` is where it stands in the file."""

    number: int
    cells: Mapping[int, object]

    @property
    def width(self) -> int:
        """One more than the position of the last value."""
        return max(self.cells, default=-1) + 1


@dataclass(frozen=True, slots=True)
class Sheet:
    """A header and the rows below it; `file` is what a Place says of them.

    `title` is the sheet's own name where a workbook has several, and else "". `hints` is a mapping
    that holds where the person gave none. Of a document, whose columns have names that we gave
    them, a person's mapping holds only as far as it speaks of columns that are there.
    """

    file: str
    header: tuple[str, ...]
    rows: tuple[Row, ...]
    rejections: tuple[Rejection, ...] = ()
    title: str = ""
    notes: Notes = field(default_factory=Notes, compare=False)
    hints: Mapping[str, str] = field(default_factory=dict)
    is_document: bool = False

    def mapping(self, given: Mapping[str, str]) -> Mapping[str, str]:
        """What a person's mapping means for this sheet."""
        lost = absent(self.header, given) if self.is_document else []
        return {name: column for name, column in given.items() if column not in lost}


def row_of(number: int, values: Sequence[object]) -> Row:
    """A row without its blank values; 0 and FALSE are not blank."""
    return Row(number, {at: value for at, value in enumerate(values) if not is_blank(value)})


def is_blank(value: object) -> bool:
    """Whether a value says nothing at all."""
    if isinstance(value, str):
        return not value.strip(BLANK)
    return value is None or value == [] or value == {}


def split_header(
    rows: Sequence[Row], mapping: Mapping[str, str]
) -> tuple[tuple[str, ...], Sequence[Row]]:
    """The header and the rows below it: the first row that names a question and an answer.

    Where none of the first rows does, the first row is taken for the header.
    """
    for at, row in enumerate(rows[:HEADER_WITHIN]):
        header = header_of(row)
        if resolve(header, mapping).complete:
            return header, rows[at + 1 :]
    return (header_of(rows[0]), rows[1:]) if rows else ((), ())


def note_skipped(rows: Sequence[Row], body: Sequence[Row], notes: Notes) -> None:
    """Warn of rows that stand above the header."""
    above = [row.number for row in rows[: len(rows) - len(body) - 1]]
    if above:
        notes.say(f"{rows_text(above)} above the header {'were' if above[1:] else 'was'} skipped")


def header_of(row: Row) -> tuple[str, ...]:
    """The names in a row, "" where a column has none."""
    return tuple(clean(plain(row.cells.get(at))) for at in range(row.width))


def reject_wide_rows(
    sheet_file: str, width: int, rows: Sequence[Row], mark: str
) -> list[Rejection]:
    """A rejection for each row with more cells than the header; `mark` is what parts the cells."""
    return [
        Rejection(
            Place(sheet_file, row.number),
            f"the row has {row.width} cells, the header has {width}: "
            f"put quotes around text that contains {mark}",
        )
        for row in rows
        if row.width > width
    ]

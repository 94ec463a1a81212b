"""Rows that were turned away, to be mended in a spreadsheet and uploaded again."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, field

from data.importing.cells import guard, join_alternates, join_tags
from data.records import Cell, Draft, Limit, Rejection
from data.workbook import XLSX, fits, text_cell

REASON = "reason"
# Of a column, in characters.
WIDTH = 40


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


@dataclass(frozen=True, slots=True)
class RejectedRows:
    """A spreadsheet of rejected rows, which is made when its content is asked for.

    A workbook, which every spreadsheet opens in columns; CSV where a text is too long for a cell of
    one. Nothing in it is computed by a spreadsheet.
    """

    table: Sequence[Sequence[str]] = field(repr=False)
    name: str
    mime: str

    @property
    def content(self) -> bytes:
        """The file."""
        return _as_csv(self.table) if self.name.endswith(".csv") else _as_xlsx(self.table)


def rejected_rows(rejections: Sequence[Rejection]) -> RejectedRows:
    """The rows in the columns of their files, and before each what is wrong with it.

    A rejection of a whole file has its place and reason alone.
    """
    table = _table(rejections)
    if all(fits(text) for row in table for text in row):
        return RejectedRows(table, "rejected-rows.xlsx", XLSX)
    return RejectedRows(table, "rejected-rows.csv", "text/csv")


def _table(rejections: Sequence[Rejection]) -> list[list[str]]:
    columns = tuple(dict.fromkeys(c.column for r in rejections for c in r.cells))
    rows = [[REASON, *columns]]
    for rejection in rejections:
        texts = {cell.column: cell.text for cell in rejection.cells}
        rows.append([rejection.sentence, *(texts.get(column, "") for column in columns)])
    return [[guard(text) for text in row] for row in rows]


def _as_xlsx(table: Sequence[Sequence[str]]) -> bytes:
    from openpyxl import Workbook
    from openpyxl.utils import get_column_letter

    book = Workbook(write_only=True)
    sheet = book.create_sheet("Rejected rows")
    sheet.freeze_panes = "B2"
    for number in range(len(table[0])):
        sheet.column_dimensions[get_column_letter(number + 1)].width = WIDTH
    for row in table:
        sheet.append([text_cell(sheet, text) for text in row])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _as_csv(table: Sequence[Sequence[str]]) -> bytes:
    """As CSV, marked as UTF-8 for Excel."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\r\n").writerows(table)
    return stream.getvalue().encode("utf-8-sig")

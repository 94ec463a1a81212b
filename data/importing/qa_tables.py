"""Tables inside documents: those of questions and answers, told from others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from data.importing.columns import resolve
from data.importing.notes import Notes
from data.importing.outline import is_question
from data.importing.sheets import Row, Sheet, note_skipped, row_of, split_header

_HEADER = ("first column", "second column")
_HINTS = {"question": _HEADER[0], "answer": _HEADER[1]}


def qa_sheet(
    file: str, numbers: Sequence[int], rows: Sequence[Sequence[str]], mapping: Mapping[str, str]
) -> Sheet | None:
    """A table as a sheet, or None if it holds no questions with their answers.

    It does if its header says so, or if it has two columns and most of the first one asks.
    """
    pairs = zip(numbers, rows, strict=True)
    filled = [row for row in (row_of(number, cells) for number, cells in pairs) if row.cells]
    if not filled:
        return None
    header, body = split_header(filled, mapping)
    if resolve(header, mapping).complete:
        notes = Notes()
        note_skipped(filled, body, notes)
        width = len(header)
        kept = [Row(it.number, {at: it.cells[at] for at in it.cells if at < width}) for it in body]
        return Sheet(file, header, tuple(kept), notes=notes) if kept else None
    asking = [is_question(str(row.cells.get(0, ""))) for row in filled]
    if max(row.width for row in filled) == 2 and sum(asking) * 2 > len(asking):
        return Sheet(file, _HEADER, tuple(filled), hints=_HINTS, is_document=True)
    return None

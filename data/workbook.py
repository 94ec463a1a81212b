"""Cells of an XLSX workbook that hold text and nothing else."""

from __future__ import annotations

import re
from typing import Any

# The MIME type.
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# Excel's limit, in UTF-16 units; openpyxl would cut longer texts without a word.
MAX_CELL = 32_767
# The most that a character grows to: "\x08" is written as "_x0008_".
_LONGEST_ESCAPE = 7
_SURELY_FITS = MAX_CELL // _LONGEST_ESCAPE
# What XML cannot hold, and what looks like the escape for it (ECMA-376, ST_Xstring).
_NOT_XML = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")


def fits(text: str) -> bool:
    """Whether a cell can hold the text."""
    return len(text) <= _SURELY_FITS or len(_escaped(text).encode("utf-16-le")) // 2 <= MAX_CELL


def text_cell(sheet: Any, text: str) -> Any:
    """A cell of a write-only sheet with a text that fits; whatever it begins with, it is text."""
    from openpyxl.cell import WriteOnlyCell

    cell = WriteOnlyCell(sheet, _escaped(text) or None)
    # Said outright, because openpyxl takes "=1" for a formula and "#N/A" for an error.
    cell.data_type = "s" if text else "n"
    return cell


def _escaped(text: str) -> str:
    return _NOT_XML.sub(_escape, text.encode("utf-8", "replace").decode())


def _escape(match: re.Match[str]) -> str:
    return f"_x{ord(match[0]):04X}_"

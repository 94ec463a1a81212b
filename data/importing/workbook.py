"""XLSX workbooks: sheets, cells, merged ranges, and what keeps a hostile file from doing harm.

openpyxl is used in its read-only mode: it streams, leaves pictures and charts alone, and makes no
cells for the empty space of a sheet that claims to reach to its last corner. That mode hides merged
ranges and formulas, so each sheet's XML is gone through once more for those.
"""

from __future__ import annotations

import io
import re
import struct
import warnings
import zipfile
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import islice
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

from data.errors import SourceError
from data.importing.cells import unguard
from data.importing.columns import resolve
from data.importing.notes import Notes, quoted
from data.importing.sheets import Row, Sheet, note_skipped, row_of, split_header

MAX_UNPACKED_BYTES = 1024**3
# Sheets of like rows shrink a hundredfold; what shrinks more and is large was made to do harm.
MAX_RATIO = 200
RATIO_MATTERS_ABOVE = 100 * 1024**2
MAX_ROWS = 1_048_576  # as in Excel
MAX_MERGED_CELLS = 1_000_000

# What openpyxl and the libraries below it raise for files that are damaged or made to do harm.
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    ElementTree.ParseError,
    expat.ExpatError,
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
)
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")


@dataclass(frozen=True, slots=True)
class _Extras:
    """Of one sheet: its vertical merges, and the cells whose formula has no value."""

    merges: tuple[_Merge, ...]
    formulas: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Merge:
    """A range of one column; the position counts from 0 and the rows from 1, both included."""

    position: int
    top: int
    bottom: int


def is_workbook(data: bytes) -> bool:
    """Whether the bytes are a zip file with a workbook inside."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return "xl/workbook.xml" in archive.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        return False


def read_workbook(name: str, data: bytes, mapping: Mapping[str, str], notes: Notes) -> list[Sheet]:
    """Every visible sheet that holds anything, in order.

    Raises:
        SourceError: the file is damaged, empty, or unpacks to more than is safe.
    """
    try:
        _check_safe(name, data)
        with warnings.catch_warnings():
            # openpyxl warns of styles and validations it leaves out; none of them hold text.
            warnings.simplefilter("ignore")
            sheets = _sheets(name, data, mapping, notes)
    except _DAMAGED as error:
        raise SourceError(
            f"{name} is damaged ({type(error).__name__}). "
            "Open it in a spreadsheet program and save it as .xlsx again."
        ) from error
    if not sheets:
        raise SourceError(f"{name} has no sheet with anything in it. Give one with questions.")
    return sheets


def _check_safe(name: str, data: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
        total = sum(part.file_size for part in parts)
        packed = max(1, sum(part.compress_size for part in parts))
        bomb = total > RATIO_MATTERS_ABOVE and total / packed > MAX_RATIO
        if total > MAX_UNPACKED_BYTES or bomb:
            raise SourceError(
                f"{name} unpacks to {total / 1024**2:,.0f} MB, more than is safe. "
                "Save only the questions and answers as CSV."
            )
        for part in parts:
            if part.filename.endswith((".xml", ".rels")) and _declares_entities(archive, part):
                raise SourceError(
                    f"{name} holds XML with a document type, which no spreadsheet program writes. "
                    "Open it in one and save it as .xlsx again."
                )


def _declares_entities(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> bool:
    """Whether an XML part has a document type, the only place where entities can be declared."""
    seen: list[bool] = []
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = lambda *_: seen.append(True)
    parser.StartElementHandler = lambda *_: seen.append(False)
    with archive.open(part) as stream:
        while not seen and (chunk := stream.read(4096)):
            parser.Parse(chunk)
    return bool(seen and seen[0])


def _sheets(name: str, data: bytes, mapping: Mapping[str, str], notes: Notes) -> list[Sheet]:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    try:
        hidden = [sheet.title for sheet in book.worksheets if sheet.sheet_state != "visible"]
        if hidden:
            notes.say(f"hidden sheets were skipped: {quoted(hidden)}; unhide them to import them")
        visible = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
        several = len(book.worksheets) > 1
        sheets = [_sheet(name, data, sheet, mapping, several) for sheet in visible]
        return [sheet for sheet in sheets if sheet.header]
    finally:
        book.close()


def _sheet(name: str, data: bytes, source: Any, mapping: Mapping[str, str], several: bool) -> Sheet:
    notes = Notes()
    # The only name under which openpyxl tells which part of the archive a sheet is.
    extras = _extras(data, source._worksheet_path)
    rows = list(_rows(source, notes))
    header, body = split_header(rows, mapping)
    note_skipped(rows, body, notes)
    if extras.formulas:
        cells = quoted(extras.formulas, limit=5)
        notes.say(f"formulas without a value: {cells}; open the file in Excel and save it again")
    # An id that is filled down would be used twice.
    ids = resolve(header, mapping).fields.get("id", ())
    body = _fill_merged(body, [it for it in extras.merges if it.position not in ids], notes)
    file = f"{name}[{source.title}]" if several else name
    return Sheet(file, header, tuple(body), (), source.title if several else "", notes)


def _extras(data: bytes, path: str) -> _Extras:
    """Merged ranges and formulas without a value, which openpyxl's read-only mode hides."""
    merges: list[_Merge] = []
    formulas: list[str] = []
    with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open(path) as stream:
        for _, element in ElementTree.iterparse(stream):
            tag = element.tag.rpartition("}")[2]
            if tag == "mergeCell":
                merges += _vertical(element.get("ref", ""))
            elif tag == "c" and _is_unfilled(element):
                formulas.append(element.get("r", "?"))
            if tag == "row":
                element.clear()
    return _Extras(tuple(merges), tuple(formulas))


def _is_unfilled(cell: ElementTree.Element) -> bool:
    if cell.find("{*}f") is None:
        return False
    value = cell.find("{*}v")
    # A text formula may well have the empty text for its value.
    return value is None or (not value.text and cell.get("t") != "str")


def _vertical(reference: str) -> list[_Merge]:
    from openpyxl.utils import range_boundaries

    left, top, right, bottom = range_boundaries(reference)
    return [_Merge(left - 1, top, bottom)] if left == right else []


def _rows(source: Any, notes: Notes) -> Iterator[Row]:
    # A sheet's own word for its size is often wrong and may be made to do harm.
    source.reset_dimensions()
    for number, cells in enumerate(islice(source.iter_rows(), MAX_ROWS), start=1):
        row = row_of(number, [_value(cell, notes) for cell in cells])
        if row.cells:
            yield row


def _fill_merged(body: Sequence[Row], merges: Iterable[_Merge], notes: Notes) -> list[Row]:
    """Rows in which each cell of a vertical merge has the value that is shown for it.

    Only in rows with something of their own, so that a merge that is too long adds none.
    """
    numbers = [row.number for row in body]
    filled: list[dict[int, object]] = [dict(row.cells) for row in body]
    room = MAX_MERGED_CELLS
    for merge in merges:
        start, end = bisect_left(numbers, merge.top), bisect_right(numbers, merge.bottom)
        room -= end - start
        if room < 0:
            notes.say("too many merged cells; those further on were left empty")
            break
        if start < end and numbers[start] == merge.top and merge.position in filled[start]:
            value = filled[start][merge.position]
            for cells in filled[start + 1 : end]:
                cells.setdefault(merge.position, value)
    return [Row(number, cells) for number, cells in zip(numbers, filled, strict=True)]


def _value(cell: Any, notes: Notes) -> object:
    """What a cell shows: text, numbers without a needless ".0", dates as ISO 8601."""
    value = cell.value
    if isinstance(value, str):
        if cell.data_type == "e":
            notes.say(f"cell {cell.coordinate} holds the error {value} and was taken for empty")
            return ""
        return unguard(_unescape(value))
    if isinstance(value, float):
        return format(value, ".15g") if abs(value) < 1e15 else str(value)
    if isinstance(value, datetime):
        midnight = value.time() == time()
        return value.date().isoformat() if midnight else value.isoformat(sep=" ")
    if isinstance(value, (date, time)):
        return value.isoformat()
    return value if value is None or isinstance(value, bool) else str(value)


def _unescape(text: str) -> str:
    """The text with `_x000D_` and its like made characters again (ECMA-376, ST_Xstring)."""
    if "_x" not in text:
        return text
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)

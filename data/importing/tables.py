"""CSV and its kin: text whose cells are parted by a comma, semicolon, tab or vertical bar."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from data.errors import SourceError
from data.importing.cells import unguard
from data.importing.columns import resolve
from data.importing.notes import Notes
from data.importing.sheets import (
    Row,
    Sheet,
    header_of,
    note_skipped,
    reject_wide_rows,
    row_of,
    split_header,
)
from data.importing.swallowed import Layout, note_swallowed
from data.records import Place, Rejection

DELIMITERS = {",": "a comma", ";": "a semicolon", "\t": "a tab", "|": "a vertical bar"}
SNIFFED_LINES = 1000
SNIFFED_RECORDS = 50
# The csv module's own limit is 131,072; longer cells are for us to reject, row by row.
MAX_CELL = 2**31 - 1
UNCLOSED = (
    "a quote is opened here and never closed, so that the rest of the file can't be told apart: "
    "close it, or double each quote that belongs to the text"
)
_EXCEL_HINT = re.compile(r"sep=([,;\t|])\r?\n", re.IGNORECASE)


def read_table(
    name: str, text: str, mapping: Mapping[str, str], notes: Notes, prefer: str = ","
) -> Sheet:
    """The table in a text; rows are numbered by the line on which they start.

    Raises:
        SourceError: there is nothing in it.
    """
    hint = _EXCEL_HINT.match(text)
    # The hint's line is blanked and not cut, so that the lines below keep their numbers.
    text = "\n" + text[hint.end() :] if hint else text
    delimiter = hint[1] if hint else sniff(text, mapping, prefer)
    rows, unclosed = _rows(name, text, delimiter, notes)
    if not rows:
        raise SourceError(f"{name} is empty. Give a file with a header and at least one row.")
    header, body = split_header(rows, mapping)
    width = max((at for at, column in enumerate(header) if column), default=0) + 1
    note_skipped(rows, body, notes)
    body = [row for row in body if row.number not in {place.row for place in unclosed}]
    layout = Layout(_lines(text), delimiter, width, resolve(header, mapping))
    note_swallowed(body, layout, notes)
    wide = reject_wide_rows(name, width, body, DELIMITERS[delimiter])
    kept = tuple(row for row in body if row.width <= width)
    rejected = [*wide, *(Rejection(place, UNCLOSED) for place in unclosed)]
    return Sheet(name, header[:width], kept, tuple(rejected))


def sniff(text: str, mapping: Mapping[str, str], prefer: str = ",") -> str:
    """The delimiter: the one that makes sense of the header, then the one that cuts evenly."""
    lines = list(islice(io.StringIO(text, newline=""), SNIFFED_LINES))
    order = sorted(DELIMITERS, key=lambda delimiter: delimiter != prefer)
    return max(order, key=lambda delimiter: _fit(lines, delimiter, mapping))


def _fit(lines: list[str], delimiter: str, mapping: Mapping[str, str]) -> tuple[int, float, int]:
    """How well a delimiter fits: fields recognised, share of rows of one width, that width."""
    records = [record for _, record in islice(_records(lines, delimiter), SNIFFED_RECORDS)]
    rows = [row_of(0, record) for record in records if any(record)]
    header = header_of(rows[0]) if rows else ()
    known = len(resolve(header, mapping).fields) if len(header) > 1 else 0
    widths = Counter(len(record) for record in records if any(record))
    width, count = max(widths.items(), key=lambda item: (item[1], item[0]), default=(1, 1))
    if width == 1:
        return known, 0.0, 0
    return known, count / widths.total(), width


def _records(lines: Iterable[str], delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Each record with the number of the line on which it starts."""
    csv.field_size_limit(MAX_CELL)
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
    start = 1
    for record in reader:
        yield start, record
        start = reader.line_num + 1


def _lines(text: str) -> list[str]:
    return list(io.StringIO(text, newline=""))


def _rows(name: str, text: str, delimiter: str, notes: Notes) -> tuple[list[Row], list[Place]]:
    lines = io.StringIO(text, newline="")
    found = [(start, record) for start, record in _records(lines, delimiter) if any(record)]
    rows = [row_of(start, [unguard(cell) for cell in record]) for start, record in found]
    rows = [row for row in rows if row.cells]
    if not found or not _is_unclosed(text, found[-1][0], delimiter):
        return rows, []
    if delimiter == "\t":
        return _unquoted(text, notes), []
    return rows, [Place(name, found[-1][0])]


def _is_unclosed(text: str, start: int, delimiter: str) -> bool:
    """Whether the record that starts on this line runs to the end of the text in quotes."""
    lines = islice(io.StringIO(text, newline=""), start - 1, None)
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    try:
        for _ in reader:
            pass
    except csv.Error as error:
        return "unexpected end of data" in str(error)
    return False


def _unquoted(text: str, notes: Notes) -> list[Row]:
    """Rows of a file with tabs whose quotes are mere text, as many programs write it."""
    notes.say("quotes are kept as they stand, because one of them is never closed")
    lines = enumerate(io.StringIO(text, newline=""), start=1)
    split = ((number, line.rstrip("\r\n").split("\t")) for number, line in lines)
    rows = (row_of(number, [unguard(cell) for cell in cells]) for number, cells in split)
    return [row for row in rows if row.cells]

r"""Writing entries to the files that `data.importing` reads back unchanged.

The columns are id, question, answer, alternates, category, tags, source, url, and from and until
which day the entry is valid, as YYYY-MM-DD. How several
alternates share a cell (`a|b`, with `\|` for a bar that belongs to the text) and how text that a
spreadsheet would compute is made harmless (`'=1`) is described in `data.importing.cells`.
"""

from __future__ import annotations

import csv
import errno
import io
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import IO, Any, TextIO
from uuid import uuid4

from data.errors import DiskError, InputError
from data.importing.cells import guard, join_alternates, join_tags
from data.importing.columns import FIELDS
from data.records import Entry
from data.workbook import MAX_CELL, fits, text_cell

FORMATS = ("csv", "jsonl", "xlsx")
_WIDTHS = {"A": 16, "B": 48, "C": 80, "D": 48, "E": 20, "F": 24, "G": 24, "H": 32}
_WIDTHS |= {"I": 12, "J": 12}


def export_entries(entries: Iterable[Entry], path: Path) -> int:
    """Write entries to a .csv, .jsonl or .xlsx file and return how many there were.

    The file is replaced in one step once all is written, and is left as it was on any error. CSV
    begins with a byte-order mark, without which Excel takes it for Windows-1252.

    Raises:
        InputError: the ending is another, the folder is missing or closed to us, or an entry is too
            long for a cell of XLSX.
        DiskError: the disk is full.
    """
    format = _format_of(path)
    with replaced(path) as stream:
        if format == "xlsx":
            return _write_xlsx(entries, stream)
        encoding = "utf-8-sig" if format == "csv" else "utf-8"
        text = io.TextIOWrapper(stream, encoding, errors="replace", newline="")
        try:
            return write_entries(entries, text, format)
        finally:
            text.detach()


def write_entries(entries: Iterable[Entry], stream: TextIO, format: str) -> int:
    """Write entries as text, "csv" or "jsonl", and return how many there were.

    Raises:
        InputError: the format is another.
    """
    writers: dict[str, Callable[[Iterable[Entry], TextIO], int]]
    writers = {"csv": _write_csv, "jsonl": _write_json_lines}
    if format not in writers:
        raise InputError(f"'{format}' cannot be written as text. Choose csv or jsonl.")
    return writers[format](entries, stream)


def too_long_for_xlsx(entries: Iterable[Entry]) -> list[Entry]:
    """The entries with a text that is longer than a cell of XLSX holds."""
    return [entry for entry in entries if not all(map(fits, _cells(entry)))]


def _format_of(path: Path) -> str:
    format = path.suffix.lower().removeprefix(".")
    if format not in FORMATS:
        raise InputError(f"{path} ends in none of .csv, .jsonl and .xlsx. Give it one of those.")
    return format


def _write_csv(entries: Iterable[Entry], stream: TextIO) -> int:
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(FIELDS)
    count = 0
    for entry in entries:
        writer.writerow(_cells(entry))
        count += 1
    return count


def _write_json_lines(entries: Iterable[Entry], stream: TextIO) -> int:
    count = 0
    for entry in entries:
        fields = {name: getattr(entry, name) for name in FIELDS}
        stream.write(json.dumps(fields, ensure_ascii=False, default=date.isoformat) + "\n")
        count += 1
    return count


def _cells(entry: Entry) -> list[str]:
    """The cells of an entry, in the order of the columns and safe for a spreadsheet."""
    alternates, tags = join_alternates(entry.alternates), join_tags(entry.tags)
    texts = [entry.id, entry.question, entry.answer, alternates, entry.category]
    limits = [day.isoformat() if day else "" for day in (entry.valid_from, entry.valid_until)]
    return [guard(text) for text in [*texts, tags, entry.source, entry.url, *limits]]


def _write_xlsx(entries: Iterable[Entry], stream: IO[bytes]) -> int:
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("FAQ")
    sheet.freeze_panes = "A2"
    for column, width in _WIDTHS.items():
        sheet.column_dimensions[column].width = width
    count = 0
    try:
        sheet.append(list(FIELDS))
        for entry in entries:
            sheet.append([_xlsx_cell(sheet, entry, text) for text in _cells(entry)])
            count += 1
    finally:
        # Also after an error: openpyxl keeps a half-written file open otherwise.
        sheet.close()
    book.save(stream)
    return count


def _xlsx_cell(sheet: Any, entry: Entry, text: str) -> Any:
    if not fits(text):
        raise InputError(
            f"Entry '{entry.id}' is too long for XLSX, whose cells hold {MAX_CELL:,} "
            "characters. Export to .csv or .jsonl instead."
        )
    return text_cell(sheet, text)


@contextmanager
def replaced(path: Path) -> Iterator[IO[bytes]]:
    """A stream whose content takes the place of the file once it is complete and on the disk."""
    target = Path(os.path.realpath(path))
    try:
        if target.is_dir():
            raise InputError(f"{path} is a folder. Give the name of a file in it.")
        temporary = target.with_name(f".{uuid4().hex}.tmp")
        try:
            with temporary.open("xb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            if target.exists():
                temporary.chmod(target.stat().st_mode & 0o777)
            os.replace(temporary, target)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise _explained(path, error) from error


def _explained(path: Path, error: OSError) -> InputError | DiskError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskError(f"The disk is full and {path} was not written. Make room and try again.")
    if isinstance(error, FileNotFoundError):
        return InputError(f"{path} is in a folder that is not there. Make the folder first.")
    return InputError(f"{path} cannot be written ({error.strerror}). Choose another place for it.")

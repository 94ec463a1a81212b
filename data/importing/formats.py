"""What kind of file it is, told by its content where that is sure and by its name otherwise."""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Mapping
from pathlib import PurePath

from data.errors import SourceError
from data.importing.json_items import read_json, read_json_lines
from data.importing.markdown import read_markdown
from data.importing.notes import Notes
from data.importing.sheets import Sheet
from data.importing.tables import read_table
from data.importing.text import decode
from data.importing.workbook import is_workbook, read_workbook
from data.importing.yaml_items import read_yaml

SUPPORTED = "CSV, TSV, XLSX, XLSM, JSON, JSON lines (.jsonl, .ndjson), or .gz of one that is text"
TEXT_ENDINGS = (".csv", ".tsv", ".json", ".jsonl", ".ndjson")
ENDINGS = (*TEXT_ENDINGS, ".xlsx", ".xlsm", *(f"{ending}.gz" for ending in TEXT_ENDINGS))
# Files that look like text, or like a workbook, and hold no table.
_UNSUPPORTED = (
    *(".doc", ".docx", ".odt", ".pdf", ".ppt", ".pptx", ".rtf", ".zip"),
    *(".htm", ".html", ".ods", ".xlsb", ".xml"),
)
_OLD_EXCEL = ("Workbook".encode("utf-16-le"), "Book".encode("utf-16-le"))

MAX_FILE_BYTES = 200 * 1024**2


def sheets_in(name: str, data: bytes, mapping: Mapping[str, str], notes: Notes) -> list[Sheet]:
    """The sheets of a file; all but workbooks have one.

    Raises:
        SourceError: the file cannot be read, or is of a kind that is not supported.
    """
    ending = _ending(name)
    if data.startswith(b"\x1f\x8b"):
        data, ending = _unzipped(name, data), _ending(name.removesuffix(".gz"))
    if not data.strip(b" \t\r\n\0"):
        raise SourceError(f"{name} is empty. Give a file with a header and at least one row.")
    if ending in _UNSUPPORTED:
        raise SourceError(f"{name} is not of a supported kind. Give {SUPPORTED}.")
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _workbook(name, data, mapping, notes)
    _check_not_binary(name, data)
    return [_text_sheet(name, decode(name, data, notes), ending, mapping, notes)]


def _ending(name: str) -> str:
    return PurePath(name).suffix.lower()


def _text_sheet(
    name: str, text: str, ending: str, mapping: Mapping[str, str], notes: Notes
) -> Sheet:
    if not text.strip("\ufeff \t\r\n"):
        raise SourceError(f"{name} is empty. Give a file with a header and at least one row.")
    if ending in (".md", ".markdown"):
        return read_markdown(name, text, notes)
    if ending in (".yml", ".yaml"):
        return read_yaml(name, text, notes)
    if ending in (".jsonl", ".ndjson"):
        return read_json_lines(name, text)
    if ending == ".json" or (ending not in (".csv", ".tsv") and re.match(r"\s*[\[{]", text)):
        return read_json(name, text)
    if re.match(r"\s*<(!doctype|html|\?xml)", text, re.IGNORECASE):
        raise SourceError(f"{name} is a web page or XML and not a table. Give {SUPPORTED}.")
    return read_table(name, text, mapping, notes, prefer="\t" if ending == ".tsv" else ",")


def _workbook(name: str, data: bytes, mapping: Mapping[str, str], notes: Notes) -> list[Sheet]:
    if is_workbook(data):
        return read_workbook(name, data, mapping, notes)
    if _ending(name) in (".xlsx", ".xlsm"):
        raise SourceError(
            f"{name} is damaged or not a workbook. "
            "Open it in a spreadsheet program and save it as .xlsx again."
        )
    raise SourceError(f"{name} is not of a supported kind. Give {SUPPORTED}.")


def _check_not_binary(name: str, data: bytes) -> None:
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise SourceError(f"{name} has a password. Save it without one and try again.")
        if _ending(name) == ".xls" or any(mark in data for mark in _OLD_EXCEL):
            raise SourceError(f"{name} is an old .xls workbook. Open it and save it as .xlsx.")
        raise SourceError(
            f"{name} has a password or is an old Office file. Save it as .xlsx without a password."
        )
    if data.startswith(b"%PDF"):
        raise SourceError(f"{name} is a PDF. Give {SUPPORTED}.")
    if _ending(name) in (".xlsx", ".xlsm"):
        raise SourceError(f"{name} is not a workbook. Open it and save it as .xlsx again.")


def _unzipped(name: str, data: bytes) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            text = stream.read(MAX_FILE_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise SourceError(f"{name} is damaged or cut short. Compress it again.") from error
    if len(text) > MAX_FILE_BYTES:
        raise SourceError(
            f"{name} unpacks to more than {MAX_FILE_BYTES // 1024**2} MB. "
            "Split it into several files."
        )
    return text

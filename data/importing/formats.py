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
from data.importing.packed import holds
from data.importing.page import read_page
from data.importing.page_bytes import decode_page, page_of_mhtml
from data.importing.sheets import Sheet
from data.importing.tables import read_table
from data.importing.text import decode
from data.importing.word import DOCUMENT, read_word
from data.importing.workbook import is_workbook, read_workbook
from data.importing.yaml_items import read_yaml

SUPPORTED = (
    "CSV, TSV, XLSX, XLSM, JSON, JSON lines (.jsonl, .ndjson), Markdown (.md), YAML, DOCX, HTML, "
    "a .zip of those, or .gz of one that is text"
)
_TABLE_ENDINGS = (".csv", ".tsv", ".json", ".jsonl", ".ndjson")
_MARKDOWN, _YAML, _PAGES, _MHTML = (
    (".md", ".markdown"),
    (".yml", ".yaml"),
    (".html", ".htm", ".xhtml"),
    (".mhtml", ".mht"),
)
_TEXT_ENDINGS = (*_TABLE_ENDINGS, *_MARKDOWN, *_YAML, *_PAGES, *_MHTML)
PLAIN_ENDINGS = (*_TEXT_ENDINGS, ".xlsx", ".xlsm", ".docx", ".zip")
ENDINGS = (*PLAIN_ENDINGS, *(f"{ending}.gz" for ending in _TEXT_ENDINGS))
# Files that look like text, like a workbook or like an archive, and are none.
_UNSUPPORTED = (
    *(".doc", ".docm", ".dotx", ".epub", ".odp", ".ods", ".odt", ".pages", ".pdf", ".ppt"),
    *(".pptx", ".rtf", ".xlsb", ".xml", ".7z", ".rar", ".tar"),
)
# Names that say nothing of what a file holds, so that its content tells; ".xls" may be a web page.
_TOLD_BY_CONTENT = (".txt", ".text", ".tab", ".dat", ".xls", ".gz")
_NAMED_KIND = re.compile(r"\.[a-z][a-z0-9_-]{0,9}")
_REMEDIES = {
    ".pdf": "is a PDF, in which the order of texts cannot be told for sure. Open it in a word "
    "processor, make the questions headings or bold, and save it as .docx.",
    ".doc": "is of an old kind. Open it in a word processor and save it as .docx.",
    ".docm": "holds macros. Open it in a word processor and save it as .docx.",
    ".odt": "is not of a supported kind. Open it in a word processor and save it as .docx.",
    ".rtf": "is not of a supported kind. Open it in a word processor and save it as .docx.",
    ".pages": "is not of a supported kind. Export it from Pages as Word (.docx).",
    ".ods": "is not of a supported kind. Open it in a spreadsheet program and save it as .xlsx.",
    ".xlsb": "is not of a supported kind. Open it in a spreadsheet program and save it as .xlsx.",
    ".7z": "is not of a supported kind. Pack its files into a .zip.",
    ".rar": "is not of a supported kind. Pack its files into a .zip.",
    ".tar": "is not of a supported kind. Pack its files into a .zip.",
}
_PACKED = (b"PK\x03\x04", b"PK\x05\x06")
_PAGE = re.compile(
    r"\s*(?:<!--[^>]{0,2000}>\s*|<\?xml[^>]{0,500}>\s*){0,5}<(?:!doctype\s+html|html)\b",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"(?:readme|licen[cs]e|change_?log|contributing|code_of_conduct)(?:[._-][a-z]{2,5})?\.(?:md|markdown)",
    re.IGNORECASE,
)
UNKNOWN_SKIPPED = "files of an unknown kind were skipped: {}"
ABOUT_SKIPPED = "files that tell of the others were skipped: {}; give one by itself to import it"
_OLD_EXCEL = ("Workbook".encode("utf-16-le"), "Book".encode("utf-16-le"))

MAX_FILE_BYTES = 200 * 1024**2


def is_archive(name: str, data: bytes) -> bool:
    """Whether a file is a zip archive of files, and not a document that is packed as one."""
    if not data.startswith(_PACKED) or _is_unsupported(_ending(name)):
        return False
    if _ending(name) in (".xlsx", ".xlsm", ".docx"):
        return False
    return not (is_workbook(data) or holds(data, DOCUMENT))


def is_about_files(path: str) -> bool:
    """Whether a file tells of the files beside it, as README.md does, by its name."""
    return _ABOUT.fullmatch(PurePath(path).name) is not None


def room_for(limit: int | None) -> int:
    """How many bytes may be unpacked where a caller allows so many, and wherever none says."""
    return MAX_FILE_BYTES if limit is None else min(limit, MAX_FILE_BYTES)


def sheets_in(
    name: str, data: bytes, mapping: Mapping[str, str], notes: Notes, limit: int | None = None
) -> list[Sheet]:
    """The sheets of a file; all but workbooks and documents have one.

    `limit` is how many bytes a compressed one may unpack to.

    Raises:
        SourceError: the file cannot be read, or is of a kind that is not supported.
    """
    ending = _ending(name)
    if data.startswith(b"\x1f\x8b"):
        data, ending = _unzipped(name, data, room_for(limit)), _ending(name.removesuffix(".gz"))
    if not data.strip(b" \t\r\n\0"):
        raise SourceError(f"{name} is empty. Give a file with a header and at least one row.")
    _check_supported(name, data, ending)
    if data.startswith(_PACKED):
        return _packed(name, data, mapping, notes)
    _check_not_binary(name, data)
    if ending in _MHTML:
        return read_page(name, page_of_mhtml(name, data, notes), mapping, notes)
    if ending in _PAGES:
        return read_page(name, decode_page(name, data, notes), mapping, notes)
    text = decode(name, data, notes)
    if ending not in _TEXT_ENDINGS and _PAGE.match(text):
        return read_page(name, decode_page(name, data, notes), mapping, notes)
    return [_text_sheet(name, text, ending, mapping, notes)]


def _ending(name: str) -> str:
    return PurePath(name).suffix.lower()


def _check_supported(name: str, data: bytes, ending: str) -> None:
    if data.startswith(b"%PDF"):
        ending = ".pdf"
    if ending in _REMEDIES:
        raise SourceError(f"{name} {_REMEDIES[ending]}")
    if _is_unsupported(ending):
        raise SourceError(f"{name} is not of a supported kind. Give {SUPPORTED}.")


def _is_unsupported(ending: str) -> bool:
    """Whether a file with this ending is left alone whatever it holds, as it is in a folder."""
    known = ending in PLAIN_ENDINGS or ending in _TOLD_BY_CONTENT
    return ending in _UNSUPPORTED or (not known and _NAMED_KIND.fullmatch(ending) is not None)


def _text_sheet(
    name: str, text: str, ending: str, mapping: Mapping[str, str], notes: Notes
) -> Sheet:
    if not text.strip("\ufeff \t\r\n"):
        raise SourceError(f"{name} is empty. Give a file with a header and at least one row.")
    if ending in _MARKDOWN:
        return read_markdown(name, text, notes)
    if ending in _YAML:
        return read_yaml(name, text, notes)
    if ending in (".jsonl", ".ndjson"):
        return read_json_lines(name, text)
    if ending == ".json" or (ending not in (".csv", ".tsv") and re.match(r"\s*[\[{]", text)):
        return read_json(name, text)
    if re.match(r"\s*<(!doctype|html|\?xml)", text, re.IGNORECASE):
        raise SourceError(f"{name} is a web page or XML and not a table. Give {SUPPORTED}.")
    return read_table(name, text, mapping, notes, prefer="\t" if ending == ".tsv" else ",")


def _packed(name: str, data: bytes, mapping: Mapping[str, str], notes: Notes) -> list[Sheet]:
    if is_workbook(data):
        return read_workbook(name, data, mapping, notes)
    if holds(data, DOCUMENT):
        return read_word(name, data, mapping, notes)
    if _ending(name) in (".xlsx", ".xlsm"):
        raise SourceError(
            f"{name} is damaged or not a workbook. "
            "Open it in a spreadsheet program and save it as .xlsx again."
        )
    if _ending(name) == ".docx":
        raise SourceError(
            f"{name} is damaged or not a Word document. "
            "Open it in a word processor and save it as .docx again."
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
    if _ending(name) in (".xlsx", ".xlsm"):
        raise SourceError(f"{name} is not a workbook. Open it and save it as .xlsx again.")
    if _ending(name) == ".docx":
        raise SourceError(f"{name} is not a Word document. Open it and save it as .docx again.")
    if _ending(name) == ".zip":
        raise SourceError(f"{name} is not a zip archive. Pack the files again.")


def _unzipped(name: str, data: bytes, limit: int) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            text = stream.read(limit + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise SourceError(f"{name} is damaged or cut short. Compress it again.") from error
    if len(text) > limit:
        raise SourceError(
            f"{name} unpacks to more than {limit // 1024**2} MB. Split it into several files."
        )
    return text

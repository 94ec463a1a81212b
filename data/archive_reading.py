"""Reading an archive with distrust: nothing in it is used before all of it was checked.

No file is ever unpacked under the name that the archive gives it.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import IO, Any, cast

from sqlalchemy import Table

from data.archive import (
    FORMAT,
    MANIFEST,
    MAX_LINE,
    ArchivedFile,
    ArchiveInfo,
    HomeFile,
    home_file,
    table_file,
)
from data.archive_rows import ARCHIVED, archived_tables, row_of, unknown_columns
from data.database import SCHEMA_VERSIONS
from data.errors import ArchiveError
from data.importing.notes import quoted
from data.tables import as_utc

MAX_UNPACKED_BYTES = 8 * 1024**3
# Lines of like rows shrink fiftyfold; what shrinks more and is large was made to do harm.
MAX_RATIO = 200
RATIO_MATTERS_ABOVE = 100 * 1024**2
MAX_MANIFEST = 1024**2
MAX_HOME_FILE = 512 * 1024**2
CHUNK = 1024**2

# What zipfile raises for files that are damaged, encrypted or made to do harm.
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
)
_ANOTHER = "Nothing was restored; use another backup."


class Archive:
    """An archive that was found whole; `warnings` say what in it is left alone."""

    def __init__(self, path: Path, source: zipfile.ZipFile) -> None:
        self.path = path
        self._source = source
        with _explained(path):
            _check_safe(source)
            self.info = _info(source)
            _check_whole(source, self.info)
            self.warnings = tuple(_left_alone(source, self.info))

    def home_files(self) -> list[HomeFile]:
        """The files that were in the home folder."""
        listed = [file.name for file in self.info.files if _is_home_file(file)]
        with _explained(self.path):
            return [
                HomeFile(name.removeprefix(home_file("")), self._source.read(name))
                for name in listed
            ]

    def rows(self, table: Table) -> Iterator[dict[str, Any]]:
        """The rows of a table, in the order in which they were written.

        Raises:
            ArchiveError: a line is not a row of this table.
        """
        name = table_file(table.name)
        if name not in self._source.namelist():
            return
        number = 0
        try:
            with self._source.open(name) as member:
                for line in _lines(member):
                    number += 1
                    yield row_of(table, line)
        except _DAMAGED as error:
            raise ArchiveError(
                f"{self.path} cannot be used: line {number} of {name} is no row of that table "
                f"({error}). {_ANOTHER}"
            ) from error


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """An archive that was checked and can be read.

    Raises:
        ArchiveError: it is missing, damaged, unsafe, foreign, or made by a newer faqdesk.
    """
    if not path.is_file():
        raise ArchiveError(f"There is no file {path}. Give the .zip that `faqdesk backup` wrote.")
    with ExitStack() as stack:
        with _explained(path):
            source = stack.enter_context(zipfile.ZipFile(path))
        yield Archive(path, source)


def _check_safe(source: zipfile.ZipFile) -> None:
    parts = source.infolist()
    names = [part.filename for part in parts]
    outside = [name for name in names if _points_outside(name)]
    if outside:
        raise ArchiveError(f"it holds names that point out of it: {quoted(outside, limit=3)}")
    if len(set(names)) < len(names):
        raise ArchiveError("it holds several files of one name")
    total = sum(part.file_size for part in parts)
    packed = max(1, sum(part.compress_size for part in parts))
    bomb = total > RATIO_MATTERS_ABOVE and total / packed > MAX_RATIO
    if total > MAX_UNPACKED_BYTES or bomb:
        raise ArchiveError(f"it unpacks to {total / 1024**2:,.0f} MB, more than is safe")


def _points_outside(name: str) -> bool:
    parts = PurePosixPath(name).parts
    return name.startswith("/") or ".." in parts or "\\" in name or ":" in name


def _info(source: zipfile.ZipFile) -> ArchiveInfo:
    if MANIFEST not in source.namelist():
        raise ArchiveError(f"it has no {MANIFEST} at its top, as a backup of faqdesk has")
    if source.getinfo(MANIFEST).file_size > MAX_MANIFEST:
        raise ArchiveError(f"its {MANIFEST} is too large")
    try:
        fields = json.loads(source.read(MANIFEST))
        _check_versions(int(fields["format"]), str(fields["schema"]), str(fields["faqdesk"]))
        return _info_of(fields)
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise ArchiveError(f"its {MANIFEST} is not that of a backup") from error


def _check_versions(format: int, schema: str, made_by: str) -> None:
    if format > FORMAT or schema not in SCHEMA_VERSIONS:
        raise ArchiveError(
            f"a newer faqdesk ({made_by[:20]}) made it, with schema {schema[:20]}; this one knows "
            f"up to {SCHEMA_VERSIONS[-1]}. Install that version first"
        )


def _info_of(fields: Mapping[str, Any]) -> ArchiveInfo:
    number = fields["generation"]
    return ArchiveInfo(
        created_at=as_utc(datetime.fromisoformat(fields["created_at"])),
        faqdesk=str(fields["faqdesk"]),
        schema=str(fields["schema"]),
        generation=None if number is None else int(number),
        files=tuple(_file_of(file) for file in fields["files"]),
        left_out=tuple(str(text) for text in fields["left_out"]),
    )


def _file_of(fields: Mapping[str, Any]) -> ArchivedFile:
    rows = fields["rows"]
    return ArchivedFile(
        str(fields["name"]),
        int(fields["bytes"]),
        str(fields["sha256"]),
        None if rows is None else int(rows),
    )


def _check_whole(source: zipfile.ZipFile, info: ArchiveInfo) -> None:
    """Compares each file with the size and the hash that the manifest gives."""
    names = {file.name for file in info.files}
    wanted = {table_file(name) for name in ARCHIVED} if info.schema == SCHEMA_VERSIONS[-1] else {}
    missing = sorted((names | set(wanted)) - set(source.namelist()))
    if missing:
        raise ArchiveError(f"it lacks {quoted(missing, limit=3)}")
    for file in info.files:
        part = source.getinfo(file.name)
        if part.file_size != file.bytes or _sha256(source, file.name) != file.sha256:
            raise ArchiveError(f"{file.name} was changed after the backup was made")


def _sha256(source: zipfile.ZipFile, name: str) -> str:
    with source.open(name) as member:
        digest = hashlib.sha256()
        for chunk in iter(lambda: member.read(CHUNK), b""):
            digest.update(chunk)
    return digest.hexdigest()


def _left_alone(source: zipfile.ZipFile, info: ArchiveInfo) -> Iterator[str]:
    tables = {table_file(table.name): table for table in archived_tables()}
    listed = {file.name for file in info.files if file.name in tables or _is_home_file(file)}
    files = [name for name in source.namelist() if not name.endswith("/")]
    unknown = [name for name in files if name not in listed and name != MANIFEST]
    if unknown:
        yield f"files that are not understood were left alone: {quoted(unknown, limit=5)}"
    for name in sorted(tables.keys() & listed):
        with source.open(name) as member:
            first = next(_lines(member), b"{}")
        columns = sorted(unknown_columns(tables[name], first))
        if columns:
            yield f"columns of {name} that are not understood were left out: {quoted(columns)}"


def _is_home_file(file: ArchivedFile) -> bool:
    return file.name.startswith(home_file("")) and file.bytes <= MAX_HOME_FILE


def _lines(member: IO[bytes]) -> Iterator[bytes]:
    reader = io.BufferedReader(cast(io.RawIOBase, member), CHUNK)
    for line in iter(lambda: reader.readline(MAX_LINE + 1), b""):
        if len(line) > MAX_LINE:
            raise ValueError(f"it is longer than {MAX_LINE:,} bytes")
        yield line


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Says of each failure which file it is about, and that nothing was restored."""
    try:
        yield
    except ArchiveError as error:
        raise ArchiveError(f"{path} cannot be used: {error}. {_ANOTHER}") from error
    except _DAMAGED as error:
        raise ArchiveError(
            f"{path} is damaged or not a backup of faqdesk ({error}). {_ANOTHER}"
        ) from error

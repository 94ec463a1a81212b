"""Writing a whole library, with its history, to one .zip that people can read as well.

    manifest.json          what it is, what is not in it, and each file's size and SHA-256
    tables/revisions.jsonl one line a row, and so on for each table
    home/settings.toml     and what else of the home folder has to be kept

All of it is one state of the database, whatever others write meanwhile. `data.restore` reads it.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from sqlalchemy import Connection, Engine, Table, select

from data.archive_rows import LOG, archived_tables, line_of
from data.database import SCHEMA_VERSIONS, translated
from data.errors import InputError
from data.exporting import replaced

FORMAT = 1
ENDING = ".zip"
MANIFEST = "manifest.json"
WHAT = "A faqdesk library with its history. `faqdesk restore` brings it back into an empty library."
NO_PEOPLE = "who may sign in, their passwords and sessions; add people with `faqdesk admin add`"
NO_VECTORS = "vectors, which are computed anew"
# No line of an archive may be longer, so that a restore fits in memory.
MAX_LINE = 256 * 1024**2
ROWS_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class HomeFile:
    """A file of the home folder, by its name there."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class ArchivedFile:
    """One file of an archive, its size in bytes as unpacked; `rows` only for tables."""

    name: str
    bytes: int
    sha256: str
    rows: int | None = None


@dataclass(frozen=True, slots=True)
class ArchiveInfo:
    """What an archive's manifest says; `generation` is the live one, None where there was none."""

    created_at: datetime
    faqdesk: str
    schema: str
    generation: int | None
    files: tuple[ArchivedFile, ...]
    left_out: tuple[str, ...]

    def rows(self, table: str) -> int:
        """How many rows of a table it holds."""
        return sum(file.rows or 0 for file in self.files if file.name == table_file(table))


def table_file(table: str) -> str:
    """Where in an archive a table is."""
    return f"tables/{table}.jsonl"


def home_file(name: str) -> str:
    """Where in an archive a file of the home folder is."""
    return f"home/{name}"


def write_archive(
    engine: Engine, home_files: Sequence[HomeFile], path: Path, *, left_out: Sequence[str] = ()
) -> ArchiveInfo:
    """Writes the library to a .zip, whole or not at all; says what is in it.

    `left_out` says in words what of the home folder is not in it.

    Raises:
        InputError: the ending is another, the folder is missing or closed to us, or the library is
            empty.
        DiskError: the disk is full.
        DatabaseError: the database cannot be read.
    """
    if path.suffix.lower() != ENDING:
        raise InputError(f"{path} does not end in {ENDING}. Give it that ending.")
    with (
        replaced(path) as stream,
        translated(),
        _snapshot(engine) as connection,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        files = [_write_table(archive, table, connection) for table in archived_tables()]
        if not any(file.rows for file in files if file.name != table_file(LOG)):
            raise InputError("The library is empty: there is nothing to back up. See --home.")
        files += [_write_home_file(archive, file) for file in home_files]
        info = ArchiveInfo(
            created_at=datetime.now(UTC),
            faqdesk=version("faqdesk"),
            schema=SCHEMA_VERSIONS[-1],
            generation=_live_generation(connection),
            files=tuple(files),
            left_out=(NO_PEOPLE, NO_VECTORS, *left_out),
        )
        archive.writestr(MANIFEST, _manifest(info))
    return info


@contextmanager
def _snapshot(engine: Engine) -> Iterator[Connection]:
    """A connection that sees one state of the database, whatever is written meanwhile."""
    # SQLite does so by itself, from the first query to the end of the transaction.
    if engine.dialect.name != "sqlite":
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    with engine.connect() as connection:
        yield connection


def _live_generation(connection: Connection) -> int | None:
    library = next(table for table in archived_tables() if table.name == "library")
    return connection.scalar(select(library.c.generation))


def _write_table(archive: zipfile.ZipFile, table: Table, connection: Connection) -> ArchivedFile:
    query = select(table).order_by(*table.primary_key)
    rows = connection.execution_options(yield_per=ROWS_AT_ONCE).execute(query)
    return _write(archive, table_file(table.name), (_line(table, tuple(row)) for row in rows))


def _line(table: Table, row: Sequence[object]) -> bytes:
    line = line_of(table, row)
    if len(line) > MAX_LINE:
        raise InputError(
            f"A row of {table.name} has {len(line):,} bytes, more than an archive holds "
            f"({MAX_LINE:,}). Copy the database itself instead."
        )
    return line


def _write_home_file(archive: zipfile.ZipFile, file: HomeFile) -> ArchivedFile:
    return replace(_write(archive, home_file(file.name), [file.content]), rows=None)


def _write(archive: zipfile.ZipFile, name: str, parts: Iterable[bytes]) -> ArchivedFile:
    """Writes a file of the archive piece by piece; as many rows as there are pieces."""
    digest, size, rows = hashlib.sha256(), 0, 0
    about = zipfile.ZipInfo(name, datetime.now(UTC).timetuple()[:6])
    about.compress_type, about.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
    with archive.open(about, "w", force_zip64=True) as member:
        for part in parts:
            member.write(part)
            digest.update(part)
            size += len(part)
            rows += 1
    return ArchivedFile(name, size, digest.hexdigest(), rows)


def _manifest(info: ArchiveInfo) -> str:
    fields = {"what": WHAT, "format": FORMAT, **asdict(info)}
    fields["created_at"] = info.created_at.isoformat(timespec="seconds")
    return json.dumps(fields, indent=2, ensure_ascii=False) + "\n"

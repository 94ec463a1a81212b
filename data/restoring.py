"""Putting an archive into an empty database: in one transaction, after a rehearsal of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, Table, delete, func, insert, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from data.admin_tables import AuditRow, PendingRow
from data.archive_reading import Archive
from data.archive_rows import LOG, archived_tables
from data.audit import Action, Change, Fact, audit_row
from data.database import translated
from data.errors import ArchiveError, InputError
from data.importing.notes import printable, quoted
from data.records import GenerationInfo, Revision
from data.tables import (
    GenerationRevisionRow,
    GenerationRow,
    LibraryRow,
    RevisionRow,
    entry_record,
    generation_record,
    revision_record,
)

ROWS_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class LiveState:
    """The generation that is live in an archive, and the revisions that it holds."""

    generation: GenerationInfo
    revisions: tuple[Revision, ...]


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What restoring an archive leads to: what is live then, and what is to be said of it."""

    live: LiveState | None
    warnings: tuple[str, ...]


def rehearse(engine: Engine, archive: Archive) -> Rehearsal:
    """Restores an archive and takes that back; what it would have led to.

    Raises:
        InputError: the library is not empty.
        ArchiveError: the rows contradict each other, or hold what no faqdesk writes.
        DiskError: the disk is full.
    """
    with translated(), Session(engine.execution_options(writes=True)) as session:
        _load(session, archive)
        altered = list(_altered_revisions(session, archive))
        _check_drafts(session, archive)
        live = _live_state(session)
        session.rollback()
    return Rehearsal(live, (*archive.warnings, *altered))


def restore_archive(engine: Engine, archive: Archive, by: str) -> None:
    """Fills an empty library from an archive, and says so in the audit log: all of it or nothing.

    Raises:
        InputError: the library is not empty.
        DiskError: the disk is full.
    """
    writer = engine.execution_options(writes=True)
    with translated(), Session(writer) as session, session.begin():
        _load(session, archive)
        session.add(
            audit_row(
                Change(by, Action.RESTORED, printable(archive.path.name), after=_facts(archive))
            )
        )


def _load(session: Session, archive: Archive) -> None:
    tables = archived_tables()
    _check_empty(session, tables)
    log = next(table for table in tables if table.name == LOG)
    # What was done here before goes on after what was done there.
    own = [dict(row) for row in session.execute(select(log).order_by(log.c.id)).mappings()]
    session.execute(delete(AuditRow))
    with _explained(archive):
        for table in tables:
            for batch in _batches(archive.rows(table)):
                session.execute(insert(table), batch)
        _number_on(session, tables)
    for row in own:
        del row["id"]
        session.execute(insert(log), row)


def _check_empty(session: Session, tables: Iterable[Table]) -> None:
    counts = {
        table.name: session.scalar(select(func.count()).select_from(table)) or 0
        for table in tables
        if table.name != LOG
    }
    filled = [f"{count:,} in {name}" for name, count in counts.items() if count]
    if filled:
        raise InputError(
            f"A backup can only be restored into an empty library, and this one has rows "
            f"({', '.join(filled[:3])}). Nothing was changed. Restore into a new folder with "
            "--home, and with a database of its own where FAQDESK_DATABASE_URL names one."
        )


def _batches(rows: Iterable[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    """Rows in groups that have the same columns; the database fills in those that they lack."""
    batch: list[Mapping[str, Any]] = []
    for row in rows:
        if batch and (len(batch) == ROWS_AT_ONCE or row.keys() != batch[0].keys()):
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch


def _number_on(session: Session, tables: Iterable[Table]) -> None:
    """Makes PostgreSQL go on after the highest number; SQLite does so by itself."""
    if session.get_bind().dialect.name != "postgresql":
        return
    for table in tables:
        key = table.autoincrement_column
        if key is not None:
            sequence = f"pg_get_serial_sequence('{table.name}', '{key.name}')"
            highest = select(func.max(key)).scalar_subquery()
            session.execute(select(func.setval(text(sequence), func.coalesce(highest, 1))))


def _altered_revisions(session: Session, archive: Archive) -> Iterator[str]:
    """A warning where revisions no longer say what they said when they were kept."""
    altered = []
    for row in session.scalars(select(RevisionRow).execution_options(yield_per=ROWS_AT_ONCE)):
        try:
            if revision_record(row).entry.digest != row.digest:
                altered.append(str(row.number))
        except ValueError as error:
            raise _unusable(archive, f"revision {row.number}: {error}") from error
    if altered:
        yield (
            f"revisions were altered in the database before the backup: {quoted(altered, limit=5)};"
            " `faqdesk doctor` tells more"
        )


def _check_drafts(session: Session, archive: Archive) -> None:
    for draft in session.scalars(select(PendingRow)):
        try:
            entry_record(draft.entry_id, draft)
        except ValueError as error:
            raise _unusable(archive, f"the draft of {draft.entry_id!r}: {error}") from error


def _live_state(session: Session) -> LiveState | None:
    here = LibraryRow.generation == GenerationRow.number
    row = session.scalar(select(GenerationRow).join(LibraryRow, here))
    if row is None:
        return None
    query = (
        select(RevisionRow)
        .join(GenerationRevisionRow, GenerationRevisionRow.revision == RevisionRow.number)
        .where(GenerationRevisionRow.generation == row.number)
        .order_by(RevisionRow.number)
    )
    revisions = tuple(revision_record(revision) for revision in session.scalars(query))
    return LiveState(generation_record(row), revisions)


def _facts(archive: Archive) -> tuple[Fact, ...]:
    info = archive.info
    return (
        Fact("made", f"{info.created_at:%Y-%m-%d %H:%M} UTC"),
        Fact("made by", f"faqdesk {info.faqdesk}"),
        Fact("entries", f"{info.rows('entries')}"),
        Fact("questions asked", f"{info.rows('turns')}"),
    )


@contextmanager
def _explained(archive: Archive) -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        raise _unusable(archive, f"its rows contradict each other ({error.orig})") from error


def _unusable(archive: Archive, reason: str) -> ArchiveError:
    return ArchiveError(
        f"{archive.path} cannot be used: {reason}. Nothing was restored; use another backup."
    )

"""Entries, their revisions and the generations made of them.

Each method opens and ends its own transaction and hands back records. Revision and generation
numbers are given out by the caller, who holds the writer lock while it plans and publishes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TypeVar

from sqlalchemy import Engine, delete, func, insert, or_, select
from sqlalchemy.orm import Session

from data.audit import Action, Change, Fact, audit_row
from data.database import translated
from data.errors import UnknownEntryError, UnknownGenerationError
from data.pending import settle_published
from data.records import Entry, GenerationInfo, PendingChange, Revision, Status
from data.tables import (
    EntryRow,
    GenerationRevisionRow,
    GenerationRow,
    LibraryRow,
    RevisionRow,
    generation_record,
    revision_record,
    revision_row,
)

T = TypeVar("T")

# SQLite takes a limited number of values in one statement.
MAX_VALUES = 500


class Store:
    """What the library holds, and which state of it is published."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def current_revisions(self, status: Status | None = Status.LIVE) -> list[Revision]:
        """The present revision of each entry, in the order in which they were first added."""
        query = select(RevisionRow).join(EntryRow, EntryRow.revision == RevisionRow.number)
        if status is not None:
            query = query.where(RevisionRow.status == status)
        with _reading(self.engine) as session:
            revisions = [revision_record(row) for row in session.scalars(query)]
            first = dict(
                session.execute(
                    select(RevisionRow.entry_id, func.min(RevisionRow.number)).group_by(
                        RevisionRow.entry_id
                    )
                ).all()
            )
        # An index of the database that was damaged can lack an entry; the doctor finds that out.
        return sorted(revisions, key=lambda r: first.get(r.entry.id, r.number))

    def current_revision(self, entry_id: str) -> Revision:
        """The present revision of one entry, live or retired.

        Raises:
            UnknownEntryError: when the library never held such an entry.
        """
        query = select(RevisionRow).join(EntryRow, EntryRow.revision == RevisionRow.number)
        with _reading(self.engine) as session:
            row = session.scalar(query.where(EntryRow.id == entry_id))
            if row is None:
                raise UnknownEntryError(
                    f"There is no entry with the id {entry_id!r}. `faqdesk list` shows them all."
                )
            return revision_record(row)

    def revisions(self, numbers: Sequence[int]) -> list[Revision]:
        """Revisions by number, in the order asked for; unknown numbers are left out."""
        found: dict[int, Revision] = {}
        with _reading(self.engine) as session:
            for part in _parts(numbers):
                rows = session.scalars(select(RevisionRow).where(RevisionRow.number.in_(part)))
                found.update((row.number, revision_record(row)) for row in rows)
        return [found[number] for number in numbers if number in found]

    def dated_revisions(self, number: int) -> list[Revision]:
        """Those of a generation's revisions that are valid from or until some day."""
        query = (
            select(RevisionRow)
            .join(GenerationRevisionRow, GenerationRevisionRow.revision == RevisionRow.number)
            .where(GenerationRevisionRow.generation == number)
            .where(or_(RevisionRow.valid_from.is_not(None), RevisionRow.valid_until.is_not(None)))
        )
        with _reading(self.engine) as session:
            return [revision_record(row) for row in session.scalars(query)]

    def history(self, entry_id: str) -> list[Revision]:
        """Every revision of an entry, oldest first."""
        query = select(RevisionRow).where(RevisionRow.entry_id == entry_id)
        with _reading(self.engine) as session:
            return [revision_record(r) for r in session.scalars(query.order_by(RevisionRow.number))]

    def last_revision_number(self) -> int:
        """The highest revision number given out so far; 0 in a new library."""
        with _reading(self.engine) as session:
            return session.scalar(select(func.max(RevisionRow.number))) or 0

    def current_generation(self) -> GenerationInfo | None:
        """The generation that visitors are answered from, or None before the first publish."""
        query = select(GenerationRow).join(
            LibraryRow, LibraryRow.generation == GenerationRow.number
        )
        with _reading(self.engine) as session:
            row = session.scalar(query)
            return generation_record(row) if row else None

    def current_generation_number(self) -> int | None:
        """The number alone, as cheaply as it can be had: it is asked for at every question."""
        with translated(), self.engine.connect() as connection:
            return connection.scalar(select(LibraryRow.generation))

    def generations(self) -> list[GenerationInfo]:
        """Every generation ever published, newest first."""
        query = select(GenerationRow).order_by(GenerationRow.number.desc())
        with _reading(self.engine) as session:
            return [generation_record(row) for row in session.scalars(query)]

    def generation(self, number: int) -> GenerationInfo:
        """One generation.

        Raises:
            UnknownGenerationError: when it was never published.
        """
        with _reading(self.engine) as session:
            row = session.get(GenerationRow, number)
            if row is None:
                raise UnknownGenerationError(
                    f"Generation {number} was never published. "
                    "`faqdesk generations` shows those that were."
                )
            return generation_record(row)

    def generation_revisions(self, number: int) -> list[Revision]:
        """The revisions that a generation holds, by revision number."""
        query = (
            select(RevisionRow)
            .join(GenerationRevisionRow, GenerationRevisionRow.revision == RevisionRow.number)
            .where(GenerationRevisionRow.generation == number)
            .order_by(RevisionRow.number)
        )
        with _reading(self.engine) as session:
            return [revision_record(row) for row in session.scalars(query)]

    def publish(
        self,
        generation: GenerationInfo,
        new: Sequence[Revision],
        holds: Sequence[int],
        drafts: Sequence[PendingChange] = (),
    ) -> None:
        """Adds revisions, makes each the present one of its entry, and goes live with `holds`.

        `drafts` are those that the revisions were made of. One transaction: afterwards either all
        of it is true or nothing of it.
        """
        with _writing(self.engine) as session:
            session.add_all(revision_row(revision) for revision in new)
            session.flush()
            for revision in new:
                session.merge(EntryRow(id=revision.entry.id, revision=revision.number))
            session.add(
                GenerationRow(
                    number=generation.number,
                    created_at=generation.created_at,
                    created_by=generation.created_by,
                    entries=generation.entries,
                    digest=generation.digest,
                    note=generation.note,
                )
            )
            session.flush()
            if holds:
                rows = [{"generation": generation.number, "revision": n} for n in holds]
                session.execute(insert(GenerationRevisionRow), rows)
            session.merge(LibraryRow(id=1, generation=generation.number))
            settle_published(session, drafts, new)
            session.add(audit_row(_publication(generation, new)))

    def roll_back(self, number: int, retirements: Sequence[Revision], by: str) -> None:
        """Makes an earlier generation live and its revisions the present ones.

        `retirements` are new revisions for the entries that it does not hold.
        """
        with _writing(self.engine) as session:
            session.add_all(revision_row(revision) for revision in retirements)
            session.flush()
            kept = session.execute(
                select(RevisionRow.entry_id, RevisionRow.number)
                .join(GenerationRevisionRow, GenerationRevisionRow.revision == RevisionRow.number)
                .where(GenerationRevisionRow.generation == number)
            ).all()
            present = [{"id": entry_id, "revision": revision} for entry_id, revision in kept]
            present += [{"id": r.entry.id, "revision": r.number} for r in retirements]
            for part in _parts(present):
                session.execute(delete(EntryRow).where(EntryRow.id.in_([e["id"] for e in part])))
                session.execute(insert(EntryRow), part)
            session.merge(LibraryRow(id=1, generation=number))
            session.add(audit_row(Change(by, Action.ROLLED_BACK, f"generation {number}")))


def new_revisions(entries: Iterable[Entry], *, after: int, created_by: str) -> list[Revision]:
    """Revisions for changed entries, numbered on from `after`."""
    now = datetime.now(UTC)
    return [
        Revision(number, entry, now, created_by)
        for number, entry in enumerate(entries, start=after + 1)
    ]


def _publication(generation: GenerationInfo, new: Sequence[Revision]) -> Change:
    facts = [
        Fact("entries", str(generation.entries)),
        Fact("changed", str(len(new))),
        Fact("note", generation.note),
    ]
    after = tuple(fact for fact in facts if fact.value)
    return Change(
        generation.created_by, Action.PUBLISHED, f"generation {generation.number}", after=after
    )


@contextmanager
def _reading(engine: Engine) -> Iterator[Session]:
    with translated(), Session(engine) as session:
        yield session


@contextmanager
def _writing(engine: Engine) -> Iterator[Session]:
    with translated(), Session(engine.execution_options(writes=True)) as session, session.begin():
        yield session


def _parts(items: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(items), MAX_VALUES):
        yield items[start : start + MAX_VALUES]

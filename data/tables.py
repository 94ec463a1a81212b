"""The tables, and how their rows become records."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    Date,
    DateTime,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
)
from sqlalchemy import Text as SqlText
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from data.answers import Answer, Decision, MessageKind, Turn, Vote
from data.records import Entry, EvaluationInfo, GenerationInfo, Revision, Status


class Base(DeclarativeBase):
    """Names every constraint, so that migrations can change them on SQLite."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class EntryColumns:
    """What an entry says, in the tables that hold entries."""

    question: Mapped[str] = mapped_column(SqlText)
    answer: Mapped[str] = mapped_column(SqlText)
    alternates: Mapped[list[str]] = mapped_column(JSON)
    category: Mapped[str] = mapped_column(SqlText)
    tags: Mapped[list[str]] = mapped_column(JSON)
    source: Mapped[str] = mapped_column(SqlText)
    url: Mapped[str] = mapped_column(SqlText)
    status: Mapped[str] = mapped_column(String(20))
    valid_from: Mapped[date | None] = mapped_column(Date)
    valid_until: Mapped[date | None] = mapped_column(Date)


class RevisionRow(EntryColumns, Base):
    """One state of an entry; rows are only ever added."""

    __tablename__ = "revisions"

    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    entry_id: Mapped[str] = mapped_column(String(200), index=True)
    digest: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    created_by: Mapped[str] = mapped_column(SqlText)


class EntryRow(Base):
    """Which revision of an entry counts now."""

    __tablename__ = "entries"

    id: Mapped[str] = mapped_column(String(200), primary_key=True)
    revision: Mapped[int] = mapped_column(ForeignKey("revisions.number"))


class VectorRow(Base):
    """A text's vector by one model, kept so that no text is embedded twice."""

    __tablename__ = "vectors"

    model: Mapped[str] = mapped_column(String(64), primary_key=True)
    text_hash: Mapped[str] = mapped_column(String(32), primary_key=True)
    data: Mapped[bytes] = mapped_column(LargeBinary)


class GenerationRow(Base):
    """One published state of the library."""

    __tablename__ = "generations"

    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    created_by: Mapped[str] = mapped_column(SqlText)
    entries: Mapped[int] = mapped_column(Integer)
    digest: Mapped[str] = mapped_column(String(64))
    note: Mapped[str] = mapped_column(SqlText)


class GenerationRevisionRow(Base):
    """Which revisions a generation holds."""

    __tablename__ = "generation_revisions"

    generation: Mapped[int] = mapped_column(ForeignKey("generations.number"), primary_key=True)
    revision: Mapped[int] = mapped_column(ForeignKey("revisions.number"), primary_key=True)


class LibraryRow(Base):
    """The one row that says which generation visitors are answered from."""

    __tablename__ = "library"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    generation: Mapped[int] = mapped_column(ForeignKey("generations.number"))


class TurnRow(Base):
    """One question asked and what came of it."""

    __tablename__ = "turns"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    asked_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)
    question: Mapped[str] = mapped_column(SqlText)
    decision: Mapped[str] = mapped_column(String(20))
    entry_id: Mapped[str | None] = mapped_column(String(200))
    confidence: Mapped[float] = mapped_column(Float)
    generation: Mapped[int] = mapped_column(Integer)
    timings_ms: Mapped[dict[str, float]] = mapped_column(JSON)
    kind: Mapped[str] = mapped_column(String(20))
    category: Mapped[str | None] = mapped_column(SqlText)
    suggested: Mapped[list[str]] = mapped_column(JSON)
    runner_up: Mapped[str | None] = mapped_column(String(200))
    picked: Mapped[str | None] = mapped_column(String(200))
    phrasing: Mapped[str | None] = mapped_column(SqlText)


class FeedbackRow(Base):
    """A visitor's vote on a turn; a second vote replaces the first."""

    __tablename__ = "feedback"

    turn: Mapped[int] = mapped_column(ForeignKey("turns.id"), primary_key=True)
    vote: Mapped[str] = mapped_column(String(10))
    voted_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class EvaluationRow(Base):
    """One evaluation run and its report."""

    __tablename__ = "evaluations"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    name: Mapped[str] = mapped_column(SqlText)
    generation: Mapped[int] = mapped_column(Integer)
    report: Mapped[dict[str, Any]] = mapped_column(JSON)


def entry_columns(entry: Entry) -> dict[str, Any]:
    """What an entry says, as values of `EntryColumns`."""
    return {
        "question": entry.question,
        "answer": entry.answer,
        "alternates": list(entry.alternates),
        "category": entry.category,
        "tags": list(entry.tags),
        "source": entry.source,
        "url": entry.url,
        "status": str(entry.status),
        "valid_from": entry.valid_from,
        "valid_until": entry.valid_until,
    }


def entry_record(entry_id: str, row: EntryColumns) -> Entry:
    """The entry that a row holds."""
    return Entry(
        id=entry_id,
        question=row.question,
        answer=row.answer,
        alternates=tuple(row.alternates),
        category=row.category,
        tags=tuple(row.tags),
        source=row.source,
        url=row.url,
        status=Status(row.status),
        valid_from=row.valid_from,
        valid_until=row.valid_until,
    )


def revision_row(revision: Revision) -> RevisionRow:
    """The row that stores a revision."""
    return RevisionRow(
        number=revision.number,
        entry_id=revision.entry.id,
        digest=revision.entry.digest,
        created_at=revision.created_at,
        created_by=revision.created_by,
        **entry_columns(revision.entry),
    )


def revision_record(row: RevisionRow) -> Revision:
    """The revision that a row stores."""
    entry = entry_record(row.entry_id, row)
    return Revision(row.number, entry, as_utc(row.created_at), row.created_by)


def generation_record(row: GenerationRow) -> GenerationInfo:
    """The generation that a row describes."""
    return GenerationInfo(
        row.number, as_utc(row.created_at), row.created_by, row.entries, row.digest, row.note
    )


def turn_row(answer: Answer, asked_at: datetime) -> TurnRow:
    """The row that stores an answered question."""
    return TurnRow(
        asked_at=asked_at,
        question=answer.question,
        decision=str(answer.decision),
        entry_id=answer.entry.id if answer.entry else None,
        confidence=answer.confidence,
        generation=answer.generation,
        timings_ms={timing.step: timing.ms for timing in answer.timings},
        kind=str(answer.intent.kind if answer.intent else MessageKind.QUESTION),
        category=answer.intent.category if answer.intent else None,
        suggested=[suggestion.id for suggestion in answer.suggestions],
        runner_up=_runner_up(answer),
    )


def _runner_up(answer: Answer) -> str | None:
    """The best candidate that was not given as the answer."""
    given = answer.entry.id if answer.entry else None
    others = (c.entry.id for c in answer.candidates if c.entry.id != given)
    return next(others, None)


def turn_record(row: TurnRow, vote: str | None) -> Turn:
    """The turn that a row stores, with its vote."""
    return Turn(
        id=row.id,
        asked_at=as_utc(row.asked_at),
        question=row.question,
        decision=Decision(row.decision),
        entry_id=row.entry_id,
        confidence=row.confidence,
        generation=row.generation,
        kind=MessageKind(row.kind),
        category=row.category or "",
        suggested=tuple(row.suggested),
        runner_up=row.runner_up,
        picked=row.picked,
        phrasing=row.phrasing or "",
        vote=Vote(vote) if vote else None,
    )


def evaluation_record(
    number: int, created_at: datetime, name: str, generation: int
) -> EvaluationInfo:
    """The run that these columns describe."""
    return EvaluationInfo(number, as_utc(created_at), name, generation)


def as_utc(moment: datetime) -> datetime:
    """The same moment with its time zone: SQLite hands back naive datetimes."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)

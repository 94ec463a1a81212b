"""Questions that the library is not there to answer, by the word of whoever looks after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from data.admin_tables import OutOfScopeRow
from data.audit import Action, Change, Fact, audit_row
from data.database import translated
from data.tables import as_utc


@dataclass(frozen=True, slots=True)
class ScopeMark:
    """A question that was marked as out of scope, when and by whom."""

    question: str
    added_at: datetime
    added_by: str


@dataclass(frozen=True, slots=True)
class MarksVersion:
    """Which questions are marked: another one after each change."""

    count: int
    newest: datetime | None


_VERSION = select(func.count(), func.max(OutOfScopeRow.added_at))


class ScopeMarks:
    """The questions that are marked in the database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writer = engine.execution_options(writes=True)

    def version(self) -> MarksVersion:
        """Which questions are marked, as cheaply as it can be had: it is asked at each question."""
        with translated(), self._engine.connect() as connection:
            count, newest = connection.execute(_VERSION).one()
        return MarksVersion(count, newest)

    def all(self) -> list[ScopeMark]:
        """Every marked question, the newest first."""
        query = select(OutOfScopeRow).order_by(
            OutOfScopeRow.added_at.desc(), OutOfScopeRow.question
        )
        with translated(), Session(self._engine) as session:
            return [
                ScopeMark(row.question, as_utc(row.added_at), row.added_by)
                for row in session.scalars(query)
            ]

    def add(self, questions: Sequence[str], by: str) -> tuple[str, ...]:
        """Marks questions; returns those that were not marked already."""
        now = datetime.now(UTC)
        with translated(), Session(self._writer) as session, session.begin():
            new = [q for q in dict.fromkeys(questions) if not session.get(OutOfScopeRow, q)]
            for question in new:
                session.add(OutOfScopeRow(question=question, added_at=now, added_by=by))
                fact = (Fact("out of scope", "yes"),)
                session.add(audit_row(Change(by, Action.REVIEWED, question, after=fact)))
        return tuple(new)

    def remove(self, questions: Sequence[str], by: str) -> int:
        """Takes marks away; returns how many there were."""
        with translated(), Session(self._writer) as session, session.begin():
            rows = [row for q in questions if (row := session.get(OutOfScopeRow, q))]
            for row in rows:
                fact = (Fact("out of scope", "yes"),)
                session.add(audit_row(Change(by, Action.REVIEWED, row.question, before=fact)))
                session.delete(row)
        return len(rows)

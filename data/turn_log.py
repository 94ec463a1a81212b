"""What was asked, what was answered, and what visitors thought of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import Engine, delete, func, select
from sqlalchemy.orm import Session

from data.admin_tables import ReviewRow
from data.answers import Answer, Phrasing, Turn, Vote
from data.audit import Action, Change, Fact, audit_row
from data.database import translated
from data.errors import UnknownTurnError
from data.tables import FeedbackRow, TurnRow, turn_record, turn_row


class TurnLog:
    """The turns in the database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writer = engine.execution_options(writes=True)

    def add(self, answers: Sequence[Answer]) -> list[int]:
        """Keeps answered questions; returns their turns' numbers, in the same order."""
        rows = [turn_row(answer, datetime.now(UTC)) for answer in answers]
        with translated(), Session(self._writer) as session, session.begin():
            session.add_all(rows)
            session.flush()
            return [row.id for row in rows]

    def vote(self, turn: int, vote: Vote | None) -> None:
        """Keeps a visitor's vote in place of an earlier one; None takes it back."""
        with translated(), Session(self._writer) as session, session.begin():
            earlier = session.get(FeedbackRow, turn)
            if earlier is not None:
                session.delete(earlier)
                session.flush()
            if vote is not None:
                session.add(FeedbackRow(turn=turn, vote=str(vote), voted_at=datetime.now(UTC)))

    def pick(self, turn: int, entry_id: str) -> None:
        """Keeps which of the entries under "did you mean" a visitor chose, the last choice.

        What was not suggested there is no choice, and is not kept.
        """
        with translated(), Session(self._writer) as session, session.begin():
            row = session.get(TurnRow, turn)
            if row is not None and entry_id in row.suggested:
                row.picked = entry_id

    def phrased(self, turn: int, phrasing: Phrasing) -> None:
        """Keeps what became of fresh words for an answer, in a sentence."""
        with translated(), Session(self._writer) as session, session.begin():
            row = session.get(TurnRow, turn)
            if row is not None:
                row.phrasing = ": ".join(filter(None, (phrasing.result, phrasing.remark)))

    def questions_before(self, moment: datetime) -> list[str]:
        """What was asked before a moment, each text once."""
        query = select(TurnRow.question).where(TurnRow.asked_at < moment).distinct()
        with translated(), self._engine.connect() as connection:
            return list(connection.scalars(query))

    def delete_before(self, moment: datetime, by: str) -> int:
        """Deletes what was asked before a moment, with votes and reviews; returns how much it was.

        The audit log says only how many there were.
        """
        old = select(TurnRow.id).where(TurnRow.asked_at < moment)
        with translated(), Session(self._writer) as session, session.begin():
            count = session.scalar(select(func.count()).select_from(old.subquery())) or 0
            if not count:
                return 0
            session.execute(delete(FeedbackRow).where(FeedbackRow.turn.in_(old)))
            session.execute(delete(ReviewRow).where(ReviewRow.turn.in_(old)))
            session.execute(delete(TurnRow).where(TurnRow.asked_at < moment))
            facts = (Fact("questions", str(count)),)
            subject = f"asked before {moment:%Y-%m-%d}"
            session.add(audit_row(Change(by, Action.TURNS_DELETED, subject, before=facts)))
            return count

    def latest(self, limit: int) -> list[Turn]:
        """The newest turns, newest first."""
        query = (
            select(TurnRow, FeedbackRow.vote)
            .outerjoin(FeedbackRow, FeedbackRow.turn == TurnRow.id)
            .order_by(TurnRow.id.desc())
            .limit(limit)
        )
        with translated(), Session(self._engine) as session:
            return [turn_record(row, vote) for row, vote in session.execute(query)]

    def turn(self, number: int) -> Turn:
        """One turn, with its vote.

        Raises:
            UnknownTurnError: when there is none with this number, or not any more.
        """
        query = (
            select(TurnRow, FeedbackRow.vote)
            .outerjoin(FeedbackRow, FeedbackRow.turn == TurnRow.id)
            .where(TurnRow.id == number)
        )
        with translated(), Session(self._engine) as session:
            found = session.execute(query).one_or_none()
            if found is None:
                raise UnknownTurnError(
                    f"There is no question number {number}. Old questions are deleted after a "
                    "while; the page Review lists those that are there."
                )
            return turn_record(*found)

    def count(self) -> int:
        """How many questions were asked so far."""
        with translated(), self._engine.connect() as connection:
            return connection.scalar(select(func.count()).select_from(TurnRow)) or 0

"""Questions that went wrong, and what those who look after the library made of them.

A turn is reviewed once. The same question asked again is another turn, which waits for a review
only if it goes wrong too.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from sqlalchemy import ColumnElement, Engine, and_, delete, or_, select
from sqlalchemy.orm import Session

from data.admin_tables import ReviewRow
from data.answers import Decision, MessageKind, Turn, Vote
from data.audit import Action, Change, Fact, audit_row
from data.database import translated
from data.tables import FeedbackRow, TurnRow, as_utc, turn_record

# SQLite takes a limited number of values in one statement.
MAX_VALUES = 500
SUBJECT_LENGTH = 200


class Outcome(StrEnum):
    """What became of a question that had gone wrong."""

    ALTERNATE = "another wording"
    NEW_ENTRY = "new entry"
    OUT_OF_SCOPE = "out of scope"
    DISMISSED = "dismissed"


@dataclass(frozen=True, slots=True)
class Settlement:
    """What is made of some turns; `subject` names them in the audit log."""

    turns: tuple[int, ...]
    outcome: Outcome
    subject: str
    entry_id: str | None = None


@dataclass(frozen=True, slots=True)
class Accepted:
    """A question that was given to an entry, and when."""

    question: str
    entry_id: str
    decided_at: datetime


class ReviewLog:
    """The reviews in the database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writer = engine.execution_options(writes=True)

    def waiting(self, below: float, limit: int, kinds: Collection[MessageKind]) -> list[Turn]:
        """Turns that went wrong and are not reviewed yet, newest first.

        Those are questions that got no answer or only suggestions, those whose answer a visitor
        disliked, or nobody liked and had a confidence under `below`, and messages that were taken
        for one of the other `kinds`.
        """
        query = (
            select(TurnRow, FeedbackRow.vote)
            .outerjoin(FeedbackRow, FeedbackRow.turn == TurnRow.id)
            .outerjoin(ReviewRow, ReviewRow.turn == TurnRow.id)
            .where(ReviewRow.turn.is_(None), _went_wrong(below, kinds))
            .order_by(TurnRow.id.desc())
            .limit(limit)
        )
        with translated(), Session(self._engine) as session:
            return [turn_record(row, vote) for row, vote in session.execute(query)]

    def settle(self, settlement: Settlement, by: str) -> int:
        """Keeps what was made of turns; those that are reviewed already stay as they are.

        Returns how many were not. Nothing is kept, and nothing audited, where there are none.
        """
        now = datetime.now(UTC)
        with translated(), Session(self._writer) as session, session.begin():
            new = _not_reviewed(session, settlement.turns)
            for turn in new:
                session.add(
                    ReviewRow(
                        turn=turn,
                        outcome=str(settlement.outcome),
                        entry_id=settlement.entry_id,
                        decided_at=now,
                        decided_by=by,
                    )
                )
            if new:
                session.add(audit_row(_change(settlement, len(new), by)))
            return len(new)

    def reopen(self, turns: Sequence[int], subject: str, by: str) -> int:
        """Takes reviews back, so that the turns wait again; returns how many there were."""
        taken = 0
        with translated(), Session(self._writer) as session, session.begin():
            for start in range(0, len(turns), MAX_VALUES):
                part = ReviewRow.turn.in_(turns[start : start + MAX_VALUES])
                taken += len(session.scalars(select(ReviewRow.turn).where(part)).all())
                session.execute(delete(ReviewRow).where(part))
            if taken:
                facts = (Fact("outcome", "waiting again"), Fact("questions", str(taken)))
                name = subject[:SUBJECT_LENGTH]
                session.add(audit_row(Change(by, Action.REVIEWED, name, after=facts)))
        return taken

    def accepted(self, limit: int) -> list[Accepted]:
        """The questions that were last given to an entry, a text once, the newest first."""
        query = (
            select(TurnRow.question, ReviewRow.entry_id, ReviewRow.decided_at)
            .join(ReviewRow, ReviewRow.turn == TurnRow.id)
            .where(ReviewRow.entry_id.is_not(None))
            .order_by(ReviewRow.decided_at.desc(), TurnRow.id.desc())
        )
        found: dict[str, Accepted] = {}
        with translated(), self._engine.connect() as connection:
            for question, entry_id, decided_at in connection.execute(query):
                accepted = Accepted(question, entry_id or "", as_utc(decided_at))
                found.setdefault(question, accepted)
                if len(found) == limit:
                    break
        return list(found.values())


def _went_wrong(below: float, kinds: Collection[MessageKind]) -> ColumnElement[bool]:
    no_answer = TurnRow.decision != str(Decision.ANSWERED)
    disliked = FeedbackRow.vote == str(Vote.DOWN)
    not_liked = or_(FeedbackRow.vote.is_(None), FeedbackRow.vote != str(Vote.UP))
    unsure = and_(TurnRow.confidence < below, not_liked)
    asked = TurnRow.kind == str(MessageKind.QUESTION)
    others = TurnRow.kind.in_([str(kind) for kind in kinds if kind is not MessageKind.QUESTION])
    return or_(others, and_(asked, or_(no_answer, disliked, unsure)))


def _not_reviewed(session: Session, turns: Sequence[int]) -> list[int]:
    """Those of the turns that are in the log and not reviewed."""
    found: list[int] = []
    for start in range(0, len(turns), MAX_VALUES):
        query = (
            select(TurnRow.id)
            .outerjoin(ReviewRow, ReviewRow.turn == TurnRow.id)
            .where(TurnRow.id.in_(turns[start : start + MAX_VALUES]), ReviewRow.turn.is_(None))
        )
        found.extend(session.scalars(query))
    return found


def _change(settlement: Settlement, count: int, by: str) -> Change:
    facts = [Fact("outcome", str(settlement.outcome)), Fact("questions", str(count))]
    if settlement.entry_id:
        facts.append(Fact("entry", settlement.entry_id))
    name = settlement.subject[:SUBJECT_LENGTH]
    return Change(by, Action.REVIEWED, name, after=tuple(facts))

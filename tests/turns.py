"""Turns as tests need them: with whatever came of a question, and whenever it was asked."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy import update

from data.answers import (
    Answer,
    Candidate,
    Decision,
    Evidence,
    Intent,
    MessageKind,
    Suggestion,
    Timing,
    Vote,
)
from data.database import Engine
from data.records import Entry
from data.tables import TurnRow
from data.turn_log import TurnLog

PLAIN = Answer(
    question="",
    decision=Decision.UNANSWERED,
    text="",
    confidence=0.1,
    entry=None,
    span=None,
    suggestions=(),
    intent=Intent(MessageKind.QUESTION, 0.9),
    generation=1,
    timings=(Timing("search", 2.0),),
)


def no_answer(question: str, *, kind: MessageKind = MessageKind.QUESTION) -> Answer:
    return replace(PLAIN, question=question, intent=Intent(kind, 0.9))


def answered(question: str, entry_id: str, confidence: float = 0.9, second: str = "") -> Answer:
    entries = [Entry(name, f"{name}?", "Yes.") for name in (entry_id, second) if name]
    return replace(
        PLAIN,
        question=question,
        decision=Decision.ANSWERED,
        confidence=confidence,
        entry=entries[0],
        candidates=tuple(map(candidate, entries)),
    )


def suggested(question: str, *entry_ids: str, confidence: float = 0.4) -> Answer:
    return replace(
        PLAIN,
        question=question,
        decision=Decision.SUGGESTED,
        confidence=confidence,
        suggestions=tuple(Suggestion(name, f"{name}?", 0.4) for name in entry_ids),
        candidates=tuple(candidate(Entry(name, f"{name}?", "Yes.")) for name in entry_ids),
    )


def candidate(entry: Entry) -> Candidate:
    return Candidate(entry, Evidence(entry.id, 1, 0.5, 0.0, 0.0, 0.0), 0.5, 0.5)


def log(turns: TurnLog, *answers: Answer, vote: Vote | None = None) -> list[int]:
    """Keeps turns, each with the vote."""
    numbers = turns.add(answers)
    if vote:
        for number in numbers:
            turns.vote(number, vote)
    return numbers


def set_asked_at(engine: Engine, turn: int, moment: datetime) -> None:
    """As if a question had been asked at another moment."""
    with engine.execution_options(writes=True).begin() as connection:
        connection.execute(update(TurnRow).where(TurnRow.id == turn).values(asked_at=moment))

"""Outcomes and rows made up in one line each, without a library or a model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from data.answers import Answer, Candidate, Decision, Evidence, Intent, Span, Timing
from data.records import Entry
from pipeline.evaluation.records import SOURCES, LabelledQuestion, Outcome, Report, Row
from pipeline.evaluation.reports import Speed, make_report

CATEGORIES = {"a": "Travel", "b": "Travel", "c": "Money", "d": "Money"}


def entry(id_: str) -> Entry:
    return Entry(id_, f"What is {id_}?", f"It is {id_}.", category=CATEGORIES.get(id_, ""))


def answer(
    ranking: Sequence[str] = ("a",),
    *,
    confidence: float = 0.9,
    answered: bool = True,
    span: str | None = None,
    text: str | None = None,
    intent: str | None = None,
    ms: Mapping[str, float] | None = None,
) -> Answer:
    """An answer that gives the first entry of the ranking, or, not answered, none."""
    evidence = tuple(Evidence(id_, 1, 0.8, 0.0, 0.5, 0.4) for id_ in ranking)
    given = entry(ranking[0]) if answered and ranking else None
    return Answer(
        question="?",
        decision=Decision.ANSWERED if given else Decision.UNANSWERED,
        text=text if text is not None else (given.answer if given else "Sorry."),
        confidence=confidence,
        entry=given,
        span=Span(0, len(span), span) if span is not None else None,
        suggestions=(),
        intent=Intent(intent, 1.0) if intent else None,
        generation=1,
        timings=tuple(Timing(step, value) for step, value in (ms or {}).items()),
        candidates=tuple(Candidate(entry(it.entry_id), it, 0.64, 0.64) for it in evidence),
        evidence=evidence,
    )


def outcome(
    query: str = "How?",
    relevant: Sequence[str] = ("a",),
    ranking: Sequence[str] = ("a",),
    *,
    gold: str | None = None,
    kind: str | None = None,
    rankings: Mapping[str, Sequence[str]] | None = None,
    **about: Any,
) -> Outcome:
    """What came of a question; `rankings` are those of sources that do not rank as `ranking`."""
    question = LabelledQuestion(1, query, tuple(relevant), gold, kind)
    orders = {**dict.fromkeys(SOURCES, ranking), **(rankings or {})}
    found = {source: tuple(order) for source, order in orders.items()}
    return Outcome(question, answer(found["final"], **about), found)


def row(
    confidence: float = 0.9,
    *,
    rank: int = 1,
    answered: bool = True,
    answerable: bool = True,
    query: str = "How?",
) -> Row:
    """A row whose first entry is right where the rank is 1, and given where it is answered."""
    first = "a" if rank == 1 else "z"
    return Row(
        query=query,
        expected=("a",) if answerable else (),
        got=first if answered else None,
        first=first,
        rank=rank if answerable else 0,
        confidence=confidence,
        decision="answered" if answered else "unanswered",
        span=None,
        ms=1.0,
        category="",
    )


def report(outcomes: Iterable[Outcome], seed: int = 0) -> Report:
    """A report as if all questions had taken two seconds."""
    outcomes = list(outcomes)
    return make_report(
        outcomes,
        {"set": "made up"},
        categories=CATEGORIES,
        seed=seed,
        speed=Speed(len(outcomes) / 2, [outcome.answer.timings for outcome in outcomes]),
    )

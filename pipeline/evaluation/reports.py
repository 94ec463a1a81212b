"""From the outcomes of all questions to a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from data.answers import Candidate, Timing
from pipeline.evaluation.bootstrap import figures
from pipeline.evaluation.decisions import (
    decision_figures,
    decision_statistics,
    reliability,
    risk_coverage,
)
from pipeline.evaluation.intents import category_confusion, intent_figures
from pipeline.evaluation.ranking import rank_statistics, retrieval_figures
from pipeline.evaluation.records import Figure, Outcome, Report, Row
from pipeline.evaluation.spans import answer_figures
from pipeline.weighing import shipped_weights

TOTAL = "total"
PERCENTILES = {"p50": 50, "p95": 95, "p99": 99}
# A category's questions all have an answer, so that these are the figures that say something.
CATEGORY_FIGURES = ("hit@1", "hit@5", "mrr@10", "coverage", "accuracy", "wrong", "withheld")


@dataclass(frozen=True, slots=True)
class Speed:
    """How many questions a second were answered in batches, and the steps of some asked alone."""

    questions_per_second: float
    timings: Sequence[Sequence[Timing]]


def make_report(
    outcomes: Sequence[Outcome],
    run: Mapping[str, object],
    *,
    categories: Mapping[str, str],
    seed: int,
    speed: Speed,
) -> Report:
    """Every figure with its interval; the same outcomes and seed give the same report.

    `run` says what was measured, in values that JSON holds. `categories` are those of the library's
    entries by id.
    """
    rows = [row_of(outcome, categories) for outcome in outcomes]
    return Report(
        retrieval=retrieval_figures(outcomes, seed),
        answers=answer_figures(outcomes, seed),
        decisions=decision_figures(rows, seed),
        intent=intent_figures(outcomes, seed),
        speed=_by_step(speed.timings),
        questions_per_second=round(speed.questions_per_second, 3),
        run=dict(run),
        by_category=_by_category(rows, seed),
        reliability=reliability(rows),
        curve=risk_coverage(rows),
        confusion=category_confusion(outcomes, categories),
        rows=tuple(rows),
    )


def row_of(outcome: Outcome, categories: Mapping[str, str]) -> Row:
    """What became of one question; its category is that of the first entry that answers it."""
    question, answer, ranking = outcome.question, outcome.answer, outcome.rankings["final"]
    places = [at for at, id_ in enumerate(ranking, start=1) if id_ in question.relevant]
    return Row(
        query=question.query,
        expected=question.relevant,
        got=answer.entry.id if answer.entry else None,
        first=ranking[0] if ranking else None,
        rank=places[0] if places else 0,
        confidence=answer.confidence,
        decision=str(answer.decision),
        span=answer.span.text if answer.span else None,
        ms=round(answer.total_ms, 3),
        category=categories.get(question.relevant[0], "") if question.relevant else "",
        scores=_scores(outcome),
    )


def _scores(outcome: Outcome) -> dict[str, float]:
    """How the entry that came first compares with the question, by source; see Evidence."""
    first = outcome.rankings["final"][:1]
    evidence = [item for item in outcome.answer.evidence if item.entry_id in first]
    scores: dict[str, float] = {}
    for item in evidence:
        for name in ("question", "alternate", "answer", "lexical"):
            scores[name] = round(float(getattr(item, name)), 4)
        scores["presence"] = round(shipped_weights().presence.of(item), 4)
    for candidate in outcome.answer.candidates:
        if candidate.entry.id in first:
            scores |= _read_scores(candidate)
    return scores


def _read_scores(candidate: Candidate) -> dict[str, float]:
    scores = {"fused": candidate.fused, "final": candidate.score}
    if candidate.reading:
        reading = candidate.reading
        scores |= {"relevance": reading.relevance, "answers": reading.answers}
    return {name: round(value, 4) for name, value in scores.items()}


def _by_category(rows: Sequence[Row], seed: int) -> dict[str, dict[str, Figure]]:
    """Figures of each category, "" being that of entries without one; {} where no entry has one."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        if row.expected:
            groups.setdefault(row.category, []).append(row)
    if set(groups) <= {""}:
        return {}
    return {category: _category(groups[category], seed) for category in sorted(groups)}


def _category(rows: Sequence[Row], seed: int) -> dict[str, Figure]:
    statistics = {**rank_statistics(rows), **decision_statistics(rows)}
    return figures({name: statistics[name] for name in CATEGORY_FIGURES}, len(rows), seed)


def _by_step(questions: Sequence[Sequence[Timing]]) -> dict[str, dict[str, float]]:
    """Milliseconds that each step took, and all of them together, in percentiles."""
    taken: dict[str, list[float]] = {}
    for timings in questions:
        for timing in timings:
            taken.setdefault(timing.step, []).append(timing.ms)
        if timings:
            taken.setdefault(TOTAL, []).append(sum(timing.ms for timing in timings))
    return {step: _percentiles(ms) for step, ms in taken.items()}


def _percentiles(ms: Sequence[float]) -> dict[str, float]:
    values = np.percentile(ms, list(PERCENTILES.values()))
    return {name: round(float(value), 3) for name, value in zip(PERCENTILES, values, strict=True)}

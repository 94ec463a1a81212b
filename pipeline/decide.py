"""Decides whether to answer, to suggest or to say that there is no answer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from data.answers import Candidate, Decision, Suggestion

MAX_SUGGESTIONS = 3

# A logistic curve from the fused score to how often the best entry was the right one, on the
# sample's questions.
MIDPOINT = 0.41
SLOPE = 10.5


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The confidence from which an entry answers, and that from which it is suggested."""

    answer_at: float
    suggest_at: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """What to do, how sure it is (0 to 1), the entry that answers and those that might."""

    decision: Decision
    confidence: float
    best: Candidate | None
    suggestions: tuple[Suggestion, ...]


def confidence_of(score: float) -> float:
    """How sure a fused score makes us that its entry answers, 0 to 1."""
    return 1 / (1 + math.exp(-SLOPE * (score - MIDPOINT)))


def decide(candidates: Sequence[Candidate], thresholds: Thresholds) -> Verdict:
    """What to do with candidates, best first.

    Entries other than the one that answers are suggested if they might be meant.
    """
    confidence = confidence_of(candidates[0].score) if candidates else 0.0
    if candidates and confidence >= thresholds.answer_at:
        others = _suggestions(candidates[1:], thresholds)
        return Verdict(Decision.ANSWERED, confidence, candidates[0], others)
    suggestions = _suggestions(candidates, thresholds)
    decision = Decision.SUGGESTED if suggestions else Decision.UNANSWERED
    return Verdict(decision, confidence, None, suggestions)


def _suggestions(candidates: Sequence[Candidate], thresholds: Thresholds) -> tuple[Suggestion, ...]:
    suggestions = (
        Suggestion(candidate.entry.id, candidate.entry.question, confidence_of(candidate.score))
        for candidate in candidates[:MAX_SUGGESTIONS]
    )
    return tuple(s for s in suggestions if s.confidence >= thresholds.suggest_at)

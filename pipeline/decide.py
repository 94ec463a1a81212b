"""Decides whether to answer, to suggest or to say that there is no answer.

Confidence is the probability that an entry answers, by logistic regression on two things: its
score, and its share of the belief in all candidates, a softmax over their scores (McFadden 1974,
"Conditional logit analysis of qualitative choice behavior"). Entries with the same question are no
rivals: they share their belief.

    confidence = 1 / (1 + e^−(score weight · score + share weight · log share + bias))

Worked example with a sharpness of 30: scores of .60 and .55 give shares of 1 / (1 + e^−1.5) = .82
and .18. With weights of 3 and 3 and a bias of 0.5 the log-odds of the first are 1.8 − 0.6 + 0.5 =
1.7 and its confidence is .85.

Two entries that nearly ask the same and score nearly the same, such as a question and its negation,
are both suggested however sure the first one looks. So are an entry of which the opposite is asked
("do I not need a passport" of "Do I need a passport?") and a near one of which it is not. An entry
that differs from the question in a number or code, and in little else, is only suggested.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from data.answers import Candidate, Decision, Suggestion
from pipeline.contrasts import marks, nearly_same, of_another, opposed
from pipeline.retrieve import heading_of, similarity

MAX_SUGGESTIONS = 3
CROWD = 20
# The least belief in a candidate beside the best one's, which is 1: its logarithm is taken.
LEAST = 1e-9
# The cosine from which an entry could be what is meant in place of its opposite.
NEAR = 0.4


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The confidence from which an entry answers, and that from which it is suggested."""

    answer_at: float
    suggest_at: float


@dataclass(frozen=True, slots=True)
class Confidence:
    """The weights that turn scores into the probability of being right.

    A small library has few rivals, so its candidates are made up to `CROWD` with ones that score
    `background`, as the better ones of a larger library's wrong entries do. `too_close` is how much
    more than a nearly equal question's an entry has to score.
    """

    sharpness: float
    score: float
    share: float
    bias: float
    background: float
    too_close: float

    def of(self, score: float, share: float) -> float:
        """The probability, 0 to 1, that an entry with this score and share answers."""
        log_odds = self.score * score + self.share * math.log(share) + self.bias
        return 1 / (1 + math.exp(-log_odds))

    def shares(self, candidates: Sequence[Candidate]) -> list[float]:
        """Each candidate's share of the belief in it and all that ask something else."""
        best = max((candidate.score for candidate in candidates), default=0.0)
        weights = [math.exp(self.sharpness * (c.score - best)) for c in candidates]
        absent = max(0, CROWD - len(candidates))
        total = sum(weights) + absent * math.exp(self.sharpness * (self.background - best))
        together: dict[str, float] = defaultdict(float)
        for candidate, weight in zip(candidates, weights, strict=True):
            together[_asked(candidate)] += weight
        return [
            max(weight, LEAST) / (total - together[_asked(candidate)] + max(weight, LEAST))
            for candidate, weight in zip(candidates, weights, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What to do, how sure it is (0 to 1), the entry that answers and those that might."""

    decision: Decision
    confidence: float
    best: Candidate | None
    suggestions: tuple[Suggestion, ...]


def decide(
    question: str,
    candidates: Sequence[Candidate],
    thresholds: Thresholds,
    confidence: Confidence,
) -> Verdict:
    """What to do with the candidates for a question, best first.

    Entries other than the one that answers are suggested if they might be meant.
    """
    shares = confidence.shares(candidates)
    sure = [confidence.of(c.score, share) for c, share in zip(candidates, shares, strict=True)]
    pairs = zip(candidates, sure, strict=True)
    found = [Suggestion(c.entry.id, c.entry.question, each) for c, each in pairs]
    first = sure[0] if sure else 0.0
    probable = [s for s in found[:MAX_SUGGESTIONS] if s.confidence >= thresholds.suggest_at]
    if not candidates or first < thresholds.answer_at:
        decision = Decision.SUGGESTED if probable else Decision.UNANSWERED
        return Verdict(decision, first, None, tuple(probable))
    doubtful = _doubtful(question, candidates, confidence.too_close)
    if doubtful:
        meant = [found[row] for row in doubtful]
        more = [s for s in probable if s not in meant]
        return Verdict(Decision.SUGGESTED, first, None, (*meant, *more)[:MAX_SUGGESTIONS])
    others = [s for s in probable if s.id != candidates[0].entry.id]
    return Verdict(Decision.ANSWERED, first, candidates[0], tuple(others))


def _doubtful(question: str, candidates: Sequence[Candidate], too_close: float) -> list[int]:
    """The rows of the first entry and its rival where either may be meant, the likelier before.

    None where the first may be given.
    """
    rival = nearest_rival(candidates)
    rows = [0] if rival is None else [0, candidates.index(rival)]
    if is_opposite(question, candidates):
        return rows[::-1]
    if two_are_too_close(candidates, too_close) or is_another(question, candidates[0]):
        return rows
    return []


def two_are_too_close(candidates: Sequence[Candidate], gap: float) -> bool:
    """Whether the next entry asks nearly what the first asks, answers otherwise and scores so.

    One with the very same question is no other question.
    """
    first, second = candidates[0], nearest_rival(candidates)
    return (
        second is not None
        and first.score - second.score < gap
        and first.entry.answer != second.entry.answer
        and nearly_same(first.entry.question, second.entry.question)
    )


def is_opposite(question: str, candidates: Sequence[Candidate]) -> bool:
    """Whether the opposite of the first entry is asked, and the next one could be meant."""
    first, second = candidates[0], nearest_rival(candidates)
    return (
        second is not None
        and opposed(question, heading_of(first))
        and marks(question).negated == marks(heading_of(second)).negated
        and similarity(second.evidence) >= NEAR
    )


def is_another(question: str, first: Candidate) -> bool:
    """Whether the first entry is of another number or code than what is asked."""
    return of_another(question, heading_of(first), first.entry.answer)


def nearest_rival(candidates: Sequence[Candidate]) -> Candidate | None:
    """The best candidate that asks something else than the first, or None."""
    first = candidates[0]
    return next((other for other in candidates[1:] if not asks_the_same(other, first)), None)


def asks_the_same(candidate: Candidate, other: Candidate) -> bool:
    """Whether two candidates have the very same question, and are no rivals."""
    return _asked(candidate) == _asked(other)


def _asked(candidate: Candidate) -> str:
    return " ".join(candidate.entry.question.lower().split())

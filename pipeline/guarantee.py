"""Picks the confidence to answer from, so that at most a given share of the answers is wrong.

Learn-then-test (Angelopoulos, Bates, Candès, Jordan and Lei 2021, "Learn then Test: Calibrating
Predictive Algorithms to Achieve Risk Control"): thresholds are tested from the strictest on. The
hypothesis that more than `max_wrong` of what is answered at a threshold is wrong is rejected when
so few wrong answers would be seen with probability of at most `doubt`, by the exact binomial tail;
the last threshold before the first that cannot be rejected is chosen. Because a long list of tests
would stumble over one early mistake, the walk starts from several places, each with its part of the
doubt (fixed-sequence testing with multiple starts).

The promise: for questions like those given, with probability of at least 1 − `doubt` over the draw
of the labelled ones, at most `max_wrong` of the answers are wrong.

Worked example: 45 answers without a mistake. Were 5 % wrong, that would happen with probability
.95^45 = .099; with a doubt of .1 and one start the threshold of the 45th is accepted, that of 44
answers would not have been.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

DOUBT = 0.1
# Starts, as multiples of the fewest answers that could pass at all.
STARTS = (1, 2, 4, 8)


@dataclass(frozen=True, slots=True)
class Labelled:
    """How sure faqdesk was of the entry that came first (0 to 1), and whether it was right.

    `answerable` is false where the entry would not be given however sure it is.
    """

    confidence: float
    right: bool
    answerable: bool = True


@dataclass(frozen=True, slots=True)
class Choice:
    """The confidence to answer from, and how many of the labelled questions are answered so."""

    answer_at: float
    answered: int
    wrong: int


def choose(labelled: Sequence[Labelled], max_wrong: float, doubt: float = DOUBT) -> Choice | None:
    """The lowest threshold that keeps the promise, or None where none can be shown to."""
    steps = _steps(labelled)
    part = doubt / len(STARTS)
    fewest = fewest_answers(max_wrong, part)
    accepted: Choice | None = None
    for start in STARTS:
        for step in steps:
            if step.answered < start * fewest:
                continue
            if binomial_tail(step.wrong, step.answered, max_wrong) > part:
                break
            if accepted is None or step.answer_at < accepted.answer_at:
                accepted = step
    return accepted


def fewest_answers(max_wrong: float, doubt: float = DOUBT / len(STARTS)) -> int:
    """How many answers without a mistake it takes to show anything."""
    return math.ceil(math.log(doubt) / math.log(1 - max_wrong))


def questions_needed(labelled: Sequence[Labelled], max_wrong: float) -> int | None:
    """About how many labelled questions would do, were they like these; None if none would."""
    if not labelled:
        return fewest_answers(max_wrong)
    for times in range(2, 51):
        if choose(tuple(labelled) * times, max_wrong):
            return len(labelled) * times
    return None


def binomial_tail(wrong: int, answered: int, share: float) -> float:
    """The probability of at most `wrong` mistakes among `answered`, each made with this chance."""
    log_odds = math.log(share) - math.log1p(-share)
    term = answered * math.log1p(-share)
    total = math.exp(term)
    for number in range(1, wrong + 1):
        term += math.log(answered - number + 1) - math.log(number) + log_odds
        total += math.exp(term)
    return min(total, 1.0)


def _steps(labelled: Sequence[Labelled]) -> list[Choice]:
    """What is answered, and wrong, at each confidence that occurs, highest first."""
    given = sorted((item for item in labelled if item.answerable), key=lambda i: -i.confidence)
    steps: list[Choice] = []
    answered = wrong = 0
    for place, item in enumerate(given):
        answered, wrong = answered + 1, wrong + (not item.right)
        last = place + 1 == len(given) or given[place + 1].confidence < item.confidence
        if last:
            steps.append(Choice(item.confidence, answered, wrong))
    return steps

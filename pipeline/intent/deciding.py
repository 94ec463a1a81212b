"""Whether a message is taken for small talk, and which category a question is of."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

from data.answers import Candidate, Decision, Intent, MessageKind
from pipeline.decide import Verdict
from pipeline.intent.kinds import KindGuess

# Said in a few set phrases: such a message may resemble an entry and still be no question.
SOCIAL = frozenset(
    {MessageKind.GREETING, MessageKind.THANKS, MessageKind.GOODBYE, MessageKind.PERSON}
)
SOCIAL_AT = 0.8


def intent_of(
    guess: KindGuess, verdict: Verdict, candidates: Sequence[Candidate], sharpness: float
) -> Intent:
    """What a message wants. An entry that answers it makes it a question, whatever it looks like.

    An owner may well have an entry about talking to a person, or even one that says hello.
    """
    kind = guess.kind if _is_taken(guess, verdict) else MessageKind.QUESTION
    if kind is not MessageKind.QUESTION or not candidates:
        return Intent(kind, guess.confidence)
    belief = category_belief(candidates, sharpness)
    category = max(belief, key=lambda name: belief[name])
    sure = guess.confidence if guess.kind is kind else 1 - guess.confidence
    return Intent(kind, sure, category or None, belief[category])


def category_belief(candidates: Sequence[Candidate], sharpness: float) -> dict[str, float]:
    """The share of each category in the belief in all candidates; the shares add up to 1."""
    best = max(candidate.score for candidate in candidates)
    belief: dict[str, float] = defaultdict(float)
    for candidate in candidates:
        belief[candidate.entry.category] += math.exp(sharpness * (candidate.score - best))
    total = sum(belief.values())
    return {name: value / total for name, value in belief.items()}


def _is_taken(guess: KindGuess, verdict: Verdict) -> bool:
    if verdict.decision is Decision.ANSWERED:
        return False
    if guess.kind in SOCIAL:
        return guess.confidence >= max(SOCIAL_AT, verdict.confidence)
    return verdict.decision is Decision.UNANSWERED

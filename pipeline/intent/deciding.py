"""Whether a message is taken for small talk, and which category a question is of."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from data.answers import Candidate, Decision, Intent, MessageKind
from index.encoder import Vectors
from pipeline.classify import Classified
from pipeline.decide import Verdict
from pipeline.intent.kinds import KindClassifier, KindGuess
from pipeline.intent.scope import OutOfScope
from pipeline.intent.topics import Topics
from pipeline.retrieve import Found, similarity

# Said in a few set phrases, which entries may happen to hold: "Thank you for being honest!"
POLITE = frozenset({MessageKind.GREETING, MessageKind.THANKS, MessageKind.GOODBYE})
SURE = 0.8
# From this cosine on an entry's own question is what was typed.
SAME_AT = 0.8


@dataclass(frozen=True, slots=True)
class Guesses:
    """What a message looks like: its kind, and the topic that a trained classifier gives it.

    `out_of_scope` is how near it is, 0 to 1, to a question that was marked so, and 0 if it is none.
    """

    kind: KindGuess
    topic: Classified | None
    out_of_scope: float = 0.0


class Intents:
    """What tells the kinds of message apart, and what an owner taught it to tell apart."""

    def __init__(self, kinds: KindClassifier, topics: Topics, scope: OutOfScope) -> None:
        self._kinds = kinds
        self._topics = topics
        self._scope = scope

    def guesses(
        self, texts: Sequence[str], vectors: Vectors, found: Sequence[Found]
    ) -> list[Guesses]:
        """One a text; `vectors` are those of the texts, shape (texts, dimension).

        Raises:
            ModelError: when the encoder cannot be loaded.
        """
        kinds, topics = self._kinds.classify(texts, vectors), self._topics.of(texts, vectors)
        unwanted = self._scope.likeness(vectors, found)
        return [Guesses(*each) for each in zip(kinds, topics, unwanted, strict=True)]


def intent_of(
    guesses: Guesses, verdict: Verdict, candidates: Sequence[Candidate], sharpness: float
) -> Intent:
    """What a message wants; an entry that answers it mostly makes it a question.

    An owner may well have an entry about talking to a person, or even one that says hello.
    """
    guess, topic = guesses.kind, guesses.topic
    if guesses.out_of_scope:
        return Intent(MessageKind.OFF_TOPIC, min(guesses.out_of_scope, 1.0))
    if _is_taken(guess, verdict):
        return Intent(guess.kind, guess.confidence)
    asked = guess.kind is MessageKind.QUESTION
    sure = guess.confidence if asked else 1 - guess.confidence
    if topic is not None:
        return Intent(MessageKind.QUESTION, sure, topic.label, topic.confidence)
    if not candidates:
        return Intent(MessageKind.QUESTION, sure)
    belief = category_belief(candidates, sharpness)
    category = max(belief, key=lambda name: belief[name])
    return Intent(MessageKind.QUESTION, sure, category or None, belief[category])


def category_belief(candidates: Sequence[Candidate], sharpness: float) -> dict[str, float]:
    """The share of each category in the belief in all candidates; the shares add up to 1."""
    best = max(candidate.score for candidate in candidates)
    belief: dict[str, float] = defaultdict(float)
    for candidate in candidates:
        belief[candidate.entry.category] += math.exp(sharpness * (candidate.score - best))
    total = sum(belief.values())
    return {name: value / total for name, value in belief.items()}


def _is_taken(guess: KindGuess, verdict: Verdict) -> bool:
    """Whether the message is of the kind that it looks like, and that is not a question."""
    if guess.kind is MessageKind.QUESTION:
        return False
    if guess.kind in POLITE and guess.confidence >= max(SURE, verdict.confidence):
        return verdict.best is None or similarity(verdict.best.evidence) < SAME_AT
    if guess.kind is MessageKind.PERSON and guess.confidence >= max(SURE, verdict.confidence):
        return verdict.decision is not Decision.ANSWERED
    return verdict.decision is Decision.UNANSWERED

"""What the owner chose about answering: when to, what to say instead, and what is kept of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from data.answers import Decision, MessageKind
from pipeline.decide import Confidence, Thresholds
from pipeline.personal import PersonalKind


@dataclass(frozen=True, slots=True)
class Replies:
    """What is said when no entry answers by itself; `to_kinds` to messages that ask nothing."""

    unanswered: str
    to_kinds: Mapping[MessageKind, str]
    suggested: str = "I am not sure which of these you mean:"

    def to(self, kind: MessageKind, decision: Decision) -> str:
        """The reply to a message that no entry answers."""
        if kind is not MessageKind.QUESTION:
            return self.to_kinds[kind]
        return self.suggested if decision is Decision.SUGGESTED else self.unanswered


@dataclass(frozen=True, slots=True)
class Policy:
    """What the owner chose; `max_length` is how many characters a question may have.

    `thresholds`, `replies` and `masked_kinds` are asked for at each question: what is changed takes
    effect without a restart.
    """

    thresholds: Callable[[], Thresholds]
    confidence: Confidence
    replies: Callable[[], Replies]
    masked_kinds: Callable[[], Collection[PersonalKind]]
    max_length: int

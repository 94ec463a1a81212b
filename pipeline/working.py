"""What is worked out on the way from questions to answers, kept by reference for who asks why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from data.answers import Answer, Intent, Timing
from index.encoder import Vectors
from index.generation import Generation
from pipeline.decide import Thresholds, Verdict
from pipeline.intent.deciding import Guesses
from pipeline.intent.messages import Message
from pipeline.retrieve import Found


@dataclass(frozen=True, slots=True)
class Work:
    """A batch of messages on their way: one item a text in every column from `texts` on.

    `found` is in the order of retrieval and `ranked` in that which decides; `vectors` has shape
    (texts, dimension).
    """

    generation: Generation
    messages: Sequence[Message]
    texts: Sequence[str]
    vectors: Vectors
    found: Sequence[Found]
    guesses: Sequence[Guesses]
    ranked: Sequence[Found]
    thresholds: Thresholds
    verdicts: Sequence[Verdict]
    intents: Sequence[Intent]
    timings: tuple[Timing, ...]

    def of(self, text: int) -> TextWork:
        """What was worked out for one of the texts."""
        return TextWork(
            self.generation,
            self.texts[text],
            self.vectors[text],
            self.found[text],
            self.guesses[text],
            self.ranked[text],
            self.thresholds,
            self.verdicts[text],
            self.intents[text],
        )


@dataclass(frozen=True, slots=True)
class TextWork:
    """One text on its way; `vector` has shape (dimension,)."""

    generation: Generation
    text: str
    vector: Vectors
    found: Found
    guesses: Guesses
    ranked: Found
    thresholds: Thresholds
    verdict: Verdict
    intent: Intent


@dataclass(frozen=True, slots=True)
class Trace:
    """An answer and the work behind it; `as_one` where its message was taken as one question."""

    answer: Answer
    work: Work
    as_one: bool

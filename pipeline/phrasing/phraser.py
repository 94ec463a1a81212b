"""What a phraser is, and what it is asked."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Tone(StrEnum):
    """How a reply sounds."""

    NEUTRAL = "neutral"
    FRIENDLY = "friendly"
    BRIEF = "brief"


class Method(StrEnum):
    """How the next word is chosen: the likeliest, the likeliest whole reply, or by chance."""

    GREEDY = "greedy"
    BEAM = "beam"
    SAMPLE = "sample"


@dataclass(frozen=True, slots=True)
class Style:
    """How the owner wants replies to be: at most so many sentences, in this voice.

    An empty `language` is the entry's own; `examples` are replies in the house's voice.
    """

    tone: Tone = Tone.FRIENDLY
    sentences: int = 3
    language: str = ""
    organisation: str = ""
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decoding:
    """How words are chosen. `top_k`, `top_p`, `temperature` and `seed` are for sampling alone.

    `top_k` 0 and `top_p` 1 leave out no word; `repetition_penalty` 1 punishes no repeated one.
    `max_tokens` is the length of a reply at most.
    """

    method: Method = Method.GREEDY
    top_k: int = 40
    top_p: float = 0.9
    temperature: float = 0.7
    repetition_penalty: float = 1.0
    beams: int = 4
    seed: int = 0
    max_tokens: int = 160


@dataclass(frozen=True, slots=True)
class PhraseRequest:
    """What a visitor asked and the entry that answers; `span` is the words in it that do.

    `told` are the sentences that a reply is made from; those with the span where it is empty.
    """

    question: str
    entry_question: str
    answer: str
    span: str = ""
    style: Style = Style()
    decoding: Decoding = Decoding()
    told: str = ""


class Phraser(Protocol):
    """Writes a reply to a question from the entry that answers it."""

    def phrase(self, request: PhraseRequest) -> Generator[str]:
        """The reply in pieces as they are written; an empty piece says that work goes on.

        Closing the iterator stops the work.
        """

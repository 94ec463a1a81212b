"""What a reader is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

# From here on a reader holds that a passage answers.
ANSWERS_AT = 0.5


@dataclass(frozen=True, slots=True)
class ToRead:
    """A question and a passage that may answer it.

    `heading` is what stands above the passage, such as the entry's own question: it is read along
    and no words in it are marked.
    """

    question: str
    passage: str
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader made of one passage.

    `[start, end)` are code points of the passage and `text` is what stands there; where no words
    could be marked both are 0 and `text` is empty. The best words are marked even where the reader
    doubts that they answer. `score` says how well they do, higher is better, and compares across
    passages of one question. `relevance` is how sure the reader is that heading and passage are
    about what is asked, 0 to 1, whatever words it found, and `answers` how sure it is, all in all,
    that the passage answers, 0 to 1: below 0.5 its verdict is that it does not.
    """

    start: int
    end: int
    text: str
    score: float
    relevance: float
    answers: float


class Reader(Protocol):
    """Marks the words of passages that answer questions."""

    def read(self, items: Sequence[ToRead]) -> list[Reading]:
        """One reading an item, in their order; none depends on another item."""

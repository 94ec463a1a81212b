"""What a reader is, and the stand-in that needs no model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from index.lexical import terms

# From here on a reader holds that a passage answers.
ANSWERS_AT = 0.5


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader made of one passage.

    `[start, end)` are code points of the passage and `text` is what stands there; where no words
    could be marked both are 0 and `text` is empty. The best words are marked even where the reader
    doubts that they answer. `score` says how well they do, higher is better, and compares across
    passages of one question. `answers` is how sure it is that the passage answers at all, 0 to 1:
    below 0.5 the reader's own verdict is that it does not.
    """

    start: int
    end: int
    text: str
    score: float
    answers: float


class Reader(Protocol):
    """Marks the words of passages that answer a question."""

    def read(
        self, question: str, passages: Sequence[str], headings: Sequence[str] = ()
    ) -> list[Reading]:
        """One reading a passage, in their order.

        `headings`, where given, are as many as passages: what stands above each, such as the
        entry's own question. They are read along and no words in them are marked.
        """


class OverlapReader:
    """A stand-in: marks the sentence that shares most words with the question.

    It is deterministic, needs no model and knows nothing of meaning. `score` and `answers` are both
    the share of the question's distinct terms (stemmed) that stand in the sentence, 0 to 1; of
    equal sentences the first is taken. After the sliding-window baseline of Richardson et al. 2013,
    "MCTest", with sentences for windows and all words of one weight.

    Example: of "It is free. Dogs travel for 3 euros.", "dog price for travelling?" marks the second
    sentence with 0.75: dog, for and travel are there, price is not.
    """

    def read(
        self,
        question: str,
        passages: Sequence[str],
        headings: Sequence[str] = (),  # noqa: ARG002
    ) -> list[Reading]:
        """One reading a passage, in their order; headings are not looked at."""
        asked = frozenset(terms(question))
        return [_best_sentence(asked, passage) for passage in passages]


_SENTENCE_END = re.compile(r"(?<=[.!?。！？؟])[\"'”’)\]]*\s+|\n+|(?<=[。！？])")


def _best_sentence(asked: frozenset[str], passage: str) -> Reading:
    best = Reading(0, 0, "", 0.0, 0.0)
    for start, end in _sentences(passage):
        share = len(asked.intersection(terms(passage[start:end]))) / max(1, len(asked))
        if share > best.score:
            best = Reading(start, end, passage[start:end], share, share)
    return best


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """The `[start, end)` of each sentence, without the blanks around it."""
    start = 0
    for end in [match.end() for match in _SENTENCE_END.finditer(text)] + [len(text)]:
        words = text[start:end]
        if words.strip():
            yield start + len(words) - len(words.lstrip()), start + len(words.rstrip())
        start = end

"""A reader that needs no model."""

from __future__ import annotations

from collections.abc import Sequence

from data.answers import Reading
from index.lexical import terms
from index.sentences import sentences
from pipeline.reading.reader import ToRead

NO_OPINION = 0.5


class OverlapReader:
    """A stand-in: marks the sentence that shares most words with the question.

    It is deterministic, needs no model and knows nothing of meaning, so that its `relevance` is
    always a half. `score` and `answers` are the share of the question's distinct terms (stemmed)
    that stand in the sentence, 0 to 1; of equal sentences the first is taken. Headings are not
    looked at. After the sliding-window baseline of Richardson et al. 2013, "MCTest", with sentences
    for windows and all words of one weight.

    Example: of "It is free. Dogs travel for 3 euros.", "dog price for travelling?" marks the second
    sentence with 0.75: dog, for and travel are there, price is not.
    """

    def read(self, items: Sequence[ToRead]) -> list[Reading]:
        """One reading an item, in their order."""
        return [_best_sentence(frozenset(terms(item.question)), item.passage) for item in items]


def _best_sentence(asked: frozenset[str], passage: str) -> Reading:
    best = Reading(0, 0, "", 0.0, NO_OPINION, 0.0)
    for start, end in sentences(passage):
        share = len(asked.intersection(terms(passage[start:end]))) / max(1, len(asked))
        if share > best.score:
            best = Reading(start, end, passage[start:end], share, NO_OPINION, share)
    return best

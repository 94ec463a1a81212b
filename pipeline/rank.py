"""Reads the candidates that could be the best, and puts them in order.

A reading moves a candidate's score by at most half of `weight` either way:

    score = fused + weight · (relevance − ½)

So only candidates whose fused score is within `weight` of the best one's can come first, and only
those are read, at most `MAX_READ`: where retrieval is sure, one.

Worked example with weight 0.2: fused scores of .70, .62 and .45 mean that two are read; if their
relevance is .3 and .9 their scores are .66 and .70, and the second comes first.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from data.answers import Candidate, Reading
from data.errors import ModelError
from pipeline.reading.reader import Reader, ToRead
from pipeline.retrieve import Found

logger = logging.getLogger(__name__)

MAX_READ = 5


@dataclass(frozen=True, slots=True)
class Mixing:
    """How much of the score, 0 to 1, is the reader's to give."""

    weight: float = 0.075

    def score(self, fused: float, reading: Reading) -> float:
        """The score of a candidate that was read."""
        return fused + self.weight * (reading.relevance - 0.5)


class Ranker:
    """Orders candidates by what retrieval found and by what the reader makes of them.

    `problem` says why candidates are not read, where that is so; they keep retrieval's order then.
    """

    def __init__(self, reader: Callable[[], Reader | None], mixing: Mixing) -> None:
        self._reader = reader
        self._mixing = mixing
        self.problem = ""

    def ranked(self, questions: Sequence[str], found: Sequence[Found]) -> list[Found]:
        """The candidates of each question in their final order, with the readings of some."""
        wanted = [list(self._worth_reading(each.candidates)) for each in found]
        readings = self._readings(questions, wanted)
        if readings is None:
            return list(found)
        return [
            self.with_readings(each, [next(readings) for _ in some])
            for each, some in zip(found, wanted, strict=True)
        ]

    def with_readings(self, found: Found, readings: Sequence[Reading]) -> Found:
        """The candidates in the order that the readings of the first of them give."""
        return replace(found, candidates=self._ordered(found.candidates, readings))

    def _worth_reading(self, candidates: Sequence[Candidate]) -> Iterator[Candidate]:
        for candidate in candidates[:MAX_READ]:
            if candidate.fused >= candidates[0].fused - self._mixing.weight:
                yield candidate

    def _readings(
        self, questions: Sequence[str], wanted: Sequence[Sequence[Candidate]]
    ) -> Iterator[Reading] | None:
        """The readings of all candidates, one after the other; None where there is no reader."""
        items = [
            to_read(question, candidate)
            for question, some in zip(questions, wanted, strict=True)
            for candidate in some
        ]
        try:
            reader = self._reader()
            return iter(reader.read(items)) if reader else None
        except ModelError as error:
            if not self.problem:
                logger.warning("No words are marked: %s", error)
            self.problem = str(error)
            return None

    def _ordered(
        self, candidates: Sequence[Candidate], readings: Sequence[Reading]
    ) -> tuple[Candidate, ...]:
        read = [
            replace(c, score=self._mixing.score(c.fused, reading), reading=reading)
            for c, reading in zip(candidates, readings, strict=False)
        ]
        least = min((c.score for c in read), default=1.0)
        rest = [replace(c, score=min(c.fused, least)) for c in candidates[len(read) :]]
        return (*sorted(read, key=lambda c: (-c.score, c.entry.id)), *rest)


def to_read(question: str, candidate: Candidate) -> ToRead:
    """A candidate as it is read."""
    near = candidate.evidence.answer_start
    return ToRead(question, candidate.entry.answer, heading_of(candidate), near)


def heading_of(candidate: Candidate) -> str:
    """The form of the entry that is nearest to what was asked."""
    return candidate.entry.forms[candidate.evidence.nearest]

"""Reads the candidates that could be the best, and puts them in order.

    score = fused + relevance weight · (relevance − ½) − (weights · clashes − the least of these)

Relevance is the reader's; clashes are what the question and the entry contradict each other in: a
number, a code, a negation. What all candidates clash in says nothing of which is right, so that it
is taken from none. Only candidates whose fused score is within `reach` of the best one's
are read, at most `MAX_READ`: where retrieval is sure, one.

A question's category is no part of the score. It is best told by the candidates themselves, and
what tells it otherwise is wrong more often than they are (`python -m benchmarks.categories`).

Worked example with a weight of 0.2 and a reach of 0.2: fused scores of .70, .62 and .45 mean that
two are read; if their relevance is .3 and .9 their scores are .66 and .70, and the second is first.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat

from data.answers import Candidate, Reading
from data.errors import ModelError
from pipeline.contrasts import Clash, clash
from pipeline.reading.reader import Reader, ToRead
from pipeline.retrieve import Found, heading_of

logger = logging.getLogger(__name__)

MAX_READ = 5
# What takes and gives nothing.
UNREAD_RELEVANCE = 0.5


@dataclass(frozen=True, slots=True)
class Mixing:
    """How much of the score, 0 to 1, each thing takes or gives, and how far down is read."""

    relevance: float
    numbers: float
    codes: float
    negation: float
    missing: float
    reach: float

    def score(self, fused: float, relevance: float, against: float) -> float:
        """The score of a candidate, 0 to 1, that is against the question by so much."""
        return min(max(fused + self.relevance * (relevance - 0.5) - against, 0.0), 1.0)

    def against(self, clashes: Clash) -> float:
        """What the clashes with a question take from a candidate."""
        return (
            self.numbers * clashes.numbers
            + self.codes * clashes.codes
            + self.negation * clashes.negation
            + self.missing * clashes.missing
        )


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
        wanted = [list(self.worth_reading(each.candidates)) for each in found]
        readings = self._readings(questions, wanted)
        return [
            self.with_readings(question, each, [next(readings) for _ in some])
            for question, each, some in zip(questions, found, wanted, strict=True)
        ]

    def with_readings(
        self, question: str, found: Found, readings: Sequence[Reading | None]
    ) -> Found:
        """The candidates in the order that the readings of the first of them give.

        None stands for a candidate that could not be read.
        """
        return replace(found, candidates=self._ordered(question, found.candidates, readings))

    def worth_reading(self, candidates: Sequence[Candidate]) -> Iterator[Candidate]:
        """Those that could still be the best: the first few, in retrieval's order."""
        for candidate in candidates[:MAX_READ]:
            if candidate.fused >= candidates[0].fused - self._mixing.reach:
                yield candidate

    def _readings(
        self, questions: Sequence[str], wanted: Sequence[Sequence[Candidate]]
    ) -> Iterator[Reading | None]:
        """The readings of all candidates, one after the other; None where there is no reader."""
        items = [
            to_read(question, candidate)
            for question, some in zip(questions, wanted, strict=True)
            for candidate in some
        ]
        try:
            reader = self._reader()
            return iter(reader.read(items)) if reader else repeat(None)
        except ModelError as error:
            if not self.problem:
                logger.warning("No words are marked: %s", error)
            self.problem = str(error)
            return repeat(None)

    def _ordered(
        self, question: str, candidates: Sequence[Candidate], readings: Sequence[Reading | None]
    ) -> tuple[Candidate, ...]:
        against = [self._against(question, c) for c in candidates[: len(readings)]]
        fewest = min(against, default=0.0)
        read = [
            replace(c, score=self._mixing.score(c.fused, _relevance(r), a - fewest), reading=r)
            for c, r, a in zip(candidates, readings, against, strict=False)
        ]
        least = min((c.score for c in read), default=1.0)
        rest = [replace(c, score=min(c.fused, least)) for c in candidates[len(read) :]]
        return (*sorted(read, key=lambda c: (-c.score, c.entry.id)), *rest)

    def _against(self, question: str, candidate: Candidate) -> float:
        clashes = clash(question, heading_of(candidate), candidate.entry.answer)
        return self._mixing.against(clashes)


def _relevance(reading: Reading | None) -> float:
    return reading.relevance if reading else UNREAD_RELEVANCE


def to_read(question: str, candidate: Candidate) -> ToRead:
    """A candidate as it is read."""
    near = candidate.evidence.answer_start
    return ToRead(question, candidate.entry.answer, heading_of(candidate), near)

"""Finds the entries that might answer, and puts them in order.

An entry's fused score is a convex combination of a dense and a lexical score on one scale, 0 to 1
(Bruch, Gai and Ingber 2023, "An Analysis of Fusion Functions for Hybrid Retrieval"):

    dense = (1 − a) · max(question, alternate) + a · answer
    fused = (1 − b) · dense + b · lexical

Cosines are taken as they are, with what lies below 0 as 0; the lexical score is BM25 as a share of
the most that the question could score. Neither depends on the other candidates or on how large the
library is.

Worked example with a = 0.1 and b = 0.3: cosines .80 to the question, .50 to the answer, and a
lexical share of .40 give dense .9·.80 + .1·.50 = .77 and fused .7·.77 + .3·.40 = .659.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from data.answers import Candidate, Evidence
from data.records import Entry
from data.store import Store
from index.encoder import Vectors
from index.generation import Generation

MAX_CANDIDATES = 20


@dataclass(frozen=True, slots=True)
class Fusion:
    """The two weights of the fused score, each 0 to 1."""

    answer: float = 0.1
    lexical: float = 0.3

    def dense(self, evidence: Evidence) -> float:
        """The dense score, 0 to 1."""
        asked = max(evidence.question, evidence.alternate, 0.0)
        return (1 - self.answer) * asked + self.answer * max(evidence.answer, 0.0)

    def fused(self, evidence: Evidence) -> float:
        """The fused score, 0 to 1."""
        return (1 - self.lexical) * self.dense(evidence) + self.lexical * evidence.lexical


@dataclass(frozen=True, slots=True)
class Found:
    """The candidates, best first, and the evidence of every entry that any source found."""

    candidates: tuple[Candidate, ...]
    evidence: tuple[Evidence, ...]


class Retriever:
    """Proposes entries for a question, best first."""

    def __init__(self, store: Store, fusion: Fusion) -> None:
        self._store = store
        self._fusion = fusion

    def find(
        self, generation: Generation, questions: Sequence[str], vectors: Vectors
    ) -> list[Found]:
        """For each question at most 20 candidates, best first, one an entry.

        `vectors` has shape (questions, dimension).
        """
        evidence = generation.evidence(questions, vectors, MAX_CANDIDATES)
        best = [self._best(items) for items in evidence]
        numbers = {item.revision for items in best for item in items}
        entries = {r.number: r.entry for r in self._store.revisions(sorted(numbers))}
        return [
            Found(tuple(self._candidates(items, entries)), every)
            for items, every in zip(best, evidence, strict=True)
        ]

    def _best(self, evidence: Sequence[Evidence]) -> list[Evidence]:
        order = sorted(evidence, key=lambda item: (-self._fusion.fused(item), item.entry_id))
        return order[:MAX_CANDIDATES]

    def _candidates(
        self, evidence: Sequence[Evidence], entries: Mapping[int, Entry]
    ) -> Iterator[Candidate]:
        # The database is the truth: what it has lost is not proposed. The doctor tells of it.
        for item in evidence:
            if item.revision in entries:
                fused = self._fusion.fused(item)
                yield Candidate(entries[item.revision], item, fused, score=fused)

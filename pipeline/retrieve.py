"""Finds the entries that might answer, and puts them in order.

An entry's fused score is a weighted sum of what each source says, on one scale, 0 to 1 (Bruch, Gai
and Ingber 2023, "An Analysis of Fusion Functions for Hybrid Retrieval"). With x the cosine to the
nearest way of asking and y that to the answer, both with what lies below 0 as 0:

    fused = similarity · x + fourth · x⁴ + eighth · x⁸ + answer · y + lexical · BM25

The powers let a question that is nearly an entry's own decide by itself, while for one that only
sounds alike the words and the answer have more to say. BM25 is a share of the most that the
question could score. None of it depends on the other candidates or on how large the library is.

Worked example with weights .2, .2, .1, .2 and .3: cosines .80 to the question, .50 to the answer,
and a lexical share of .40 give .16 + .082 + .017 + .10 + .12 = .479.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from data.answers import Candidate, Evidence
from data.records import Entry
from data.store import Store
from index.encoder import Vectors
from index.generation import Generation
from pipeline.validity import Validity

MAX_CANDIDATES = 20
# How far down is looked for the entries of one category.
DEEP = 1000


@dataclass(frozen=True, slots=True)
class Fusion:
    """The weights of the fused score; they add up to 1."""

    similarity: float
    fourth: float
    eighth: float
    answer: float
    lexical: float

    def fused(self, evidence: Evidence) -> float:
        """The fused score, 0 to 1."""
        near = similarity(evidence)
        return (
            self.similarity * near
            + self.fourth * near**4
            + self.eighth * near**8
            + self.answer * max(evidence.answer, 0.0)
            + self.lexical * evidence.lexical
        )


def similarity(evidence: Evidence) -> float:
    """The cosine to the nearest way of asking, 0 to 1."""
    return min(max(evidence.question, evidence.alternate, 0.0), 1.0)


def heading_of(candidate: Candidate) -> str:
    """The form of the entry that is nearest to what was asked."""
    return candidate.entry.forms[candidate.evidence.nearest]


@dataclass(frozen=True, slots=True)
class Found:
    """The candidates, best first, and the evidence of every entry that any source found."""

    candidates: tuple[Candidate, ...]
    evidence: tuple[Evidence, ...]


class Retriever:
    """Proposes entries for a question, best first."""

    def __init__(self, store: Store, fusion: Fusion, validity: Validity) -> None:
        self._store = store
        self._fusion = fusion
        self._validity = validity

    def find(
        self,
        generation: Generation,
        questions: Sequence[str],
        vectors: Vectors,
        category: str = "",
    ) -> list[Found]:
        """For each question at most 20 candidates, best first, one an entry.

        `vectors` has shape (questions, dimension). With a category only its entries are found;
        those that are not valid today never are.
        """
        hidden = self._validity.hidden(generation.number)
        limit = DEEP if category else min(MAX_CANDIDATES + len(hidden), DEEP)
        evidence = generation.evidence(questions, vectors, limit)
        if hidden:
            evidence = [tuple(i for i in items if i.revision not in hidden) for items in evidence]
        if category:
            evidence = self._of_category(evidence, category)
        best = [self._best(items) for items in evidence]
        numbers = {item.revision for items in best for item in items}
        entries = {r.number: r.entry for r in self._store.revisions(sorted(numbers))}
        return [
            Found(tuple(self._candidates(items, entries)), every)
            for items, every in zip(best, evidence, strict=True)
        ]

    def _of_category(
        self, evidence: Sequence[tuple[Evidence, ...]], category: str
    ) -> list[tuple[Evidence, ...]]:
        numbers = {item.revision for items in evidence for item in items}
        revisions = self._store.revisions(sorted(numbers))
        wanted = category.casefold()
        kept = {r.number for r in revisions if r.entry.category.casefold() == wanted}
        return [tuple(item for item in items if item.revision in kept) for items in evidence]

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

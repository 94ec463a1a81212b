"""Pairs of entries that ask nearly the same, and in what they differ.

Two entries are compared when a question or alternate of one is nearly that of the other: the cosine
of their vectors is at least `ALIKE`. What sets the two texts apart decides what the owner should do
about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from data.records import Entry, PassageKind
from index.generation import Generation
from index.lexical import terms
from index.passage_table import KINDS

ALIKE = 0.9
SAME_ANSWER = 0.9
NEIGHBOURS = 10

_NEGATION = re.compile(
    r"\b(no|not|never|none|without|cannot|can't|cant|don't|dont|doesn't|isn't|aren't|won't)\b", re.I
)


class Likeness(StrEnum):
    """How two entries are alike, worst first."""

    CONTRADICTION = "same question, different answers"
    DUPLICATE = "near-duplicate"
    NUMBER = "differ only in a number or code"
    NEGATION = "differ only in a negation"
    CLOSE = "nearly the same question"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two entries, the texts that are alike, and the cosine of those, up to 1."""

    likeness: Likeness
    first: Entry
    second: Entry
    first_text: str
    second_text: str
    similarity: float


def lookalikes(generation: Generation, entries: Mapping[str, Entry]) -> list[Pair]:
    """The pairs of entries that are alike, worst first and then the most alike.

    `entries` are those of the generation, by id.
    """
    best: dict[tuple[int, int], tuple[float, int, int]] = {}
    for row, other, cosine in _near_questions(generation):
        owner, neighbour = (int(generation.passages.entry[r]) for r in (row, other))
        if owner < neighbour and cosine > best.get((owner, neighbour), (ALIKE, 0, 0))[0]:
            best[owner, neighbour] = (cosine, row, other)
    pairs = [
        _pair(generation, entries, owner, neighbour, found)
        for (owner, neighbour), found in best.items()
    ]
    order = list(Likeness)
    return sorted(pairs, key=lambda p: (order.index(p.likeness), -p.similarity, p.first.id))


def _near_questions(generation: Generation) -> Iterator[tuple[int, int, float]]:
    """Passages of different entries, neither an answer, that are alike: row, row, cosine."""
    table = generation.passages
    asked = np.flatnonzero(table.kind != KINDS.index(PassageKind.ANSWER))
    row_of = {int(number): row for row, number in enumerate(table.ids)}
    for start in range(0, len(asked), 512):
        rows = asked[start : start + 512]
        scores, ids = generation.vectors.search(
            generation.vectors.vectors(table.ids[rows]), NEIGHBOURS
        )
        for row, near, cosines in zip(rows.tolist(), ids.tolist(), scores.tolist(), strict=True):
            for number, cosine in zip(near, cosines, strict=True):
                other = row_of[number]
                is_answer = KINDS[table.kind[other]] is PassageKind.ANSWER
                if not is_answer and table.entry[other] != table.entry[row] and cosine >= ALIKE:
                    yield from ((row, other, cosine), (other, row, cosine))


def _pair(
    generation: Generation,
    entries: Mapping[str, Entry],
    owner: int,
    neighbour: int,
    found: tuple[float, int, int],
) -> Pair:
    cosine, row, other = found
    first, second = (entries[generation.entries[i].id] for i in (owner, neighbour))
    texts = [_text(generation, entry, r) for entry, r in ((first, row), (second, other))]
    likeness = _likeness(texts, _answers_alike(generation, owner, neighbour))
    return Pair(likeness, first, second, texts[0], texts[1], min(1.0, cosine))


def _text(generation: Generation, entry: Entry, row: int) -> str:
    """The question or alternate in this row of the passage table."""
    if KINDS[generation.passages.kind[row]] is PassageKind.QUESTION:
        return entry.question
    alternates = [a for a in dict.fromkeys(entry.alternates) if a != entry.question]
    first = int(np.searchsorted(generation.passages.entry, generation.passages.entry[row]))
    return alternates[row - first - 1]


def _answers_alike(generation: Generation, *owners: int) -> bool:
    """Whether the answers' vectors point the same way; an entry without an answer is like none."""
    means = []
    for owner in owners:
        table = generation.passages_of(owner)
        ids = table.ids[table.kind == KINDS.index(PassageKind.ANSWER)]
        mean = generation.vectors.vectors(ids).sum(axis=0)
        means.append(mean / (np.linalg.norm(mean) or 1))
    return float(means[0] @ means[1]) >= SAME_ANSWER


def _likeness(texts: Sequence[str], same_answer: bool) -> Likeness:
    first, second = (set(terms(text)) for text in texts)
    apart = first ^ second
    if any(any(map(str.isdigit, term)) for term in apart):
        return Likeness.NUMBER
    if bool(_NEGATION.search(texts[0])) != bool(_NEGATION.search(texts[1])):
        return Likeness.NEGATION
    if same_answer:
        return Likeness.DUPLICATE
    return Likeness.CONTRADICTION if not apart else Likeness.CLOSE

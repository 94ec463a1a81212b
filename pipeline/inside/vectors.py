"""Where a question lies among the passages of the library.

The vectors are those that the retriever compared: the question's as the encoder makes it, and the
passages' as they are in the index. So the cosines here are those of the answer.

The map is that of the two directions in which the library's questions differ most, found by
principal component analysis (Pearson 1901): the vectors, less their mean, are taken apart by a
singular value decomposition, and the first two axes are drawn. The question is laid on the same
axes and moves none of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from data.records import Entry, PassageKind
from index.encoder import Vectors
from index.generation import Generation
from index.passage_table import KINDS, PassageTable
from pipeline.build import Faqdesk

# More dots than these say nothing more, and a browser gets slow.
MOST_DOTS = 2000
# The same dots each time.
SEED = 0


@dataclass(frozen=True, slots=True)
class NearPassage:
    """A passage and its cosine similarity to the question, −1 to 1.

    `start` and `end` are code points of the entry's answer, or of the text itself.
    """

    entry_id: str
    question: str
    kind: PassageKind
    text: str
    start: int
    end: int
    cosine: float


@dataclass(frozen=True, slots=True)
class Dot:
    """An entry on the map, and the cosine of its question to what was asked."""

    entry_id: str
    question: str
    category: str
    x: float
    y: float
    cosine: float


@dataclass(frozen=True, slots=True)
class Axes:
    """The two directions in which vectors differ most, shape (2, dimension), seen from their mean.

    `shares` is how much of all differences each of them shows, 0 to 1.
    """

    mean: Vectors
    directions: Vectors
    shares: tuple[float, float]

    def place(self, vectors: Vectors) -> Vectors:
        """Where vectors lie on them, shape (vectors, 2)."""
        return np.asarray((vectors - self.mean) @ self.directions.T, np.float32)


@dataclass(frozen=True, slots=True)
class Ground:
    """The map without a question: entries by their question's vector, and the axes it is drawn on.

    `vectors` has shape (entries, dimension); `total` is how many entries there are, on the map or
    not.
    """

    generation: int
    entries: tuple[Entry, ...]
    vectors: Vectors
    axes: Axes
    total: int


@dataclass(frozen=True, slots=True)
class LibraryMap:
    """The dots of the entries, and where the question lies."""

    dots: tuple[Dot, ...]
    x: float
    y: float
    shares: tuple[float, float]
    total: int


def nearest_passages(
    desk: Faqdesk, question: str, limit: int, entry_id: str = ""
) -> tuple[NearPassage, ...]:
    """The passages nearest to a question, nearest first; with an entry's id, its passages only.

    Raises:
        LibraryError: when nothing is published or the files on disk cannot be trusted.
        ModelError: when the encoder cannot be loaded.
    """
    generation = desk.library.current()
    hidden = desk.validity.hidden(generation.number)
    vector = desk.encoder.encode([question])[0]
    owners = (
        [row for row, entry in enumerate(generation.entries) if entry.id == entry_id]
        if entry_id
        else _owners(generation, vector, limit + len(hidden))
    )
    numbers = {generation.entries[row].revision for row in owners} - hidden
    entries = {r.number: r.entry for r in desk.store.revisions(sorted(numbers))}
    found = [
        passage
        for row in owners
        if generation.entries[row].revision in entries
        for passage in _passages(generation, row, entries[generation.entries[row].revision], vector)
    ]
    return tuple(sorted(found, key=lambda each: -each.cosine)[:limit])


def _owners(generation: Generation, vector: Vectors, limit: int) -> list[int]:
    """The rows of the entries that have one of the nearest passages."""
    _, ids = generation.vectors.search(vector[None], limit)
    found = np.isin(generation.passages.ids, ids[0])
    owners: list[int] = np.unique(generation.passages.entry[found]).tolist()
    return owners


def _passages(
    generation: Generation, row: int, entry: Entry, vector: Vectors
) -> Iterator[NearPassage]:
    """All passages of the entry in a row."""
    table = generation.passages_of(row)
    cosines = generation.vectors.vectors(table.ids) @ vector
    texts = passage_texts(entry, table)
    for place, (text, cosine) in enumerate(zip(texts, cosines.tolist(), strict=True)):
        kind, start, end = KINDS[table.kind[place]], int(table.start[place]), int(table.end[place])
        yield NearPassage(entry.id, entry.question, kind, text, start, end, cosine)


def passage_texts(entry: Entry, table: PassageTable) -> list[str]:
    """The texts of an entry's passages, in their order, in which its forms stand first."""
    return [
        entry.answer[start:end] if KINDS[kind] is PassageKind.ANSWER else entry.forms[place]
        for place, (kind, start, end) in enumerate(
            zip(table.kind.tolist(), table.start.tolist(), table.end.tolist(), strict=True)
        )
    ]


def ground_of(desk: Faqdesk) -> Ground:
    """The map of the live library; where it is large, of some of its entries, chosen by chance.

    Raises:
        LibraryError: when nothing is published or the files on disk cannot be trusted.
    """
    generation = desk.library.current()
    hidden = desk.validity.hidden(generation.number)
    shown = [row for row, e in enumerate(generation.entries) if e.revision not in hidden]
    total = len(shown)
    if total > MOST_DOTS:
        chosen = np.random.default_rng(SEED).choice(total, MOST_DOTS, replace=False)
        shown = [shown[place] for place in np.sort(chosen)]
    revisions = desk.store.revisions([generation.entries[row].revision for row in shown])
    entries = {revision.number: revision.entry for revision in revisions}
    rows = [row for row in shown if generation.entries[row].revision in entries]
    # The first passage of an entry is its question.
    first = np.array([generation.passages_of(row).ids[0] for row in rows], np.int64)
    vectors = generation.vectors.vectors(first)
    kept = tuple(entries[generation.entries[row].revision] for row in rows)
    return Ground(generation.number, kept, vectors, principal_axes(vectors), total)


def placed(ground: Ground, vector: Vectors) -> LibraryMap:
    """The map with a question, whose vector is given, laid on it."""
    at = ground.axes.place(ground.vectors).tolist()
    cosines = ground.vectors @ vector
    dots = tuple(
        Dot(entry.id, entry.question, entry.category, x, y, cosine)
        for entry, (x, y), cosine in zip(ground.entries, at, cosines.tolist(), strict=True)
    )
    [(x, y)] = ground.axes.place(vector[None]).tolist()
    return LibraryMap(dots, x, y, ground.axes.shares, ground.total)


def principal_axes(vectors: Vectors) -> Axes:
    """The first two principal components; where all vectors are alike, axes that show nothing."""
    mean = vectors.mean(axis=0) if len(vectors) else np.zeros(vectors.shape[1], np.float32)
    directions = np.zeros((2, vectors.shape[1]), np.float32)
    if len(vectors) < 2:
        return Axes(mean, directions, (0.0, 0.0))
    _, sizes, rows = np.linalg.svd(vectors - mean, full_matrices=False)
    # Which end of an axis is which is chance: the same one each time makes the same map.
    signs = np.sign(rows[np.arange(len(rows)), np.abs(rows).argmax(axis=1)])
    directions[: len(rows)] = (rows * signs[:, None])[:2]
    shares = [float(size**2) for size in sizes[:2]]
    whole = float((sizes**2).sum()) or 1.0
    first, second = [share / whole for share in (*shares, 0.0)][:2]
    return Axes(mean, directions, (first, second))

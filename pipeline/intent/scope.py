"""Questions that nothing here is there to answer, because whoever looks after the library said so.

A question counts as one of them where it is as near to it as `SAME_AT`, and nearer than to any
entry's question or alternate, so that an entry never loses a question that is its own. On two sets
of questions that people had typed, with all that have no answer marked, what this takes from 712
that have one asks the same as a mark; from 0.85 downwards it takes others ("How can I place a
order" for "Can't place order").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from data.scope import MarksVersion, ScopeMarks
from data.vector_cache import VectorCache
from index.embedding import embed_texts
from index.encoder import Encoder, Vectors
from pipeline.intent.messages import heart_of
from pipeline.retrieve import Found, similarity

# Cosine similarity.
SAME_AT = 0.85
# How much nearer than an entry a marked question must be: equal texts differ by less.
NEARER_BY = 1e-3


@dataclass(frozen=True, slots=True)
class _Marked:
    version: MarksVersion
    vectors: Vectors


class OutOfScope:
    """The marked questions; a new mark, or one that was taken away, is noticed by itself."""

    def __init__(self, marks: ScopeMarks, encoder: Encoder, cache: VectorCache) -> None:
        self._marks = marks
        self._encoder = encoder
        self._cache = cache
        self._known: _Marked | None = None

    def likeness(self, vectors: Vectors, found: Sequence[Found]) -> list[float]:
        """For each question the cosine to the marked one that it counts as, 0 where to none.

        `vectors` has shape (questions, dimension), and `found` is what was found for each.

        Raises:
            ModelError: when the encoder cannot be loaded.
        """
        marked = self._current()
        if not len(marked):
            return [0.0] * len(found)
        nearest = (vectors @ marked.T).max(axis=1).tolist()
        return [
            cosine if cosine >= SAME_AT and cosine > _nearest_entry(each) + NEARER_BY else 0.0
            for cosine, each in zip(nearest, found, strict=True)
        ]

    def nearest(self, vector: Vectors) -> str:
        """The marked question that is nearest to a question, shape (dimension,); "" if none is.

        Raises:
            ModelError: when the encoder cannot be loaded.
        """
        marks = self._marks.all()
        if not marks:
            return ""
        texts = [heart_of(mark.question) for mark in marks]
        vectors = embed_texts(texts, self._encoder, self._cache).vectors
        return marks[int((vectors @ vector).argmax())].question

    def _current(self) -> Vectors:
        """The vectors of the marked questions, shape (marks, dimension)."""
        known, version = self._known, self._marks.version()
        if known is None or known.version != version:
            known = _Marked(version, self._vectors() if version.count else _none())
            self._known = known
        return known.vectors

    def _vectors(self) -> Vectors:
        texts = [heart_of(mark.question) for mark in self._marks.all()]
        return embed_texts(texts, self._encoder, self._cache).vectors


def _none() -> Vectors:
    return np.empty((0, 0), np.float32)


def _nearest_entry(found: Found) -> float:
    return max(map(similarity, found.evidence), default=0.0)

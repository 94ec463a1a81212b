"""The same question by four ways of comparing texts, from the oldest to today's.

    words         each word counts, rare ones more: tf · idf, as vectors compared by their cosine
                  (Salton and Buckley 1988)
    bm25          the same, where a word said again counts less and less, and long texts do not win
                  by length alone (Robertson and Zaragoza 2009)
    static        a text is the mean of its words' vectors, each the same wherever it stands (as
                  in word2vec, Mikolov et al. 2013)
    contextual    a network reads the whole text (Devlin et al. 2019; Reimers and Gurevych 2019)

All see the same library. The first two compare the terms of the question with those of each entry,
cut and stemmed in the same way; the others take the nearest of an entry's passages. The static
vectors are what the contextual network begins with, so that what differs is the reading.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import numpy as np
import numpy.typing as npt

from data.errors import InputError
from data.records import Entry
from index.building import lexical_text
from index.encoder import Encoder, Vectors
from index.generation import Generation
from index.lexical import LexicalIndex, terms
from pipeline.build import Faqdesk
from pipeline.evaluation.asked import questions_of
from pipeline.evaluation.bootstrap import mean_with_interval
from pipeline.evaluation.question_sets import QuestionSet, questions_in
from pipeline.evaluation.records import Figure, LabelledQuestion
from pipeline.evaluation.report_json import report_from_json
from pipeline.evaluation.service import live_entries
from pipeline.inside.network import Floats, Network
from pipeline.inside.vectors import passage_texts

SAMPLE = Path(__file__).parents[2] / "data/sample/questions.jsonl"
# What would take minutes to read is not compared while somebody waits.
MOST_PASSAGES = 20_000
MOST_QUESTIONS = 2000
BATCH = 256
SHOWN = 3
SEED = 0


class Method(StrEnum):
    """A way of comparing a question with entries."""

    WORDS = "words"
    BM25 = "bm25"
    STATIC = "static"
    CONTEXTUAL = "contextual"


@dataclass(frozen=True, slots=True)
class Place:
    """An entry that a method found, and its score: comparable within the method only."""

    entry_id: str
    question: str
    score: float


@dataclass(frozen=True, slots=True)
class Found:
    """What a method finds for a question: the best entries, and the rank of the right one.

    `rank` counts from 1; it is None where nobody knows which entry is right, or where the method
    finds nothing at all in it that is like the question.
    """

    method: Method
    best: tuple[Place, ...]
    rank: int | None


@dataclass(frozen=True, slots=True)
class Hits:
    """How often a method puts a right entry first, 0 to 1, with its 95 % interval."""

    method: Method
    hit: Figure


@dataclass(frozen=True, slots=True)
class _Library:
    """Entries, and their passages as texts: of which entry each is, and its contextual vector.

    `rows` are the places of the entries in the index, and `lexical` is its BM25.
    """

    entries: tuple[Entry, ...]
    rows: npt.NDArray[np.int64]
    lexical: LexicalIndex
    texts: tuple[str, ...]
    owners: npt.NDArray[np.int64]
    vectors: Vectors


class Methods:
    """The four ways, ready to compare questions with the entries of the live library."""

    def __init__(self, library: _Library, encoder: Encoder, network: Network) -> None:
        self._library = library
        self._encoder = encoder
        self._network = network
        self._counts = WordCounts([lexical_text(entry) for entry in library.entries])
        self._static = network.static_means(library.texts)

    @classmethod
    def of_library(cls, desk: Faqdesk, network: Network) -> Methods:
        """The live library by all four.

        Raises:
            LibraryError: when nothing is published or the files on disk cannot be trusted.
            InputError: when it is empty, or too large to be compared while somebody waits.
        """
        generation = desk.library.current()
        if len(generation.passages.ids) > MOST_PASSAGES:
            raise InputError(
                f"The library has {len(generation.passages.ids):,} passages, and more than "
                f"{MOST_PASSAGES:,} would take too long to read anew in four ways. "
                "Look at a part of it in a library of its own."
            )
        library = _library(desk, generation)
        if not library.entries:
            raise InputError("The library has no entries today. Publish one first.")
        return cls(library, desk.encoder, network)

    def scores(self, questions: Sequence[str]) -> dict[Method, Floats]:
        """Each method's score of each entry, shape (questions, entries), higher is better."""
        lexical, rows = self._library.lexical, self._library.rows
        contextual = self._encoder.encode(questions) @ self._library.vectors.T
        static = self._network.static_means(questions) @ self._static.T
        return {
            Method.WORDS: np.stack([self._counts.scores(question) for question in questions]),
            Method.BM25: np.stack([lexical.scores(question)[rows] for question in questions]),
            Method.STATIC: self._nearest(static),
            Method.CONTEXTUAL: self._nearest(contextual),
        }

    def found(self, question: str, relevant: Sequence[str]) -> tuple[Found, ...]:
        """What each method finds for a question, and the rank of the best of the right entries."""
        scores = self.scores([question])
        return tuple(self._found(method, scores[method][0], relevant) for method in Method)

    def hits(self, questions: Sequence[LabelledQuestion]) -> tuple[Hits, ...]:
        """How often each method puts a right entry first, of the questions that have one.

        Raises:
            InputError: when no question says which entry is right.
        """
        asked = [question for question in questions if question.relevant]
        if not asked:
            raise InputError("No question of the set says which entry answers it.")
        if len(asked) > MOST_QUESTIONS:
            chosen = np.random.default_rng(SEED).choice(len(asked), MOST_QUESTIONS, replace=False)
            asked = [asked[place] for place in np.sort(chosen)]
        hits: dict[Method, list[float]] = {method: [] for method in Method}
        for start in range(0, len(asked), BATCH):
            batch = asked[start : start + BATCH]
            scores = self.scores([question.query for question in batch])
            for method, values in hits.items():
                values += self._first_is_right(scores[method], batch)
        return tuple(Hits(method, mean_with_interval(v, SEED)) for method, v in hits.items())

    def _found(self, method: Method, scores: Floats, relevant: Sequence[str]) -> Found:
        order = np.argsort(-scores, kind="stable")
        entries = self._library.entries
        best = tuple(
            Place(entries[row].id, entries[row].question, float(scores[row]))
            for row in order[:SHOWN].tolist()
            if scores[row] > 0
        )
        ranks = [
            rank
            for rank, row in enumerate(order.tolist(), start=1)
            if entries[row].id in relevant and scores[row] > 0
        ]
        return Found(method, best, ranks[0] if ranks else None)

    def _first_is_right(self, scores: Floats, asked: Sequence[LabelledQuestion]) -> list[float]:
        """1 for each question of which the best entry is a right one, else 0."""
        first = scores.argmax(axis=1).tolist()
        entries = self._library.entries
        return [
            float(scores[at, row] > 0 and entries[row].id in question.relevant)
            for at, (row, question) in enumerate(zip(first, asked, strict=True))
        ]

    def _nearest(self, cosines: Floats) -> Floats:
        """Each entry's nearest passage, shape (questions, entries); passages are in their order."""
        starts = np.flatnonzero(np.diff(self._library.owners, prepend=-1))
        return np.asarray(np.maximum.reduceat(cosines, starts, axis=1), np.float32)


class WordCounts:
    """Texts as counts of their terms, rare terms counting more: tf · idf, of length 1.

    The idf of a term in d of n texts is ln(n / d), the classic one.

    Worked example: of "dog dog cat" and "cat", the term dog is in one of two, so its idf is ln 2;
    cat is in both, and has none. The first text is all dog, and the second nothing.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        from scipy.sparse import csr_matrix

        counted = [Counter(terms(text)) for text in texts]
        within = Counter(term for counts in counted for term in counts)
        self._column = {term: at for at, term in enumerate(within)}
        self._idf = np.array([math.log(len(texts) / count) for count in within.values()])
        rows = [row for row, counts in enumerate(counted) for _ in counts]
        columns = [self._column[term] for counts in counted for term in counts]
        values = np.array([n for counts in counted for n in counts.values()], np.float64)
        values *= self._idf[columns]
        lengths = np.sqrt(np.bincount(rows, values**2, minlength=len(texts)))
        values /= np.maximum(lengths[rows], np.finfo(np.float64).tiny)
        self._texts = csr_matrix((values, (rows, columns)), (len(texts), len(within)))

    def scores(self, question: str) -> Floats:
        """The cosine of each text to a question, 0 to 1; terms that no text has are passed over."""
        vector = np.zeros(len(self._column))
        for term, count in Counter(terms(question)).items():
            if term in self._column:
                vector[self._column[term]] = count * self._idf[self._column[term]]
        length = max(float(np.linalg.norm(vector)), np.finfo(np.float64).tiny)
        return np.asarray(self._texts @ (vector / length), np.float32)


def _library(desk: Faqdesk, generation: Generation) -> _Library:
    hidden = desk.validity.hidden(generation.number)
    numbers = [entry.revision for entry in generation.entries if entry.revision not in hidden]
    entries = {revision.number: revision.entry for revision in desk.store.revisions(numbers)}
    rows = [row for row, each in enumerate(generation.entries) if each.revision in entries]
    kept = [entries[generation.entries[row].revision] for row in rows]
    tables = [generation.passages_of(row) for row in rows]
    texts = [text for pair in zip(kept, tables, strict=True) for text in passage_texts(*pair)]
    owners = np.repeat(np.arange(len(rows)), [len(table.ids) for table in tables])
    ids = np.concatenate([np.zeros(0, np.int64), *(table.ids for table in tables)])
    return _Library(
        tuple(kept),
        np.array(rows, np.int64),
        generation.lexical,
        tuple(texts),
        owners,
        generation.vectors.vectors(ids),
    )


def question_set(desk: Faqdesk) -> QuestionSet:
    """The questions that the library is known by: those of its last evaluation, or the sample's.

    Raises:
        InputError: when there is neither.
    """
    for info in desk.evaluations.runs()[:1]:
        return questions_of(info.name, report_from_json(desk.evaluations.report(info.id)))
    ids = {entry.id for entry in live_entries(desk)}
    if SAMPLE.is_file():
        sample = questions_in("the questions of the sample", SAMPLE.read_bytes(), None)
        if all(id_ in ids for question in sample.questions for id_ in question.relevant):
            return sample
    raise InputError(
        "There are no questions whose right entry is known. Run an evaluation on the page Quality, "
        "and its questions are used here."
    )


def labelled(questions: QuestionSet, question: str) -> tuple[str, ...]:
    """The ids that a set has for a question, in whatever case it is written; none if it has not."""
    wanted = question.strip().casefold()
    same = (q.relevant for q in questions.questions if q.query.strip().casefold() == wanted)
    return next(same, ())

"""The vocabulary: frozen dataclasses, the only things that cross a layer."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class Status(StrEnum):
    """Whether visitors can be given an entry."""

    LIVE = "live"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True)
class Entry:
    """One question with its answer, as the owner wrote it."""

    id: str
    question: str
    answer: str
    alternates: tuple[str, ...] = ()
    category: str = ""
    tags: tuple[str, ...] = ()
    source: str = ""
    url: str = ""
    status: Status = Status.LIVE

    @property
    def forms(self) -> tuple[str, ...]:
        """The ways in which it is asked: the question, then each alternate that is another text."""
        return tuple(dict.fromkeys((self.question, *self.alternates)))

    @property
    def digest(self) -> str:
        """SHA-256, in hex, of everything the entry says; equal digests mean equal entries."""
        fields = [self.id, self.question, self.answer, list(self.alternates), self.category]
        fields += [list(self.tags), self.source, self.url, str(self.status)]
        return hashlib.sha256(json.dumps(fields, ensure_ascii=False).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Revision:
    """One state of an entry, kept for ever under a number that is never used again."""

    number: int
    entry: Entry
    created_at: datetime
    created_by: str


@dataclass(frozen=True, slots=True)
class Draft:
    """What a file says about one entry. `None` means that the file has no such column."""

    place: Place
    question: str
    answer: str
    id: str | None = None
    alternates: tuple[str, ...] | None = None
    category: str | None = None
    tags: tuple[str, ...] | None = None
    source: str | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file something stands: row counts from 1 and the header is row 1."""

    file: str
    row: int | None = None
    column: str = ""


@dataclass(frozen=True, slots=True)
class Rejection:
    """A row that was not imported, and why."""

    place: Place
    reason: str

    @property
    def sentence(self) -> str:
        """File, row, column and reason in one line."""
        row = "" if self.place.row is None else f", row {self.place.row}"
        column = f", column {self.place.column}" if self.place.column else ""
        return f"{self.place.file}{row}{column}: {self.reason}"


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """What was understood of one file; `columns` maps our field names to the file's own."""

    name: str
    drafts: tuple[Draft, ...]
    rejections: tuple[Rejection, ...] = ()
    warnings: tuple[str, ...] = ()
    columns: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What an ingest changed: counts of entries, rejected rows and the generation now live."""

    added: int = 0
    updated: int = 0
    unchanged: int = 0
    retired: int = 0
    rejected: tuple[Rejection, ...] = ()
    warnings: tuple[str, ...] = ()
    generation: int | None = None
    embedded: int = 0

    @property
    def accepted(self) -> int:
        """How many rows of the files are in the library now."""
        return self.added + self.updated + self.unchanged


@dataclass(frozen=True, slots=True)
class GenerationInfo:
    """One published state of the library. `digest` fixes which revisions it holds."""

    number: int
    created_at: datetime
    created_by: str
    entries: int
    digest: str


class PassageKind(StrEnum):
    """Which part of an entry a passage is."""

    QUESTION = "question"
    ALTERNATE = "alternate"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Passage:
    """One piece of text that is embedded.

    `id` is 63 bits of a hash of the other fields, so the same passage has the same id in every
    generation. `start` and `end` are code points: of the answer for an answer passage, of the text
    itself otherwise.
    """

    id: int
    entry_id: str
    kind: PassageKind
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """How an entry compares with a question, source by source.

    `question`, `alternate` and `answer` are cosine similarities to the nearest such passage, −1 to
    1 (0 where the entry has none); `lexical` is BM25 as a share of the most that any entry could
    score for the question, 0 to 1. `revision` names the text that was indexed. `nearest` is which
    of the entry's forms is nearest: 0 for the question, then the alternates.
    """

    entry_id: str
    revision: int
    question: float
    alternate: float
    answer: float
    lexical: float
    answer_start: int = 0
    answer_end: int = 0
    nearest: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader made of one passage.

    `[start, end)` are code points of the passage and `text` is what stands there; where no words
    could be marked both are 0 and `text` is empty. The best words are marked even where the reader
    doubts that they answer. `score` says how well they do, higher is better, and compares across
    passages of one question. `relevance` is how sure the reader is that heading and passage are
    about what is asked, 0 to 1, whatever words it found, and `answers` how sure it is, all in all,
    that the passage answers, 0 to 1: below 0.5 its verdict is that it does not.
    """

    start: int
    end: int
    text: str
    score: float
    relevance: float
    answers: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry proposed for a question.

    `fused` is the score of what retrieval found and `score` the one that orders candidates, both
    0 to 1, higher is better. `reading` is None where the order was clear without it.
    """

    entry: Entry
    evidence: Evidence
    fused: float
    score: float
    reading: Reading | None = None


class Decision(StrEnum):
    """What faqdesk does with what it found."""

    ANSWERED = "answered"
    SUGGESTED = "suggested"
    UNANSWERED = "unanswered"


@dataclass(frozen=True, slots=True)
class Span:
    """The words that answer: `[start, end)` in code points of the entry's answer."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An entry that might be meant, for "did you mean"."""

    id: str
    question: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Intent:
    """What kind of message it is, how sure that is (0 to 1) and which category it falls in."""

    kind: str
    confidence: float
    category: str | None = None


@dataclass(frozen=True, slots=True)
class Timing:
    """How long one step of an answer took, in milliseconds."""

    step: str
    ms: float


@dataclass(frozen=True, slots=True)
class Answer:
    """The whole reply to one question; "no good answer" is one of these and not an error.

    `candidates` are the entries that were weighed, best first; `evidence` is that of every entry
    that any source found, in no particular order. `remark` says what was amiss while answering, and
    what to do about it; mostly it is empty.
    """

    question: str
    decision: Decision
    text: str
    confidence: float
    entry: Entry | None
    span: Span | None
    suggestions: tuple[Suggestion, ...]
    intent: Intent | None
    phrased: bool
    generation: int
    timings: tuple[Timing, ...] = ()
    candidates: tuple[Candidate, ...] = field(default=(), repr=False)
    evidence: tuple[Evidence, ...] = field(default=(), repr=False)
    turn: int | None = None
    remark: str = ""

    @property
    def total_ms(self) -> float:
        """How long all steps took together, in milliseconds."""
        return sum(timing.ms for timing in self.timings)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A question, shortened, that cannot be asked, and what to do about it."""

    question: str
    reason: str


class Vote(StrEnum):
    """What a visitor thought of an answer."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class EvaluationInfo:
    """One kept evaluation run: when, of which question set, against which generation."""

    id: int
    created_at: datetime
    name: str
    generation: int


@dataclass(frozen=True, slots=True)
class Turn:
    """One question asked, what was answered, and what the visitor thought of it."""

    id: int
    asked_at: datetime
    question: str
    decision: Decision
    entry_id: str | None
    confidence: float
    generation: int
    vote: Vote | None = None

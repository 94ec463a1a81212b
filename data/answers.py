"""The vocabulary of answering: what was weighed, what was answered, what people thought of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from data.records import Entry


@dataclass(frozen=True, slots=True)
class Evidence:
    """How an entry compares with a question, source by source.

    `question`, `alternate` and `answer` are cosine similarities to the nearest such passage, −1 to
    1 (0 where the entry has none); `lexical` is BM25 as a share of the most that any entry could
    score for the question, 0 to 1. `revision` names the text that was indexed. `nearest` is which
    of the entry's forms is nearest: 0 for the question, then the alternates; `nearest_alternate`
    is that of the alternates alone, 0 where there are none.
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
    nearest_alternate: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader made of one passage.

    `[start, end)` are code points of the passage and `text` is what stands there; where no words
    could be marked both are 0 and `text` is empty. The best words are marked even where the reader
    doubts that they answer. `score` says how well they do, higher is better, and compares across
    passages of one question. `relevance` is how sure the reader is that heading and passage are
    about what is asked, 0 to 1, whatever words it found, and `answers` how sure it is, all in all,
    that the passage answers, 0 to 1: below 0.5 its verdict is that it does not. A reader that
    weighs words against there being none has both in its score: the words have `score + none`.
    """

    start: int
    end: int
    text: str
    score: float
    relevance: float
    answers: float
    none: float = 0.0


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


class MessageKind(StrEnum):
    """What a visitor wants with a message; `PERSON` is to talk to a human being."""

    QUESTION = "question"
    GREETING = "greeting"
    THANKS = "thanks"
    GOODBYE = "goodbye"
    PERSON = "person"
    COMPLAINT = "complaint"
    OFF_TOPIC = "off-topic"
    UNINTELLIGIBLE = "unintelligible"


@dataclass(frozen=True, slots=True)
class Intent:
    """What kind of message it is, how sure that is (0 to 1) and which category it falls in.

    `category` is None where the library has none that fits, and `category_confidence`, 0 to 1, the
    share of the belief in all candidates that those of the category have.
    """

    kind: MessageKind
    confidence: float
    category: str | None = None
    category_confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class Timing:
    """How long one step of an answer took, in milliseconds."""

    step: str
    ms: float


class PhrasingResult(StrEnum):
    """Whether fresh words were shown, or why not."""

    SHOWN = "shown"
    UNSUPPORTED = "the entry does not bear them out"
    INCOMPLETE = "what the entry bears out does not answer"
    STOPPED = "stopped before they were written"
    FAILED = "they could not be written"


@dataclass(frozen=True, slots=True)
class Phrasing:
    """An answer in fresh words, Markdown, or why there is none: `text` is empty then.

    `remark` says what went wrong, or which sentences were dropped and why.
    """

    result: PhrasingResult
    text: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The whole reply to one question; "no good answer" is one of these and not an error.

    `candidates` are the entries that were weighed, best first; `evidence` is that of every entry
    that any source found, in no particular order. `remark` says what was amiss while answering, and
    what to do about it; mostly it is empty. `further` holds the answers to the other questions of a
    message that asked several. `phrasing` is None where no fresh words were asked for.
    """

    question: str
    decision: Decision
    text: str
    confidence: float
    entry: Entry | None
    span: Span | None
    suggestions: tuple[Suggestion, ...]
    intent: Intent | None
    generation: int
    timings: tuple[Timing, ...] = ()
    candidates: tuple[Candidate, ...] = field(default=(), repr=False)
    evidence: tuple[Evidence, ...] = field(default=(), repr=False)
    turn: int | None = None
    remark: str = ""
    further: tuple[Answer, ...] = ()
    phrasing: Phrasing | None = None

    @property
    def phrased(self) -> bool:
        """Whether it was said in fresh words."""
        return self.phrasing is not None and self.phrasing.result is PhrasingResult.SHOWN

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
class Turn:
    """One question asked, what was answered, and what the visitor thought of it.

    `suggested` are the ids of the entries under "did you mean", `picked` that of the one which the
    visitor chose, and `runner_up` that of the best candidate which was not the answer. `phrasing`
    says what became of fresh words, "" where none were asked for.
    """

    id: int
    asked_at: datetime
    question: str
    decision: Decision
    entry_id: str | None
    confidence: float
    generation: int
    kind: MessageKind = MessageKind.QUESTION
    category: str = ""
    suggested: tuple[str, ...] = ()
    runner_up: str | None = None
    picked: str | None = None
    phrasing: str = ""
    vote: Vote | None = None

"""What the parts of an evaluation hand to each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from data.answers import Answer

# The orders in which entries are ranked: three by one source, and the one that visitors get.
SOURCES = ("dense", "bm25", "fused", "final")


@dataclass(frozen=True, slots=True)
class LabelledQuestion:
    """A question and what should come of it.

    `relevant` holds the ids of the entries that answer it; when it is empty, nothing should
    answer. `gold` holds the words that answer, `kind` the kind of message; None where the set does
    not say. `line` is where the question stands in its file, from 1.
    """

    line: int
    query: str
    relevant: tuple[str, ...]
    gold: str | None = None
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A question, the answer that it got, and how each source ranked entries, best first."""

    question: LabelledQuestion
    answer: Answer
    rankings: Mapping[str, tuple[str, ...]]

    @property
    def is_right(self) -> bool:
        """Whether an entry was given and is one of those that answer."""
        return self.answer.entry is not None and self.answer.entry.id in self.question.relevant

    @property
    def best_is_right(self) -> bool:
        """Whether the entry that visitors would get first answers, given or withheld."""
        ranking = self.rankings["final"]
        return bool(ranking) and ranking[0] in self.question.relevant


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value with its 95 % bootstrap interval, from `n` questions.

    With no questions of the kind that it needs, `n` is 0 and the other three are None.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int


Figures = Mapping[str, Figure]


@dataclass(frozen=True, slots=True)
class Bin:
    """Questions of like confidence: how sure faqdesk was on average and how often it was right."""

    confidence: float
    accuracy: float
    n: int


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """Answering the surest share `coverage` of the questions, `risk` of the answers are wrong."""

    coverage: float
    risk: float


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one question, as reports and comparisons keep it.

    `rank` is the place of the first right entry in the order that visitors get, from 1; 0 when it
    is not among the candidates. `scores` are those of the entry that came first, by source.
    """

    query: str
    expected: tuple[str, ...]
    got: str | None
    first: str | None
    rank: int
    confidence: float
    decision: str
    span: str | None
    ms: float
    category: str
    scores: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Report:
    """A whole evaluation. Keys of the mappings are those of the JSON, see the README."""

    retrieval: Mapping[str, Figures]
    answers: Figures
    decisions: Figures
    intent: Figures
    speed: Mapping[str, Mapping[str, float]]
    questions_per_second: float
    run: Mapping[str, object]
    by_category: Mapping[str, Figures]
    reliability: tuple[Bin, ...]
    curve: tuple[CurvePoint, ...]
    confusion: Mapping[str, Mapping[str, int]]
    rows: tuple[Row, ...]

"""An explanation, from the question as it was typed to what would have changed the answer.

All of it is plain texts and numbers, which `--json` prints as they are. Scores, shares and
confidences are 0 to 1, cosines −1 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from data.answers import Decision, MessageKind, Reading, Timing
from index.lexical import TermShare
from pipeline.contrasts import Clash
from pipeline.intent.kinds import KindGuess


@dataclass(frozen=True, slots=True)
class Encoding:
    """What the encoder made of the question; of more `tokens` than `window` the last are unread."""

    encoder: str
    dimension: int
    norm: float
    tokens: int
    window: int


@dataclass(frozen=True, slots=True)
class ScorePart:
    """What one thing adds to a candidate's score: `value` · `weight`, or takes from it."""

    name: str
    value: float
    weight: float
    adds: float


@dataclass(frozen=True, slots=True)
class Weighed:
    """A candidate: how it was found, what was made of it and how sure that makes it.

    `place` counts from 1 in the order that decides, `found_at` in that of retrieval. `nearest` is
    the form of the entry that is nearest to the question, `alternate` its nearest alternate and
    `passage` the nearest part of its answer, at `[start, end)`. `clash` and what the reader says
    are None where the entry was not read. The `parts` add up to the score; `share` is its share of
    the belief in all candidates.
    """

    place: int
    found_at: int
    entry_id: str
    question: str
    category: str
    nearest: str
    question_cosine: float
    alternate: str
    alternate_cosine: float
    passage: str
    passage_start: int
    passage_end: int
    answer_cosine: float
    lexical: float
    terms: tuple[TermShare, ...]
    fused: float
    reading: Reading | None
    clash: Clash | None
    parts: tuple[ScorePart, ...]
    score: float
    share: float
    confidence: float


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the message was taken for.

    `kinds` are the likeliest first. `marked` is the question that somebody marked as out of scope
    and which this one counts as, "" if none. `category_from` is "training", "entries" or "".
    """

    kind: MessageKind
    confidence: float
    kinds: tuple[KindGuess, ...]
    marked: str
    marked_cosine: float
    category: str
    category_confidence: float
    category_from: str


class Reason(StrEnum):
    """Why it was decided so."""

    SURE = "sure enough"
    UNSURE = "not sure enough"
    TOO_CLOSE = "two entries are too close"
    OPPOSITE = "the opposite is asked"
    ANOTHER = "another number or code is asked"
    NOTHING_FOUND = "nothing was found"
    SMALL_TALK = "taken for no question"
    OUT_OF_SCOPE = "marked as out of scope"


@dataclass(frozen=True, slots=True)
class Feature:
    """What one thing adds to the log-odds that the first candidate answers.

    `confidence` is what they come to with this feature and all before it. Of a rival, `entry_id`
    says which it is.
    """

    name: str
    adds: float
    confidence: float
    entry_id: str = ""


@dataclass(frozen=True, slots=True)
class TooClose:
    """The rule for two entries that nearly ask the same: whether it held, and by what.

    `rival` is the best that asks something else, "" where there is none; the rule holds where it
    scores less than `least_gap` under the first, answers otherwise and asks nearly the same.
    """

    rival: str
    gap: float
    least_gap: float
    answers_alike: bool
    asks_alike: bool
    holds: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was decided and why; the features add up to the log-odds behind the confidence."""

    decision: Decision
    reason: Reason
    confidence: float
    log_odds: float
    features: tuple[Feature, ...]
    answer_at: float
    suggest_at: float
    thresholds_from: str
    too_close: TooClose


@dataclass(frozen=True, slots=True)
class Path:
    """One question on its way to its answer.

    `entry_id` and `span` are "" where no entry answers; `suggested` are ids.
    """

    question: str
    encoding: Encoding
    candidates: tuple[Weighed, ...]
    wanted: Wanted
    verdict: Verdict
    entry_id: str
    text: str
    span: str
    suggested: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A message and its way to its answer or answers.

    `cleaned` is what was made of what was `asked`, `heart` that without pleasantries and
    `questions` those that it was taken apart into; they were answered one by one unless `as_one`.
    `weights` are those of the scores, and `remark` says what was amiss.
    """

    asked: str
    cleaned: str
    heart: str
    questions: tuple[str, ...]
    as_one: bool
    category: str
    generation: int
    entries: int
    timings: tuple[Timing, ...]
    paths: tuple[Path, ...]
    remark: str


class ChangeKind(StrEnum):
    """What is changed to see what comes of it, the smallest first."""

    THRESHOLD = "threshold"
    UNMARKED = "no such mark"
    ALTERNATE = "another way to ask"
    WITHOUT = "without an entry"


@dataclass(frozen=True, slots=True)
class Change:
    """What came of asking again with one thing changed.

    `threshold` is that of a changed one and `entry_id` the entry that was changed. `changes` is
    true where visitors would get something else; `answer_id` is the entry they would get, "" where
    none, and `first_id` the one that would come first.
    """

    kind: ChangeKind
    entry_id: str
    question: str
    threshold: float
    changes: bool
    decision: Decision
    confidence: float
    answer_id: str
    answer_question: str
    first_id: str

"""Puts questions that went wrong into groups of those that ask the same.

Agglomerative clustering with average linkage (Sokal and Michener 1958): the two groups that are
nearest on average become one, until none are as near as `TOGETHER_AT`. On 1,249 questions of
StackFAQ, whose entries are known, 91 % of the pairs that this puts together belong together, and it
finds 83 % of those that do; of 712 that people typed to shops it is 87 % and fewer are found.

Worked example: "where's the café", "Where's the  CAFÉ" and "is there a café" are two texts, the
first asked twice, and one group, called after the text nearest to all that was asked.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import numpy.typing as npt

from data.answers import Decision, MessageKind, Turn, Vote
from index.embedding import embed_texts
from index.encoder import Vectors
from pipeline.build import Faqdesk
from pipeline.intent.messages import heart_of
from pipeline.intent.scope import SAME_AT
from pipeline.planning import question_key

# Cosine similarity.
TOGETHER_AT = 0.6
# An answer is looked at where it is by less than this above the confidence that answering takes.
UNSURE_BY = 0.1
# Older turns than these wait until the newer ones are reviewed.
MOST_TURNS = 5000
CHUNK = 512
# Some questions are taken for off-topic ones, and few for anything else.
USUAL = frozenset({MessageKind.QUESTION, MessageKind.OFF_TOPIC})
EVERY = frozenset(MessageKind)


@dataclass(frozen=True, slots=True)
class Wrong:
    """In how many turns what went wrong: no answer, only suggestions, a doubtful answer, a dislike.

    A disliked answer counts as that alone; `not_asked` were not taken for questions.
    """

    unanswered: int = 0
    suggested: int = 0
    unsure: int = 0
    disliked: int = 0
    not_asked: int = 0


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it was last typed, without greetings; its turns, and when it was last asked."""

    text: str
    turns: tuple[int, ...]
    newest: datetime

    @property
    def count(self) -> int:
        """How often it was asked."""
        return len(self.turns)


@dataclass(frozen=True, slots=True)
class Hint:
    """What the turns say about one entry, in numbers of turns.

    `picked` is by visitors, under "did you mean"; `close` is being the best that was not given.
    """

    entry_id: str
    picked: int = 0
    close: int = 0
    disliked: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """Questions that ask the same, the most frequent first, under the most central of them."""

    title: str
    asked: tuple[Asked, ...]
    wrong: Wrong
    hints: tuple[Hint, ...]

    @property
    def turns(self) -> tuple[int, ...]:
        """All turns of the group."""
        return tuple(turn for asked in self.asked for turn in asked.turns)

    @property
    def newest(self) -> datetime:
        """When one of them was last asked."""
        return max(asked.newest for asked in self.asked)


def waiting_turns(faqdesk: Faqdesk, *, small_talk: bool = False) -> tuple[Turn, ...]:
    """The turns that wait for a review, newest first.

    With `small_talk` also what was taken for thanks, complaints and the like, rightly or not.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    below = min(1.0, faqdesk.thresholds().answer_at + UNSURE_BY)
    return tuple(faqdesk.reviews.waiting(below, MOST_TURNS, EVERY if small_talk else USUAL))


def grouped(turns: Sequence[Turn], faqdesk: Faqdesk) -> tuple[Group, ...]:
    """Groups of turns, the most frequent first and the newest first among equals.

    Off-topic messages that are marked as out of scope are left out. Vectors of questions are kept,
    so that each is worked out once.

    Raises:
        ModelError: when the encoder cannot be loaded.
    """
    same: defaultdict[str, list[Turn]] = defaultdict(list)
    for turn in turns:
        same[question_key(heart_of(turn.question))].append(turn)
    texts = [heart_of(each[0].question) for each in same.values()]
    vectors = _vectors(texts, faqdesk)
    left = _not_marked(list(same.values()), vectors, faqdesk)
    kept = [each for each, stays in zip(same.values(), left, strict=True) if stays]
    if not kept:
        return ()
    labels = clusters(vectors[left])
    members = (np.flatnonzero(labels == label) for label in range(int(labels.max()) + 1))
    groups = [_group([kept[at] for at in places], vectors[left][places]) for places in members]
    return tuple(sorted(groups, key=lambda g: (len(g.turns), g.newest), reverse=True))


def clusters(vectors: Vectors) -> npt.NDArray[np.int64]:
    """The number of the group of each unit vector, from 0; shape (texts,)."""
    if len(vectors) < 2:
        return np.zeros(len(vectors), np.int64)
    from scipy.cluster.hierarchy import fcluster, linkage

    tree = linkage(_distances(vectors), "average")
    labels = fcluster(tree, 1 - TOGETHER_AT, "distance")
    return np.asarray(labels, np.int64) - 1


def _distances(vectors: Vectors) -> npt.NDArray[np.float64]:
    """1 − cosine of each pair, row by row above the diagonal: scipy's condensed form."""
    count = len(vectors)
    condensed = np.empty(count * (count - 1) // 2)
    at = 0
    for start in range(0, count, CHUNK):
        cosines = vectors[start : start + CHUNK] @ vectors.T
        for row, cosine in enumerate(cosines, start):
            beyond = cosine[row + 1 :]
            condensed[at : at + len(beyond)] = 1 - beyond
            at += len(beyond)
    return condensed.clip(0, out=condensed)


def _vectors(texts: Sequence[str], faqdesk: Faqdesk) -> Vectors:
    return embed_texts(texts, faqdesk.encoder, faqdesk.vector_cache).vectors


def _not_marked(
    same: Sequence[Sequence[Turn]], vectors: Vectors, faqdesk: Faqdesk
) -> npt.NDArray[np.bool_]:
    """Which questions are no off-topic messages that somebody has marked already."""
    off_topic = np.array([each[0].kind is MessageKind.OFF_TOPIC for each in same], np.bool_)
    marks = [heart_of(mark.question) for mark in faqdesk.scope_marks.all()]
    if not marks or not off_topic.any():
        return np.ones(len(same), np.bool_)
    near = (vectors @ _vectors(marks, faqdesk).T).max(axis=1) >= SAME_AT
    return np.asarray(~(off_topic & near), np.bool_)


def _group(same: Sequence[Sequence[Turn]], vectors: Vectors) -> Group:
    asked = [_asked(turns) for turns in same]
    counts = np.array([each.count for each in asked], np.float32)
    central = int((vectors @ (counts @ vectors)).argmax())
    turns = [turn for each in same for turn in each]
    return Group(
        title=asked[central].text,
        asked=tuple(sorted(asked, key=lambda each: (each.count, each.newest), reverse=True)),
        wrong=_wrong(turns),
        hints=tuple(_hints(turns)),
    )


def _asked(turns: Sequence[Turn]) -> Asked:
    newest = turns[0]
    return Asked(
        heart_of(newest.question), tuple(turn.id for turn in turns), max(t.asked_at for t in turns)
    )


def _wrong(turns: Iterable[Turn]) -> Wrong:
    counts = Counter(_fault(turn) for turn in turns)
    return Wrong(*(counts[name] for name in Wrong.__dataclass_fields__))


def _fault(turn: Turn) -> str:
    if turn.kind is not MessageKind.QUESTION:
        return "not_asked"
    if turn.vote is Vote.DOWN:
        return "disliked"
    faults = {Decision.UNANSWERED: "unanswered", Decision.SUGGESTED: "suggested"}
    return faults.get(turn.decision, "unsure")


def _hints(turns: Sequence[Turn]) -> list[Hint]:
    picked = Counter(turn.picked for turn in turns if turn.picked)
    close = Counter(turn.runner_up for turn in turns if turn.runner_up)
    disliked = Counter(turn.entry_id for turn in turns if turn.entry_id and turn.vote is Vote.DOWN)
    named = dict.fromkeys((*picked, *close, *disliked))
    return [Hint(name, picked[name], close[name], disliked[name]) for name in named]

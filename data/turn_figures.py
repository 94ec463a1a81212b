"""Figures about the questions of a stretch of time, counted by the database.

A stretch begins with `since` and ends before `until`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Engine,
    Row,
    Select,
    String,
    TableValuedAlias,
    and_,
    case,
    cast,
    func,
    select,
    true,
)

from data.answers import Decision, MessageKind, Vote
from data.database import translated
from data.tables import FeedbackRow, TurnRow, as_utc

# Of more turns than these the newest tell how long the steps take.
MOST_TIMED = 20_000
_Any = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Stretch:
    """From a moment to another, which is not in it."""

    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class TurnCounts:
    """How many questions of ten minutes, from `at` on, had which decision; `others` ask nothing."""

    at: datetime
    answered: int = 0
    suggested: int = 0
    unanswered: int = 0
    others: int = 0


@dataclass(frozen=True, slots=True)
class EntryUse:
    """How often an entry was given as the answer, suggested, picked there, liked and disliked."""

    entry_id: str
    answered: int = 0
    suggested: int = 0
    picked: int = 0
    liked: int = 0
    disliked: int = 0

    @property
    def shown(self) -> int:
        """How often visitors were shown it, as the answer or under "did you mean"."""
        return self.answered + self.suggested


@dataclass(frozen=True, slots=True)
class CategoryCount:
    """How many questions were of a category; "" is none."""

    category: str
    count: int


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A question for which nothing was found, how often it was asked and when last."""

    question: str
    count: int
    newest: datetime


@dataclass(frozen=True, slots=True)
class VoteCounts:
    """How many turns visitors liked and disliked."""

    up: int = 0
    down: int = 0


@dataclass(frozen=True, slots=True)
class StepTimes:
    """How long one step took in each turn, in milliseconds."""

    step: str
    ms: tuple[float, ...]


class TurnFigures:
    """What the database counts of its turns."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def counts(self, stretch: Stretch) -> list[TurnCounts]:
        """How much was asked in each ten minutes in which something was, oldest first.

        Ten minutes are the parts that days begin at in nearly every time zone.
        """
        bucket = self._ten_minutes()
        kind = case((_asked(), TurnRow.decision), else_="other")
        query = select(bucket, kind, func.count()).group_by(bucket, kind)
        counts: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for name, what, count in self._rows(query, stretch):
            counts[name][what] = count
        return [_turn_counts(name, counts[name]) for name in sorted(counts)]

    def votes(self, stretch: Stretch) -> VoteCounts:
        """How many of the turns have a thumb up and how many a thumb down."""
        voted = FeedbackRow.turn == TurnRow.id
        query = select(FeedbackRow.vote, func.count()).select_from(TurnRow)
        query = query.join(FeedbackRow, voted).group_by(FeedbackRow.vote)
        found = {row[0]: row[1] for row in self._rows(query, stretch)}
        return VoteCounts(found.get(str(Vote.UP), 0), found.get(str(Vote.DOWN), 0))

    def entries(self, stretch: Stretch) -> list[EntryUse]:
        """What was shown, the most often shown first."""
        up = func.sum(case((FeedbackRow.vote == str(Vote.UP), 1), else_=0))
        down = func.sum(case((FeedbackRow.vote == str(Vote.DOWN), 1), else_=0))
        given = select(TurnRow.entry_id, func.count(), up, down)
        given = given.outerjoin(FeedbackRow, FeedbackRow.turn == TurnRow.id)
        given = given.where(TurnRow.entry_id.is_not(None)).group_by(TurnRow.entry_id)
        picks = select(TurnRow.picked, func.count()).where(TurnRow.picked.is_not(None))
        found: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for name, answered, liked, disliked in self._rows(given, stretch):
            found[name] |= {"answered": answered, "liked": liked, "disliked": disliked}
        for name, count in self._rows(picks.group_by(TurnRow.picked), stretch):
            found[name]["picked"] = count
        for name, count in self._rows(self._suggestions(), stretch):
            found[name]["suggested"] = count
        uses = [EntryUse(name, **counts) for name, counts in found.items()]
        return sorted(uses, key=lambda use: (-use.shown, use.entry_id))

    def entry(self, entry_id: str, stretch: Stretch) -> EntryUse:
        """How often one entry was used."""
        own, each = TurnRow.entry_id == entry_id, self._each_suggested()
        suggested = select(each.c.value).where(each.c.value == entry_id).exists()
        wanted = (
            own,
            TurnRow.picked == entry_id,
            suggested,
            and_(own, FeedbackRow.vote == str(Vote.UP)),
            and_(own, FeedbackRow.vote == str(Vote.DOWN)),
        )
        query = select(*(func.coalesce(func.sum(case((it, 1), else_=0)), 0) for it in wanted))
        query = query.select_from(TurnRow).outerjoin(FeedbackRow, FeedbackRow.turn == TurnRow.id)
        [(answered, picked, offered, liked, disliked)] = self._rows(query, stretch)
        return EntryUse(entry_id, answered, offered, picked, liked, disliked)

    def categories(self, stretch: Stretch) -> list[CategoryCount]:
        """How many questions were of each category, the most frequent first."""
        name = func.coalesce(TurnRow.category, "")
        query = select(name, func.count()).where(_asked()).group_by(name)
        counts = [CategoryCount(*row) for row in self._rows(query, stretch)]
        return sorted(counts, key=lambda each: (-each.count, each.category))

    def unmatched(self, stretch: Stretch, limit: int) -> list[Unmatched]:
        """Questions that were neither answered nor had anything suggested, most frequent first."""
        count, newest = func.count(), func.max(TurnRow.asked_at)
        query = (
            select(func.min(TurnRow.question), count, newest)
            .where(_asked(), TurnRow.decision == str(Decision.UNANSWERED))
            .group_by(func.lower(TurnRow.question))
            .order_by(count.desc(), newest.desc())
            .limit(limit)
        )
        rows = self._rows(query, stretch)
        return [Unmatched(text, times, as_utc(last)) for text, times, last in rows]

    def times(self, stretch: Stretch) -> list[StepTimes]:
        """How long each step took, in the order of the steps; of the newest turns, if many."""
        query = select(TurnRow.timings_ms).order_by(TurnRow.id.desc()).limit(MOST_TIMED)
        steps: defaultdict[str, list[float]] = defaultdict(list)
        for (timings,) in self._rows(query, stretch):
            for step, ms in timings.items():
                steps[step].append(float(ms))
        return [StepTimes(step, tuple(values)) for step, values in steps.items()]

    def _rows(self, query: Select[*_Any], stretch: Stretch) -> Sequence[Row[*_Any]]:
        within = query.where(TurnRow.asked_at >= stretch.since, TurnRow.asked_at < stretch.until)
        with translated(), self._engine.connect() as connection:
            return connection.execute(within).all()

    def _ten_minutes(self) -> ColumnElement[str]:
        """The beginning of "2026-11-30 14:04:22" that ten minutes have in common, in UTC."""
        if self._engine.dialect.name == "postgresql":
            utc = func.timezone("UTC", TurnRow.asked_at)
            return func.substr(func.to_char(utc, "YYYY-MM-DD HH24:MI"), 1, 15)
        return func.substr(cast(TurnRow.asked_at, String), 1, 15)

    def _suggestions(self) -> Select[*_Any]:
        """How often each entry was under "did you mean"."""
        each = self._each_suggested()
        value = each.c.value
        return select(value, func.count()).select_from(TurnRow).join(each, true()).group_by(value)

    def _each_suggested(self) -> TableValuedAlias:
        """The entries under "did you mean" of a turn, one a row, as `value`."""
        if self._engine.dialect.name == "postgresql":
            return func.json_array_elements_text(TurnRow.suggested).table_valued("value")
        return func.json_each(TurnRow.suggested).table_valued("value")


def _asked() -> ColumnElement[bool]:
    return TurnRow.kind == str(MessageKind.QUESTION)


def _turn_counts(name: str, counts: dict[str, int]) -> TurnCounts:
    # "2026-11-30 14:0" for the ten minutes from 14:00 on.
    at = datetime.fromisoformat(f"{name}0").replace(tzinfo=UTC)
    decided = {decision.value: counts.get(decision.value, 0) for decision in Decision}
    return TurnCounts(at, **decided, others=counts.get("other", 0))

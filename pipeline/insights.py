"""What visitors asked in a stretch of days, and what they got, in figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import TYPE_CHECKING

from data.records import Entry
from data.turn_figures import (
    CategoryCount,
    EntryUse,
    StepTimes,
    Stretch,
    TurnCounts,
    TurnFigures,
    Unmatched,
    VoteCounts,
)

if TYPE_CHECKING:
    from pipeline.build import Faqdesk

MOST_UNMATCHED = 500
# How far back what is said of one entry goes, if questions are kept as long.
USE_DAYS = 90


@dataclass(frozen=True, slots=True)
class DayCounts:
    """How many questions of a day had which decision; `others` are messages that ask nothing."""

    day: date
    answered: int = 0
    suggested: int = 0
    unanswered: int = 0
    others: int = 0

    @property
    def questions(self) -> int:
        """How many questions there were."""
        return self.answered + self.suggested + self.unanswered


@dataclass(frozen=True, slots=True)
class UsedEntry:
    """How an entry was used, and its question as it is now; `question` is "" if it is gone."""

    use: EntryUse
    question: str
    category: str


@dataclass(frozen=True, slots=True)
class RecentUse:
    """How an entry was used in the last `days` days."""

    use: EntryUse
    days: int


@dataclass(frozen=True, slots=True)
class StepTime:
    """How long a step takes, in milliseconds: half, 95 and 99 of 100 times it is at most that."""

    step: str
    p50: float
    p95: float
    p99: float


@dataclass(frozen=True, slots=True)
class Insights:
    """The figures of the days from `first` to `last`, both included; a day is one of `zone`."""

    first: date
    last: date
    days: tuple[DayCounts, ...]
    votes: VoteCounts
    entries: tuple[UsedEntry, ...]
    categories: tuple[CategoryCount, ...]
    never_shown: tuple[Entry, ...]
    steps: tuple[StepTime, ...]
    unmatched: tuple[Unmatched, ...]

    @property
    def total(self) -> DayCounts:
        """All days together, under the first one."""
        return DayCounts(
            self.first,
            sum(day.answered for day in self.days),
            sum(day.suggested for day in self.days),
            sum(day.unanswered for day in self.days),
            sum(day.others for day in self.days),
        )


def insights(
    faqdesk: Faqdesk, entries: Sequence[Entry], first: date, last: date, zone: tzinfo
) -> Insights:
    """The figures of some days as a time zone has them; `entries` are those of the live library.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    figures = TurnFigures(faqdesk.engine)
    stretch = Stretch(_begin(first, zone), _begin(last + timedelta(days=1), zone))
    uses = figures.entries(stretch)
    shown = {use.entry_id for use in uses}
    return Insights(
        first=first,
        last=last,
        days=_days(figures.counts(stretch), first, last, zone),
        votes=figures.votes(stretch),
        entries=_used(uses, entries),
        categories=tuple(figures.categories(stretch)),
        never_shown=tuple(entry for entry in entries if entry.id not in shown),
        steps=tuple(map(_step_time, figures.times(stretch))),
        unmatched=tuple(figures.unmatched(stretch, MOST_UNMATCHED)),
    )


def recent_use(faqdesk: Faqdesk, entry_id: str) -> RecentUse:
    """How one entry was used of late.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    days = min(USE_DAYS, faqdesk.live_settings().keep_questions_days or USE_DAYS)
    # In a moment that is still to come, so that a question of this very moment counts too.
    until = datetime.now(UTC) + timedelta(minutes=1)
    stretch = Stretch(until - timedelta(days=days), until)
    return RecentUse(TurnFigures(faqdesk.engine).entry(entry_id, stretch), days)


def _begin(day: date, zone: tzinfo) -> datetime:
    # In UTC, as the database has it: SQLite compares moments as texts.
    return datetime.combine(day, time(), zone).astimezone(UTC)


def _days(
    counts: Sequence[TurnCounts], first: date, last: date, zone: tzinfo
) -> tuple[DayCounts, ...]:
    """One for each day, also for those on which nothing was asked."""
    names = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    sums = {day: [0, 0, 0, 0] for day in names}
    for each in counts:
        parts = (each.answered, each.suggested, each.unanswered, each.others)
        day = sums.get(each.at.astimezone(zone).date())
        if day is not None:
            day[:] = [known + more for known, more in zip(day, parts, strict=True)]
    return tuple(DayCounts(day, *values) for day, values in sums.items())


def _used(uses: Iterable[EntryUse], live: Iterable[Entry]) -> tuple[UsedEntry, ...]:
    entries = {entry.id: entry for entry in live}
    found = ((use, entries.get(use.entry_id)) for use in uses)
    return tuple(
        UsedEntry(use, entry.question if entry else "", entry.category if entry else "")
        for use, entry in found
    )


def _step_time(times: StepTimes) -> StepTime:
    import numpy as np

    p50, p95, p99 = np.percentile(times.ms, (50, 95, 99)).tolist()
    return StepTime(times.step, p50, p95, p99)

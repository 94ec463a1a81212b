"""What visitors asked in some days, and what they got, in figures and as tables."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

import pytest

from data.answers import MessageKind, Vote
from data.importing.cells import unguard
from pipeline.build import Faqdesk
from pipeline.insights import DayCounts, Insights, insights
from pipeline.insights_charts import categories_chart, days_chart, steps_chart
from pipeline.insights_csv import (
    categories_csv,
    days_csv,
    entries_csv,
    steps_csv,
    unmatched_csv,
)
from tests.turns import answered, log, no_answer, set_asked_at, suggested

FIRST, LAST = date(2026, 3, 13), date(2026, 3, 15)
NOON = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)


@pytest.fixture
def asked(filled: Faqdesk) -> Faqdesk:
    """Three questions and a thank-you on one day, and one late in the evening before."""
    turns = filled.turns
    numbers = log(turns, answered("a", "dogs"), vote=Vote.UP)
    numbers += log(turns, suggested("b", "dogs", "gone"), no_answer("=1+1"))
    numbers += log(turns, no_answer("ta", kind=MessageKind.THANKS))
    for number in numbers:
        set_asked_at(filled.engine, number, NOON)
    [late] = log(turns, no_answer("late"))
    set_asked_at(filled.engine, late, datetime(2026, 3, 13, 23, 30, tzinfo=UTC))
    return filled


@pytest.fixture
def found(asked: Faqdesk) -> Insights:
    return figures(asked, FIRST, LAST, UTC)


def figures(faqdesk: Faqdesk, first: date, last: date, zone: tzinfo) -> Insights:
    live = [revision.entry for revision in faqdesk.store.current_revisions()]
    return insights(faqdesk, live, first, last, zone)


def rows(table: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(table)))


def test_each_day_has_its_counts_also_one_on_which_nothing_was_asked(found: Insights) -> None:
    assert found.days == (
        DayCounts(date(2026, 3, 13), 0, 0, 1, 0),
        DayCounts(date(2026, 3, 14), 1, 1, 1, 1),
        DayCounts(date(2026, 3, 15)),
    )
    assert (found.total.questions, found.total.others) == (4, 1)


def test_days_are_those_of_the_time_zone(asked: Faqdesk) -> None:
    berlin = figures(asked, FIRST, LAST, ZoneInfo("Europe/Berlin"))
    assert [day.questions for day in berlin.days] == [0, 4, 0]
    kolkata = figures(asked, date(2026, 3, 14), date(2026, 3, 14), ZoneInfo("Asia/Kolkata"))
    assert kolkata.total.questions == 4


def test_days_are_cut_where_they_begin_and_end(asked: Faqdesk) -> None:
    assert figures(asked, FIRST, FIRST, UTC).total.questions == 1
    assert figures(asked, LAST, LAST, UTC).total == DayCounts(LAST)


def test_entries_are_told_with_their_questions_and_those_never_shown(found: Insights) -> None:
    [dogs, gone] = found.entries
    assert (dogs.question, dogs.use.shown, dogs.use.liked) == ("Can I bring my dog?", 2, 1)
    assert (gone.question, gone.use.entry_id) == ("", "gone")
    assert len(found.never_shown) == 11
    assert "dogs" not in {entry.id for entry in found.never_shown}


def test_steps_have_percentiles(asked: Faqdesk) -> None:
    [step] = figures(asked, FIRST, LAST, UTC).steps
    assert (step.step, step.p50, step.p99) == ("search", 2, 2)


def test_tables_are_safe_for_a_spreadsheet_and_give_the_text_back(found: Insights) -> None:
    table = rows(unmatched_csv(found))
    assert table[0] == ["question", "asked", "last asked"]
    assert ["'=1+1", "1", "2026-03-14T12:00:00+00:00"] in table
    assert "=1+1" in {unguard(row[0]) for row in table}


def test_tables_hold_what_the_page_shows(found: Insights) -> None:
    assert rows(days_csv(found))[2] == ["2026-03-14", "3", "1", "1", "1", "1"]
    entries = rows(entries_csv(found))
    assert entries[1] == ["dogs", "Can I bring my dog?", "", "1", "1", "0", "1", "0"]
    assert len(entries) == 1 + 2 + 11
    assert rows(categories_csv(found)) == [["category", "questions"], ["", "4"]]
    assert rows(steps_csv(found))[1] == ["search", "2.0", "2.0", "2.0"]


@pytest.mark.parametrize("days", [1, 3, 400])
def test_charts_are_drawn_for_few_days_and_many(asked: Faqdesk, days: int) -> None:
    found = figures(asked, LAST - timedelta(days=days - 1), LAST, UTC)
    for chart in (days_chart, categories_chart, steps_chart):
        assert chart(found).to_dict()["layer"]


def test_before_anything_is_asked_or_published_there_are_no_figures(faqdesk: Faqdesk) -> None:
    found = figures(faqdesk, FIRST, LAST, UTC)
    assert (found.total, found.entries, found.never_shown) == (DayCounts(FIRST), (), ())

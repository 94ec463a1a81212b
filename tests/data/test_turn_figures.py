"""What the database counts of turns."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from data.answers import Intent, MessageKind, Vote
from data.turn_figures import CategoryCount, EntryUse, Stretch, TurnFigures
from pipeline.build import Faqdesk
from tests.turns import answered, log, no_answer, set_asked_at, suggested

NOON = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)
DAY = Stretch(NOON - timedelta(hours=12), NOON + timedelta(hours=12))


@pytest.fixture
def figures(faqdesk: Faqdesk) -> TurnFigures:
    """A day with an answer that is liked, one that is not, suggestions, nothing, and thanks."""
    turns = faqdesk.turns
    numbers = log(turns, answered("a", "dogs"), vote=Vote.UP)
    numbers += log(turns, answered("b", "dogs"), vote=Vote.DOWN)
    numbers += log(turns, suggested("c", "dogs", "cats"))
    turns.pick(numbers[-1], "cats")
    numbers += log(turns, no_answer("Pool?"), no_answer("pool?"), no_answer("bar?"))
    numbers += log(turns, no_answer("thanks", kind=MessageKind.THANKS))
    for at, number in enumerate(numbers):
        set_asked_at(faqdesk.engine, number, NOON + timedelta(minutes=at))
    [outside] = log(turns, no_answer("pool?"))
    set_asked_at(faqdesk.engine, outside, DAY.until)
    return TurnFigures(faqdesk.engine)


def test_questions_are_counted_by_what_came_of_them(figures: TurnFigures) -> None:
    [counts] = figures.counts(DAY)
    assert (counts.answered, counts.suggested, counts.unanswered, counts.others) == (2, 1, 3, 1)
    assert counts.at == NOON


def test_ten_minutes_are_counted_together_and_the_next_ten_apart(
    faqdesk: Faqdesk, figures: TurnFigures
) -> None:
    [late] = log(faqdesk.turns, no_answer("x"))
    set_asked_at(faqdesk.engine, late, NOON + timedelta(minutes=10))
    assert [counts.at.minute for counts in figures.counts(DAY)] == [0, 10]


def test_votes_are_counted(figures: TurnFigures) -> None:
    assert (figures.votes(DAY).up, figures.votes(DAY).down) == (1, 1)


def test_entries_are_counted_by_how_they_were_used(figures: TurnFigures) -> None:
    assert figures.entries(DAY) == [
        EntryUse("dogs", answered=2, suggested=1, picked=0, liked=1, disliked=1),
        EntryUse("cats", answered=0, suggested=1, picked=1),
    ]


def test_one_entry_is_counted_as_among_all_of_them(figures: TurnFigures) -> None:
    for use in figures.entries(DAY):
        assert figures.entry(use.entry_id, DAY) == use
    assert figures.entry("dog", DAY) == EntryUse("dog")
    before = Stretch(DAY.since - timedelta(days=1), DAY.since)
    assert figures.entry("dogs", before) == EntryUse("dogs")


def test_categories_are_those_of_questions_alone(faqdesk: Faqdesk) -> None:
    pets = replace(no_answer("a"), intent=Intent(MessageKind.QUESTION, 0.9, "Pets"))
    thanks = no_answer("thanks", kind=MessageKind.THANKS)
    for number in log(faqdesk.turns, pets, pets, no_answer("b"), thanks):
        set_asked_at(faqdesk.engine, number, NOON)
    found = TurnFigures(faqdesk.engine).categories(DAY)
    assert found == [CategoryCount("Pets", 2), CategoryCount("", 1)]


def test_questions_with_no_match_are_counted_whatever_their_case(figures: TurnFigures) -> None:
    found = figures.unmatched(DAY, limit=10)
    assert [(each.question.lower(), each.count) for each in found] == [("pool?", 2), ("bar?", 1)]
    assert figures.unmatched(DAY, limit=1)[0].newest == NOON + timedelta(minutes=4)


def test_the_times_of_each_step_are_handed_out(figures: TurnFigures) -> None:
    [step] = figures.times(DAY)
    assert (step.step, step.ms) == ("search", (2.0,) * 7)


def test_an_empty_stretch_has_no_figures(figures: TurnFigures) -> None:
    empty = Stretch(NOON - timedelta(days=9), NOON - timedelta(days=8))
    assert figures.counts(empty) == figures.entries(empty) == figures.times(empty) == []
    assert figures.votes(empty).up == 0

"""Entries come and go on their days, without a publish."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from data.records import Entry
from pipeline.build import Faqdesk
from pipeline.validity import Validity, standing
from tests.conftest import Publish

SUMMER = Entry(
    "summer",
    "When does the summer boat sail?",
    "The summer boat sails at nine.",
    valid_from=date(2026, 6, 1),
    valid_until=date(2026, 8, 31),
)
QUESTION = SUMMER.question


@pytest.fixture
def on(filled: Faqdesk, publish: Publish) -> Callable[[date], Faqdesk]:
    """The library, with the summer's entry, on a day."""
    publish(SUMMER)

    def library_on(day: date) -> Faqdesk:
        filled.__dict__["validity"] = Validity(filled.store, today=lambda: day)
        filled.__dict__.pop("answerer", None)
        return filled

    return library_on


@pytest.mark.parametrize(
    ("day", "shown"),
    [
        (date(2026, 5, 31), False),
        (date(2026, 6, 1), True),
        (date(2026, 8, 31), True),
        (date(2026, 9, 1), False),
    ],
)
def test_an_entry_is_given_on_its_days_only(
    on: Callable[[date], Faqdesk], day: date, shown: bool
) -> None:
    answer = on(day).answerer.answer(QUESTION)
    assert ("summer" in [c.entry.id for c in answer.candidates]) is shown
    assert (answer.entry is not None and answer.entry.id == "summer") is shown
    assert ("summer" in [e.entry_id for e in answer.evidence]) is shown


@pytest.mark.parametrize(
    ("day", "told"),
    [
        (date(2026, 5, 31), "not yet, valid from 2026-06-01"),
        (date(2026, 6, 1), ""),
        (date(2026, 8, 31), ""),
        (date(2026, 9, 1), "expired, valid until 2026-08-31"),
    ],
)
def test_why_an_entry_is_not_given_is_told(day: date, told: str) -> None:
    assert standing(SUMMER, day) == told
    assert standing(replace(SUMMER, valid_from=None, valid_until=None), day) == ""


def test_a_library_of_which_all_has_expired_has_no_answer(
    faqdesk: Faqdesk, publish: Publish
) -> None:
    publish(replace(SUMMER, valid_from=None, valid_until=date(2000, 1, 1)))
    answer = faqdesk.answerer.answer(QUESTION)
    assert answer.entry is None
    assert answer.suggestions == ()


def test_other_entries_are_found_behind_many_that_have_expired(
    faqdesk: Faqdesk, publish: Publish
) -> None:
    gone = [
        Entry(f"gone-{n}", f"{QUESTION} ({n})", "Gone.", valid_until=date(2000, 1, 1))
        for n in range(60)
    ]
    publish(*gone, replace(SUMMER, valid_until=None))
    assert faqdesk.answerer.answer(QUESTION).entry == replace(SUMMER, valid_until=None)


def test_the_days_are_part_of_what_an_entry_says() -> None:
    assert replace(SUMMER, valid_until=None).digest != SUMMER.digest
    plain = replace(SUMMER, valid_from=None, valid_until=None)
    assert plain.digest == Entry(SUMMER.id, SUMMER.question, SUMMER.answer).digest


def test_a_change_of_the_days_keeps_its_place_in_the_history(
    on: Callable[[date], Faqdesk], publish: Publish
) -> None:
    desk = on(date(2026, 7, 1))
    publish(replace(SUMMER, valid_until=date(2026, 6, 30)))
    assert [r.entry.valid_until for r in desk.store.history("summer")] == [
        date(2026, 8, 31),
        date(2026, 6, 30),
    ]
    assert desk.answerer.answer(QUESTION).entry != SUMMER

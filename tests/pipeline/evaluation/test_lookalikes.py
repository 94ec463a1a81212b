from __future__ import annotations

import pytest

from data.records import Entry
from pipeline.build import Faqdesk
from pipeline.evaluation.lookalikes import Likeness, lookalikes
from tests.conftest import Publish

LONG = "Every ticket can be handed back until the day before the crossing at any office"


def pairs_of(faqdesk: Faqdesk, publish: Publish, *entries: Entry) -> list[tuple[str, str, str]]:
    publish(*entries)
    found = lookalikes(faqdesk.library.current(), {entry.id: entry for entry in entries})
    return [(pair.likeness, pair.first.id, pair.second.id) for pair in found]


@pytest.mark.parametrize(
    ("first", "second", "likeness"),
    [
        (
            Entry("a", "Where is the ticket office?", "In the harbour."),
            Entry("b", "Where is the ticket office?", "At the railway station, upstairs."),
            Likeness.CONTRADICTION,
        ),
        (
            Entry("a", "Where is the ticket office?", LONG),
            Entry("b", "Where is the ticket office?", LONG),
            Likeness.DUPLICATE,
        ),
        (
            Entry("a", "What does route R7 cost for a grown up person?", "Five pounds."),
            Entry("b", "What does route R9 cost for a grown up person?", "Nine pounds."),
            Likeness.NUMBER,
        ),
        (
            Entry("a", "Which of the many ships are step free today?", "Two of them."),
            Entry("b", "Which of the many ships are not step free today?", "The old one."),
            Likeness.NEGATION,
        ),
    ],
)
def test_what_sets_two_entries_apart_is_named(
    faqdesk: Faqdesk, publish: Publish, first: Entry, second: Entry, likeness: Likeness
) -> None:
    assert pairs_of(faqdesk, publish, first, second) == [(likeness, "a", "b")]


def test_an_alternate_that_another_entry_has_too_is_found(
    faqdesk: Faqdesk, publish: Publish
) -> None:
    first = Entry("a", "When do you open?", "At nine.", ("opening hours please", "what times"))
    second = Entry("b", "Who runs this?", "We do.", ("opening hours please",))
    publish(first, second)
    (pair,) = lookalikes(faqdesk.library.current(), {"a": first, "b": second})
    assert (pair.first_text, pair.second_text) == ("opening hours please", "opening hours please")


def test_different_questions_are_no_pair(faqdesk: Faqdesk, publish: Publish) -> None:
    first = Entry("a", "When do you open?", "At nine.")
    assert pairs_of(faqdesk, publish, first, Entry("b", "Can dogs come?", "Yes.")) == []


def test_the_worst_come_first(faqdesk: Faqdesk, publish: Publish) -> None:
    entries = [
        Entry("a", "Is the route R7 open for everybody all day long now?", "Yes."),
        Entry("b", "Is the route R9 open for everybody all day long now?", "Later."),
        Entry("c", "Where is the office?", "In town."),
        Entry("d", "Where is the office?", "By the sea, beside the lighthouse."),
    ]
    found = [likeness for likeness, _, _ in pairs_of(faqdesk, publish, *entries)]
    assert found == [Likeness.CONTRADICTION, Likeness.NUMBER]

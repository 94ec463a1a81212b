from __future__ import annotations

from data.records import Entry
from pipeline.build import Faqdesk
from pipeline.evaluation.selftest import (
    ALTERNATE,
    run_self_test,
    self_questions,
    self_test_as_json,
)
from tests.conftest import Publish

DOG = Entry("dog", "Can I bring a dog?", "Yes.", ("are dogs welcome", "taking a dog along"))
BIKE = Entry("bike", "What does a bike cost?", "Five pounds.", ("price of a bike",))


def ignore(_: int) -> None:
    """Progress that nobody looks at."""


def test_every_alternate_is_asked_once_and_is_not_in_the_library_then() -> None:
    asked = []
    for each in list(self_questions([DOG, BIKE], seed=0))[1:]:
        held = {text for entry in each.entries for text in entry.alternates}
        assert all(question.query not in held for question in each.questions)
        asked += [question.query for question in each.questions]
    assert sorted(asked) == sorted([*DOG.alternates, *BIKE.alternates])


def test_entries_without_alternates_are_asked_their_mistyped_questions() -> None:
    (only,) = self_questions([Entry("a", "When do you open the office?", "At nine.")], seed=0)
    assert set(only.what) == {"typo", "dropped word", "word order"}


def test_a_library_that_finds_itself_has_full_marks(faqdesk: Faqdesk, publish: Publish) -> None:
    publish(DOG, BIKE)
    found = run_self_test(faqdesk, 0, ignore, ignore)
    assert found.figures["word order"].value == 1
    assert found.figures[ALTERNATE].n == 3


def test_an_alternate_that_leads_elsewhere_is_named(faqdesk: Faqdesk, publish: Publish) -> None:
    publish(DOG, Entry("bike", "What does a bike cost?", "Five pounds.", ("can I bring a dog",)))
    found = run_self_test(faqdesk, 0, ignore, ignore)
    (miss,) = [miss for miss in found.misses if miss.query == "can I bring a dog"]
    assert (miss.entry_id, miss.first, miss.what) == ("bike", "dog", ALTERNATE)
    assert self_test_as_json(found)["misses"]


def test_the_library_is_left_as_it_was(faqdesk: Faqdesk, publish: Publish) -> None:
    publish(DOG, BIKE)
    run_self_test(faqdesk, 0, ignore, ignore)
    assert faqdesk.store.current_generation_number() == 1
    assert faqdesk.turns.count() == 0

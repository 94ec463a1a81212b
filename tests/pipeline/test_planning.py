"""What an import changes: each rule of `plan_changes`, and that a second one changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.records import Draft, Entry, Limit, Place, Status
from pipeline.planning import Plan, new_entry_id, plan_changes, question_key

DOGS = Entry(
    "dogs",
    "Can I bring my dog?",
    "Yes.",
    ("Are pets allowed?",),
    "Pets",
    ("animal", "fare"),
    "pets.csv",
    "https://example.org/dogs",
)


def draft(question: str, answer: str = "Yes.", row: int = 2, **fields: object) -> Draft:
    return Draft(Place("faq.csv", row), question, answer, **fields)  # type: ignore[arg-type]


def applied(plan: Plan, current: Sequence[Entry]) -> list[Entry]:
    """The library after a plan, in the order in which entries were first added."""
    entries = {entry.id: entry for entry in current}
    entries.update((entry.id, entry) for entry in plan.changed)
    return list(entries.values())


def planned(drafts: Sequence[Draft], *current: Entry, replace_all: bool = False) -> Plan:
    return plan_changes(drafts, current, replace_all=replace_all)


def retired(entry: Entry) -> Entry:
    return replace(entry, status=Status.RETIRED)


def test_a_draft_with_an_unknown_id_is_added_under_it() -> None:
    plan = planned([draft("How?", id="x")])
    assert plan == Plan(added=(Entry("x", "How?", "Yes."),))


def test_a_draft_with_the_id_of_an_entry_updates_it_even_when_it_asks_something_else() -> None:
    plan = planned([draft("May cats come?", id="dogs")], DOGS)
    assert plan.updated == (replace(DOGS, question="May cats come?"),)
    assert plan.added == plan.retired == ()


def test_a_draft_without_an_id_updates_the_entry_that_asks_the_same_question() -> None:
    plan = planned([draft("  can I  BRING my dog? ", answer="No.")], DOGS)
    assert [(e.id, e.answer) for e in plan.updated] == [("dogs", "No.")]


def test_a_draft_that_says_the_same_changes_nothing() -> None:
    assert planned([draft(DOGS.question)], DOGS) == Plan(unchanged=1)


def test_several_drafts_with_one_question_go_with_the_entries_in_their_order() -> None:
    second = replace(DOGS, id="dogs-2", answer="No.")
    drafts = [draft(DOGS.question, answer) for answer in ("One.", "Two.", "Three.")]
    plan = planned(drafts, DOGS, second)
    assert [(e.id, e.answer) for e in plan.updated] == [("dogs", "One."), ("dogs-2", "Two.")]
    assert [e.answer for e in plan.added] == ["Three."]


def test_an_entry_that_a_draft_names_is_not_taken_by_one_without_an_id() -> None:
    drafts = [draft(DOGS.question, "No id."), draft("May cats come?", "Named.", id="dogs")]
    plan = planned(drafts, DOGS)
    assert [(e.id, e.answer) for e in plan.updated] == [("dogs", "Named.")]
    assert [e.answer for e in plan.added] == ["No id."]


def test_fields_that_the_file_does_not_have_stay() -> None:
    plan = planned([draft(DOGS.question, "No.", id="dogs")], DOGS)
    assert plan.updated == (replace(DOGS, answer="No."),)


def test_fields_that_are_empty_in_the_file_are_emptied() -> None:
    empty = draft(DOGS.question, id="dogs", alternates=(), category="", tags=(), source="", url="")
    assert planned([empty], DOGS).updated == (Entry("dogs", DOGS.question, "Yes."),)


def test_replacing_all_empties_fields_that_the_file_does_not_have() -> None:
    plan = planned([draft(DOGS.question, id="dogs")], DOGS, replace_all=True)
    assert plan.updated == (Entry("dogs", DOGS.question, "Yes."),)


def test_replacing_all_retires_what_the_file_does_not_have() -> None:
    cats = Entry("cats", "May cats come?", "Yes.")
    gone = retired(Entry("mice", "And mice?", "Yes."))
    plan = planned([draft("May cats come?", id="cats")], DOGS, cats, gone, replace_all=True)
    assert plan == Plan(retired=(retired(DOGS),), unchanged=1)


def test_without_replacing_all_nothing_is_retired() -> None:
    assert planned([draft("How?", id="x")], DOGS).retired == ()


@pytest.mark.parametrize("entry_id", ["dogs", None])
def test_a_retired_entry_comes_back_as_an_added_one_with_nothing_but_what_the_file_says(
    entry_id: str | None,
) -> None:
    plan = planned([draft(DOGS.question, id=entry_id)], retired(DOGS))
    assert plan == Plan(added=(Entry("dogs", DOGS.question, "Yes."),))


def test_a_draft_without_an_id_goes_with_a_live_entry_rather_than_with_a_retired_one() -> None:
    live = replace(DOGS, id="dogs-2")
    plan = planned([draft(DOGS.question, "No.")], retired(DOGS), live)
    assert plan == Plan(updated=(replace(live, answer="No."),))


def test_more_drafts_than_live_entries_bring_retired_ones_back() -> None:
    live = replace(DOGS, id="dogs-2")
    plan = planned([draft(DOGS.question, "1"), draft(DOGS.question, "2")], retired(DOGS), live)
    assert [(e.id, e.answer) for e in plan.changed] == [("dogs", "1"), ("dogs-2", "2")]


def test_a_repeated_id_is_rejected_and_the_first_row_counts() -> None:
    plan = planned([draft("How?", "One.", id="x"), draft("Why?", "Two.", row=7, id="x")])
    assert [entry.answer for entry in plan.added] == ["One."]
    (rejection,) = plan.rejected
    assert rejection.place == Place("faq.csv", 7, "id")
    assert "The id 'x' was already used in row 2 of faq.csv" in rejection.reason


def test_a_made_id_never_takes_one_that_a_later_row_names() -> None:
    made = new_entry_id("How?", ())
    plan = planned([draft("How?", "One."), draft("Why?", "Two.", id=made)])
    assert [(e.id, e.answer) for e in plan.added] == [(f"{made}-2", "One."), (made, "Two.")]


def test_a_made_id_never_takes_that_of_an_entry_that_now_asks_something_else() -> None:
    made = new_entry_id("How?", ())
    plan = planned([draft("How?")], Entry(made, "Why?", "Because."), retired(DOGS))
    assert [entry.id for entry in plan.added] == [f"{made}-2"]


def test_an_empty_library_and_no_drafts_give_an_empty_plan() -> None:
    assert planned([], replace_all=True) == Plan()


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Can I bring my dog?", "can-i-bring-my-dog-9fd941"),
        ("Où est-ce ÉTÉ?", "ou-est-ce-ete-"),
        ("犬を連れて行けますか", "entry-"),
        ("🐕🐕", "entry-"),
        ("?!", "entry-"),
        ("a" * 500, "a" * 48 + "-"),
        ("word " * 30, "word-word-word-word-word-word-word-word-word-wor-"),
    ],
)
def test_a_made_id_is_readable_short_and_always_the_same(question: str, wanted: str) -> None:
    made = new_entry_id(question, ())
    assert made.startswith(wanted)
    assert made == new_entry_id(f"  {question.upper()}  ", ())
    assert len(made) <= 55
    assert new_entry_id(question, {made, f"{made}-2"}) == f"{made}-3"


def test_questions_without_letters_of_ours_get_ids_that_differ() -> None:
    questions = ["犬を連れて行けますか", "猫を連れて行けますか", "🐕", "🐈", "?", "!"]
    assert len({new_entry_id(question, ()) for question in questions}) == len(questions)


def test_case_blanks_and_composed_accents_make_no_other_question() -> None:
    assert question_key(" Wo  ist\tDAS CAFÉ?\n") == question_key("wo ist das cafe\u0301?")
    assert question_key("Straße") == question_key("STRASSE")
    assert question_key("a b") != question_key("ab")


ids = st.sampled_from(["a", "b", "c", new_entry_id("q", ()), new_entry_id("r", ())])
questions = st.sampled_from(["q", "Q ", "r", "s", "🐕"])
texts = st.sampled_from(["", "x", "y"])
lists = st.none() | st.lists(texts, max_size=2).map(tuple)
drafts = st.builds(
    Draft,
    place=st.builds(Place, st.just("f"), st.integers(2, 9)),
    question=questions,
    answer=texts,
    id=st.none() | ids,
    alternates=lists,
    category=st.none() | texts,
    tags=lists,
    source=st.none() | texts,
    url=st.none() | texts,
)
entries = st.builds(
    Entry, ids, questions, texts, category=texts, status=st.sampled_from(list(Status))
)
libraries = st.lists(entries, max_size=5, unique_by=lambda entry: entry.id)


@given(st.lists(drafts, max_size=6), libraries, st.booleans())
def test_the_same_import_again_changes_nothing(
    drafts: list[Draft], entries: list[Entry], replace_all: bool
) -> None:
    current = list(entries)
    first = plan_changes(drafts, current, replace_all=replace_all)
    second = plan_changes(drafts, applied(first, current), replace_all=replace_all)
    assert second.changed == ()
    assert second.rejected == first.rejected
    assert second.unchanged == len(drafts) - len(first.rejected)


@given(st.lists(drafts, max_size=6), libraries, st.booleans())
def test_every_draft_is_accounted_for_and_no_entry_is_changed_twice(
    drafts: list[Draft], entries: list[Entry], replace_all: bool
) -> None:
    plan = planned(drafts, *entries, replace_all=replace_all)
    accepted = len(plan.added) + len(plan.updated) + plan.unchanged
    assert accepted + len(plan.rejected) == len(drafts)
    assert len({entry.id for entry in plan.changed}) == len(plan.changed)
    assert {entry.status for entry in plan.added + plan.updated} <= {Status.LIVE}
    assert {entry.status for entry in plan.retired} <= {Status.RETIRED}


@given(st.lists(drafts, max_size=6), libraries)
def test_after_replacing_all_the_library_says_what_the_file_says(
    drafts: list[Draft], entries: list[Entry]
) -> None:
    current = list(entries)
    plan = plan_changes(drafts, current, replace_all=True)
    live = [entry for entry in applied(plan, current) if entry.status is Status.LIVE]
    rejected = {rejection.place for rejection in plan.rejected}
    assert len(live) == len(drafts) - len(plan.rejected)
    accepted = [d for d in drafts if replace(d.place, column="id") not in rejected]
    assert {(d.question, d.answer) for d in accepted} <= {(e.question, e.answer) for e in live}


def test_a_limit_is_changed_taken_away_or_left_as_the_file_says() -> None:
    current = [replace(DOGS, valid_from=date(2026, 3, 1), valid_until=date(2026, 4, 1))]
    file = draft(DOGS.question, id="dogs", valid_from=Limit(None))
    (after,) = plan_changes([file], current, replace_all=False).updated
    assert (after.valid_from, after.valid_until) == (None, date(2026, 4, 1))


def test_an_end_before_the_beginning_that_the_library_has_is_rejected() -> None:
    current = [replace(DOGS, valid_from=date(2026, 3, 1))]
    file = draft(DOGS.question, id="dogs", valid_until=Limit(date(2026, 2, 1)))
    plan = plan_changes([file], current, replace_all=False)
    assert plan.changed == ()
    assert plan.rejected[0].place.column == "valid_until"

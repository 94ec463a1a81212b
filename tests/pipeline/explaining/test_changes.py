"""What would have changed an answer: tried, and true when it is really done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from data.answers import Decision
from data.errors import UnknownEntryError
from data.records import Entry, Status
from data.roles import Role, User
from pipeline.build import Faqdesk
from pipeline.explaining.changes import changes
from pipeline.explaining.explain import explain
from pipeline.explaining.records import Change, ChangeKind
from tests.pipeline.explaining.test_explain import CLOSE, TWINS
from tests.sample_library import ENTRIES

Publish = Callable[..., int]
UNSURE = "wireless harbour"


def tried(desk: Faqdesk, question: str, wanted: str = "") -> dict[ChangeKind, Change]:
    [path] = explain(desk, question).paths
    return {change.kind: change for change in changes(desk, path, wanted=wanted)}


def test_a_lower_threshold_would_answer_and_does(
    filled: Faqdesk, opened: Callable[[], Faqdesk], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAQDESK_ANSWER_AT", "0.99")
    strict = opened()
    question = "Which meals are served?"
    change = tried(strict, question)[ChangeKind.THRESHOLD]
    assert change.changes
    assert (change.decision, change.answer_id) == (Decision.ANSWERED, "meals")
    before = strict.answerer.answer(question)
    assert before.decision is not Decision.ANSWERED
    assert before.confidence - 0.01 < change.threshold <= before.confidence
    monkeypatch.setenv("FAQDESK_ANSWER_AT", str(change.threshold))
    after = opened().answerer.answer(question)
    assert (after.decision, after.confidence) == (Decision.ANSWERED, change.confidence)


def test_a_higher_threshold_would_not_answer(filled: Faqdesk) -> None:
    change = tried(filled, "Which meals are served?")[ChangeKind.THRESHOLD]
    assert change.threshold > filled.answerer.answer("Which meals are served?").confidence
    assert change.changes
    assert change.answer_id == ""


def test_another_way_to_ask_does_what_was_said_once_it_is_published(
    filled: Faqdesk, publish: Publish
) -> None:
    change = tried(filled, UNSURE, "groups")[ChangeKind.ALTERNATE]
    assert (change.changes, change.answer_id, change.entry_id) == (True, "groups", "groups")
    groups = next(entry for entry in ENTRIES if entry.id == "groups")
    publish(replace(groups, alternates=(UNSURE,)))
    answer = filled.answerer.answer(UNSURE)
    assert answer.entry is not None
    assert (answer.entry.id, answer.confidence) == ("groups", change.confidence)


def test_without_the_entry_the_next_one_is_as_it_is_once_that_is_retired(
    filled: Faqdesk, publish: Publish
) -> None:
    question = "Can I bring my dog?"
    change = tried(filled, question)[ChangeKind.WITHOUT]
    assert (change.entry_id, change.changes) == ("dogs", True)
    publish(replace(ENTRIES[0], status=Status.RETIRED))
    answer = filled.answerer.answer(question)
    assert (answer.decision, answer.confidence) == (change.decision, change.confidence)
    assert answer.candidates[0].entry.id == change.first_id


def test_of_two_that_are_too_close_the_first_would_answer_without_the_other(
    filled: Faqdesk, publish: Publish
) -> None:
    publish(*TWINS)
    [path] = explain(filled, CLOSE).paths
    found = {change.kind: change for change in changes(filled, path)}
    without = found[ChangeKind.WITHOUT]
    assert without.entry_id == path.verdict.too_close.rival
    assert (without.changes, without.answer_id) == (True, path.candidates[0].entry_id)


def test_without_the_mark_an_out_of_scope_question_is_a_question_again(filled: Faqdesk) -> None:
    mark = "where is the harbour lounge with meals"
    filled.scope_marks.add([mark, "something else"], "a test")
    change = tried(filled, mark)[ChangeKind.UNMARKED]
    assert change.question == mark
    filled.scope_marks.remove([mark], "a test")
    after = filled.answerer.answer(mark)
    assert (change.decision, change.confidence) == (after.decision, after.confidence)


def test_trying_leaves_no_trace(filled: Faqdesk) -> None:
    before = filled.audit.count()
    tried(filled, UNSURE)
    assert filled.turns.count() == 0
    assert filled.audit.count() == before
    assert [info.number for info in filled.store.generations()] == [1]
    assert [path.name for path in filled.settings.generations.iterdir()] == ["000001"]


def test_drafts_have_no_part_in_it(filled: Faqdesk) -> None:
    [path] = explain(filled, UNSURE).paths
    before = changes(filled, path)
    somebody = User("an editor", Role.EDITOR, datetime.now(UTC))
    filled.drafts.add(Entry("", UNSURE, "A draft."), somebody)
    assert changes(filled, path) == before


def test_a_way_to_ask_that_the_entry_has_already_is_not_tried(filled: Faqdesk) -> None:
    assert ChangeKind.ALTERNATE not in tried(filled, "Can I bring my dog?", "dogs")


def test_an_entry_that_is_not_there_cannot_be_wanted(filled: Faqdesk) -> None:
    with pytest.raises(UnknownEntryError, match="'nobody'"):
        tried(filled, UNSURE, "nobody")


def test_with_nothing_found_there_is_nothing_to_change(faqdesk: Faqdesk, publish: Publish) -> None:
    publish(Entry("only", "犬", "はい"))
    [path] = explain(faqdesk, "犬").paths
    assert all(change.entry_id in ("", "only") for change in changes(faqdesk, path))

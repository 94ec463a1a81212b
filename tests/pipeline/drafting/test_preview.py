"""Drafts can be asked before they are live, and nothing of it stays."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from data.records import Entry, Status
from data.roles import User
from pipeline.build import Faqdesk
from pipeline.drafting.preview import draft_library
from pipeline.evaluation.service import live_entries

FERRY = Entry("", "Is there a ferry at night?", "No, the last one sails at ten.")


def test_what_is_asked_of_the_drafts_is_answered_as_after_a_publish(
    filled: Faqdesk, editor: User, owner: User
) -> None:
    desk = filled.drafts
    gone, other = (item.entry for item in desk.items()[:2])
    desk.set_status([gone.id], Status.RETIRED, editor)
    item = desk.item(other.id)
    desk.save(replace(item.entry, answer="Other words."), item, editor)
    desk.add(FERRY, editor)
    questions = [FERRY.question, gone.question, other.question]
    with draft_library(filled) as drafts:
        before = [drafts.unlogged_answerer.answer(question) for question in questions]
        shown = live_entries(drafts)
    desk.publish(owner, "")
    after = [filled.unlogged_answerer.answer(question) for question in questions]
    assert [a.entry for a in before] == [a.entry for a in after]
    assert [a.confidence for a in before] == [a.confidence for a in after]
    assert {entry.id for entry in shown} == {entry.id for entry in live_entries(filled)}


def test_an_edit_that_is_not_even_a_draft_can_be_tried(filled: Faqdesk) -> None:
    live = filled.drafts.items()[0].entry
    with draft_library(filled, [replace(live, answer="Tried."), replace(FERRY, id="new")]) as tried:
        answers = [tried.unlogged_answerer.answer(q).text for q in (live.question, FERRY.question)]
    assert answers == ["Tried.", FERRY.answer]
    assert filled.drafts.drafts() == ()


def test_it_leaves_no_trace(filled: Faqdesk, editor: User) -> None:
    filled.drafts.add(FERRY, editor)
    events = filled.audit.count()
    with draft_library(filled) as drafts:
        drafts.unlogged_answerer.answer(FERRY.question)
    assert filled.store.current_generation_number() == 1
    assert [info.number for info in filled.store.generations()] == [1]
    assert filled.turns.count() == 0
    assert filled.audit.count() == events
    assert [path.name for path in filled.settings.generations.iterdir()] == ["000001"]


def test_days_count_in_a_preview_too(filled: Faqdesk, editor: User) -> None:
    filled.drafts.add(replace(FERRY, valid_until=date(2000, 1, 1)), editor)
    with draft_library(filled) as drafts:
        answer = drafts.unlogged_answerer.answer(FERRY.question)
    assert answer.entry is None or answer.entry.question != FERRY.question


def test_a_library_that_was_never_published_can_be_tried(faqdesk: Faqdesk, editor: User) -> None:
    faqdesk.drafts.add(FERRY, editor)
    with draft_library(faqdesk) as drafts:
        assert drafts.unlogged_answerer.answer(FERRY.question).text == FERRY.answer

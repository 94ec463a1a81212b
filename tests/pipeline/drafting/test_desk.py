"""Drafts are apart from what is live, nobody's work is lost, and roles are kept to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from data.audit import Action
from data.errors import (
    DiskError,
    EditConflictError,
    InputError,
    NotAllowedError,
    UnknownEntryError,
)
from data.records import Entry, Status
from data.roles import User
from pipeline.build import Faqdesk
from pipeline.drafting.desk import DraftDesk
from pipeline.drafting.items import ItemState
from tests.conftest import Publish

FERRY = Entry("", "Is there a ferry at night?", "No, the last one sails at ten.")


def changed(desk: DraftDesk, entry_id: str, by: User, **fields: object) -> Entry:
    item = desk.item(entry_id)
    return desk.save(replace(item.entry, **fields), item, by)  # type: ignore[arg-type]


def first_id(desk: DraftDesk) -> str:
    return desk.items()[0].entry.id


def test_a_draft_changes_nothing_for_visitors_until_it_is_published(
    filled: Faqdesk, editor: User, owner: User
) -> None:
    desk = filled.drafts
    name = first_id(desk)
    question = desk.item(name).entry.question
    changed(desk, name, editor, answer="Something else.")
    before = filled.answerer.answer(question)
    assert before.entry is not None
    assert before.entry.answer != "Something else."
    assert desk.item(name).state is ItemState.CHANGED
    published = desk.publish(owner, "a better answer")
    after = filled.answerer.answer(question)
    assert after.entry is not None
    assert (after.entry.answer, after.generation) == ("Something else.", published.generation)
    assert filled.pending.all() == []
    info = filled.store.generation(published.generation)
    assert (info.note, info.created_by) == ("a better answer", owner.name)
    # Who wrote it is remembered, not only who published it.
    assert filled.store.history(name)[-1].created_by == editor.name


def test_a_new_entry_has_an_id_of_its_own_and_is_not_answered_before_it_is_published(
    filled: Faqdesk, editor: User, owner: User
) -> None:
    added = filled.drafts.add(FERRY, editor)
    again = filled.drafts.add(FERRY, editor)
    assert added.id and again.id and added.id != again.id
    assert filled.drafts.item(added.id).state is ItemState.NEW
    assert filled.answerer.answer(FERRY.question).entry != added
    filled.drafts.discard([again.id], editor)
    filled.drafts.publish(owner, "")
    assert filled.answerer.answer(FERRY.question).entry == added


def test_retiring_and_restoring_take_effect_at_publish(
    filled: Faqdesk, editor: User, owner: User
) -> None:
    desk = filled.drafts
    names = [item.entry.id for item in desk.items()[:2]]
    assert desk.set_status(names, Status.RETIRED, editor) == 2
    assert [desk.item(name).state for name in names] == [ItemState.RETIRING] * 2
    desk.publish(owner, "")
    assert [desk.item(name).state for name in names] == [ItemState.RETIRED] * 2
    assert desk.set_status(names[:1], Status.LIVE, editor) == 1
    assert desk.item(names[0]).state is ItemState.RETURNING
    desk.publish(owner, "")
    assert desk.item(names[0]).state is ItemState.LIVE


def test_retiring_what_was_never_published_discards_it(filled: Faqdesk, editor: User) -> None:
    added = filled.drafts.add(FERRY, editor)
    filled.drafts.set_status([added.id], Status.RETIRED, editor)
    with pytest.raises(UnknownEntryError, match="There is no entry"):
        filled.drafts.item(added.id)


def test_many_can_be_put_in_a_category_at_once(filled: Faqdesk, editor: User) -> None:
    names = [item.entry.id for item in filled.drafts.items()]
    assert filled.drafts.set_category(names, "All", editor) == len(names)
    assert filled.drafts.set_category(names, "All", editor) == 0
    assert {item.entry.category for item in filled.drafts.drafts()} == {"All"}


def test_going_back_to_what_is_live_leaves_no_draft(filled: Faqdesk, editor: User) -> None:
    desk = filled.drafts
    live = desk.items()[0].entry
    changed(desk, live.id, editor, answer="Something else.")
    changed(desk, live.id, editor, answer=live.answer)
    assert desk.drafts() == ()


def test_the_second_of_two_editors_is_told_and_nothing_is_overwritten(
    filled: Faqdesk, editor: User, owner: User
) -> None:
    desk = filled.drafts
    seen = desk.items()[0]
    desk.save(replace(seen.entry, answer="The first one's."), seen, owner)
    with pytest.raises(EditConflictError, match=f"was changed by {owner.name} at .* compare"):
        desk.save(replace(seen.entry, answer="The second one's."), seen, editor)
    assert desk.item(seen.entry.id).entry.answer == "The first one's."
    now = desk.item(seen.entry.id)
    desk.save(replace(seen.entry, answer="Both."), now, editor)
    assert desk.item(seen.entry.id).entry.answer == "Both."


def test_a_draft_that_was_discarded_and_begun_anew_is_another_one(
    filled: Faqdesk, editor: User, owner: User
) -> None:
    desk = filled.drafts
    name = first_id(desk)
    changed(desk, name, editor, answer="One.")
    seen = desk.item(name)
    desk.discard([name], owner)
    with pytest.raises(EditConflictError, match="was changed by"):
        desk.save(replace(seen.entry, answer="Two."), seen, editor)
    changed(desk, name, owner, answer="Three.")
    with pytest.raises(EditConflictError, match="was changed by"):
        desk.save(replace(seen.entry, answer="Two."), seen, editor)


def test_an_entry_that_was_published_after_its_draft_was_begun_holds_up_the_publish(
    filled: Faqdesk, publish: Publish, editor: User, owner: User
) -> None:
    desk = filled.drafts
    live = desk.items()[0].entry
    changed(desk, live.id, editor, answer="A draft.")
    publish(replace(live, answer="From a file."))
    assert desk.item(live.id).is_outdated
    with pytest.raises(EditConflictError, match="were published anew after"):
        desk.publish(owner, "")
    changed(desk, live.id, editor, answer="Both.")
    desk.publish(owner, "")
    assert desk.item(live.id).published == replace(live, answer="Both.")


def test_a_draft_that_changes_while_its_version_before_is_published_stays(
    filled: Faqdesk, editor: User, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = filled.drafts
    name = first_id(desk)
    changed(desk, name, editor, answer="To be published.")
    publisher = filled.publisher
    publish = publisher.publish

    def slowly(*args: object, **kwargs: object) -> object:
        changed(desk, name, editor, answer="Written meanwhile.")
        return publish(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(publisher, "publish", slowly)
    desk.publish(owner, "")
    item = desk.item(name)
    assert item.published is not None
    assert item.published.answer == "To be published."
    assert item.entry.answer == "Written meanwhile."
    assert not item.is_outdated


def test_when_the_disk_is_full_the_drafts_stay(
    filled: Faqdesk, editor: User, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed(filled.drafts, first_id(filled.drafts), editor, answer="A draft.")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("index.building.sync_folder", full)
    with pytest.raises(DiskError, match="Free some space"):
        filled.drafts.publish(owner, "")
    assert len(filled.drafts.drafts()) == 1
    assert filled.store.current_generation_number() == 1


def test_publishing_nothing_is_refused(filled: Faqdesk, owner: User) -> None:
    with pytest.raises(InputError, match="nothing to publish"):
        filled.drafts.publish(owner, "")


def test_going_back_keeps_the_drafts(filled: Faqdesk, editor: User, owner: User) -> None:
    added = filled.drafts.add(FERRY, editor)
    filled.drafts.publish(owner, "")
    changed(filled.drafts, first_id(filled.drafts), editor, answer="A draft.")
    assert filled.drafts.roll_back(1, owner).generation == 1
    assert filled.drafts.item(added.id).state is ItemState.RETIRED
    assert len(filled.drafts.drafts()) == 1


@pytest.mark.parametrize(
    ("fields", "match"),
    [
        ({"question": "  "}, "The question is empty"),
        ({"answer": ""}, "The answer is empty"),
        ({"question": "x" * 1001}, "The question has 1,001 characters, more than 1,000"),
        ({"answer": "x" * 100_001}, "The answer has 100,001 characters"),
        ({"alternates": ("x" * 1001,)}, "The alternate has 1,001"),
        ({"category": "x" * 201}, "The category has 201"),
        (
            {"valid_from": date(2026, 2, 1), "valid_until": date(2026, 1, 1)},
            "valid from 2026-02-01 until 2026-01-01, which is before that",
        ),
    ],
)
def test_what_cannot_be_used_is_refused_with_what_to_do(
    filled: Faqdesk, editor: User, fields: dict[str, object], match: str
) -> None:
    with pytest.raises(InputError, match=match):
        changed(filled.drafts, first_id(filled.drafts), editor, **fields)
    assert filled.drafts.drafts() == ()


def test_texts_are_tidied_like_those_of_files(filled: Faqdesk, editor: User) -> None:
    entry = replace(
        FERRY,
        question=" Is there\r\na ferry? ",
        alternates=("Ferry?", "", "Ferry?", "Is there\na ferry?"),
        tags=("a", "a", " "),
    )
    added = filled.drafts.add(entry, editor)
    assert added.question == "Is there\na ferry?"
    assert added.alternates == ("Ferry?",)
    assert added.tags == ("a",)


Deed = Callable[[DraftDesk, User], object]
EDITORS_DEEDS: list[Deed] = [
    lambda desk, by: desk.add(FERRY, by),
    lambda desk, by: changed(desk, first_id(desk), by, answer="Mine."),
    lambda desk, by: desk.set_status([first_id(desk)], Status.RETIRED, by),
    lambda desk, by: desk.set_category([first_id(desk)], "Mine", by),
    lambda desk, by: desk.discard([first_id(desk)], by),
]
OWNERS_DEEDS: list[Deed] = [
    lambda desk, by: desk.publish(by, ""),
    lambda desk, by: desk.roll_back(1, by),
]


@pytest.mark.parametrize("deed", [*EDITORS_DEEDS, *OWNERS_DEEDS])
def test_a_reader_changes_nothing(filled: Faqdesk, reader: User, deed: Deed) -> None:
    with pytest.raises(NotAllowedError, match="may not"):
        deed(filled.drafts, reader)
    assert filled.drafts.drafts() == ()


@pytest.mark.parametrize("deed", OWNERS_DEEDS)
def test_an_editor_does_not_publish(filled: Faqdesk, editor: User, deed: Deed) -> None:
    filled.drafts.add(FERRY, editor)
    with pytest.raises(NotAllowedError, match="may not"):
        deed(filled.drafts, editor)
    assert filled.store.current_generation_number() == 1


def test_each_change_is_in_the_audit_log_with_before_and_after(
    filled: Faqdesk, editor: User, owner: User
) -> None:
    name = first_id(filled.drafts)
    was = filled.drafts.item(name).entry.answer
    changed(filled.drafts, name, editor, answer="New words.")
    filled.drafts.publish(owner, "why")
    published, saved = (event.change for event in filled.audit.search(limit=2))
    assert (saved.who, saved.action, saved.subject) == (editor.name, Action.DRAFT_SAVED, name)
    assert was in [fact.value for fact in saved.before]
    assert "New words." in [fact.value for fact in saved.after]
    assert (published.who, published.action) == (owner.name, Action.PUBLISHED)
    assert "why" in [fact.value for fact in published.after]
    assert [event.change for event in filled.audit.search("new WORDS", limit=9)] == [saved]

"""What can be made of questions that went wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from data.answers import Decision, MessageKind
from data.audit import Action, AuditLog
from data.errors import EditConflictError, InputError, NotAllowedError, UnknownEntryError
from data.pending import Edit, PendingChanges
from data.records import Entry
from data.reviews import Outcome
from data.roles import Role, User
from pipeline.build import Faqdesk
from pipeline.review import actions
from pipeline.review.groups import grouped, waiting_turns
from tests.conftest import Publish
from tests.turns import log, no_answer

ADA = User("Ada", Role.EDITOR, datetime.now(UTC))
READER = User("Rea", Role.READER, datetime.now(UTC))


@pytest.fixture
def chosen(filled: Faqdesk) -> actions.Chosen:
    """Two wordings of one question, three turns."""
    log(filled.turns, *[no_answer("hi, is there a swimming pool")] * 2)
    log(filled.turns, no_answer("a swimming pool there"))
    [group] = grouped(waiting_turns(filled), filled)
    return actions.choose(group)


def publish_drafts(faqdesk: Faqdesk) -> None:
    with faqdesk.publisher.lock():
        drafts = faqdesk.pending.all()
        faqdesk.publisher.publish([each.entry for each in drafts], "Ada", drafts=drafts)


def test_wordings_become_a_draft_and_leave_the_list(
    filled: Faqdesk, chosen: actions.Chosen
) -> None:
    done = actions.add_wordings(filled, chosen, "wifi", ADA)
    assert done.added == ("is there a swimming pool", "a swimming pool there")
    [draft] = filled.pending.all()
    assert (draft.entry.alternates, draft.changed_by) == (done.added, "Ada")
    assert filled.store.current_revision("wifi").entry.alternates == ()
    assert waiting_turns(filled) == ()
    events = AuditLog(filled.engine).search(limit=2)
    assert [event.change.action for event in events] == [Action.REVIEWED, Action.DRAFT_SAVED]


def test_done_twice_it_changes_nothing_more(filled: Faqdesk, chosen: actions.Chosen) -> None:
    actions.add_wordings(filled, chosen, "wifi", ADA)
    before = filled.pending.all(), AuditLog(filled.engine).count()
    assert actions.add_wordings(filled, chosen, "wifi", ADA).added == ()
    assert (filled.pending.all(), AuditLog(filled.engine).count()) == before


def test_wordings_build_on_the_draft_that_somebody_else_has_made(
    filled: Faqdesk, chosen: actions.Chosen, entries: tuple[Entry, ...]
) -> None:
    number = filled.store.current_revision("wifi").number
    filled.pending.save([Edit(replace(entries[4], answer="No wifi."), number)], "Bob")
    actions.add_wordings(filled, chosen, "wifi", ADA)
    [draft] = filled.pending.all()
    assert draft.entry.answer == "No wifi."
    assert len(draft.entry.alternates) == 2


def test_a_draft_that_changes_at_the_same_moment_is_built_on_and_not_overwritten(
    filled: Faqdesk,
    chosen: actions.Chosen,
    entries: tuple[Entry, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    number = filled.store.current_revision("wifi").number
    save, others = PendingChanges.save, [Edit(replace(entries[4], answer="No wifi."), number)]

    def somebody_is_faster(self: PendingChanges, edits: list[Edit], by: str) -> None:
        if others:
            save(self, [others.pop()], "Bob")
        save(self, edits, by)

    monkeypatch.setattr(PendingChanges, "save", somebody_is_faster)
    actions.add_wordings(filled, chosen, "wifi", ADA)
    [draft] = filled.pending.all()
    assert (draft.entry.answer, len(draft.entry.alternates)) == ("No wifi.", 2)


def test_a_draft_that_never_rests_is_told_of_and_the_questions_stay(
    filled: Faqdesk, chosen: actions.Chosen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def conflict(*_: object) -> None:
        raise EditConflictError("Somebody else was faster.")

    monkeypatch.setattr(PendingChanges, "save", conflict)
    with pytest.raises(EditConflictError, match="faster"):
        actions.add_wordings(filled, chosen, "wifi", ADA)
    assert len(waiting_turns(filled)) == 3


def test_wordings_that_the_entry_knows_are_not_added_again(
    faqdesk: Faqdesk, publish: Publish
) -> None:
    publish(Entry("pool", "Is there a POOL?", "No.", alternates=("swimming",)))
    log(faqdesk.turns, no_answer("is there a pool?"))
    [group] = grouped(waiting_turns(faqdesk), faqdesk)
    done = actions.add_wordings(faqdesk, actions.choose(group), "pool", ADA)
    assert (done.added, faqdesk.pending.all()) == ((), [])
    assert waiting_turns(faqdesk) == ()


def test_only_the_wordings_that_are_chosen_are_taken(
    filled: Faqdesk, chosen: actions.Chosen
) -> None:
    [group] = grouped(waiting_turns(filled), filled)
    some = actions.choose(group, group.asked[:1])
    assert actions.add_wordings(filled, some, "wifi", ADA).added == ("is there a swimming pool",)
    assert [turn.question for turn in waiting_turns(filled)] == ["a swimming pool there"]


def test_entries_that_are_gone_take_no_wordings(filled: Faqdesk, chosen: actions.Chosen) -> None:
    with pytest.raises(UnknownEntryError, match="no entry with the id 'fish'"):
        actions.add_wordings(filled, chosen, "fish", ADA)
    filled.ingester.retire(["wifi"], by="test")
    with pytest.raises(InputError, match="is retired"):
        actions.add_wordings(filled, chosen, "wifi", ADA)
    assert len(waiting_turns(filled)) == 3


def test_a_new_entry_is_prefilled_and_kept_as_a_draft(
    filled: Faqdesk, chosen: actions.Chosen
) -> None:
    entry = actions.prefilled(filled, chosen)
    assert entry.question == "Is there a swimming pool?"
    assert entry.alternates == ("a swimming pool there",)
    with pytest.raises(InputError, match="needs a question and an answer"):
        actions.write_entry(filled, chosen, entry, ADA)
    written = replace(entry, answer="No.")
    done = actions.write_entry(filled, chosen, written, ADA)
    assert actions.write_entry(filled, chosen, written, ADA) == done
    assert [draft.entry for draft in filled.pending.all()] == [written]
    assert waiting_turns(filled) == ()
    publish_drafts(filled)
    assert filled.answerer.answer("is there a swimming pool").text == "No."


def test_a_new_entry_has_an_id_of_its_own(filled: Faqdesk, chosen: actions.Chosen) -> None:
    first = replace(actions.prefilled(filled, chosen), answer="No.")
    actions.write_entry(filled, chosen, first, ADA)
    assert actions.prefilled(filled, chosen).id == f"{first.id}-2"
    publish_drafts(filled)
    assert actions.prefilled(filled, chosen).id == f"{first.id}-2"


def test_out_of_scope_is_told_at_once_in_every_process(
    filled: Faqdesk, chosen: actions.Chosen, opened: Callable[[], Faqdesk]
) -> None:
    other = opened()
    other.answerer.answer("is there a swimming pool")
    done = actions.mark_out_of_scope(filled, chosen, ADA)
    answer = other.answerer.answer("Is there a swimming pool?")
    assert answer.intent is not None
    assert (answer.decision, answer.intent.kind) == (Decision.UNANSWERED, MessageKind.OFF_TOPIC)
    assert answer.text == filled.settings.off_topic_text
    assert actions.mark_out_of_scope(filled, chosen, ADA).added == ()
    actions.unmark(filled, done.added, ADA)
    again = other.answerer.answer("Is there a swimming pool?")
    assert again.intent is not None
    assert again.intent.kind is not MessageKind.OFF_TOPIC


def test_what_is_dismissed_changes_nothing_else(filled: Faqdesk, chosen: actions.Chosen) -> None:
    actions.dismiss(filled, chosen, ADA)
    assert (waiting_turns(filled), filled.pending.all(), filled.scope_marks.all()) == ((), [], [])


@pytest.mark.parametrize("outcome", list(Outcome))
def test_everything_can_be_undone(
    filled: Faqdesk, chosen: actions.Chosen, outcome: Outcome
) -> None:
    new = replace(actions.prefilled(filled, chosen), answer="No.")
    done = {
        Outcome.ALTERNATE: lambda: actions.add_wordings(filled, chosen, "wifi", ADA),
        Outcome.NEW_ENTRY: lambda: actions.write_entry(filled, chosen, new, ADA),
        Outcome.OUT_OF_SCOPE: lambda: actions.mark_out_of_scope(filled, chosen, ADA),
        Outcome.DISMISSED: lambda: actions.dismiss(filled, chosen, ADA),
    }[outcome]()
    assert done.outcome is outcome
    actions.undo(filled, done, ADA)
    assert len(waiting_turns(filled)) == 3
    assert (filled.pending.all(), filled.scope_marks.all()) == ([], [])


def test_undoing_leaves_what_others_made_of_the_draft(
    filled: Faqdesk, chosen: actions.Chosen
) -> None:
    done = actions.add_wordings(filled, chosen, "wifi", ADA)
    [draft] = filled.pending.all()
    edit = Edit(replace(draft.entry, answer="No wifi."), draft.base_revision, draft.version)
    filled.pending.save([edit], "Bob")
    actions.undo(filled, done, ADA)
    [left] = filled.pending.all()
    assert (left.entry.answer, left.entry.alternates) == ("No wifi.", ())


def test_what_is_published_is_not_undone(filled: Faqdesk, chosen: actions.Chosen) -> None:
    done = actions.add_wordings(filled, chosen, "wifi", ADA)
    publish_drafts(filled)
    with pytest.raises(InputError, match="published already"):
        actions.undo(filled, done, ADA)
    assert waiting_turns(filled) == ()


def test_a_reader_may_do_none_of_it(filled: Faqdesk, chosen: actions.Chosen) -> None:
    done = actions.Done(chosen, Outcome.DISMISSED)
    entry = Entry("pool", "Is there a pool?", "No.")
    before = AuditLog(filled.engine).count()
    for action in (
        lambda: actions.add_wordings(filled, chosen, "wifi", READER),
        lambda: actions.write_entry(filled, chosen, entry, READER),
        lambda: actions.mark_out_of_scope(filled, chosen, READER),
        lambda: actions.dismiss(filled, chosen, READER),
        lambda: actions.undo(filled, done, READER),
        lambda: actions.unmark(filled, ["a"], READER),
    ):
        with pytest.raises(NotAllowedError, match="Rea is a reader and may not review questions"):
            action()
    assert AuditLog(filled.engine).count() == before

"""Many edits are kept together, and all or none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from data import pending
from data.audit import Action
from data.errors import EditConflictError
from data.pending import Edit, Upload
from data.records import Entry
from pipeline.build import Faqdesk


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pending, "BATCH", 3)


def edits(count: int, answer: str = "Yes.") -> list[Edit]:
    return [Edit(Entry(f"new-{n}", f"Question {n}?", answer), None) for n in range(count)]


def test_each_edit_of_many_gets_a_version_and_an_event_of_its_own(faqdesk: Faqdesk) -> None:
    assert faqdesk.pending.apply(Upload("one", "a.csv"), edits(8), "Ed")
    drafts = faqdesk.pending.all()
    assert {draft.entry.id for draft in drafts} == {f"new-{n}" for n in range(8)}
    events = faqdesk.audit.search(limit=20)
    saved = {event.id: event.change.subject for event in events[1:]}
    assert events[0].change.action is Action.UPLOAD_APPLIED
    assert {draft.version: draft.entry.id for draft in drafts} == saved


def test_a_conflict_in_a_late_batch_undoes_the_earlier_ones(filled: Faqdesk) -> None:
    entry = filled.store.current_revisions()[0].entry
    wrong = Edit(replace(entry, answer="Another."), base_revision=999)
    with pytest.raises(EditConflictError, match="Nothing was overwritten"):
        filled.pending.apply(Upload("one", "a.csv"), [*edits(7), wrong], "Ed")
    assert filled.pending.all() == []
    assert filled.pending.apply(Upload("one", "a.csv"), edits(7), "Ed")


def test_drafts_are_changed_again_and_go_where_they_say_what_is_live(filled: Faqdesk) -> None:
    revisions = filled.store.current_revisions()[:5]
    other = [Edit(replace(r.entry, answer="Another."), r.number) for r in revisions]
    filled.pending.save(other, "Ed")
    drafts = {draft.entry.id: draft for draft in filled.pending.all()}
    back = [Edit(r.entry, r.number, drafts[r.entry.id].version) for r in revisions[:4]]
    kept = drafts[revisions[4].entry.id]
    again = Edit(replace(kept.entry, answer="A third."), revisions[4].number, kept.version)
    filled.pending.save([*back, again], "Ed")
    (draft,) = filled.pending.all()
    assert (draft.entry.answer, draft.version > kept.version) == ("A third.", True)

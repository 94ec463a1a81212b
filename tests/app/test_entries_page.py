"""The Entries page, run in this process without a browser."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from app.editing.badges import badges
from app.editing.items import Items, Show, items_of
from data.answers import Vote
from data.records import Entry, Revision, Status
from data.roles import Role, User
from pipeline.build import Faqdesk
from pipeline.drafting.items import Item, ItemState
from tests.app.signing import signed_in
from tests.app.test_pages import Visitor
from tests.turns import answered, log, suggested

Publish = Callable[[Path, Sequence[Entry]], None]
ENTRIES = "screens/entries.py"

pytestmark = pytest.mark.usefixtures("fresh_pages")


class Editor(Visitor):
    """Somebody on the Entries page."""

    def __init__(self, role: Role = Role.EDITOR, **address: str) -> None:
        super().__init__()
        signed_in(Path(os.environ["FAQDESK_HOME"]), role).enter(self.page)
        for name, value in address.items():
            self.page.query_params[name] = value
        self.visit(ENTRIES)

    def write(self, label: str, text: str) -> None:
        fields = [*self.page.text_area, *self.page.text_input]
        next(field for field in fields if field.label == label).set_value(text)
        self.run()

    def save(self) -> None:
        self.press(next(key for key in self.buttons if key.startswith("save-entry")))

    def tick(self, entry_id: str) -> None:
        self.page.checkbox(key=f"tick-{entry_id}").check()
        self.run()

    @property
    def rows(self) -> list[str]:
        return [key.removeprefix("row-") for key in self.buttons if key.startswith("row-")]

    @property
    def menu(self) -> set[str]:
        return {link.proto.label for link in self.page.get("page_link")}

    @property
    def said(self) -> list[str]:
        return [toast.value for toast in self.page.toast]


def test_the_list_shows_what_is_in_the_library_and_finds_words(desk: Faqdesk) -> None:
    editor = Editor()
    assert len(editor.rows) == 6
    editor.page.text_input(key="entries-words").set_value("aboard box")
    editor.run()
    assert editor.rows == ["cat"]
    editor.page.text_input(key="entries-words").set_value("zebra")
    editor.run()
    assert "No entry fits" in editor.text


def test_a_visitor_is_asked_to_sign_in(desk: Faqdesk) -> None:
    signed_in(desk.settings.home)
    visitor = Visitor()
    visitor.visit(ENTRIES)
    assert not [key for key in visitor.buttons if key.startswith("row-")]
    assert [field.label for field in visitor.page.text_input] == ["Name", "Password"]


def test_an_entry_is_changed_saved_as_a_draft_and_shown_as_changed(desk: Faqdesk) -> None:
    editor = Editor()
    editor.press("row-dog")
    editor.write("Answer", "Dogs are welcome, **on a lead**.")
    editor.write("Other ways to ask it, one a line", "may my puppy come\n\n  and a  hound? ")
    assert "<strong>on a lead</strong>" in editor.text
    editor.save()
    item = desk.drafts.item("dog")
    assert item.state is ItemState.CHANGED
    assert item.entry.answer == "Dogs are welcome, **on a lead**."
    assert item.entry.alternates == ("may my puppy come", "and a hound?")
    assert item.change is not None
    assert item.change.changed_by == "Editor"
    assert editor.said == ["Saved as a draft. Visitors get it once it is published."]
    assert "discard" in editor.buttons
    assert "Publish (1)" in editor.menu
    editor.press("discard")
    assert desk.drafts.drafts() == ()
    assert "Publish" in editor.menu


def test_saving_without_a_change_makes_no_draft(desk: Faqdesk) -> None:
    editor = Editor(entry="book")
    editor.save()
    assert editor.said == ["Nothing was changed."]
    assert desk.drafts.drafts() == ()


def test_a_field_that_cannot_be_used_is_named_and_what_was_written_stays(desk: Faqdesk) -> None:
    editor = Editor(entry="dog")
    editor.write("Answer", "")
    editor.save()
    assert "The answer is empty. Write one, or retire the entry." in editor.text
    editor.write("Answer", "Yes.")
    editor.save()
    assert desk.drafts.item("dog").entry.answer == "Yes."


def test_a_new_entry_is_written(desk: Faqdesk) -> None:
    editor = Editor(new="1")
    editor.write("Question", "Is there a ferry at night?")
    editor.write("Answer", "No.")
    editor.press("save-new")
    (draft,) = desk.drafts.drafts()
    assert (draft.state, draft.entry.question) == (ItemState.NEW, "Is there a ferry at night?")
    assert editor.page.query_params["entry"] in ([draft.entry.id], draft.entry.id)


def test_a_duplicate_begins_with_what_the_other_one_says(desk: Faqdesk) -> None:
    editor = Editor(entry="book")
    editor.press("duplicate")
    editor.write("Question", "How do I book a ticket for a group?")
    editor.press("save-new")
    (draft,) = desk.drafts.drafts()
    assert draft.entry.answer == desk.drafts.item("book").entry.answer
    assert draft.entry.id != "book"


def test_the_second_editor_is_told_and_sees_both_texts(desk: Faqdesk) -> None:
    editor = Editor(entry="dog")
    editor.write("Answer", "Mine.")
    item = desk.drafts.item("dog")
    other = User("Noor", Role.EDITOR, item.live.created_at)  # type: ignore[union-attr]
    desk.drafts.save(replace(item.entry, answer="Theirs."), item, other)
    editor.save()
    assert "Noor changed this entry while you had it open" in editor.text
    assert "Theirs" in editor.text
    assert "Mine." in [area.value for area in editor.page.text_area]
    assert desk.drafts.item("dog").entry.answer == "Theirs."
    editor.save()
    assert desk.drafts.item("dog").entry.answer == "Mine."


def test_the_second_editor_can_take_the_other_text(desk: Faqdesk) -> None:
    editor = Editor(entry="dog")
    item = desk.drafts.item("dog")
    other = User("Noor", Role.EDITOR, item.live.created_at)  # type: ignore[union-attr]
    desk.drafts.save(replace(item.entry, answer="Theirs."), item, other)
    editor.run()
    editor.press("conflict-theirs")
    assert "Theirs." in [area.value for area in editor.page.text_area]


def test_several_are_retired_and_put_in_a_category_at_once(desk: Faqdesk) -> None:
    editor = Editor()
    editor.tick("dog")
    editor.tick("cat")
    editor.press("many-retire")
    assert {i.entry.id for i in desk.drafts.drafts()} == {"dog", "cat"}
    assert editor.said == ["2 entries will be retired at the next publish."]
    editor.tick("book")
    editor.page.selectbox(key="many-category").set_value("Prices")
    editor.run()
    editor.press("many-set")
    assert desk.drafts.item("book").entry.category == "Prices"


def test_a_question_is_asked_of_what_is_live_and_of_what_is_being_written(desk: Faqdesk) -> None:
    editor = Editor(entry="dog")
    editor.write("Answer", "Only small dogs.")
    editor.write("A question as a visitor would ask it", "Can I bring my dog aboard?")
    assert "Dogs are welcome." in editor.text
    assert "Only small dogs." in editor.text
    assert desk.drafts.drafts() == ()
    assert desk.turns.count() == 0


def test_an_earlier_revision_is_made_a_draft(
    desk: Faqdesk, page_home: Path, publish: Publish
) -> None:
    dog = desk.drafts.item("dog").entry
    publish(page_home, [replace(dog, answer="No dogs.")])
    first = desk.store.history("dog")[0].number
    editor = Editor(entry="dog")
    assert 'Its id in files is <code><span dir="ltr">dog</span></code>' in editor.text
    editor.press(f"restore-{first}")
    assert desk.drafts.item("dog").entry == dog


def test_a_reader_sees_an_entry_and_can_change_nothing(desk: Faqdesk) -> None:
    reader = Editor(Role.READER, entry="dog")
    assert all(area.disabled for area in reader.page.text_area)
    assert not {"retire", "duplicate", "discard"} & set(reader.buttons)
    assert not [key for key in reader.buttons if key.startswith("save")]
    listing = Editor(Role.READER)
    assert listing.rows
    assert not listing.page.checkbox


def test_an_entry_says_how_often_it_was_shown_and_liked(desk: Faqdesk) -> None:
    turns = desk.turns
    log(turns, *(answered("may my dog come?", "dog") for _ in range(3)), vote=Vote.UP)
    log(turns, answered("dogs?", "dog"), vote=Vote.DOWN)
    [offered] = log(turns, suggested("animals", "dog", "cat"))
    turns.pick(offered, "dog")
    told = "Given as the answer 4 times, suggested once (chosen there once), liked 3, disliked 1"
    assert f"{told}, in the last 90 days." in Editor(entry="dog").text
    assert "Never given as the answer, suggested once, liked 0" in Editor(entry="cat").text


def test_an_entry_that_nobody_was_shown_says_so(desk: Faqdesk) -> None:
    log(desk.turns, answered("may my dog come?", "dog"))
    assert "No visitor was shown it in the last 90 days." in Editor(entry="cat").text


def test_what_stands_out_in_the_words_being_written_is_said_beside_them(desk: Faqdesk) -> None:
    editor = Editor(entry="dog")
    assert "None of them keeps you from saving." not in editor.text
    editor.write("Answer", "Ask Ms Okafor, mobile 0171 5551234, or see [the plan]().")
    assert "2 problems" in editor.text
    assert "personal data" in editor.text
    assert "broken link" in editor.text
    editor.write("Answer", "Dogs are welcome.")
    assert "personal data" not in editor.text
    assert desk.drafts.drafts() == ()


def test_a_new_entry_is_held_against_the_others(desk: Faqdesk) -> None:
    editor = Editor(new="1")
    editor.write("Question", "Can I bring my dog aboard?")
    assert "same question, different answers" not in editor.text
    editor.write("Answer", "No.")
    assert "same question, different answers" in editor.text


def test_a_reader_is_shown_no_findings(desk: Faqdesk) -> None:
    item = desk.drafts.item("dog")
    editor = User("Noor", Role.EDITOR, item.live.created_at)  # type: ignore[union-attr]
    desk.drafts.save(replace(item.entry, answer="TODO: write this"), item, editor)
    assert "placeholder text" in Editor(entry="dog").text
    assert "placeholder text" not in Editor(Role.READER, entry="dog").text


def test_a_new_entry_has_no_such_figures(desk: Faqdesk) -> None:
    editor = Editor(new="1")
    editor.write("Question", "Is there a ferry at night?")
    editor.write("Answer", "No.")
    editor.press("save-new")
    assert "in the last 90 days" not in editor.text


def test_what_owners_wrote_is_shown_as_text(desk: Faqdesk) -> None:
    editor = Editor(entry="price")
    assert "<script>document" not in editor.text
    assert "&lt;script&gt;document" in editor.text


def test_which_entries_are_shown() -> None:
    today = date(2026, 7, 1)
    live = Entry("a", "A?", "A.")
    expired = replace(live, id="b", valid_until=date(2026, 6, 30))
    retired = replace(live, id="c", status=Status.RETIRED)
    items = _items(live, expired, retired)

    def ids(show: Show) -> list[str]:
        return [item.entry.id for item in items.find("", "", show, today)]

    assert ids(Show.LIVE) == ["a", "b"]
    assert ids(Show.HIDDEN) == ["b"]
    assert ids(Show.RETIRED) == ["c"]
    assert ids(Show.DRAFTS) == []
    assert ids(Show.ALL) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("day", "told"),
    [
        (date(2026, 5, 31), ":gray-badge[not yet, valid from 2026-06-01]"),
        (date(2026, 6, 30), ""),
        (date(2026, 7, 1), ":gray-badge[expired, valid until 2026-06-30]"),
    ],
)
def test_an_entry_that_visitors_do_not_get_today_says_why(day: date, told: str) -> None:
    june = Entry("a", "A?", "A.", valid_from=date(2026, 6, 1), valid_until=date(2026, 6, 30))
    (item,) = _items(june).by_id.values()
    assert badges(item, day) == told


def _items(*entries: Entry) -> Items:
    now = datetime.now(UTC)
    return items_of(Item(Revision(n, e, now, "test"), None) for n, e in enumerate(entries))

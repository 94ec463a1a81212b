"""The pages Review and Insights, run in this process without a browser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from app.marking import without_marks
from app.review.words import caption
from data.answers import Vote
from data.records import Entry
from data.roles import Role
from pipeline.build import Faqdesk, open_faqdesk
from pipeline.review.groups import Hint
from pipeline.review.meant import Meant
from tests.app.signing import SignedInAs
from tests.turns import answered, log, no_answer, set_asked_at, suggested

Publish = Callable[[Path, Sequence[Entry]], None]
SignIn = Callable[..., SignedInAs]
MAIN = Path(__file__).parents[2] / "app" / "main.py"
REVIEW, INSIGHTS = "screens/review.py", "screens/insights.py"
POOL = "is there <b>a pool</b> on board"

pytestmark = pytest.mark.usefixtures("fresh_pages")


@pytest.fixture
def desk(page_home: Path, publish: Publish, entries: Sequence[Entry]) -> Faqdesk:
    """A library of which a question was asked twice and another once, all without an answer."""
    publish(page_home, entries)
    desk = open_faqdesk(page_home)
    log(desk.turns, no_answer(POOL), no_answer("bring my hamster aboard"), no_answer(POOL))
    return desk


class Editor:
    """Somebody with a page open, who fails a test as soon as it does."""

    def __init__(self, sign_in: SignIn, home: Path, path: str, role: Role = Role.EDITOR) -> None:
        self.page = AppTest.from_file(str(MAIN), default_timeout=30)
        sign_in(home, role).enter(self.page)
        self.run()
        self.page.switch_page(path)
        self.run()

    def run(self) -> None:
        self.page.run()
        assert not self.page.exception

    def press(self, key: str) -> None:
        self.page.button(key=key).click()
        self.run()

    def choose(self, key: str, value: object) -> None:
        self.page.segmented_control(key=key).set_value(value)
        self.run()

    @property
    def text(self) -> str:
        parts = (str(element.proto.body) for element in self.page.get("html"))
        return without_marks("\n".join(part for part in parts if not part.startswith("<style")))

    @property
    def buttons(self) -> list[str]:
        return [button.key or "" for button in self.page.button]


@pytest.fixture
def editor(desk: Faqdesk, signed_in_as: SignIn) -> Editor:
    return Editor(signed_in_as, desk.settings.home, REVIEW)


def test_groups_are_shown_with_what_went_wrong_the_most_asked_first(editor: Editor) -> None:
    text = editor.text
    assert "2 groups" in text
    assert text.index("Asked twice") < text.index("Asked once")
    assert "is there &lt;b&gt;a pool&lt;/b&gt; on board" in text
    assert "2 without an answer" in text
    editor.choose("review-order", "Newest")
    assert "2 groups" in editor.text


def test_one_click_adds_the_wording_to_the_likeliest_entry(editor: Editor, desk: Faqdesk) -> None:
    hamster = editor.page.radio[1]
    assert hamster.options[:2] == ["Can I bring my dog aboard\\?", "Can I bring my cat aboard\\?"]
    editor.press("review-add-2")
    assert "1 wording was added to “Can I bring my dog aboard?”" in editor.text
    [draft] = desk.pending.all()
    assert (draft.entry.id, draft.changed_by) == ("dog", "Editor")
    assert draft.entry.alternates == ("bring my hamster aboard",)
    assert "1 group" in editor.text
    editor.press("review-undo")
    assert desk.pending.all() == []
    assert "2 groups" in editor.text


def test_another_entry_is_found_and_chosen(editor: Editor, desk: Faqdesk) -> None:
    editor.page.text_input(key="review-words-1").set_value("café")
    editor.run()
    editor.press("review-found-1-café")
    assert editor.page.radio[0].value == "café"
    editor.press("review-add-1")
    [draft] = desk.pending.all()
    assert draft.entry.id == "café"


def test_a_new_entry_is_written_from_a_group(editor: Editor, desk: Faqdesk) -> None:
    editor.press("review-new-1")
    assert editor.page.text_input(key="write-question").value == "Is there <b>a pool</b> on board?"
    editor.page.text_area(key="write-answer").set_value("No, but a bar.")
    editor.press("write-save")
    [draft] = desk.pending.all()
    assert (draft.entry.answer, draft.base_revision) == ("No, but a bar.", None)
    assert "is a draft now" in editor.text


def test_an_entry_without_an_answer_is_not_kept(editor: Editor, desk: Faqdesk) -> None:
    editor.press("review-new-1")
    editor.press("write-save")
    assert "An entry needs a question and an answer." in editor.text
    assert desk.pending.all() == []


def test_out_of_scope_is_marked_listed_and_taken_back(editor: Editor, desk: Faqdesk) -> None:
    editor.press("review-scope-1")
    assert "is out of scope" in editor.text
    assert [mark.question for mark in desk.scope_marks.all()] == [POOL]
    editor.choose("review-view", "scope")
    assert "is there &lt;b&gt;a pool&lt;/b&gt; on board" in editor.text
    editor.press(f"unmark-{POOL}")
    assert desk.scope_marks.all() == []
    assert "Nothing is out of scope" in editor.text


def test_when_all_is_dismissed_nothing_waits(editor: Editor) -> None:
    editor.press("review-dismiss-1")
    editor.press("review-dismiss-2")
    assert "Nothing waits for you" in editor.text


def test_what_came_of_it_is_told_before_and_after_the_publish(
    editor: Editor, desk: Faqdesk
) -> None:
    editor.choose("review-view", "after")
    assert "Nothing was reviewed yet" in editor.text
    editor.choose("review-view", "waiting")
    editor.press("review-add-2")
    editor.choose("review-view", "after")
    assert "None of it is published yet." in editor.text
    with desk.publisher.lock():
        drafts = desk.pending.all()
        desk.publisher.publish([each.entry for each in drafts], "Ada", drafts=drafts)
    editor.run()
    assert "1 of 1 question that went wrong is answered now." in editor.text


def test_only_the_wordings_that_are_ticked_are_added(desk: Faqdesk, signed_in_as: SignIn) -> None:
    log(desk.turns, no_answer("can I bring my hamster aboard"))
    editor = Editor(signed_in_as, desk.settings.home, REVIEW)
    editor.page.checkbox(key="review-way-4").uncheck()
    editor.run()
    editor.press("review-add-2")
    [draft] = desk.pending.all()
    assert draft.entry.alternates == ("bring my hamster aboard",)


def test_a_reader_sees_the_groups_and_can_do_nothing(desk: Faqdesk, signed_in_as: SignIn) -> None:
    reader = Editor(signed_in_as, desk.settings.home, REVIEW, Role.READER)
    assert "2 groups" in reader.text
    assert not [key for key in reader.buttons if key.startswith("review-")]


@pytest.mark.parametrize("path", [REVIEW, INSIGHTS])
def test_a_visitor_sees_neither_page(desk: Faqdesk, path: str) -> None:
    page = AppTest.from_file(str(MAIN), default_timeout=30).run()
    page.switch_page(path).run()
    assert not page.exception
    shown = "\n".join(str(element.proto.body) for element in page.get("html"))
    assert "a pool" not in shown
    assert "questions in" not in shown


def test_a_click_under_did_you_mean_is_kept(desk: Faqdesk) -> None:
    page = AppTest.from_file(str(MAIN), default_timeout=30).run()
    page.chat_input(key="question").set_value("what can I bring aboard?").run()
    asked = desk.turns.latest(1)[0]
    page.button(key="choice-0-1").click().run()
    assert not page.exception
    turns = {turn.id: turn for turn in desk.turns.latest(2)}
    assert turns[asked.id].picked == asked.suggested[1]


# ---------------------------------------------------------------------------------------- insights


def test_insights_tell_what_was_asked(desk: Faqdesk, signed_in_as: SignIn) -> None:
    log(desk.turns, answered("a", "dog"), vote=Vote.UP)
    log(desk.turns, suggested("b", "dog", "cat"))
    page = Editor(signed_in_as, desk.settings.home, INSIGHTS, Role.READER)
    text = page.text
    assert "5 questions in 30 days, 20 % of them answered." in text
    assert "1 of 1 votes" in text
    assert "Can I bring my dog aboard?" in text
    assert "is there &lt;b&gt;a pool&lt;/b&gt; on board" in text
    assert [expander.label for expander in page.page.expander] == [
        "4 entries that nobody was shown"
    ]
    page.choose("insights-range", 7)
    assert "5 questions in 7 days" in page.text


def test_an_entry_that_may_be_meant_is_told_by_how_its_answer_begins() -> None:
    entry = Entry("form", "Where?", "Fill in [form **12**](https://example.org/12).")
    assert caption(Meant(entry, 0.4, 0.1, Hint("form"))) == "Fill in form 12."
    picked = Meant(entry, 0.4, 0.1, Hint("form", picked=2))
    assert caption(picked) == "chosen by 2 visitors · Fill in form 12."


def test_insights_of_chosen_days(desk: Faqdesk, signed_in_as: SignIn) -> None:
    page = Editor(signed_in_as, desk.settings.home, INSIGHTS)
    page.choose("insights-range", 0)
    first, last = page.page.date_input(key="insights-days").value
    assert (last - first).days == 29
    page.page.date_input(key="insights-days").set_value((first, first))
    page.run()
    assert "Nothing was asked in these days." in page.text


def test_insights_before_anything_is_asked(
    page_home: Path, signed_in_as: SignIn, publish: Publish, entries: Sequence[Entry]
) -> None:
    publish(page_home, entries)
    page = Editor(signed_in_as, page_home, INSIGHTS)
    assert "Nothing was asked in these days." in page.text


def test_old_questions_are_deleted_when_a_page_is_drawn(
    desk: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_asked_at(desk.engine, 1, datetime.now(UTC) - timedelta(days=366))
    AppTest.from_file(str(MAIN), default_timeout=30).run()
    assert desk.turns.count() == 2

"""The pages, run in this process without a browser."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from app import resources
from app.marking import without_marks
from data.answers import Vote
from data.records import Entry
from index.encoder import HashEncoder
from pipeline.build import Faqdesk, open_faqdesk

MAIN = Path(__file__).parents[2] / "app" / "main.py"
LIBRARY = "screens/library.py"

Publish = Callable[[Path, Sequence[Entry]], None]


pytestmark = pytest.mark.usefixtures("fresh_pages")


@pytest.fixture
def home(page_home: Path) -> Path:
    return page_home


@pytest.fixture
def desk(home: Path, publish: Publish, entries: Sequence[Entry]) -> Faqdesk:
    """What the pages will answer from."""
    publish(home, entries)
    return open_faqdesk(home)


class Visitor:
    """Somebody with the pages open, who fails a test as soon as a page does."""

    def __init__(self) -> None:
        self.page = AppTest.from_file(str(MAIN), default_timeout=30)
        self.run()

    def run(self) -> None:
        self.page.run()
        assert not self.page.exception

    def ask(self, question: str) -> None:
        self.page.chat_input(key="question").set_value(question)
        self.run()

    def press(self, key: str) -> None:
        self.page.button(key=key).click()
        self.run()

    def vote(self, turn: int, thumb: int | None) -> None:
        self.page.feedback(key=f"vote-{turn}").set_value(thumb)
        self.run()

    def visit(self, path: str) -> None:
        self.page.switch_page(path)
        self.run()

    @property
    def text(self) -> str:
        """The HTML of all that is not a widget, without the marks around words."""
        return without_marks(self.marked_text)

    @property
    def marked_text(self) -> str:
        """The HTML of all that is not a widget."""
        parts = (str(element.proto.body) for element in self.page.get("html"))
        return "\n".join(part for part in parts if not part.startswith("<style"))

    @property
    def buttons(self) -> list[str]:
        return [button.key or "" for button in self.page.button]


# ------------------------------------------------------------------------------------------ asking


def test_the_page_opens_with_the_organisation_and_example_questions(
    desk: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAQDESK_ORGANISATION", "Ferries & <Co>")
    visitor = Visitor()
    assert '<h1><span dir="ltr">Ferries &amp; &lt;Co&gt;</span></h1>' in visitor.text
    assert "the 6 questions" in visitor.text
    assert visitor.buttons == [f"example-{n}" for n in range(6)]


def test_an_answer_shows_its_question_text_category_source_and_certainty(desk: Faqdesk) -> None:
    visitor = Visitor()
    visitor.ask("where can I reserve a seat?")
    assert "where can I reserve a seat?" in visitor.text
    assert '<h2 class="fd-title"><span dir="ltr">How do I book a ticket?' in visitor.text
    assert '<li dir="ltr">Choose a boat</li>' in visitor.text
    assert '<span class="fd-chip"><span dir="ltr">Tickets' in visitor.text
    assert 'Source: <a href="https://shop.example/handbook"' in visitor.text
    assert "Very likely right" in visitor.text


def test_an_example_is_answered_by_its_own_entry(desk: Faqdesk) -> None:
    visitor = Visitor()
    visitor.press("example-0")
    assert desk.turns.latest(1)[0].question in {entry.question for entry in _entries(desk)}
    assert "The question you chose" in visitor.text


def test_an_unclear_question_is_answered_by_the_question_that_is_picked(desk: Faqdesk) -> None:
    visitor = Visitor()
    visitor.ask("what can I bring aboard?")
    assert "Did you mean" in visitor.text
    visitor.press("choice-0-0")
    assert "Dogs are welcome." in visitor.text
    assert desk.turns.latest(1)[0].question == "Can I bring my dog aboard?"


def test_a_picked_question_is_shown_even_where_the_owner_wants_more_certainty(
    desk: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAQDESK_ANSWER_AT", "1")
    visitor = Visitor()
    visitor.ask("Can I bring my dog aboard?")
    assert "Did you mean" in visitor.text
    visitor.press("choice-0-0")
    assert "Dogs are welcome." in visitor.text


def test_the_words_that_answer_are_marked(desk: Faqdesk) -> None:
    visitor = Visitor()
    visitor.ask("where can I reserve a seat?")
    assert visitor.marked_text.count("<mark") == visitor.marked_text.count("</mark>") > 0
    assert "<mark>" in visitor.marked_text


def test_other_questions_are_offered_under_an_answer(
    desk: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAQDESK_SUGGEST_AT", "0")
    visitor = Visitor()
    visitor.ask("Can I bring my dog aboard?")
    assert [expander.label for expander in visitor.page.expander] == [
        "Other questions that may fit"
    ]
    visitor.press("choice-0-0")
    assert "Cats too, in a box." in visitor.text


def test_without_an_answer_the_owner_s_words_and_the_contact_are_shown(
    desk: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAQDESK_UNANSWERED_TEXT", "We do not know.")
    monkeypatch.setenv("FAQDESK_CONTACT", "Ring 123")
    visitor = Visitor()
    visitor.ask("what does a zebra cost in winter?")
    assert "No answer found" in visitor.text
    assert "We do not know." in visitor.text
    assert visitor.text.count("Ring 123") == 2  # in the sidebar, and under the answer


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("x" * 100_000, "The question has 100,000 characters and the limit is 2,000."),
        ("\x00\x07\x1b", "The question is empty."),
    ],
)
def test_a_question_that_cannot_be_used_is_refused_in_a_sentence(
    desk: Faqdesk, question: str, words: str
) -> None:
    visitor = Visitor()
    visitor.ask(question)
    assert words in visitor.text
    assert 'role="alert"' in visitor.text
    visitor.ask("Can I bring my dog aboard?")
    assert "Dogs are welcome." in visitor.text


@pytest.mark.parametrize(
    "question",
    ["🐶" * 50, "我可以带狗吗？", "a\x00b\x1f dog", "<script>alert(1)</script>", "$$x$$"],
)
def test_any_writing_can_be_asked_in(desk: Faqdesk, question: str) -> None:
    visitor = Visitor()
    visitor.ask(question)
    assert "fd-question" in visitor.text
    assert "<script>" not in visitor.text


def test_right_to_left_questions_and_answers_say_so(desk: Faqdesk) -> None:
    visitor = Visitor()
    visitor.ask("كيف أحجز تذكرة؟")
    assert '<span dir="rtl">كيف أحجز تذكرة؟</span></div>' in visitor.text
    assert '<p dir="rtl">احجز عبر الموقع.</p>' in visitor.text
    assert '<p dir="ltr">Or in English.</p>' in visitor.text


def test_what_an_answer_contains_is_shown_and_not_obeyed(
    desk: Faqdesk, entries: Sequence[Entry]
) -> None:
    visitor = Visitor()
    visitor.ask(entries[1].question)
    assert "<strong>$200 and $300</strong>" in visitor.text
    assert "&lt;script&gt;" in visitor.text
    for harm in ("<script", "<img", "<b ", "<i>L", 'href="javascript'):
        assert harm not in visitor.text


def test_starting_over_clears_the_conversation(desk: Faqdesk) -> None:
    visitor = Visitor()
    visitor.ask("dog")
    visitor.press("start-over")
    assert "fd-question" not in visitor.text
    assert "example-0" in visitor.buttons


def test_the_conversation_is_still_there_after_a_look_at_the_library(desk: Faqdesk) -> None:
    visitor = Visitor()
    visitor.ask("dog")
    visitor.vote(1, 1)
    visitor.visit(LIBRARY)
    visitor.visit("screens/ask.py")
    assert "Dogs are welcome." in visitor.text
    assert visitor.page.feedback(key="vote-1").value == 1


# ------------------------------------------------------------------------------------------ voting


def test_a_vote_is_kept_replaced_and_taken_back(desk: Faqdesk) -> None:
    visitor = Visitor()
    visitor.ask("dog")
    votes: list[Vote | None] = []
    for thumb in (1, 0, None):
        visitor.vote(1, thumb)
        votes.append(desk.turns.latest(1)[0].vote)
    assert votes == [Vote.UP, Vote.DOWN, None]


def test_a_turn_that_was_not_logged_has_no_thumbs(
    desk: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources.answerer(), "_turns", None)
    visitor = Visitor()
    visitor.ask("dog")
    assert "Dogs are welcome." in visitor.text
    assert not visitor.page.get("feedback")


# ------------------------------------------------------------------------- what the process shares


def test_models_load_once_whatever_the_number_of_visitors_and_reruns(
    desk: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []

    class Counted(HashEncoder):
        def __init__(self) -> None:
            made.append(self)

    monkeypatch.setattr("pipeline.making.HashEncoder", Counted)
    arrivals = [threading.Thread(target=resources.answerer) for _ in range(4)]
    for arrival in arrivals:
        arrival.start()
    for arrival in arrivals:
        arrival.join()
    for visitor in (Visitor(), Visitor()):
        visitor.ask("dog")
    assert len(made) == 1


def test_a_new_generation_is_answered_from_at_the_next_question(
    desk: Faqdesk, home: Path, publish: Publish, entries: Sequence[Entry]
) -> None:
    visitor = Visitor()
    visitor.ask(entries[2].question)
    publish(home, [replace(entries[2], answer="Not in summer.")])
    visitor.ask(entries[2].question)
    assert "Not in summer." in visitor.text
    visitor.visit(LIBRARY)
    assert "Not in summer." in visitor.text
    assert "Dogs are welcome." not in visitor.text


def test_before_the_first_import_the_pages_say_how_to_import(home: Path) -> None:
    visitor = Visitor()
    assert "faqdesk ingest" in visitor.text
    assert not visitor.page.chat_input
    visitor.visit(LIBRARY)
    assert "faqdesk ingest" in visitor.text


def test_a_page_left_open_before_the_first_import_then_answers(
    home: Path, publish: Publish, entries: Sequence[Entry]
) -> None:
    visitor = Visitor()
    publish(home, entries)
    visitor.run()
    visitor.ask("dog")
    assert "Dogs are welcome." in visitor.text


def test_a_setting_that_makes_no_sense_is_explained_without_a_traceback(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAQDESK_ANSWER_AT", "7")
    visitor = Visitor()
    assert "answer_at" in visitor.text
    assert 'role="alert"' in visitor.text


def test_a_model_that_is_not_there_is_explained_without_a_traceback(
    desk: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAQDESK_ENCODER", "no-such-model")
    visitor = Visitor()
    assert "no-such-model" in visitor.text
    assert 'role="alert"' in visitor.text


# ----------------------------------------------------------------------------------------- library


@pytest.fixture
def reader(desk: Faqdesk) -> Visitor:
    visitor = Visitor()
    visitor.visit(LIBRARY)
    return visitor


def search(visitor: Visitor, words: str) -> list[str]:
    visitor.page.text_input(key="library-words").set_value(words)
    visitor.run()
    return [expander.label for expander in visitor.page.expander]


def test_the_library_lists_all_that_an_entry_says(reader: Visitor) -> None:
    assert len(reader.page.expander) == 6
    assert "6 questions, 1 to 6 shown" in reader.text
    for shown in ("Where can I reserve a seat?", "Tickets", "booking", "Handbook", "<code>book<"):
        assert shown in reader.text


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("RESERVE seat", "How do I book a ticket\\?"),
        ("creme brulee cafe", "Is there a café on board\\?"),
        ("Welcome dog", "Can I bring my dog aboard\\?"),
        ("تذكرة", "كيف أحجز تذكرة؟"),
    ],
)
def test_every_word_must_occur_in_whatever_case_and_accents(
    reader: Visitor, words: str, found: str
) -> None:
    assert search(reader, words) == [found]


def test_a_search_without_result_says_so(reader: Visitor) -> None:
    assert search(reader, "dog zebra") == []
    assert "No question fits" in reader.text


def test_the_library_is_filtered_by_category(reader: Visitor) -> None:
    reader.page.selectbox(key="library-category").set_value("Pets")
    reader.run()
    assert "2 questions" in reader.text
    assert search(reader, "box") == ["Can I bring my cat aboard\\?"]


def test_a_long_library_comes_in_pages_and_a_search_begins_at_the_first(
    home: Path, publish: Publish
) -> None:
    publish(home, [Entry(f"e{n}", f"Question {n}?", "Yes.") for n in range(60)])
    visitor = Visitor()
    visitor.visit(LIBRARY)
    visitor.page.get("pagination")[0].set_value(3)
    visitor.run()
    assert "60 questions, 51 to 60 shown" in visitor.text
    assert len(visitor.page.expander) == 10
    search(visitor, "question")
    assert "60 questions, 1 to 25 shown" in visitor.text


def _entries(desk: Faqdesk) -> list[Entry]:
    return [revision.entry for revision in desk.store.current_revisions()]

"""The page Inspect, and the ways to it, run in this process without a browser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from app.inspecting.address import of_question
from app.inspecting.views import VIEWS
from data.records import Entry
from data.roles import Role
from pipeline.build import Faqdesk, open_faqdesk
from pipeline.evaluation.question_sets import questions_in
from pipeline.evaluation.report_json import report_as_json
from pipeline.evaluation.service import Choice, evaluate_library, live_entries
from tests.app.signing import SignedInAs
from tests.app.test_pages import Visitor
from tests.app.test_review_page import Editor
from tests.turns import answered, log, no_answer

Publish = Callable[[Path, Sequence[Entry]], None]
SignIn = Callable[..., SignedInAs]
INSPECT = "screens/inspect.py"
DOG = "Can I bring my dog aboard?"

pytestmark = pytest.mark.usefixtures("fresh_pages")


@pytest.fixture
def desk(page_home: Path, publish: Publish, entries: Sequence[Entry]) -> Faqdesk:
    publish(page_home, entries)
    return open_faqdesk(page_home)


class Reader(Editor):
    """Somebody on the page Inspect at an address."""

    def __init__(self, sign_in: SignIn, home: Path, **address: str) -> None:
        super().__init__(sign_in, home, INSPECT, Role.READER)
        for name, value in address.items():
            self.page.query_params[name] = value
        self.run()


@pytest.fixture
def at(desk: Faqdesk, signed_in_as: SignIn) -> Callable[..., Reader]:
    return lambda **address: Reader(signed_in_as, desk.settings.home, **address)


def test_a_question_is_explained_from_top_to_bottom(at: Callable[..., Reader]) -> None:
    text = at(question="where can I reserve a seat?").text
    told = (
        "Answered by “How do I book a ticket?”",
        "its other wording “Where can I reserve a seat?”",
        "What was found",
        "Why this order",
        "How sure, and why",
        "What would have changed it",
        "If answering took",
        "Understand the question",
    )
    places = [text.index(part) for part in told]
    assert places == sorted(places)


def test_it_is_no_page_of_visitors(desk: Faqdesk) -> None:
    from tests.app.test_pages import Visitor

    visitor = Visitor()
    visitor.visit(INSPECT)
    assert "Why a question gets" not in visitor.text


def test_without_a_question_it_says_where_to_find_one(at: Callable[..., Reader]) -> None:
    reader = at()
    assert "No question yet" in reader.text
    reader.page.text_input(key="inspect-question").set_value(DOG)
    reader.run()
    assert f"Answered by “{DOG}”" in reader.text
    assert reader.page.query_params["question"] == DOG


def test_nothing_is_kept_of_what_is_inspected(at: Callable[..., Reader], desk: Faqdesk) -> None:
    at(question=DOG)
    assert desk.turns.count() == 0


def test_a_turn_is_told_with_what_the_visitor_got(at: Callable[..., Reader], desk: Faqdesk) -> None:
    [turn] = log(desk.turns, answered(DOG, "dog", 0.9))
    reader = at(turn=str(turn))
    assert "A visitor asked this today at" in reader.text
    assert "It was answered by the entry “dog”, 90\xa0% sure." in reader.text
    assert "The library has changed since" not in reader.text
    assert "answered differently now" not in reader.text


def test_it_is_told_where_the_library_has_changed_since(
    at: Callable[..., Reader], desk: Faqdesk
) -> None:
    [turn] = log(desk.turns, no_answer(DOG))
    with desk.publisher.lock():
        desk.publisher.publish([Entry("new", "Is there a pool?", "No.")], "a test")
    text = at(turn=str(turn)).text
    assert "it was answered from generation 1, and this explains what generation 2 says" in text
    assert "It would be answered differently now." in text


def test_a_masked_question_is_explained_as_it_is_kept(
    at: Callable[..., Reader], desk: Faqdesk
) -> None:
    turn = desk.answerer.answer("mail me at ann@example.org about my dog aboard").turn
    text = at(turn=str(turn)).text
    assert "mail me at ann@" not in text
    assert "Personal data in it was masked" in text


def test_a_turn_that_is_not_there_is_told(at: Callable[..., Reader]) -> None:
    assert "There is no question number 99. Old questions are deleted" in at(turn="99").text


@pytest.mark.parametrize("number", ["no", "-1", "0", "9" * 40, "nonsense * here"])
def test_what_is_no_number_of_a_turn_is_named_with_what_to_do(
    at: Callable[..., Reader], number: str
) -> None:
    text = at(turn=number).text
    assert f"asks for question “{number}”, which is not the number of one" in text
    assert "Type the question below" in text


@pytest.mark.parametrize(
    "number", ["[click](https://evil.example)", "<https://evil.example>", "<b>bold</b>", "x" * 999]
)
def test_what_the_address_says_instead_of_a_number_is_shown_as_text(
    at: Callable[..., Reader], number: str
) -> None:
    text = at(turn=number).text
    assert "which is not the number of one" in text
    assert not any(part in text for part in ('href="https://evil', "<b>bold", "x" * 99))


def test_a_question_that_is_too_long_is_told(at: Callable[..., Reader]) -> None:
    assert "the limit is 2,000" in at(question="a " * 2000).text


def test_the_entry_of_the_address_is_tried(at: Callable[..., Reader]) -> None:
    reader = at(question=DOG, entry="café")
    assert reader.page.selectbox[0].value == "café"
    assert "as another way to ask “Is there a café on board?”" in reader.text
    reader.page.selectbox[0].set_value("cat")
    reader.run()
    assert "as another way to ask “Can I bring my cat aboard?”" in reader.text


def test_an_entry_that_is_no_more_is_passed_over(at: Callable[..., Reader]) -> None:
    assert "as another way to ask “Can I bring my cat aboard?”" in at(question=DOG, entry="x").text


def test_what_is_written_anywhere_is_not_obeyed(at: Callable[..., Reader]) -> None:
    text = at(question="<b>dog</b> <img src=x onerror=alert(1)> $6 cost").text
    assert "<img" not in text
    assert "<b>$6</b>" not in text


def test_a_message_with_two_questions_has_both(at: Callable[..., Reader]) -> None:
    text = at(question=f"{DOG} And is there a café on board?").text
    assert text.count("What was found") == 2


def test_a_large_library_is_tried_when_somebody_wants_it(
    at: Callable[..., Reader], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.inspecting.path.TRIED_AT_ONCE", 3)
    reader = at(question=DOG)
    assert "If answering took" not in reader.text
    reader.press("inspect-try-0")
    assert "If answering took" in reader.text


def test_a_new_threshold_is_noticed(at: Callable[..., Reader], desk: Faqdesk) -> None:
    assert "Answered by" in at(question=DOG).text
    (desk.settings.home / "settings.toml").write_text("answer_at = 0.99\n", "utf-8")
    assert "is less than the 99\xa0% that it takes" in at(question=DOG).text


def links(editor: Editor) -> list[str]:
    return [
        link.proto.query_string
        for link in editor.page.get("page_link")
        if link.proto.label == "Why?"
    ]


def test_review_leads_to_the_turn(desk: Faqdesk, signed_in_as: SignIn) -> None:
    turns = log(desk.turns, no_answer("is there a pool"), no_answer("is there a pool"))
    editor = Editor(signed_in_as, desk.settings.home, "screens/review.py")
    assert links(editor) == [f"turn={max(turns)}"]


def test_insights_leads_to_the_question(desk: Faqdesk, signed_in_as: SignIn) -> None:
    log(desk.turns, no_answer('is there "a pool" & a <b>bar</b>?'))
    editor = Editor(signed_in_as, desk.settings.home, "screens/insights.py")
    address = "inspect?question=is%20there%20%22a%20pool%22%20%26%20a%20%3Cb%3Ebar%3C%2Fb%3E%3F"
    assert f'<a href="{address}">Why?</a>' in editor.text


def test_quality_leads_to_the_question_with_what_was_expected(
    desk: Faqdesk, signed_in_as: SignIn
) -> None:
    asked = b'{"query": "Can I bring my cat aboard?", "relevant": ["dog"]}'
    questions = questions_in("q.jsonl", asked, None)
    report = evaluate_library(desk, questions, live_entries(desk), Choice()).report
    run = desk.evaluations.add("q.jsonl", 1, report_as_json(report))
    editor = Editor(signed_in_as, desk.settings.home, "screens/quality.py", Role.READER)
    editor.page.session_state[f"quality-tab-{run}"] = "Failures (1)"
    editor.run()
    assert links(editor) == ["question=Can+I+bring+my+cat+aboard%3F&entry=dog&generation=1"]


def test_an_address_names_only_what_there_is() -> None:
    assert of_question("a") == {"question": "a"}
    assert of_question("a", "dog", 3) == {"question": "a", "entry": "dog", "generation": "3"}


@pytest.mark.parametrize("title", [view.title for view in VIEWS])
def test_each_view_is_drawn_while_it_is_open(at: Callable[..., Reader], title: str) -> None:
    reader = at()
    reader.page.session_state["inspect-view"] = title
    reader.page.query_params["question"] = DOG
    reader.run()
    text = reader.text
    assert ("What was found" in text) == (title == "The path")
    heading = "Attention by hand" if title == "By hand" else title
    assert title == "The path" or f"{heading}<" in text


def test_whoever_is_signed_in_comes_from_an_answer_to_why(
    desk: Faqdesk, signed_in_as: SignIn
) -> None:
    for visitor, links in ((Visitor(), 0), (Visitor(), 1)):
        if links:
            signed_in_as(desk.settings.home, Role.READER).enter(visitor.page)
        visitor.ask(DOG)
        labels = [link.proto.label for link in visitor.page.get("page_link")]
        assert labels.count("Why?") == links

"""The Quality page, run in this process without a browser."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from app import resources
from app.jobs import Job, JobState, Outcome
from app.quality.asking import as_csv, as_json_lines, examples
from app.quality.comparing import row_words
from app.quality.running import progress_words, time_words
from data.answers import Refusal
from data.records import Entry, Status
from pipeline.build import Faqdesk
from pipeline.evaluation.failures import Fault
from pipeline.evaluation.question_sets import questions_in
from pipeline.evaluation.report_json import report_as_json
from pipeline.evaluation.service import Choice, evaluate_library, live_entries
from tests.app.signing import signed_in
from tests.app.test_pages import Visitor
from tests.pipeline.evaluation.factories import row

Publish = Callable[[Path, Sequence[Entry]], None]
QUALITY = "screens/quality.py"
LIBRARY = "screens/library.py"
QUESTIONS = b"""\
{"query": "where can I reserve a seat?", "relevant": ["book"]}
{"query": "can my dog come aboard", "relevant": ["dog"]}
{"query": "Can I bring my cat aboard?", "relevant": ["dog"]}
{"query": "What does :red[it] cost, $5 or <b>$6</b>?", "relevant": ["dog"]}
{"query": "How do I book a ticket?", "relevant": []}
{"query": "zebra quantum", "relevant": []}
"""


pytestmark = pytest.mark.usefixtures("fresh_pages")


@pytest.fixture
def home(page_home: Path) -> Path:
    return page_home


@pytest.fixture
def run(desk: Faqdesk) -> Callable[..., int]:
    """Keeps a run as the command would, and tells its number."""

    def keep(data: bytes = QUESTIONS, name: str = "questions.jsonl") -> int:
        questions = questions_in(name, data, None)
        report = evaluate_library(desk, questions, live_entries(desk), Choice()).report
        return desk.evaluations.add(name, 1, report_as_json(report))

    return keep


class Owner(Visitor):
    """Somebody on the Quality page."""

    def __init__(self) -> None:
        super().__init__()
        signed_in(Path(os.environ["FAQDESK_HOME"])).enter(self.page)
        self.visit(QUALITY)

    def upload(self, data: bytes, name: str = "questions.jsonl") -> None:
        self.page.file_uploader[0].set_value((name, data, "application/octet-stream"))
        self.run()

    def turn_to(self, view: str) -> None:
        self.page.segmented_control(key="quality-view").set_value(view)
        self.run()

    def wait(self) -> None:
        """Waits for what runs in the background, and looks again."""
        assert resources.jobs().wait(20)
        self.run()

    @property
    def links(self) -> list[str]:
        return [link.proto.label for link in self.page.get("page_link")]

    @property
    def tabs(self) -> list[str]:
        return [tab.label for tab in self.page.tabs]


# ------------------------------------------------------------------------------------------ asking


def test_without_a_library_the_page_says_how_to_import(home: Path) -> None:
    assert "faqdesk ingest" in Owner().text


def test_before_the_first_run_the_page_shows_what_a_question_file_looks_like(desk: Faqdesk) -> None:
    owner = Owner()
    assert "Ask many questions at once" in owner.text
    assert "Where can I reserve a seat?" in owner.text  # an alternate of one of its entries
    assert "<code>" in owner.text
    assert [button.key for button in owner.page.download_button] == ["example-csv", "example-jsonl"]
    assert not owner.page.segmented_control


def test_an_upload_is_told_and_run_and_its_report_shown(desk: Faqdesk) -> None:
    owner = Owner()
    owner.upload(QUESTIONS)
    assert "<b>6 questions</b> found, 2 of them without an entry that answers." in owner.text
    owner.press("quality-start")
    owner.wait()
    assert owner.page.selectbox(key="quality-run").value == 1
    assert desk.evaluations.runs()[0].name == "questions.jsonl"
    assert "fd-tiles" in owner.text
    assert not owner.page.file_uploader


def test_rows_that_cannot_be_used_are_named_with_their_lines_before_running(desk: Faqdesk) -> None:
    owner = Owner()
    owner.upload(
        b'{"query": "one", "relevant": ["dog"]}\n{"query": "", "relevant": ["dog"]}\n'
        b'{"query": "two", "relevant": ["no-<such>-entry"]}\n{"query": "one", "relevant": []}\n'
    )
    assert "<b>2 questions</b> found, 1 of them" in owner.text
    assert "2 rows cannot be used." in owner.text
    assert '<th scope="row">2</th>' in owner.text
    assert '<th scope="row">3</th>' in owner.text
    assert "no-&lt;such&gt;-entry" in owner.text
    assert "the same question expects different entries" in owner.text
    assert "quality-start" in owner.buttons


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.jsonl", b"", "a.jsonl is empty."),
        ("a.csv", b"query\nx\n", "has no column for"),
        ("a.xlsx", b"PK\x03\x04 broken", "a.xlsx"),
        ("a.jsonl", b'{"query": "x", "relevant": ["nobody"]}', "None of the 1 rows"),
    ],
)
def test_a_file_that_cannot_be_used_is_explained(
    desk: Faqdesk, name: str, data: bytes, words: str
) -> None:
    owner = Owner()
    owner.upload(data, name)
    assert words in owner.text
    assert 'role="alert"' in owner.text
    assert "quality-start" not in owner.buttons


def test_a_category_and_a_limit_can_be_chosen(desk: Faqdesk) -> None:
    owner = Owner()
    owner.upload(QUESTIONS)
    owner.page.selectbox(key="quality-category").set_value("Pets")
    owner.page.number_input(key="quality-limit").set_value(1)
    owner.run()
    owner.press("quality-start")
    owner.wait()
    facts = desk.evaluations.report(1)["run"]
    assert (facts["category"], facts["limit"], facts["asked"]) == ("Pets", 1, 1)


def test_a_run_that_fails_is_explained_until_it_is_dismissed(
    desk: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = Owner()
    owner.upload(QUESTIONS)
    owner.page.selectbox(key="quality-category").set_value("Prices")
    owner.run()
    owner.press("quality-start")
    owner.wait()
    assert "has no question about the category" in owner.text
    assert "questions.jsonl was not evaluated." in Owner().text
    owner.press("dismiss-1")
    assert "was not evaluated" not in owner.text


def test_a_run_is_shown_to_every_session_and_when_it_has_ended_so_is_its_report(
    desk: Faqdesk,
) -> None:
    owner = Owner()
    owner.upload(QUESTIONS)
    owner.press("quality-start")
    assert resources.jobs().wait(20)
    assert Owner().page.selectbox(key="quality-run").value == 1


# --------------------------------------------------------------------------------------- reports


def test_a_report_is_shown_in_words_figures_and_charts(run: Callable[..., int]) -> None:
    run()
    owner = Owner()
    assert "Of 4 questions that have an answer" in owner.text
    assert "Deciding whether to answer" in owner.text
    assert "95 % interval" in owner.text
    assert "No questions of this kind." in owner.text  # nothing has gold words
    assert len(owner.page.get("vega_lite_chart")) == 5
    assert owner.tabs == ["In short", "Figures", "Failures (3)", "What was measured"]


def test_an_earlier_run_can_be_opened(run: Callable[..., int]) -> None:
    run(name="first.jsonl")
    run(QUESTIONS.splitlines()[0], name="second.jsonl")
    owner = Owner()
    picker = owner.page.selectbox(key="quality-run")
    assert [name.split(",")[0] for name in picker.options] == [
        "Run 2: second.jsonl",
        "Run 1: first.jsonl",
    ]
    assert "Of 1 question that has an answer" in owner.text
    picker.set_value(1)
    owner.run()
    assert "Of 4 questions that have an answer" in owner.text


def test_failures_are_browsed_by_fault_and_lead_to_their_entries(run: Callable[..., int]) -> None:
    run()
    owner = Owner()
    assert "cost, $5 or &lt;b&gt;$6&lt;/b&gt;?</bdi>" in owner.text
    assert "3 failures" in owner.text
    pills = owner.page.pills(key="quality-fault-1")
    assert pills.options == ["Wrong answer (2)", "False answer (1)"]
    assert "Given: Can I bring my cat aboard\\?" in owner.links
    assert "Expected: Can I bring my dog aboard\\?" in owner.links
    pills.set_value(Fault.FALSE)
    owner.run()
    assert "1 failure" in owner.text
    assert "Expected: Can I bring my dog aboard\\?" not in owner.links


def test_an_entry_that_is_gone_is_said_to_be(
    run: Callable[..., int], home: Path, publish: Publish, entries: Sequence[Entry]
) -> None:
    run()
    publish(home, [replace(entry, status=Status.RETIRED) for entry in entries if entry.id == "cat"])
    assert "Given: an entry that is no longer there" in Owner().text


def test_where_nothing_went_wrong_the_page_says_so(run: Callable[..., int]) -> None:
    run(QUESTIONS.splitlines()[0])
    assert "Nothing went wrong." in Owner().text


def test_the_report_can_be_taken_along(run: Callable[..., int]) -> None:
    run()
    keys = [button.key for button in Owner().page.download_button]
    assert keys == ["download-html", "download-json", "download-csv"]


# -------------------------------------------------------------------------------------- comparing


def test_one_run_alone_is_not_compared(run: Callable[..., int]) -> None:
    run()
    owner = Owner()
    owner.turn_to("Compare")
    assert "One run cannot be compared" in owner.text


def test_a_run_compared_with_its_like_shows_no_difference(run: Callable[..., int]) -> None:
    run()
    run()
    owner = Owner()
    owner.turn_to("Compare")
    picked = [owner.page.selectbox(key=f"quality-{it}").value for it in ("before", "after")]
    assert picked == [1, 2]
    assert "Right entry first: no difference found" in owner.text
    assert owner.tabs == ["Figures", "Better (0)", "Worse (0)"]


def test_what_got_better_is_listed_with_before_and_after(run: Callable[..., int]) -> None:
    run()
    run(
        QUESTIONS.replace(
            b'cat aboard?", "relevant": ["dog"]', b'cat aboard?", "relevant": ["cat"]'
        )
    )
    owner = Owner()
    owner.turn_to("Compare")
    assert owner.tabs == ["Figures", "Better (1)", "Worse (0)"]
    assert "1 question expecting other entries in the second run, kept" in owner.text
    assert "<dt>Before</dt><dd>answered, and wrong" in owner.text
    assert "<dt>After</dt><dd>answered, and right" in owner.text


def test_a_run_is_not_compared_with_itself_nor_with_one_of_other_questions(
    run: Callable[..., int],
) -> None:
    run()
    run(b'{"query": "quite another", "relevant": ["dog"]}')
    owner = Owner()
    owner.turn_to("Compare")
    assert "The two runs have no question in common." in owner.text
    owner.page.selectbox(key="quality-before").set_value(2)
    owner.run()
    assert "These are one and the same run." in owner.text


# ----------------------------------------------------------------------------- the way to an entry


def test_the_library_shows_the_entry_that_the_address_names(desk: Faqdesk) -> None:
    visitor = Visitor()
    visitor.page.query_params["entry"] = "cat"
    visitor.visit(LIBRARY)
    assert "Can I bring my cat aboard?" in visitor.text
    assert "Cats too, in a box." in visitor.text
    assert not visitor.page.expander
    visitor.press("library-all")
    assert len(visitor.page.expander) == 6


def test_the_library_says_when_the_address_names_no_entry(desk: Faqdesk) -> None:
    visitor = Visitor()
    visitor.page.query_params["entry"] = "<script>"
    visitor.visit(LIBRARY)
    assert "No entry has the id “&lt;script&gt;”." in visitor.text


# ------------------------------------------------------------------------------------------- words


def test_the_example_can_be_asked_as_it_is(entries: Sequence[Entry]) -> None:
    lines = examples(entries)
    known = {entry.id for entry in entries}
    for name, text in (("a.csv", as_csv(lines)), ("a.jsonl", as_json_lines(lines))):
        found = questions_in(name, text.encode(), known)
        assert [(it.query, it.relevant) for it in found.questions] == [
            (line.query, (line.relevant,) if line.relevant else ()) for line in lines
        ]
        assert found.rejections == ()


def test_the_example_holds_no_formula() -> None:
    lines = examples([Entry("=1", "=cmd()", "Yes.")])
    cells = [cell for row in csv.reader(io.StringIO(as_csv(lines))) for cell in row]
    assert [cell for cell in cells if cell.startswith("=")] == []
    assert json.loads(as_json_lines(lines).splitlines()[0])["query"] == "=cmd()"


@pytest.mark.parametrize(
    ("job", "words"),
    [
        (Job(1, "a"), "waiting for the run before it"),
        (Job(1, "a", state=JobState.RUNNING), "making ready"),
        (Job(1, "a", state=JobState.RUNNING, total=9), "0 of 9 questions asked"),
        (
            Job(1, "a", state=JobState.RUNNING, done=500, total=1_000, seconds=60.0),
            "500 of 1,000 questions asked, about 60 seconds left",
        ),
        (
            Job(1, "a", state=JobState.RUNNING, done=9, total=9, seconds=60.0),
            "9 questions asked, working out the figures",
        ),
    ],
)
def test_progress_is_told_in_words(job: Job, words: str) -> None:
    assert progress_words(job) == words


def test_times_are_rough() -> None:
    assert [time_words(seconds) for seconds in (3, 42, 200)] == [
        "a few seconds",
        "about 40 seconds",
        "about 3 minutes",
    ]


def test_what_became_of_a_question_is_told_in_words() -> None:
    assert [
        row_words(row()),
        row_words(row(rank=3)),
        row_words(row(0.3, rank=1, answered=False)),
        row_words(row(0.3, rank=0, answered=False)),
        row_words(row(0.3, answered=False, answerable=False)),
    ] == [
        "answered, and right (90 % sure)",
        "answered, and wrong (90 % sure)",
        "not answered, right entry in place 1 (30 % sure)",
        "not answered, right entry not found (30 % sure)",
        "not answered, which is right (30 % sure)",
    ]


def test_questions_that_could_not_be_asked_are_shown(
    desk: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = (Refusal("<b>long", "It is too long."),)
    job = Job(1, "a.jsonl", state=JobState.DONE, outcome=Outcome(run=1, refused=refused))
    monkeypatch.setattr(resources.jobs(), "_jobs", {1: job})
    assert "1 question of a.jsonl could not be asked" in Owner().text
    assert "&lt;b&gt;long" in Owner().text

"""The report as a page: complete, harmless, and the same each time."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from pipeline.evaluation.failures import Fault
from pipeline.evaluation.records import Report
from pipeline.evaluation.report_html import report_as_html
from pipeline.evaluation.words import NO_QUESTIONS, headline, summary
from tests.pipeline.evaluation.factories import outcome, report

HOSTILE = (
    '</style></svg></bdi><script>alert(1)</script><img src="http://evil.example/x.png" onerror=x>'
    "<style>@import url(http://evil.example)</style>&lt;b&gt; $x$ \u202e <!--"
)
OUTCOMES = [
    outcome("who pays?", "a", "a", confidence=0.9, gold="It", kind="ask", intent="ask"),
    outcome("wrong one", "b", "cb", confidence=0.8, ms={"encode": 3.0}),
    outcome("not dared", "c", "c", confidence=0.3, answered=False),
    outcome("nothing answers", "", "a", confidence=0.7),
    outcome("not found", "d", "abc", confidence=0.1, answered=False),
]


class Seen(HTMLParser):
    """The tags, attributes and text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def made() -> Report:
    return report(OUTCOMES)


@pytest.fixture(scope="module")
def page(made: Report) -> str:
    return report_as_html(made)


def hostile_report() -> Report:
    made = report([outcome(HOSTILE, [HOSTILE], [HOSTILE + "2", HOSTILE]), *OUTCOMES])
    return replace(
        made,
        run={"questions": HOSTILE, HOSTILE: {HOSTILE: HOSTILE}},
        by_category={HOSTILE: made.decisions},
        confusion={HOSTILE: {HOSTILE: 1}},
        speed={HOSTILE: {"p50": 1.0, "p95": 2.0, "p99": 3.0}},
    )


def test_hostile_text_is_shown_as_text() -> None:
    seen = Seen(report_as_html(hostile_report()))
    assert not {"script", "img", "iframe", "object", "link"} & set(seen.tags)
    assert seen.tags.count("style") == 1
    assert not [name for name, _ in seen.attributes if name.startswith("on")]
    assert seen.text.count("<script>alert(1)</script>") >= 5


@pytest.mark.parametrize("made_of", ["plain", "hostile"])
def test_nothing_is_fetched(made: Report, made_of: str) -> None:
    page = report_as_html(made if made_of == "plain" else hostile_report())
    seen = Seen(page)
    fetching = {"src", "href", "xlink:href", "action", "data", "srcset", "poster"}
    assert [it for it in seen.attributes if it[0] in fetching] == []
    (css,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    assert not re.search(r"@import|url\(|https?://", css)
    assert ("content", "default-src 'none'; style-src 'unsafe-inline'") in seen.attributes


def test_the_same_report_gives_the_same_page(made: Report, page: str) -> None:
    assert report_as_html(made) == page


def test_every_part_is_there(page: str) -> None:
    seen = Seen(page)
    for title in (
        *("In short", "Finding the right entry", "Deciding whether to answer", "Speed"),
        *("Marking the words that answer", "Kind of message", "By category"),
        *("The worst failures", "What was measured", "What the figures mean"),
    ):
        assert title in seen.text
    assert seen.tags.count("svg") == 5
    assert all(str(fault) in seen.text for fault in Fault)


def test_figures_have_their_intervals(made: Report, page: str) -> None:
    figure = made.decisions["coverage"]
    assert figure.low is not None and figure.high is not None
    assert f"<b>60.0\N{NO-BREAK SPACE}%</b><small>{100 * figure.low:.1f} to" in page


def test_failures_say_what_was_retrieved_and_why(page: str) -> None:
    text = Seen(page).text
    assert "'c' was given with confidence 0.80" in text
    assert "expected 'b', found in place 2" in text
    assert "scores of 'c'" in text


def test_groups_without_questions_say_so() -> None:
    text = Seen(report_as_html(report([]))).text
    # Four tiles, five charts, and tables of everything but failures.
    assert text.lower().count(NO_QUESTIONS) == 4 + 5 + 6
    assert "There were no questions." in text


def test_the_summary_is_in_plain_words(made: Report) -> None:
    told = [sentence.replace("\N{NO-BREAK SPACE}", " ") for sentence in summary(made)]
    assert told[0] == (
        "Of 4 questions that have an answer, 50 % got the right entry first and 75 % among the "
        "first five."
    )
    assert "faqdesk answered 60 % of all 5 questions; 33 % of those answers were right." in told
    assert "Of 1 question that nothing here answers, 100 % got an answer all the same." in told


def test_the_headline_has_words_for_every_case(made: Report) -> None:
    none = report([outcome("q", "a", "a", answered=False)])
    told = [headline(it).replace("\N{NO-BREAK SPACE}", " ") for it in (made, none, report([]))]
    assert told == [
        "60 % of the questions were answered, and 33 % of those answers were right.",
        "faqdesk answered none of the questions.",
        "There were no questions.",
    ]

"""The part of Inspect that shows how the phrasing model writes, with a tiny model."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from app.inside import finding
from app.inside.decoding_markup import (
    beams_html,
    branch_html,
    left_told,
    next_html,
    percent,
    step_labels,
)
from data.errors import PhrasingError
from data.records import Entry
from pipeline.inside.beams import Beam
from pipeline.inside.decoding import Choosing, Next, Step, Token, entropy
from tests.app.inside.test_parts import HOSTILE, charts, drawn, run, said
from tests.pipeline.phrasing.conftest import gguf, llama_cpp  # noqa: F401

Publish = Callable[[Path, Sequence[Entry]], None]

pytestmark = pytest.mark.usefixtures("fresh_pages")

QUESTION = "Can I bring my dog aboard?"
decoding = drawn(
    "import streamlit as st\nfrom app.inside import decoding\n"
    "decoding.show(st.session_state.question)"
)


@pytest.fixture
def desk(page_home: Path, publish: Publish, entries: Sequence[Entry]) -> Path:
    publish(page_home, entries)
    return page_home


@pytest.fixture
def phrasing(
    desk: Path,
    llama_cpp: None,  # noqa: F811
    gguf: Path,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FAQDESK_PHRASING", str(gguf))
    monkeypatch.setenv("FAQDESK_PHRASING_MAX_TOKENS", "12")


def pills(page: AppTest, label: str) -> object:
    [found] = [each for each in page.get("button_group") if each.proto.label == label]
    return found


def options(page: AppTest, label: str) -> list[str]:
    return [option.content for option in pills(page, label).proto.options]  # type: ignore[attr-defined]


@pytest.mark.usefixtures("desk")
def test_where_phrasing_is_off_it_is_said_how_to_turn_it_on() -> None:
    assert "FAQDESK_PHRASING=local" in said(decoding(question=QUESTION))


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize(
    ("name", "why"),
    [("counting", "a stand-in and no language model"), ("http://localhost:9/v1", "endpoint gives")],
)
def test_what_cannot_be_opened_is_said_to_be(
    name: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAQDESK_PHRASING", name)
    monkeypatch.setenv("FAQDESK_PHRASING_MODEL", "m")
    assert why in said(decoding(question=QUESTION))


@pytest.mark.usefixtures("phrasing")
def test_without_an_answer_no_model_is_asked() -> None:
    assert "did not decide to answer" in said(decoding(question="zebra crossing quarks"))


@pytest.mark.usefixtures("phrasing")
def test_a_reply_is_shown_token_by_token_and_greedily_the_first_is_taken() -> None:
    page = decoding(question=QUESTION)
    assert "12 tokens" in said(page)
    assert len(options(page, "Click a token")) == 12
    assert len(options(page, "What if it had said")) == 9
    assert said(page).count(">taken<") == 1
    assert "without chance" in said(page)


@pytest.mark.usefixtures("phrasing")
def test_each_token_can_be_clicked_though_words_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FAQDESK_PHRASING_MAX_TOKENS", "60")
    page = decoding(question=QUESTION)
    shown = [label.replace("\u2060", "") for label in options(page, "Click a token")]
    again = next(at for at, label in enumerate(shown) if label in shown[at + 1 :])
    for at in (again, len(shown) - 1):
        [tokens] = [e for e in page.get("button_group") if e.proto.label == "Click a token"]
        tokens.set_value(at)  # type: ignore[union-attr]
        page = run(page)
        assert f"Token {at + 1}: the likeliest" in said(page)


@pytest.mark.usefixtures("phrasing")
def test_another_token_goes_on_otherwise() -> None:
    page = decoding(question=QUESTION)
    [other] = [e for e in page.get("button_group") if e.proto.label == "What if it had said"]
    other.set_value(0)  # type: ignore[union-attr]
    shown = said(run(page))
    assert "What the model would have said" in shown
    assert "<mark>" in shown


@pytest.mark.usefixtures("phrasing")
def test_sliders_change_what_is_left_and_all_tokens_are_asked_for_where_they_count() -> None:
    page = decoding(question=QUESTION)
    page.segmented_control(key="inside-decoding-method").set_value("sample")
    page = run(page)
    assert "In this order, top-k 40, then top-p 0.9, then the temperature of 0.7" in said(page)
    page.slider(key="inside-top-k").set_value(0)
    page.slider(key="inside-top-p").set_value(1.0)
    page.slider(key="inside-temperature").set_value(1.9)
    assert "leave out none of 272 tokens" in said(run(page))


@pytest.mark.usefixtures("phrasing")
def test_beams_are_drawn_as_a_tree_and_a_table() -> None:
    page = decoding(question=QUESTION)
    page.segmented_control(key="inside-decoding-method").set_value("beam")
    page = run(page)
    assert "Mean of ln p" in said(page)
    [branches] = charts(page)
    assert len(branches) == 6 * 6


@pytest.mark.usefixtures("desk")
def test_what_was_found_is_not_worked_out_again_and_what_failed_is() -> None:
    asked: list[int] = []

    def work(*, fails: bool) -> Generator[str, None, str]:
        asked.append(1)
        yield ""
        if fails:
            raise PhrasingError("It failed. Try again.")
        return "found"

    with pytest.raises(PhrasingError, match="It failed"):
        finding.found("a", work(fails=True), "…")
    assert finding.found("a", work(fails=False), "…") == "found"
    assert finding.found("a", work(fails=False), "…") == "found"
    assert len(asked) == 2


def test_only_so_many_results_are_kept() -> None:
    kept = finding.Found()
    for number in range(finding.MOST_KEPT + 1):
        kept.keep(number, str(number))
    assert kept.of(0) is None
    assert kept.of(1) == "1"


def test_a_token_that_is_not_among_the_likeliest_has_a_row_of_its_own() -> None:
    probabilities = np.array([0.5, 0.3, 0.2])
    tokens = tuple(Token(at, f"t{at}", float(p)) for at, p in enumerate(probabilities))
    following = Next(tokens[:2], probabilities, 3, entropy(probabilities, 3))
    html = next_html(Step(tokens[2], following), probabilities, "Left")
    assert "t2</span> <span" in html
    assert html.count(">20.0%<") == 2


@pytest.mark.parametrize(
    ("share", "shown"), [(0.0, "–"), (0.0001, "<0.1%"), (0.123, "12.3%"), (1.0, "100.0%")]
)
def test_shares_are_written_for_people(share: float, shown: str) -> None:
    assert percent(share) == shown


def test_the_order_of_the_rules_is_said() -> None:
    rule = np.array([0.6, 0.4, 0.0])
    first = left_told(Choosing(2.0, 5, 1.0, cuts_first=False), rule, 3)
    assert first.startswith("In this order, the temperature of 2, then top-k 5 leave 2 of 3")


def test_what_a_model_says_is_escaped() -> None:
    token = Token(1, HOSTILE, 0.5)
    following = Next((token,), np.array([0.5]), 9, entropy(np.array([0.5]), 9))
    shown = [
        next_html(Step(token, following), np.array([1.0]), "Left"),
        branch_html(HOSTILE, HOSTILE + HOSTILE, HOSTILE * 3),
        beams_html([Beam((1,), HOSTILE, -1.0, -1.0)]),
    ]
    for html in shown:
        assert "<img" not in html
        assert "<b>cat" not in html
    assert "\\<img" in step_labels([Step(token, following)])[0]

"""The parts of Inspect that show how the models read, run in this process without a browser."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.ipc
import pytest
from streamlit.testing.v1 import AppTest

from app.inside import kept, then_and_now
from app.inside.markup import cutting_html, matrix_html, nearest_html, number, shares_html
from data.records import Entry, PassageKind
from pipeline.build import Faqdesk, open_faqdesk
from pipeline.evaluation.question_sets import questions_in
from pipeline.evaluation.report_json import report_as_json
from pipeline.evaluation.service import Choice, evaluate_library, live_entries
from pipeline.inside.charts import MOST_TOKENS, attention_chart, hits_chart, map_chart
from pipeline.inside.reader import ReaderLook, WordShare
from pipeline.inside.then_and_now import Methods
from pipeline.inside.tokens import by_words
from pipeline.inside.vectors import Dot, LibraryMap, NearPassage, ground_of, placed
from pipeline.inside.walk import walk, worked_case
from tests.pipeline.inside.networks import tiny_network, tokenizer

Publish = Callable[[Path, Sequence[Entry]], None]
HOSTILE = '<img src="http://evil.example/x.png" onerror="document.title=1"> <b>cat</b> $x$'

pytestmark = pytest.mark.usefixtures("fresh_pages")


@pytest.fixture
def desk(page_home: Path, publish: Publish, entries: Sequence[Entry]) -> Faqdesk:
    publish(page_home, entries)
    return open_faqdesk(page_home)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts look into a tiny network; what answers is the stand-in."""
    monkeypatch.setattr(kept, "network", tiny_network)
    monkeypatch.setattr(kept, "tokenizer", tokenizer)


def drawn(script: str) -> Callable[..., AppTest]:
    """A page that holds one part, as somebody sees it."""

    def page(**state: Any) -> AppTest:
        made = AppTest.from_string(script, default_timeout=60)
        for key, value in state.items():
            made.session_state[key] = value
        return run(made)

    return page


def run(page: AppTest) -> AppTest:
    page.run()
    assert not page.exception
    return page


def said(page: AppTest) -> str:
    """All that is on the page and not in a chart."""
    return "\n".join(element.proto.body for element in page.get("html"))


def charts(page: AppTest) -> list[list[dict[str, Any]]]:
    """The rows of each chart: those of the largest table that it holds."""
    tables = [[rows(each.data.data) for each in it.proto.datasets] for it in vega(page)]
    return [max(each, key=len) for each in tables]


def vega(page: AppTest) -> Sequence[Any]:
    return page.get("vega_lite_chart")


def rows(arrow: bytes) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = pyarrow.ipc.open_stream(arrow).read_all().to_pylist()
    return made


by_hand = drawn("from app.inside import by_hand\nby_hand.show()")
tokens = drawn(
    "from app import resources\nfrom app.inside import tokens\n"
    "import streamlit as st\n"
    "entry = resources.shelf().entries[0]\n"
    "tokens.show(st.session_state.question, entry)"
)
vectors = drawn(
    "import streamlit as st\nfrom app.inside import vectors\n"
    "vectors.show(st.session_state.question)"
)
attention = drawn(
    "import streamlit as st\nfrom app import resources\nfrom app.inside import attention\n"
    "question = st.session_state.question\n"
    "attention.show(question, resources.answerer_of_editors().answer(question))"
)
then = drawn(
    "import streamlit as st\nfrom app import resources\nfrom app.inside import then_and_now\n"
    "then_and_now.show(st.session_state.question, resources.shelf().entries,"
    " relevant=('dog',))"
)


# ---------------------------------------------------------------------------------------- by hand


def test_the_walk_shows_scores_before_and_after_scaling_and_the_output() -> None:
    page = by_hand()
    shown = said(page)
    steps = walk(worked_case(), causal=False).steps
    assert matrix_row("Token 2", ["0", "16", "8"]) in shown
    assert matrix_row("Token 2", ["0", "11.3137", "5.6569"]) in shown
    assert matrix_row("Token 3", ["0.0287", "0.4856", "0.4856"]) in shown
    assert "[2.914, 1.029]" in shown
    assert steps.output[-1] == pytest.approx([2.914, 1.029], abs=5e-4)
    assert "def attend(" in page.code[0].value


def test_the_mask_and_the_other_case_can_be_switched_to() -> None:
    page = by_hand()
    page.toggle(key="inside-hand-causal").set_value(True)
    shown = said(run(page))
    assert "−∞" in shown
    assert matrix_row("Token 1", ["1", "0", "0"]) in shown
    page.toggle(key="inside-hand-causal").set_value(False)
    page.segmented_control(key="inside-case").set_value("Another second token")
    assert matrix_row("Token 3", ["0.0033", "0.9411", "0.0556"]) in said(run(page))


def matrix_row(label: str, values: Sequence[str]) -> str:
    cells = "".join(f"<td>{value}</td>" for value in values)
    return f"{label}</span></th>{cells}</tr>"


@pytest.mark.parametrize(
    ("value", "shown"),
    [(4.0, "4"), (-0.00001, "0"), (-0.03, "−0.03"), (0.48561, "0.4856"), (10.0, "10")],
)
def test_numbers_are_written_for_people(value: float, shown: str) -> None:
    assert number(value, 4) == shown


# ------------------------------------------------------------------------------------------ tokens


@pytest.mark.usefixtures("desk", "opened")
def test_the_question_is_cut_in_each_way_with_ids() -> None:
    shown = said(tokens(question="Is the ferryboat late?"))
    assert "##boat</span><small>11975</small>" in shown
    assert shown.count('<ul class="fd-pieces">') == 3
    assert "Byte pairs, as GPT cuts" in shown


@pytest.mark.usefixtures("desk", "opened")
def test_byte_pairs_stand_beside_where_a_model_is_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    made = replace(by_words("my dog"), name="Byte pairs")
    monkeypatch.setattr(kept, "pairs", lambda: lambda _: made)
    shown = said(tokens(question="my dog"))
    assert shown.count('<ul class="fd-pieces">') == 4
    assert "Byte pairs, as GPT cuts" not in shown


@pytest.mark.usefixtures("desk", "opened")
def test_of_a_long_text_it_is_said_where_reading_ends() -> None:
    page = tokens(question="boat")
    page.segmented_control(key="inside-tokens-which").set_value("Another text")
    run(page).text_area(key="inside-tokens-text").set_value("boat " * 100)
    shown = said(run(page))
    # The stand-in reads 64, the two marks included.
    assert "this text has 102: from character 310 on it would see nothing" in shown
    assert shown.count("fd-piece-unread") == 38


@pytest.mark.usefixtures("desk", "opened")
def test_the_answer_is_shown_with_its_passages() -> None:
    page = tokens(question="boat")
    page.segmented_control(key="inside-tokens-which").set_value("The answer")
    assert "The passages of this answer" in said(run(page))


@pytest.mark.usefixtures("desk")
def test_with_the_stand_in_words_and_characters_are_left_and_it_is_said_why() -> None:
    shown = said(tokens(question="my dog"))
    assert "is a stand-in and no network" in shown
    assert shown.count('<ul class="fd-pieces">') == 2


# ----------------------------------------------------------------------------------------- vectors


@pytest.mark.usefixtures("opened")
def test_the_nearest_passages_the_map_and_related_words_are_drawn(desk: Faqdesk) -> None:
    page = vectors(question="Can I bring my dog aboard?")
    shown = said(page)
    assert shown.index("Can I bring my dog aboard?") < shown.index("Can I bring my cat aboard?")
    assert "1.000" in shown
    assert "to the similarity of" in shown
    [chart] = charts(page)
    assert {dot["name"] for dot in chart} == {entry.question for entry in live_entries(desk)}
    page.selectbox[0].set_value(1)
    assert "to the similarity of" in said(run(page))


@pytest.mark.usefixtures("desk")
def test_with_the_stand_in_the_map_is_drawn_and_related_words_are_not() -> None:
    page = vectors(question="Can I bring my dog aboard?")
    assert "is a stand-in and no network" in said(page)
    assert len(charts(page)) == 1


@pytest.mark.usefixtures("page_home")
def test_an_empty_library_is_said_and_not_failed_on() -> None:
    assert "nothing has been published yet" in said(vectors(question="boat"))


def test_the_map_colours_the_largest_categories_and_the_rest_alike() -> None:
    names = [f"category {at}" for at in range(12)]
    dots = [Dot(f"{at}", "?", names[min(at, 11)], at, at, 0.1) for at in range(30)]
    chart = map_chart(LibraryMap(tuple(dots), 0, 0, (0.1, 0.1), 30)).to_dict()
    scale = chart["layer"][1]["encoding"]["fill"]["scale"]
    assert len(scale["domain"]) == len(scale["range"]) == 10
    assert (scale["domain"][0], scale["domain"][-1]) == ("category 11", "Others")


# --------------------------------------------------------------------------------------- attention


@pytest.mark.usefixtures("desk", "opened")
def test_both_ways_and_one_way_are_drawn_side_by_side() -> None:
    page = attention(question="may my dog come aboard")
    free, causal = charts(page)
    assert {(c["of"], c["at"]) for c in free} == {(c["of"], c["at"]) for c in causal}
    assert not any(cell["off"] for cell in free)
    assert all(cell["w"] == 0 for cell in causal if cell["off"])
    assert sum(cell["off"] for cell in causal) == 7 * 6 / 2


@pytest.mark.usefixtures("desk", "opened")
def test_sliders_pick_a_layer_and_a_head() -> None:
    page = attention(question="may my dog come aboard")
    page.select_slider(key="inside-layer-both").set_value("2")
    page.select_slider(key="inside-head-both").set_value("3")
    shown = [cell["w"] for cell in charts(run(page))[0]]
    text = tiny_network().cut("may my dog come aboard")
    wanted = tiny_network().see(text).weights[1, 2]
    assert shown == pytest.approx(wanted.ravel().tolist(), abs=1e-4)


@pytest.mark.usefixtures("desk", "opened")
def test_with_positions_taken_away_weights_are_said_only_to_move() -> None:
    page = attention(question="may my dog come aboard")
    page.segmented_control(key="inside-attention-which").set_value("The order of words")
    assert "a weight changes by up to" in said(run(page))
    page.toggle(key="inside-positions-off").set_value(True)
    shown = said(run(page))
    assert "the largest difference is 0.00000" in shown
    forward, backward = charts(page)
    by_tokens = {(cell["of"], cell["at"]): cell["w"] for cell in forward}
    for cell in backward:
        assert by_tokens[cell["of"], cell["at"]] == pytest.approx(cell["w"], abs=2e-4)


@pytest.mark.usefixtures("desk", "opened")
def test_the_stand_in_reader_cannot_be_opened_and_it_is_said() -> None:
    page = attention(question="are dogs welcome")
    page.segmented_control(key="inside-attention-which").set_value("The reader")
    assert "cannot be opened" in said(run(page))


@pytest.mark.usefixtures("desk")
def test_with_the_stand_in_encoder_it_is_said_why_nothing_is_drawn() -> None:
    page = attention(question="may my dog come aboard")
    assert "is a stand-in and no network" in said(page)
    assert charts(page) == []


def test_of_many_tokens_the_first_are_drawn() -> None:
    seen = tiny_network().see(tiny_network().cut("boat " * 20))
    words = ["w"] * (MOST_TOKENS + 9)
    weights = seen.attention().repeat(4, axis=0).repeat(4, axis=1)
    chart = attention_chart(words, weights).to_dict()
    assert f'"{MOST_TOKENS - 1:03} w"' in json.dumps(chart)
    assert f'"{MOST_TOKENS:03} w"' not in json.dumps(chart)


# ------------------------------------------------------------------------------------ then and now


@pytest.mark.usefixtures("opened")
def test_each_method_finds_for_the_question_and_is_measured_over_all(desk: Faqdesk) -> None:
    lines = b'{"query": "Can I bring my dog aboard?", "relevant": ["dog"]}\n'
    asked = questions_in("mine.jsonl", lines, None)
    report = evaluate_library(desk, asked, live_entries(desk), Choice()).report
    desk.evaluations.add("mine.jsonl", 1, report_as_json(report))
    page = then(question="Can I bring my dog aboard?")
    shown = said(page)
    assert shown.count('class="fd-fault fd-verdict-better">1<') == 4
    assert "over 1 questions" in shown
    [bars] = charts(page)
    hits = Methods.of_library(desk, tiny_network()).hits(asked.questions)
    assert [row["hit"] for row in bars] == [each.hit.value for each in hits] == [1, 1, 1, 1]


@pytest.mark.usefixtures("desk", "opened")
def test_without_known_questions_it_is_said_how_to_get_some() -> None:
    page = then(question="Can I bring my dog aboard?")
    assert "Run an evaluation on the page Quality" in said(page)
    assert charts(page) == []


@pytest.mark.usefixtures("desk", "opened")
def test_a_word_can_be_looked_at_in_sentences_of_ones_own() -> None:
    page = then(question="Can I bring my dog aboard?")
    assert "“bank” is one vector (cosine 1.00 between all sentences)" in said(page)
    page.text_input(key="inside-word").set_value("boat")
    assert "“boat” is not in" in said(run(page))


@pytest.mark.usefixtures("desk", "opened")
@pytest.mark.parametrize("most", [then_and_now.MOST_CHOICES, 1])
def test_another_right_entry_can_be_picked(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(then_and_now, "MOST_CHOICES", most)
    page = then(question="Can I bring my dog aboard?")
    page.selectbox[0].set_value("cat")
    assert 'class="fd-fault fd-verdict-worse">2<' in said(run(page))
    page.selectbox[0].set_value("")
    assert "fd-verdict" not in said(run(page))


# -------------------------------------------------------------------------------- what people wrote


def test_what_people_wrote_is_escaped_everywhere() -> None:
    passage = NearPassage("x", HOSTILE, PassageKind.ANSWER, HOSTILE, 0, 9, 0.5)
    look = ReaderLook.__new__(ReaderLook)
    object.__setattr__(look, "words", (WordShare(HOSTILE, 1.0),))
    shown = [
        cutting_html(by_words(HOSTILE)),
        nearest_html([passage]),
        shares_html(look),
        matrix_html(HOSTILE, worked_case().tokens, [HOSTILE] * 3, [HOSTILE] * 4),
    ]
    for html in shown:
        assert "<img" not in html
        assert "<b>cat" not in html


@pytest.mark.usefixtures("opened")
def test_charts_hold_their_data_and_fetch_nothing(desk: Faqdesk) -> None:
    methods = Methods.of_library(desk, tiny_network())
    questions = questions_in("a.jsonl", b'{"query": "dog", "relevant": ["dog"]}', None).questions
    vector = desk.encoder.encode(["dog"])[0]
    for chart in (map_chart(placed(ground_of(desk), vector)), hits_chart(methods.hits(questions))):
        assert '"url"' not in json.dumps(chart.to_dict())

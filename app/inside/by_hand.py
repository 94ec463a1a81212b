"""Attention by hand: small numbers that may be changed, every step, and the code that does it."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import streamlit as st

from app.inside import kept
from app.inside.markup import matrix_html, note_html, part_html, step_html
from app.widgets import friendly_errors
from pipeline.inside import attention
from pipeline.inside.attention import Floats
from pipeline.inside.charts import positions_chart
from pipeline.inside.walk import Numbers, Walk, changed_case, walk, whole_block, worked_case

CASES = {"The worked case": worked_case, "Another second token": changed_case}
TOKENS = ("Token 1", "Token 2", "Token 3")
WIDE = ("1", "2", "3", "4")
NARROW = ("1", "2")
PLACES, NUMBERS = 24, 32


@st.fragment
@friendly_errors()
def show() -> None:
    """Draws the walk."""
    st.html(
        part_html(
            "Attention by hand",
            "Three tokens of four numbers each, small enough to follow with a pencil. Change any "
            "number and every step follows.",
        )
    )
    with st.container(horizontal=True, key="inside-hand-pick", vertical_alignment="bottom"):
        case = st.segmented_control(
            "Numbers", list(CASES), default=next(iter(CASES)), required=True, key="inside-case"
        )
        causal = st.toggle("Causal mask, as GPT", key="inside-hand-causal")
    numbers = _edited(CASES[case or next(iter(CASES))](), str(case))
    walked = walk(numbers, causal=causal)
    attend, heads, places, block, code = st.tabs(
        ["One head", "Two heads", "Positions", "A whole block", "The code"], key="inside-hand-tab"
    )
    with attend:
        _one_head(walked, causal=causal)
    with heads:
        _two_heads(numbers.tokens, causal=causal)
    with places:
        _positions()
    with block:
        _block(numbers.tokens, causal=causal)
    with code:
        st.html(
            note_html("Everything on this part is computed by these functions. Sources are named.")
        )
        st.code(inspect.getsource(attention), language="python", height=560)


def _edited(numbers: Numbers, case: str) -> Numbers:
    """The numbers of a case as somebody changed them."""
    first, *rest = st.columns([4, 2.4, 2.4, 2.4])
    with first:
        tokens = _editor("Tokens", numbers.tokens, WIDE, f"inside-tokens-{case}")
    changed = []
    for column, name, values in zip(
        rest, ("query", "key", "value"), (numbers.query, numbers.key, numbers.value), strict=True
    ):
        with column:
            changed.append(_editor(f"W {name}", values, NARROW, f"inside-{name}-{case}"))
    return Numbers(tokens, *changed)


def _editor(label: str, values: Floats, columns: tuple[str, ...], key: str) -> Floats:
    st.html(f'<p class="fd-help">{label}</p>')
    config: dict[str, Any] = {
        str(at): st.column_config.NumberColumn(name, required=True, format="%g")
        for at, name in enumerate(columns)
    }
    made = st.data_editor(
        values, hide_index=True, column_config=config, key=key, width="stretch", row_height=32
    )
    return np.asarray(made, np.float64)


def _one_head(walked: Walk, *, causal: bool) -> None:
    steps = walked.steps
    st.html(
        step_html(
            "1. Query, key and value",
            "Each token times three matrices that a model learns: what it looks for, what it is "
            "found by, and what it gives to whoever finds it.",
        )
    )
    for column, name, values in zip(
        st.columns(3),
        ("Query", "Key", "Value"),
        (walked.query, walked.key, walked.value),
        strict=True,
    ):
        column.html(matrix_html(name, values, TOKENS, NARROW))
    st.html(step_html("2. Scores: query · key", _score_words(walked)))
    st.html(matrix_html("A row looks, a column is looked at", steps.scores, TOKENS, TOKENS))
    width = walked.key.shape[1]
    masked = " What comes later is −∞: it must not be seen." if causal else ""
    st.html(
        step_html(
            "3. Scaled: scores / √d",
            f"d is the width of a key, {width} here, so all are divided by {width**0.5:.3f}. Else "
            f"wide keys would give scores so large that one token took everything.{masked}",
        )
    )
    st.html(matrix_html("Scaled scores", steps.scaled, TOKENS, TOKENS))
    st.html(
        step_html(
            "4. Weights: softmax of each row",
            "e to the power of each score, over the sum of the row: shares that add up to 1.",
        )
    )
    st.html(matrix_html("Weights", steps.weights, TOKENS, TOKENS))
    st.html(step_html("5. Output: weights · value", _output_words(walked)))
    st.html(matrix_html("Output", steps.output, TOKENS, NARROW))


def _score_words(walked: Walk) -> str:
    query, key = walked.query[2], walked.key[1]
    sums = " + ".join(f"{q:g}·{k:g}" for q, k in zip(query, key, strict=True))
    return (
        "How well what one token looks for fits what another is found by. "
        f"Token 3 at token 2: {sums} = {walked.steps.scores[2, 1]:g}."
    )


def _output_words(walked: Walk) -> str:
    weights, values = walked.steps.weights[2], walked.value
    sums = " + ".join(
        f"{weight:.4f}·[{', '.join(f'{v:g}' for v in value)}]"
        for weight, value in zip(weights, values, strict=True)
    )
    made = ", ".join(f"{v:.3f}" for v in walked.steps.output[2])
    return f"The mean of the values, each by its weight. Token 3: {sums} = [{made}]."


def _two_heads(tokens: Floats, *, causal: bool) -> None:
    seen = whole_block(tokens, causal=causal).heads
    st.html(
        step_html(
            "Two heads look at once",
            "Each head has a share of the width: here the first sees the first two numbers of "
            "each token and the second the other two, so that they look at different things. "
            "What they find is put side by side again. The encoder here has 12 heads in each of "
            "6 layers.",
        )
    )
    for column, head in zip(st.columns(2), range(2), strict=True):
        name = f"Head {head + 1}"
        column.html(matrix_html(f"{name}: weights", seen.weights[head], TOKENS, TOKENS, 3))
        column.html(matrix_html(f"{name}: output", seen.output[head], TOKENS, NARROW, 3))


def _positions() -> None:
    st.html(
        step_html(
            "Sines and cosines tell where a token stands",
            "Attention alone does not know the order of words. So each place gets numbers of its "
            "own, added to those of the token: sin and cos of place / 10000^(2i / width). The "
            "first turn fast, the last hardly at all. BERT learns such numbers instead.",
        )
    )
    kept.ready_for_charts()
    with st.container(border=True, key="card-chart-positions"):
        st.altair_chart(positions_chart(PLACES, NUMBERS), theme=None, key="inside-positions")


def _block(tokens: Floats, *, causal: bool) -> None:
    steps = whole_block(tokens, causal=causal).block
    st.html(
        step_html(
            "An encoder block: look around, then think",
            "What attention found is added to what there was, and each token is brought to mean 0 "
            "and variance 1. Then each token by itself goes through two layers with GELU between, "
            "and the same again. Nothing here has been learnt: every matrix leaves its input as "
            "it is, so that what you see is the formulas alone.",
        )
    )
    for name, values in (
        ("Tokens", tokens),
        ("Attention", steps.attended),
        ("Added and normalised", steps.after_attention),
        ("Fed forward", steps.fed_forward),
        ("Added and normalised: the output", steps.output),
    ):
        st.html(matrix_html(name, values, TOKENS, WIDE, 3))

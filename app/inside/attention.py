"""Which tokens look at which: in the encoder, both ways and one way, and in the reader."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st

from app.inside import kept
from app.inside.markup import note_html, part_html, said_html, shares_html, step_html
from app.widgets import friendly_errors
from app.wording import shortened
from data.answers import Answer, Candidate
from pipeline.inside.charts import MOST_TOKENS, attention_chart
from pipeline.inside.network import Seen
from pipeline.inside.reader import LAST_LAYERS

BOTH, ORDER, READER = "Both ways, and one way", "The order of words", "The reader"
MEAN = "Mean"
MARKED_LENGTH = 200


@st.fragment
@friendly_errors()
def show(question: str, answer: Answer | None = None) -> None:
    """Draws where the networks look as they read a question."""
    st.html(
        part_html(
            "Attention",
            "As it reads, each token looks at the others and takes something from them. The "
            "stronger the colour, the more the token of a row took from the token of a column.",
        )
    )
    kept.ready_for_charts()
    read = _read_candidate(answer)
    which = st.segmented_control(
        "What to see",
        [BOTH, ORDER, *([READER] if read else [])],
        default=BOTH,
        required=True,
        key="inside-attention-which",
    )
    if which == READER and read is not None:
        _reader(question, read)
    elif which == ORDER:
        _order(question)
    else:
        _both_ways(question)


def _read_candidate(answer: Answer | None) -> Candidate | None:
    """The best candidate in whose answer words are marked."""
    candidates = answer.candidates if answer else ()
    return next((c for c in candidates if c.reading and c.reading.text), None)


def _both_ways(question: str) -> None:
    free, causal = (kept.seen(question, causal=each) for each in (False, True))
    _too_long(free)
    layer, head = _sliders(free, "both")
    left, right = st.columns(2, vertical_alignment="bottom")
    with left:
        st.html(
            step_html("Both ways, as BERT", "Each token sees all others: the encoder as it is.")
        )
        _map(free, layer, head, "free")
    with right:
        st.html(
            step_html(
                "One way, as GPT",
                "The same network under a causal mask: no token sees what comes after it (grey), "
                "as in a model that writes.",
            )
        )
        _map(causal, layer, head, "causal", causal=True)
    st.html(
        note_html(
            "The encoder was trained to see both ways. Under the mask it shows what the mask does, "
            "not what a model that was trained with it would make of the sentence. Much attention "
            "goes to [CLS] and [SEP], where a head looks that has nothing to take."
        )
    )


def _sliders(seen: Seen, name: str) -> tuple[int | None, int | None]:
    """The layer and the head that are looked at, from 0; None is the mean of all."""
    with st.container(horizontal=True, key=f"inside-sliders-{name}"):
        layers = [MEAN, *map(str, range(1, seen.layers + 1))]
        heads = [MEAN, *map(str, range(1, seen.heads + 1))]
        layer = st.select_slider("Layer", layers, key=f"inside-layer-{name}")
        head = st.select_slider("Head", heads, key=f"inside-head-{name}")
    return _place(layer), _place(head)


def _place(picked: str) -> int | None:
    return None if picked == MEAN else int(picked) - 1


def _map(
    seen: Seen,
    layer: int | None,
    head: int | None,
    name: str,
    *,
    causal: bool = False,
    places: Sequence[int] | None = None,
) -> None:
    """Draws some of the tokens, or all where no places are given."""
    weights = seen.attention(layer, head)
    if places is None:
        places = range(len(seen.text.tokens))
    tokens = [seen.text.tokens[place] for place in places]
    chart = attention_chart(tokens, weights[np.ix_(places, places)], causal=causal)
    with st.container(border=True, key=f"card-chart-attention-{name}"):
        st.altair_chart(
            chart,
            width="content",
            theme=None,
            key=f"inside-attention-{name}",
            alt="Attention of each token to each token",
        )


def _too_long(seen: Seen) -> None:
    if len(seen.text.tokens) > MOST_TOKENS:
        st.html(
            note_html(
                f"Of {len(seen.text.tokens):,} tokens the first {MOST_TOKENS} are drawn; the "
                "network read all of them."
            )
        )


def _order(question: str) -> None:
    st.html(
        step_html(
            "Does the network hear the order of words?",
            "The same sentence, and the same with its words turned round. Attention by itself "
            "knows no order: that comes from the position which is added to each token.",
        )
    )
    without = st.toggle("Take the positions away", key="inside-positions-off")
    turned = kept.turned(question, positions=not without)
    if without:
        st.html(
            said_html(
                "Without positions every weight moves with its two words and is the same as "
                f"before: the largest difference is {turned.weights:.7f}, which is rounding, and "
                "each token's vector stays as it was "
                f"(least cosine {turned.states:.5f})."
            )
        )
    else:
        st.html(
            said_html(
                "With positions the same two words look at each other differently in another "
                f"order: a weight changes by up to {turned.weights:.2f}, and a token's vector "
                f"turns as far as a cosine of {turned.states:.2f}."
            )
        )
    _too_long(turned.forward)
    layer, head = _sliders(turned.forward, "order")
    left, right = st.columns(2)
    with left:
        st.html(step_html("As it was asked", "Rows and columns in the order of the sentence."))
        _map(turned.forward, layer, head, "forward")
    with right:
        st.html(step_html("Turned round", "The words from last to first."))
        _map(turned.backward, layer, head, "backward")


def _reader(question: str, candidate: Candidate) -> None:
    look = kept.reader().look(question, candidate)
    st.html(
        step_html(
            "What the marked words looked at",
            "The words of the question, by how much the words that are marked in the answer looked "
            f"at them in the last {LAST_LAYERS} layers, as shares of what the question got.",
        )
    )
    st.html(shares_html(look))
    marked = shortened(candidate.reading.text if candidate.reading else "", MARKED_LENGTH)
    st.html(
        said_html(
            f"Marked: “{marked}”. {look.to_question:.0%} of its attention went to the question; "
            "the rest went to the entry, and to the marks between."
        )
    )
    st.html(
        note_html(
            "Attention shows where a network looked. It is a hint at why these words were marked, "
            "and no proof."
        )
    )
    layer, head = _sliders(look.seen, "reader")
    st.html(
        step_html(
            "Token against token",
            f"The question, then the marked words, up to {MOST_TOKENS} tokens. The reader read "
            f"{len(look.seen.text.tokens)} in all: the rest is left out here.",
        )
    )
    _map(look.seen, layer, head, "reader", places=look.tokens(MOST_TOKENS))

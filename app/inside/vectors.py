"""Where a question lies among the passages of the library."""

from __future__ import annotations

import streamlit as st

from app import resources
from app.inside import kept
from app.inside.markup import (
    key_of,
    nearest_html,
    note_html,
    part_html,
    related_html,
    said_html,
    step_html,
)
from app.widgets import friendly_errors, problem_box
from app.wording import shortened
from data.errors import ModelError
from pipeline.inside.charts import RINGED, map_chart
from pipeline.inside.pairs import related
from pipeline.inside.vectors import NearPassage, nearest_passages, placed

SHOWN = 12
PAIRS = 10
LABEL_LENGTH = 90


@st.fragment
@friendly_errors()
def show(question: str) -> None:
    """Draws the nearest passages, the most related words and the map."""
    st.html(
        part_html(
            "Vectors",
            "The encoder turns a text into 384 numbers. Texts that mean the same point the same "
            "way, and the cosine of the angle between them says how much: 1 is the same.",
        )
    )
    passages = nearest_passages(resources.faqdesk(), question, SHOWN)
    st.html(step_html("The nearest passages", "With the vectors that the answer was found by."))
    st.html(nearest_html(passages))
    if passages:
        _map(question)
        _related(question, passages)


def _map(question: str) -> None:
    ground = kept.ground()
    vector = resources.faqdesk().encoder.encode([question])[0]
    shown = placed(ground, vector)
    share = sum(shown.shares)
    st.html(
        step_html(
            "The library as a map",
            f"Each dot is an entry, the star is the question, rings are round the {RINGED} nearest "
            f"entries. Two directions of {ground.vectors.shape[1]} are drawn, those in which the "
            f"library differs most, and they show {share:.0%} of all differences: what is near "
            "here need not be near in truth. Drag to move it, hold Ctrl and turn the "
            "wheel to zoom.",
        )
    )
    kept.ready_for_charts()
    with st.container(border=True, key="card-chart-map"):
        st.altair_chart(map_chart(shown), theme=None, key="inside-map", alt="The library as a map")
    if len(shown.dots) < shown.total:
        st.html(
            note_html(
                f"{len(shown.dots):,} of {shown.total:,} entries are drawn, chosen by chance."
            )
        )


def _related(question: str, passages: tuple[NearPassage, ...]) -> None:
    st.html(
        step_html(
            "The most related words",
            "A text's vector is the mean of its tokens' vectors. So each pair of tokens adds a "
            "part to the similarity of the texts, and all parts together are the similarity.",
        )
    )
    chosen = st.selectbox(
        "Passage",
        range(len(passages)),
        format_func=lambda at: shortened(passages[at].text, LABEL_LENGTH),
        key=f"inside-related-{key_of(question)}",
    )
    try:
        opened = kept.network()
    except ModelError as error:
        problem_box(str(error))
        return
    found = related(opened, question, passages[chosen].text, PAIRS)
    st.html(related_html(found))
    st.html(
        said_html(
            f"All pairs of words add {found.words:.3f} to the similarity of {found.cosine:.3f}; "
            "the rest is of the marks [CLS] and [SEP], which take in the whole text."
        )
    )

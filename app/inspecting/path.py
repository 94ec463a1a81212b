"""The view "The path": what was found, why in this order, how sure, and what would change it.

Session state holds nothing but its widgets.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

import streamlit as st

from app import kept, resources
from app.inspecting.address import Asked
from app.wording import plain_html, shortened
from pipeline.explaining import parts
from pipeline.explaining.charts import confidence_chart, scores_chart
from pipeline.explaining.records import Explanation, Path
from pipeline.explaining.words import place_of, titles

if TYPE_CHECKING:
    import altair as alt

# A larger library takes a while to be built again for each change that is tried.
TRIED_AT_ONCE = 2000
LABEL_LENGTH = 110


def show(asked: Asked, explanation: Explanation) -> None:
    """Draws the view."""
    several = zip(titles(explanation.paths), explanation.paths, strict=True)
    for number, (title, path) in enumerate(several):
        with st.container(key=f"inspect-path-{number}", gap="medium"):
            if title:
                st.html(f'<h2 class="fd-part">{plain_html(title)}</h2>')
            _path(number, asked, explanation, path)


def _path(number: int, asked: Asked, explanation: Explanation, path: Path) -> None:
    with st.container(border=True, key=f"card-inspect-{number}", gap="small"):
        st.html(parts.headline_html(path) + parts.story_html(explanation, path))
    _part("What was found", parts.FOUND)
    st.html(parts.candidates_html(path))
    if path.candidates:
        # Altair fails on a pandas that another thread is just importing.
        import_module("pandas")
        with st.container(key=f"inspect-charts-{number}", gap="small"):
            _chart(f"scores-{number}", "Why this order", parts.ORDER, scores_chart, path)
            _chart(f"sure-{number}", "How sure, and why", parts.SURE, confidence_chart, path)
        if reading := parts.reading_html(path):
            st.html(reading)
    _part("What would have changed it", parts.CHANGES)
    with st.container(key=f"inspect-changes-{number}", gap="small"):
        _changes(number, asked, explanation, path)
    with st.expander("What it was taken for, and step by step", key=f"inspect-steps-{number}"):
        st.html(parts.wanted_html(path))
        st.html(parts.steps_html(explanation, path))


def _part(title: str, text: str) -> None:
    st.html(f'<h3 class="fd-chart-title">{title}</h3><p class="fd-help">{text}</p>')


def _chart(
    key: str, title: str, text: str, draw: Callable[[Path], alt.LayerChart], path: Path
) -> None:
    with st.container(border=True, key=f"card-chart-inspect-{key}", gap="small"):
        _part(title, text)
        # The theme of Streamlit would put its own colours in the place of ours.
        st.altair_chart(draw(path), theme=None, key=f"inspect-chart-{key}", alt=title)


def _changes(number: int, asked: Asked, explanation: Explanation, path: Path) -> None:
    wanted = _wanted(number, asked.entry_id, path)
    at_once = explanation.entries <= TRIED_AT_ONCE
    place = st.empty()
    if at_once or place.button("Try changes", key=f"inspect-try-{number}"):
        with place, st.spinner("Asking again with one thing changed…"):
            tried = kept.changes(path, explanation.category, wanted)
        place.html(parts.changes_html(tried, path))


def _wanted(number: int, named: str, path: Path) -> str:
    """The id of the entry that should have answered, "" where there is none to choose."""
    questions = {c.entry_id: c.question for c in path.candidates}
    live = {entry.id: entry.question for entry in resources.shelf().entries if entry.id == named}
    questions = live | questions
    if not questions:
        return ""
    names = list(questions)
    other = next((name for name in names if name != path.entry_id), names[0])
    chosen = st.selectbox(
        "The entry that should have answered",
        names,
        index=names.index(named if named in questions else other),
        format_func=lambda name: shortened(questions[name], LABEL_LENGTH),
        key=f"inspect-wanted-{number}-{hash(tuple(names))}",
    )
    if told := place_of(path, chosen):
        st.html(f'<p class="fd-help">{plain_html(told)}</p>')
    return chosen

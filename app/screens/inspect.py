"""One question seen from inside: why it got the answer that it got.

The address says which question, as `app.inspecting.address` tells. Session state holds the widgets.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import streamlit as st

from app import access, kept, times, widgets
from app.inspecting import address, notes
from app.inspecting.address import Asked
from app.inspecting.views import VIEWS
from data.roles import Role
from pipeline.evaluation import report_parts
from pipeline.explaining.records import Explanation

_BOX = "inspect-question"
_SHOWN = "inspect-shown"


def show() -> None:
    """Draws the page."""
    access.require(Role.READER)
    widgets.heading(
        "Inspect", "Why a question gets the answer that it gets, and how the models read it."
    )
    st.html(Path(report_parts.__file__).with_name("report_parts.css"))
    with st.container(key="inspect", gap="medium"):
        asked = Asked()
        with widgets.friendly_errors():
            asked = address.asked()
        _box(asked)
        if not asked.question:
            st.html(
                '<section class="fd-empty"><h2>No question yet</h2><p>Type one above, or follow a '
                "“Why?” on the pages Review, Insights and Quality.</p></section>"
            )
            return
        with st.spinner("Answering…"):
            explanation = kept.explained(asked.question)
        _notes(asked, explanation)
        _views(asked, explanation)


def _box(asked: Asked) -> None:
    """The question, to be changed; another address puts another one there."""
    if st.session_state.get(_SHOWN) != asked.question:
        st.session_state[_SHOWN] = st.session_state[_BOX] = asked.question
    st.text_input(
        "A question as a visitor would ask it",
        key=_BOX,
        placeholder="Ask in your own words",
        on_change=_turn,
    )


def _turn() -> None:
    address.turn_to(st.session_state[_BOX])


def _notes(asked: Asked, explanation: Explanation) -> None:
    turn = asked.turn
    told = notes.turn_told(turn, times.when(turn.asked_at, datetime.now(UTC))) if turn else ""
    is_other = turn is not None and notes.is_other(turn, explanation)
    changed = notes.changed_told(asked.generation, explanation, is_other=is_other)
    masked = notes.masked_told(asked.question)
    if shown := notes.notes_html(told, changed, masked, explanation.remark):
        st.html(shown)


def _views(asked: Asked, explanation: Explanation) -> None:
    titles = [view.title for view in VIEWS]
    tabs = st.tabs(titles, key="inspect-view", on_change="rerun")
    for view, tab in zip(VIEWS, tabs, strict=True):
        if tab.open:
            with tab:
                view.show(asked, explanation)


with widgets.friendly_errors():
    show()

"""How good the answers are: evaluations are run, read, compared and taken along.

Runs belong to the process and reports to the database, so that a page that is closed or loaded
again finds them as they are; session state holds only what `app.quality.state` names.
"""

from __future__ import annotations

import streamlit as st

from app import access, resources, widgets
from app.quality import asking, comparing, reading, running, state
from data.roles import Role
from pipeline.evaluation import report_parts
from pipeline.status import stale_calibration


def show() -> None:
    """Draws the page."""
    access.require(Role.READER)
    state.turn_to_next()
    widgets.heading("Quality", "How good the answers are, measured with questions you know.")
    widgets.stylesheet_of(report_parts)
    shelf = resources.shelf()
    runs = resources.faqdesk().evaluations.runs()
    with st.container(key="quality", gap="medium"):
        if not shelf.entries:
            widgets.empty_library()
            return
        if stale := stale_calibration(resources.faqdesk()):
            widgets.problem_box(stale)
        running.show()
        view = _view() if runs else state.ASK
        if view == state.REPORT:
            reading.show(runs, shelf)
        elif view == state.COMPARE:
            comparing.show(runs, shelf)
        else:
            asking.show(shelf, is_first=not runs)


def _view() -> str:
    st.session_state.setdefault(state.VIEW, state.REPORT)
    view = st.segmented_control(
        "What to see",
        state.VIEWS,
        required=True,
        key=state.VIEW,
        label_visibility="collapsed",
        persist_state="session",
    )
    return view or state.REPORT


with widgets.friendly_errors():
    show()

"""What the Quality page keeps in session state, apart from its widgets."""

from __future__ import annotations

import streamlit as st

from app.jobs import Job

VIEW = "quality-view"
RUN = "quality-run"
TAB = "quality-tab"
_BEGUN = "quality-begun"
_SHOWN_NEXT = "quality-next"
_UPLOADS = "quality-uploads"

REPORT, COMPARE, ASK = "Report", "Compare", "New run"
VIEWS = (REPORT, COMPARE, ASK)


def begin(job: Job) -> None:
    """Notes that this session wants to see a job's report once it is there."""
    st.session_state[_BEGUN] = (*begun(), job.number)
    st.session_state[_UPLOADS] = uploads() + 1


def begun() -> tuple[int, ...]:
    """The jobs that were begun in this session."""
    found: tuple[int, ...] = st.session_state.get(_BEGUN, ())
    return found


def uploads() -> int:
    """How many files were sent off; each upload has a widget of its own, empty at first."""
    return int(st.session_state.get(_UPLOADS, 0))


def show_next(run: int) -> None:
    """Shows a run's report from the next rerun on."""
    st.session_state[_SHOWN_NEXT] = run


def turn_to_next() -> None:
    """Does what `show_next` asked for; to be called before there are widgets."""
    run = st.session_state.pop(_SHOWN_NEXT, None)
    if run is not None:
        st.session_state[RUN] = run
        st.session_state[VIEW] = REPORT

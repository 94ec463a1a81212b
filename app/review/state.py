"""What the Review page keeps in session state, apart from its widgets."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from data.errors import FaqdeskError
from pipeline.review.actions import Done

_DONE = "review-done"
_PROBLEM = "review-problem"


def do(action: Callable[[], Done | None]) -> None:
    """Does something and notes what was done, or the sentence that says why it could not be."""
    try:
        st.session_state[_DONE] = action()
        st.session_state[_PROBLEM] = ""
    except FaqdeskError as error:
        st.session_state[_PROBLEM] = str(error)


def done() -> Done | None:
    """What was done last in this session, unless it was undone."""
    last: Done | None = st.session_state.get(_DONE)
    return last


def problem() -> str:
    """Why the last thing could not be done, or ""."""
    return str(st.session_state.get(_PROBLEM, ""))

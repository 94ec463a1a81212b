"""A new entry for questions that no entry answers."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from app import resources, widgets
from app.editing.form import ANSWER_HELP
from app.review import state
from data.records import Entry
from data.roles import User
from pipeline.review import actions

ANSWER_HEIGHT = 180
_WRITING = "review-writing"


def begin(chosen: actions.Chosen) -> None:
    """Opens the form for these questions, at the next run."""
    st.session_state[_WRITING] = chosen


def show(user: User) -> None:
    """Draws the form where somebody has begun to write: all but the answer is filled in."""
    chosen: actions.Chosen | None = st.session_state.get(_WRITING)
    if chosen is not None:
        _dialog(user, chosen, actions.prefilled(resources.faqdesk(), chosen))


def _end() -> None:
    st.session_state.pop(_WRITING, None)


@st.dialog("A new entry", width="large", on_dismiss=_end)
def _dialog(user: User, chosen: actions.Chosen, entry: Entry) -> None:
    with st.form("review-write", border=False):
        question = st.text_input("Question", entry.question, key="write-question")
        answer = st.text_area("Answer", key="write-answer", height=ANSWER_HEIGHT, help=ANSWER_HELP)
        category = st.selectbox(
            "Category",
            ("", *resources.shelf().categories),
            key="write-category",
            format_func=lambda name: name or "None",
            accept_new_options=True,
        )
        others = st.text_area(
            "Other ways to ask it, one a line",
            "\n".join(entry.alternates),
            key="write-others",
        )
        sent = st.form_submit_button("Save as draft", type="primary", key="write-save")
    if not sent:
        return
    alternates = tuple(dict.fromkeys(filter(None, map(str.strip, others.splitlines()))))
    written = replace(
        entry,
        question=question.strip(),
        answer=answer.strip(),
        category=category or "",
        alternates=alternates,
    )
    state.do(lambda: actions.write_entry(resources.faqdesk(), chosen, written, user))
    if not state.problem():
        _end()
        st.rerun()
    widgets.problem_box(state.problem())

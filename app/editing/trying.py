"""What visitors would get for a question, as it is live and with what is being written."""

from __future__ import annotations

import streamlit as st

from app import resources, widgets
from app.wording import answer_html, headline, percentage, plain_html
from data.answers import Answer, Decision
from data.errors import NothingPublishedError
from data.records import Entry
from pipeline.drafting.checking import checked
from pipeline.drafting.preview import draft_library

_DECISIONS = {
    Decision.ANSWERED: "Answered",
    Decision.SUGGESTED: "Did you mean",
    Decision.UNANSWERED: "Not answered",
}


def show(written: Entry, key: str) -> None:
    """A question, and both answers to it."""
    question = st.text_input(
        "A question as a visitor would ask it",
        key=f"{key}-question",
        placeholder=written.question or "Ask in your own words",
    )
    st.html(
        '<p class="fd-help">Press Enter to see what visitors get now, and beside it what they '
        "would get after publishing: with all drafts, and with what stands in the fields though "
        "you have not saved it.</p>"
    )
    if not question:
        return
    with widgets.friendly_errors(), st.spinner("Asking…"):
        live, after = _live(question), _after(question, checked(written))
    one, two = st.columns(2)
    with one:
        _answer("Now", live, written.id, f"{key}-now")
    with two:
        _answer("After publishing", after, written.id, f"{key}-after")


def _live(question: str) -> Answer | None:
    try:
        return resources.answerer_of_editors().answer(question)
    except NothingPublishedError:
        return None


def _after(question: str, written: Entry) -> Answer:
    with draft_library(resources.faqdesk(), [written]) as drafts:
        return drafts.unlogged_answerer.answer(question)


def _answer(title: str, answer: Answer | None, entry_id: str, key: str) -> None:
    with st.container(border=True, key=f"card-{key}", gap="small"):
        st.html(f'<h3 class="fd-eyebrow">{plain_html(title)}</h3>')
        if answer is None:
            widgets.prose("Nothing is published yet.")
            return
        how = f"{_DECISIONS[answer.decision]}, {percentage(answer.confidence)} sure"
        st.html(f'<p class="fd-help">{how}</p>')
        if answer.entry is not None:
            own = " (this entry)" if answer.entry.id == entry_id else ""
            st.html(f'<h4 class="fd-title">{plain_html(headline(answer) + own)}</h4>')
            st.html(f'<div class="fd-prose">{answer_html(answer.text, answer.span)}</div>')
            return
        widgets.prose(answer.text)
        for suggestion in answer.suggestions:
            own = " (this entry)" if suggestion.id == entry_id else ""
            st.html(f'<p class="fd-found">{plain_html(suggestion.question + own)}</p>')

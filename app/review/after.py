"""What became of what was accepted, and what is marked as out of scope."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

import streamlit as st

from app import resources, times
from app.paging import turned_to
from app.review import state
from app.review.words import TITLE_LENGTH
from app.wording import as_label, counted, plain_html, shortened
from data.roles import Role, User
from data.scope import ScopeMark
from pipeline.review.actions import unmark
from pipeline.review.outcomes import Now, Outcome

TOLD = {
    Now.ANSWERED: "answered now",
    Now.SUGGESTED: "suggested now",
    Now.OTHERWISE: "still not found",
    Now.NOT_PUBLISHED: "waits to be published",
}


def show_outcomes() -> None:
    """Draws what visitors get now for the questions that were accepted."""
    outcomes = resources.review_outcomes()
    if not outcomes:
        _empty(
            "Nothing was reviewed yet",
            "Questions for which you choose or write an entry are asked again here, to see whether "
            "visitors get it.",
        )
        return
    counts = Counter(outcome.now for outcome in outcomes)
    published = len(outcomes) - counts[Now.NOT_PUBLISHED]
    st.html(f'<h2 class="fd-part">{_headline(counts[Now.ANSWERED], published)}</h2>')
    if waiting := counts[Now.NOT_PUBLISHED]:
        verb = "waits" if waiting == 1 else "wait"
        told = f"{counted(waiting, 'question', 'questions')} {verb} for the drafts to be published."
        st.html(f'<p class="fd-help">{told}</p>')
    shown = turned_to(outcomes, key="review-after", one="question", many="questions")
    rows = "".join(map(_row, shown))
    st.html(f'<ul class="fd-rows">{rows}</ul>')


def _headline(answered: int, published: int) -> str:
    if not published:
        return "None of it is published yet."
    verb = "is" if published == 1 else "are"
    return (
        f"{answered:,} of {counted(published, 'question', 'questions')} that went wrong {verb} "
        "answered now."
    )


def _row(outcome: Outcome) -> str:
    kind = {Now.ANSWERED: "good", Now.NOT_PUBLISHED: "wait"}.get(outcome.now, "doubt")
    question = plain_html(shortened(outcome.accepted.question, TITLE_LENGTH))
    chip = f'<span class="fd-chip fd-chip-{kind}">{TOLD[outcome.now]}</span>'
    return f"<li>{question} {chip}</li>"


def show_marks(user: User, marks: Sequence[ScopeMark]) -> None:
    """Draws the questions that are marked, each with a way to take that back."""
    if not marks:
        _empty("Nothing is out of scope", "Questions that you mark so are listed here.")
        return
    st.html(
        '<p class="fd-help">Whoever asks one of these, or nearly the same, is told that it is not '
        "what you are here for. An entry that asks it more closely goes first.</p>"
    )
    for mark in turned_to(marks, key="review-marks", one="question", many="questions"):
        with st.container(horizontal=True, key=f"mark-{hash(mark.question)}"):
            _mark(mark)
            if user.role.allows(Role.EDITOR):
                take = partial(unmark, resources.faqdesk(), [mark.question], user)
                label = shortened(mark.question, TITLE_LENGTH)
                st.button(
                    "Answer again",
                    key=f"unmark-{mark.question}",
                    on_click=state.do,
                    args=(take,),
                    help=as_label(f"“{label}” is no longer out of scope."),
                )


def _mark(mark: ScopeMark) -> None:
    when = times.when(mark.added_at, datetime.now(UTC))
    st.html(
        f'<p class="fd-found">{plain_html(shortened(mark.question, TITLE_LENGTH))}<br>'
        f'<span class="fd-help">{plain_html(mark.added_by)}, {when}</span></p>'
    )


def _empty(title: str, told: str) -> None:
    st.html(f'<section class="fd-empty" role="status"><h2>{title}</h2><p>{told}</p></section>')

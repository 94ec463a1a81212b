"""The same question by the ways of comparing texts of fifty years."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app.inside import kept
from app.inside.markup import (
    found_html,
    key_of,
    note_html,
    part_html,
    said_html,
    senses_html,
    step_html,
)
from app.widgets import friendly_errors, problem_box
from app.wording import shortened
from data.answers import Answer
from data.errors import FaqdeskError, InputError
from data.records import Entry
from pipeline.inside.charts import hits_chart
from pipeline.inside.senses import SENTENCES, WORD, senses

LABEL_LENGTH = 90
NOBODY = "Nobody knows"
MOST_CHOICES = 2000


@st.fragment
@friendly_errors()
def show(
    question: str,
    entries: Sequence[Entry],
    answer: Answer | None = None,
    relevant: Sequence[str] = (),
) -> None:
    """Draws what each way finds for a question, how good each is, and what context is worth.

    `entries` are what visitors are given; `relevant` are the ids of the right ones, where known.
    Where none are given, those that a known question has are taken, and else what was answered.
    """
    st.html(
        part_html(
            "Then and now",
            "How a machine finds the right entry, from counting words to reading them. All four "
            "ways see this library, and nothing else.",
        )
    )
    answered = [answer.entry.id] if answer and answer.entry else []
    _this_question(question, entries, relevant or kept.right_entries(question) or answered)
    _all_questions()
    _senses()


def _this_question(question: str, entries: Sequence[Entry], relevant: Sequence[str]) -> None:
    st.html(
        step_html(
            "This question",
            "What each way puts first, and where it has the right entry. A score says nothing "
            "outside its own row.",
        )
    )
    every = {entry.id: entry.question for entry in entries}
    known = [name for name in relevant if name in every]
    names = every
    if len(every) > MOST_CHOICES:
        # A browser is not sent a library; what one of the methods found is.
        found = kept.methods().found(question, ())
        names = {name: every[name] for name in known}
        names |= {place.entry_id: place.question for each in found for place in each.best}
    choices = ["", *names]
    right = st.selectbox(
        "The right entry",
        choices,
        index=choices.index(known[0]) if known else 0,
        format_func=lambda name: shortened(names[name], LABEL_LENGTH) if name else NOBODY,
        key=f"inside-right-{key_of(question)}",
    )
    # Where several are right, any of them is, unless somebody picked another.
    wanted = known if right in known else [right]
    st.html(found_html(kept.methods().found(question, wanted)))


def _all_questions() -> None:
    try:
        asked, hits = kept.questions(), kept.hits()
    except InputError as error:
        st.html(step_html("All questions", "How often each way puts a right entry first."))
        problem_box(str(error))
        return
    count = hits[0].hit.n
    st.html(
        step_html(
            "All questions",
            f"How often each way puts a right entry first, over {count:,} questions whose right "
            f"entry is known ({asked.name}). The line is the 95 % interval.",
        )
    )
    with st.container(border=True, key="card-chart-hits"):
        kept.ready_for_charts()
        st.altair_chart(hits_chart(hits), theme=None, key="inside-hits", alt="Right entry first")
    st.html(
        note_html(
            "Averaged static vectors may well do worse than counting words: they see that "
            "words are alike, and lose which words they were. Answers here use contextual vectors "
            "and BM25 together, and a reader on top."
        )
    )


def _senses() -> None:
    st.html(
        step_html(
            "One word, several meanings",
            "A static vector gives a word the same numbers everywhere. A network that reads the "
            "sentence gives it others in each. Change the word or a sentence.",
        )
    )
    word = st.text_input("Word", WORD, max_chars=40, key="inside-word")
    sentences = [
        st.text_input(f"Sentence {at}", text, max_chars=300, key=f"inside-sentence-{at}")
        for at, text in enumerate(SENTENCES, start=1)
    ]
    try:
        found = senses(kept.network(), word, sentences)
    except FaqdeskError as error:
        problem_box(str(error))
        return
    left, right = st.columns(2)
    left.html(senses_html(found, contextual=False))
    right.html(senses_html(found, contextual=True))
    st.html(
        said_html(
            f"Before the first layer “{found.word}” is one vector (cosine "
            f"{found.static.min():.2f} between all sentences); after the last it is "
            f"{len(sentences)} (down to {found.contextual.min():.2f})."
        )
    )

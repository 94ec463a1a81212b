"""Pieces of a page: a dataclass goes in, pixels come out. No piece knows where the data is from."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from app.components import arrival, copy_button
from app.saying import said_html
from app.wording import (
    answer_html,
    as_label,
    certainty,
    headline,
    link_html,
    markdown_html,
    names_contact,
    percentage,
    plain_html,
    shortened,
)
from data.answers import Answer, Suggestion, Vote
from data.errors import FaqdeskError
from data.records import Entry

SHOWN_QUESTION = 600
SHOWN_LABEL = 160
# From so many characters on an answer scrolls in a box of its own.
LONG_ANSWER = 1200

OWN_WORDS = (
    "A language model wrote this from the entry, and each sentence was checked against it. "
    "Here you read the entry as it was written."
)
VOTES = {1: Vote.UP, 0: Vote.DOWN}


@dataclass(frozen=True, slots=True)
class Handlers:
    """What is called when a visitor asks, picks a suggestion, or votes.

    The first gets a question and the entry that it is of, the second the number of the exchange and
    the suggestion, the third the number of the exchange.
    """

    ask: Callable[[str, str | None], None]
    pick: Callable[[int, Suggestion], None]
    vote: Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question and what came back: an answer, or the sentence that says why there is none.

    `picked` is true where the visitor chose the entry from a list, and `waits` where fresh words
    for the answer are still to be written.
    """

    question: str
    answer: Answer | None = None
    problem: str = ""
    picked: bool = False
    waits: bool = False
    vote: Vote | None = None


def style() -> None:
    """Loads what the theme cannot say."""
    st.html(Path(__file__).with_name("style.css"))


def stylesheet_of(module: ModuleType) -> None:
    """Loads the stylesheet that lies beside a module under its name."""
    st.html(Path(str(module.__file__)).with_suffix(".css"))


@contextmanager
def friendly_errors() -> Iterator[None]:
    """Shows a visitor the sentence of an error that we expect, in place of the rest of the page."""
    try:
        yield
    except FaqdeskError as error:
        problem_box(str(error))


def problem_box(sentence: str) -> None:
    """A sentence that says what is wrong and what to do."""
    st.html(f'<div class="fd-problem" role="alert">{markdown_html(sentence)}</div>')


def heading(title: str, lead: str = "") -> None:
    """The heading of a page, with a sentence under it."""
    below = f'<p class="fd-lead">{plain_html(lead)}</p>' if lead else ""
    st.html(f'<header class="fd-heading"><h1>{plain_html(title)}</h1>{below}</header>')


def empty_library() -> None:
    """What there is to see before the first import."""
    st.html(
        '<section class="fd-empty"><h2>Nothing to ask yet</h2>'
        "<p>No questions and answers have been loaded. Whoever looks after this page loads them "
        "with one command, from a table that has a column of questions and one of answers:</p>"
        '<pre tabindex="0"><code>faqdesk ingest my-faq.csv</code></pre>'
        "<p>Then open this page again. It need not be restarted.</p></section>"
    )


def question_bubble(question: str) -> None:
    """What the visitor asked."""
    text = plain_html(shortened(question, SHOWN_QUESTION))
    st.html(f'<div class="fd-question"><span class="fd-sr">You asked: </span>{text}</div>')


def exchange(number: int, shown: Exchange, contact: str, on: Handlers) -> DeltaGenerator | None:
    """One question with its reply; whoever gets no answer is told whom to ask.

    Returns the place for fresh words, where some are still to be written.
    """
    place = None
    with st.container(key=f"exchange-{number}", gap="small"):
        question_bubble(shown.question)
        if shown.answer is None:
            problem_box(shown.problem)
        elif shown.answer.entry is not None:
            place = _answered(number, shown, shown.answer, shown.answer.entry, on)
        else:
            _not_answered(number, shown.answer, contact, on)
    return place


def _answered(
    number: int, shown: Exchange, answer: Answer, entry: Entry, on: Handlers
) -> DeltaGenerator | None:
    place = None
    with st.container(border=True, key=f"card-{number}", gap="small"):
        st.html(
            f'{_how_sure(shown, answer)}<h2 class="fd-title">{plain_html(headline(answer))}</h2>'
        )
        if shown.waits:
            place = st.empty()
            st.button("Stop", key=f"stop-{number}", icon=":material/stop:")
        elif answer.phrased and not st.session_state.get(own_key(number)):
            st.html(said_html(answer, entry))
        else:
            _marked(answer)
        if answer.remark:
            st.html('<p class="fd-help">The words that answer cannot be marked just now.</p>')
        if line := source_line(entry):
            st.html(line)
        with st.container(horizontal=True, key=f"actions-{number}", vertical_alignment="center"):
            if answer.turn is not None:
                _thumbs(number, answer.turn, shown.vote, on)
            if answer.phrased:
                st.toggle("Word for word", key=own_key(number), help=OWN_WORDS)
            copy_button(answer.text, key=f"copy-{number}")
    others = [other for other in answer.suggestions if other.id != entry.id]
    if others:
        with st.expander("Other questions that may fit", key=f"others-{number}"):
            _choices(number, others, on)
    return place


def own_key(number: int) -> str:
    """The session-state key of the switch between fresh words and the entry's own."""
    return f"own-{number}"


def _not_answered(number: int, answer: Answer, contact: str, on: Handlers) -> None:
    with st.container(border=True, key=f"card-{number}", gap="small"):
        if headline(answer):
            st.html(f'<h2 class="fd-title">{plain_html(headline(answer))}</h2>')
        prose(answer.text)
        if contact and names_contact(answer):
            prose(contact)
        _choices(number, answer.suggestions, on)


def _marked(answer: Answer) -> None:
    """An answer with the words that answer marked; a long one opens where they are."""
    shown = answer_html(answer.text, answer.span)
    if len(answer.text) > LONG_ANSWER and answer.span:
        box = 'class="fd-prose fd-long" role="region" aria-label="Answer" tabindex="0"'
        st.html(f"<div {box}>{shown}</div>")
    else:
        st.html(f'<div class="fd-prose">{shown}</div>')


def prose(markdown: str, heading: int = 3) -> None:
    """An answer as its owner formatted it."""
    st.html(f'<div class="fd-prose">{markdown_html(markdown, heading)}</div>')


def _how_sure(shown: Exchange, answer: Answer) -> str:
    if shown.picked:
        return '<p class="fd-sure">The question you chose</p>'
    sure, share = certainty(answer.confidence), percentage(answer.confidence)
    dots = "".join(f'<i class="{"on" if dot < sure.dots else "off"}"></i>' for dot in range(3))
    return (
        f'<p class="fd-sure fd-sure-{sure.dots}" title="{share} sure that this answers you">'
        f'<span aria-hidden="true">{dots}</span>{sure.words}'
        f'<span class="fd-sr"> ({share} sure)</span></p>'
    )


def source_line(entry: Entry) -> str:
    """Where an entry is from and what it is about, as HTML; "" where it says neither."""
    source = entry.source or ("More about this" if entry.url else "")
    parts = [
        f'<span class="fd-chip">{plain_html(entry.category)}</span>' if entry.category else "",
        f"<span>Source: {link_html(source, entry.url)}</span>" if source else "",
    ]
    joined = " ".join(filter(None, parts))
    return f'<p class="fd-source">{joined}</p>' if joined else ""


def _choices(number: int, choices: Sequence[Suggestion], on: Handlers) -> None:
    for place, choice in enumerate(choices):
        st.button(
            as_label(shortened(choice.question, SHOWN_LABEL)),
            key=f"choice-{number}-{place}",
            icon=":material/subdirectory_arrow_right:",
            on_click=on.pick,
            args=(number, choice),
            width="stretch",
        )


def examples(entries: Sequence[Entry], on: Handlers) -> None:
    """Questions to begin with, as cards."""
    st.html('<h2 class="fd-eyebrow">For example</h2>')
    with st.container(key="examples", gap="small"):
        for place, entry in enumerate(entries):
            question = as_label(entry.question)
            category = f":small[{as_label(entry.category)}]  \n" if entry.category else ""
            st.button(
                category + question,
                key=f"example-{place}",
                on_click=on.ask,
                args=(entry.question, entry.id),
                width="stretch",
            )


def _thumbs(number: int, turn: int, given: Vote | None, on: Handlers) -> None:
    shown = {kind: value for value, kind in VOTES.items()}
    text = "Thank you." if given else "Did this help?"
    st.html(f'<span class="fd-help">{text}</span>', width="content")
    st.feedback(
        "thumbs",
        key=vote_key(turn),
        default=shown[given] if given else None,
        on_change=on.vote,
        args=(number,),
    )


def vote_key(turn: int) -> str:
    """The session-state key of a turn's thumbs; its value is a key of `VOTES` or None."""
    return f"vote-{turn}"


def arrived(number: int, shown: Exchange) -> None:
    """Brings the newest exchange to the top of the window and says aloud what came, once."""
    answer = shown.answer
    said = (headline(answer) or answer.text) if answer else shown.problem
    arrival(f"exchange-{number}", said)


def entry_details(entry: Entry) -> None:
    """All that an entry says, to be read."""
    prose(entry.answer, heading=2)
    rows = (
        ("Also asked as", "<br>".join(map(plain_html, entry.alternates))),
        ("Category", plain_html(entry.category) if entry.category else ""),
        ("Tags", ", ".join(map(plain_html, entry.tags))),
        ("Source", plain_html(entry.source) if entry.source else ""),
        ("Link", link_html(entry.url, entry.url) if entry.url else ""),
        ("Id", f"<code>{html.escape(entry.id)}</code>"),
    )
    shown = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in rows if value)
    st.html(f'<dl class="fd-facts">{shown}</dl>')

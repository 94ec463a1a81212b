"""The chat: ask, read the answer, say whether it helped.

Session state holds `exchanges` (a tuple of `Exchange`, oldest first) and `pending` (the question
that is to be answered in this run, or None); all else in it belongs to a widget.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from app import access, resources, saying, widgets
from app.inspecting import address
from app.widgets import Exchange, Handlers
from app.wording import counted, example_entries
from data.answers import Answer, Decision, Suggestion
from data.errors import FaqdeskError
from pipeline.browse import Shelf

logger = logging.getLogger(__name__)

EXCHANGES = "exchanges"
PENDING = "pending"
INPUT = "question"


@dataclass(frozen=True, slots=True)
class Pending:
    """A question to be answered, and the entry that it was picked from."""

    question: str
    entry_id: str | None = None


def show() -> None:
    """Draws the page."""
    st.session_state.setdefault(EXCHANGES, ())
    st.session_state.setdefault(PENDING, None)
    shelf = resources.shelf()
    if not shelf.entries:
        widgets.heading(resources.faqdesk().live_settings().organisation)
        widgets.empty_library()
        return
    waiting: dict[int, DeltaGenerator] = {}
    with st.container():
        if st.session_state[EXCHANGES] or st.session_state[PENDING]:
            waiting = _conversation()
        else:
            _welcome(shelf)
    # In a container of its own, for else Streamlit keeps the page at its end.
    with st.container(key="composer"):
        st.chat_input("Ask in your own words", key=INPUT, on_submit=_ask_typed)
    # Models load while the visitor reads, and not after the first question.
    resources.answerer()
    saying.warm_up()
    if waiting:
        _say(waiting)


def _welcome(shelf: Shelf) -> None:
    questions = counted(len(shelf.entries), "question", "questions")
    widgets.heading(
        resources.faqdesk().live_settings().organisation,
        f"Ask in your own words. Every answer comes from the {questions} that we have "
        "answered ourselves, and you see which one.",
    )
    widgets.examples(example_entries(shelf.entries), _HANDLERS)


def _conversation() -> dict[int, DeltaGenerator]:
    """Draws what was said; returns the places for fresh words, by the numbers of exchanges."""
    settings = resources.faqdesk().live_settings()
    widgets.heading(settings.organisation)
    exchanges: tuple[Exchange, ...] = st.session_state[EXCHANGES]
    explains = access.signed_in() is not None
    drawn = []
    for number, exchange in enumerate(exchanges):
        drawn.append(widgets.exchange(number, exchange, settings.contact, _HANDLERS))
        if explains:
            _explain(exchange)
    if st.session_state[PENDING]:
        _answer(st.session_state[PENDING])
    st.button(
        "Start over",
        key="start-over",
        type="tertiary",
        icon=":material/restart_alt:",
        on_click=_restart,
    )
    if exchanges:
        widgets.arrived(len(exchanges) - 1, exchanges[-1])
    return {number: place for number, place in enumerate(drawn) if place}


def _explain(exchange: Exchange) -> None:
    """A way to the page that says why, for those who may see it."""
    turn = exchange.answer.turn if exchange.answer else None
    if turn is not None:
        st.page_link(
            address.PAGE,
            label="Why?",
            icon=":material/troubleshoot:",
            query_params=address.of_turn(turn),
        )


def _answer(pending: Pending) -> None:
    widgets.question_bubble(pending.question)
    with st.spinner("Looking it up…"):
        # First, for a question that meets a fault of ours shall not meet it again at each rerun.
        st.session_state[PENDING] = None
        st.session_state[EXCHANGES] += _exchanges(pending)
    st.rerun()


def _say(waiting: dict[int, DeltaGenerator]) -> None:
    """Says what waits in fresh words; what is stopped stays in the entry's own."""
    exchanges: tuple[Exchange, ...] = st.session_state[EXCHANGES]
    # First, so that nothing is begun again after a click that ends this run.
    st.session_state[EXCHANGES] = tuple(replace(each, waits=False) for each in exchanges)
    for number, place in waiting.items():
        answer = exchanges[number].answer
        if answer is not None:
            _put(number, answer=saying.say(answer, place))
    st.rerun()


def _put(number: int, **changes: Any) -> None:
    """Changes an exchange; others may have come meanwhile."""
    exchanges: tuple[Exchange, ...] = st.session_state[EXCHANGES]
    changed = replace(exchanges[number], **changes)
    st.session_state[EXCHANGES] = (*exchanges[:number], changed, *exchanges[number + 1 :])


def _exchanges(pending: Pending) -> tuple[Exchange, ...]:
    """What comes of a message: an exchange, and one more for each further question in it."""
    try:
        answer = resources.answerer().answer(pending.question)
    except FaqdeskError as error:
        return (Exchange(pending.question, problem=str(error)),)
    picked = _as_picked(answer, pending.entry_id)
    if picked:
        return (Exchange(pending.question, picked, picked=True, waits=saying.wanted(picked)),)
    further = (_exchange(other.question, other) for other in answer.further)
    return (_exchange(pending.question, answer), *further)


def _exchange(question: str, answer: Answer) -> Exchange:
    return Exchange(question, answer, waits=saying.wanted(answer))


def _as_picked(answer: Answer, entry_id: str | None) -> Answer | None:
    """The answer with the entry that the visitor picked, whatever the thresholds make of it."""
    for candidate in answer.candidates:
        if candidate.entry.id == entry_id:
            entry = candidate.entry
            return replace(
                answer, entry=entry, text=entry.answer, span=None, decision=Decision.ANSWERED
            )
    return None


def _ask_typed() -> None:
    _ask(st.session_state[INPUT])


def _ask(question: str, entry_id: str | None = None) -> None:
    st.session_state[PENDING] = Pending(question, entry_id)


def _pick(number: int, choice: Suggestion) -> None:
    answer = st.session_state[EXCHANGES][number].answer
    if answer and answer.turn is not None:
        try:
            resources.faqdesk().turns.pick(answer.turn, choice.id)
        except FaqdeskError as error:
            # A visitor is better off with an answer than with an error about our book-keeping.
            logger.warning("A choice was not kept: %s", error)
    _ask(choice.question, choice.id)


def _vote(number: int) -> None:
    exchanges: tuple[Exchange, ...] = st.session_state[EXCHANGES]
    answer = exchanges[number].answer
    if answer is None or answer.turn is None:
        return
    vote = widgets.VOTES.get(st.session_state[widgets.vote_key(answer.turn)])
    with widgets.friendly_errors():
        resources.faqdesk().turns.vote(answer.turn, vote)
        _put(number, vote=vote)


def _restart() -> None:
    st.session_state[EXCHANGES] = ()
    st.session_state[PENDING] = None


_HANDLERS = Handlers(ask=_ask, pick=_pick, vote=_vote)

with widgets.friendly_errors():
    show()

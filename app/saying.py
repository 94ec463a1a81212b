"""An answer in fresh words: drawn as they come, and once they are there."""

from __future__ import annotations

import logging
import threading
from contextlib import closing
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from app import resources
from app.wording import markdown_html, plain_html, without_signs
from data.answers import Answer, Decision
from data.errors import FaqdeskError
from data.records import Entry

# Where phrasing is off, nothing of it is loaded.
if TYPE_CHECKING:
    from pipeline.phrasing.rewording import Reworder

logger = logging.getLogger(__name__)


def wanted(answer: Answer) -> bool:
    """Whether an answer is to be said in fresh words."""
    answered = answer.decision is Decision.ANSWERED and answer.entry is not None
    return answered and _reworder() is not None


def say(answer: Answer, place: DeltaGenerator) -> Answer:
    """Draws an answer in fresh words, sentence by sentence; returns it with what came of them.

    Whatever ends the run of the page, such as a click on "Stop", ends the writing too.
    """
    reworder = _reworder()
    rewording = reworder.rewording(answer) if reworder else None
    if rewording is None:
        return answer
    said: list[str] = []
    with closing(iter(rewording)) as sentences:
        for sentence in sentences:
            if sentence:
                said.append(sentence)
            # Also where nothing is new, for only then a click is noticed.
            place.html(_as_written(" ".join(said)))
    return rewording.result


def _as_written(text: str) -> str:
    words = markdown_html(text, 3) if text else ""
    return f'<div class="fd-prose" aria-busy="true">{words}<p class="fd-writing">Writing…</p></div>'


def said_html(answer: Answer, entry: Entry) -> str:
    """Fresh words, and below them the entry's own that answer."""
    text = answer.phrasing.text if answer.phrasing else ""
    own = without_signs(answer.span.text) if answer.span else ""
    quote = (
        f"<p>The entry says: <mark>{plain_html(own)}</mark></p>"
        if own
        else f"<p>From: {plain_html(entry.question)}</p>"
    )
    return f'<div class="fd-prose">{markdown_html(text, 3)}<div class="fd-own">{quote}</div></div>'


def _reworder() -> Reworder | None:
    try:
        return resources.faqdesk().reworder
    except FaqdeskError as error:
        # A visitor is answered in the entry's own words, and whoever runs this reads why.
        logger.warning("No fresh words: %s", error)
        return None


@st.cache_resource(show_spinner=False)
def warm_up() -> None:
    """Loads what writes in the background, once, so that the first visitor need not wait for it."""
    threading.Thread(target=_warm_up, daemon=True).start()


def _warm_up() -> None:
    try:
        reworder = resources.faqdesk().reworder
        if reworder is not None:
            reworder.warm_up()
    except FaqdeskError as error:
        logger.warning("No fresh words: %s", error)

"""Which question the page's address names.

`?turn=N` is one that a visitor asked. `?question=…` is any; `entry` is then the id of the entry
that should have answered it, and `generation` the one that it was answered from.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from app import resources
from app.wording import as_label, shortened
from data.answers import Turn
from data.errors import UnknownTurnError

# Characters of what the address says.
SHOWN = 60
PAGE = "screens/inspect.py"
TURN, QUESTION, ENTRY, GENERATION = "turn", "question", "entry", "generation"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and what is known of it; "" and 0 where there is nothing."""

    question: str = ""
    turn: Turn | None = None
    entry_id: str = ""
    generation: int = 0


def asked() -> Asked:
    """What the address names.

    Raises:
        UnknownTurnError: when it names a turn that is not there, or not any more, or none at all.
        DatabaseError: when the database cannot be read.
    """
    named = st.query_params
    if TURN in named:
        turn = resources.faqdesk().turns.turn(_turn_number(named[TURN]))
        return Asked(turn.question, turn, generation=turn.generation)
    question = named.get(QUESTION, "").strip()
    return Asked(question, None, named.get(ENTRY, ""), _number(named.get(GENERATION, "")))


def turn_to(question: str) -> None:
    """Opens a question from the next rerun on."""
    st.query_params.from_dict({QUESTION: question} if question.strip() else {})


def of_turn(turn: int) -> dict[str, str]:
    """The address of a turn, for `st.page_link`."""
    return {TURN: str(turn)}


def of_question(question: str, entry_id: str = "", generation: int = 0) -> dict[str, str]:
    """The address of a question, for `st.page_link`."""
    named = {QUESTION: question, ENTRY: entry_id, GENERATION: str(generation or "")}
    return {name: value for name, value in named.items() if value}


def _turn_number(text: str) -> int:
    if number := _number(text):
        return number
    # As a label, since errors are shown as markdown: what an address says must not become a link.
    raise UnknownTurnError(
        f"The address asks for question “{as_label(shortened(text, SHOWN))}”, which is not the "
        "number of one. Type the question below, or follow a “Why?” on the page Review."
    )


def _number(text: str) -> int:
    # More digits than a number in a database has are no number of a turn either.
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0

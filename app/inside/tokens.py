"""How a text is cut before a model reads it."""

from __future__ import annotations

import streamlit as st

from app import resources
from app.inside import kept
from app.inside.markup import (
    cutting_html,
    cuttings_html,
    note_html,
    part_html,
    passages_html,
    said_html,
    step_html,
)
from app.widgets import friendly_errors, problem_box
from data.errors import ModelError
from data.records import Entry
from pipeline.inside.tokens import Cutter, Cutting, cuttings, passage_pieces

QUESTION, ANSWER, OTHER = "The question", "The answer", "Another text"
ABOUT = {
    "WordPiece": "What the encoder and the reader are given. A word that is not among their 30,000 "
    "pieces is cut into the longest that are; ## goes on from the piece before. [CLS] and [SEP] "
    "are put around.",
    "Byte pairs": "What the phrasing model is given. It starts from bytes, so nothing is unknown.",
    "Words": "As models did before: one token a word. Unknown are those that the library has "
    "nowhere, and of an unknown word such a model knows nothing at all.",
    "Characters": "Nothing is unknown, and everything is long; ids are Unicode's numbers.",
}
LONGEST = 20_000


@st.fragment
@friendly_errors()
def show(question: str, entry: Entry | None = None) -> None:
    """Draws how a question, or the answer of an entry, is cut."""
    st.html(
        part_html(
            "Tokens",
            "A model reads no letters: it reads numbers, one for each piece of the text.",
        )
    )
    text = _picked(question, entry)
    if not text:
        return
    pairs = _pairs()
    made = _cuttings(text, pairs)
    st.html(cuttings_html(made))
    _cut_off(made[0])
    if pairs is None:
        st.html(
            note_html(
                "Byte pairs, as GPT cuts, are shown where a phrasing model of that kind is set up."
            )
        )
    for cutting in made:
        st.html(step_html(cutting.name, ABOUT[cutting.name]))
        st.html(cutting_html(cutting))
    if entry is not None and text == entry.answer:
        _passages(entry)


def _picked(question: str, entry: Entry | None) -> str:
    choices = [QUESTION, *([ANSWER] if entry else []), OTHER]
    which = st.segmented_control(
        "Text", choices, default=QUESTION, required=True, key="inside-tokens-which"
    )
    if which == ANSWER and entry is not None:
        return entry.answer
    if which == OTHER:
        return st.text_area("Text", question, max_chars=LONGEST, key="inside-tokens-text").strip()
    return question


def _pairs() -> Cutter | None:
    try:
        return kept.pairs()
    except ModelError as error:
        problem_box(str(error))
        return None


def _cuttings(text: str, pairs: Cutter | None) -> tuple[Cutting, ...]:
    encoder = resources.faqdesk().encoder
    try:
        tokenizer = kept.tokenizer()
    except ModelError as error:
        problem_box(str(error))
        tokenizer = None
    return cuttings(text, tokenizer, encoder.window, kept.known_words(), pairs)


def _cut_off(cutting: Cutting) -> None:
    if cutting.read_to is None:
        return
    st.html(
        said_html(
            f"The encoder reads {cutting.window} tokens at once, and this text has "
            f"{cutting.count:,}: from character {cutting.read_to:,} on it would see nothing. So "
            "answers are cut into passages, and each is read by itself."
        )
    )


def _passages(entry: Entry) -> None:
    st.html(
        step_html(
            "The passages of this answer",
            "What the library really embeds: chunks that end with a sentence, each beginning with "
            "the last sentence of the one before where that fits.",
        )
    )
    st.html(passages_html(passage_pieces(entry, resources.faqdesk().encoder)))

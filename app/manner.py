"""The part of the Settings page on fresh words: how they sound, and how they are chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import streamlit as st

from app import resources, widgets
from app.saying import said_html
from app.wording import answer_html, example_entries, plain_html
from data.answers import Answer
from pipeline.settings import Settings
from pipeline.settings_file import Value

Values = dict[str, Value | None]

EXAMPLES = 3
MOST_TRIED = 5
_TONES = {"neutral": "Plain", "friendly": "Friendly", "brief": "Brief"}
_METHODS = {
    "greedy": "The likeliest. The same question always gets the same reply",
    "beam": "That of the likeliest whole reply. Slower, and shown only when it is whole",
    "sample": "One of the likely ones, by chance. Livelier, and the check stops more of it",
}
_OFF = (
    "Answers are given in the entry's own words. To have a language model say them afresh, "
    "whoever runs the server gets one with <code>faqdesk models get phrasing</code> and starts "
    "faqdesk with <code>FAQDESK_PHRASING=local</code>."
)
_ON = (
    "A language model says an answer afresh, to fit the question. Each sentence is held against "
    "the entry before anybody sees it; where one that matters does not hold, visitors get the "
    "entry's own words."
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number of decoding, with what it does; `method` is the only one that it is for."""

    label: str
    does: str
    low: float
    high: float
    step: float
    method: str = ""


_NUMBERS = {
    "phrasing_temperature": Number(
        "Temperature", "Lower keeps to likely words, higher strays from them.", 0.1, 2.0, 0.1,
        "sample",
    ),
    "phrasing_top_k": Number(
        "Top k", "Only so many of the likeliest words are drawn from; 0 for all.", 0, 200, 1,
        "sample",
    ),
    "phrasing_top_p": Number(
        "Top p", "Only the likeliest words that together have this probability.", 0.05, 1.0, 0.05,
        "sample",
    ),
    "phrasing_seed": Number(
        "Seed", "The same seed gives the same reply to the same question.", 0, 2**32 - 1, 1,
        "sample",
    ),
    "phrasing_beams": Number(
        "Beams", "How many replies are kept in view; each takes time.", 2, 16, 1, "beam"
    ),
    "phrasing_repetition_penalty": Number(
        "Repetition penalty", "Above 1, words that were used are used less.", 1.0, 2.0, 0.05
    ),
    "phrasing_max_tokens": Number(
        "Tokens at most", "A reply is cut there; a word is one token or a few.", 8, 1000, 8
    ),
}  # fmt: skip


def show(settings: Settings, fixed: frozenset[str]) -> Values:
    """Draws the controls and a trial of them; returns what is chosen, by setting."""
    st.html('<h2 class="fd-part">How it words answers</h2>')
    if settings.phrasing == "off":
        st.html(f'<p class="fd-help">{_OFF}</p>')
        return {}
    st.html(f'<p class="fd-help">{_ON}</p>')
    chosen = _sound(settings, fixed)
    with st.expander("How words are chosen", key="manner-decoding"):
        chosen |= _decoding(settings, fixed)
    with st.expander("Try it before you save", key="manner-trial"):
        _trial(settings.model_copy(update=chosen))
    return chosen


def _sound(settings: Settings, fixed: frozenset[str]) -> Values:
    """How replies sound."""
    return {
        "phrasing_tone": st.segmented_control(
            "Tone",
            tuple(_TONES),
            default=settings.phrasing_tone,
            format_func=_TONES.__getitem__,
            required=True,
            disabled="phrasing_tone" in fixed,
            key="setting-phrasing_tone",
        ),
        "phrasing_sentences": st.number_input(
            "Sentences at most",
            1,
            8,
            settings.phrasing_sentences,
            disabled="phrasing_sentences" in fixed,
            key="setting-phrasing_sentences",
        ),
        "phrasing_language": st.text_input(
            "Language of replies; empty for that of the entry",
            settings.phrasing_language,
            max_chars=40,
            help="The check knows English. Of replies in other languages it stops most.",
            disabled="phrasing_language" in fixed,
            key="setting-phrasing_language",
        ),
        "phrasing_examples": st.text_area(
            "A few replies in your voice, one a line",
            settings.phrasing_examples,
            max_chars=2_000,
            disabled="phrasing_examples" in fixed,
            key="setting-phrasing_examples",
        ),
    }


def _decoding(settings: Settings, fixed: frozenset[str]) -> Values:
    """How words are chosen, each control with what it does."""
    from pipeline.phrasing.choice import methods_of

    methods = tuple(str(method) for method in methods_of(settings.phrasing))
    now = settings.phrasing_decoding
    method = st.radio(
        "Which word comes next",
        methods,
        index=methods.index(now) if now in methods else 0,
        format_func=str.capitalize,
        captions=[_METHODS[name] for name in methods],
        disabled="phrasing_decoding" in fixed,
        key="setting-phrasing_decoding",
    )
    chosen: Values = {"phrasing_decoding": method}
    for name, number in _NUMBERS.items():
        if number.method in ("", method):
            chosen[name] = _drawn(name, number, settings, disabled=name in fixed)
    return chosen


def _drawn(name: str, number: Number, settings: Settings, *, disabled: bool) -> float:
    # Streamlit wants all of a control's numbers to be of one kind.
    now = getattr(settings, name)
    kind = type(now)
    value: float = st.number_input(
        number.label,
        # A file or a variable may go beyond what is offered here.
        min(kind(number.low), now),
        max(kind(number.high), now),
        now,
        kind(number.step),
        disabled=disabled,
        key=f"setting-{name}",
    )
    st.html(f'<p class="fd-help">{number.does}</p>')
    return value


def _trial(settings: Settings) -> None:
    """Says the answers to a few questions with what is chosen now, saved or not."""
    shelf = resources.shelf()
    some = "\n".join(entry.question for entry in example_entries(shelf.entries)[:EXAMPLES])
    asked = st.text_area(f"Questions, one a line, {MOST_TRIED} at most", some, key="manner-asked")
    if not st.button("Try these", key="manner-try", icon=":material/play_arrow:"):
        return
    lines = [line for line in map(str.strip, (asked or "").splitlines()) if line]
    with st.spinner("Writing…"), widgets.friendly_errors():
        for answer in _tried(lines[:MOST_TRIED], settings):
            st.html(_trial_html(answer))


def _tried(questions: list[str], settings: Settings) -> Iterator[Answer]:
    """The answers, in fresh words where these hold; nothing of it is logged."""
    from pipeline.making import make_manner

    desk = resources.faqdesk()
    manner, reworder = make_manner(settings), desk.reworder
    for question in questions:
        answer = desk.unlogged_answerer.answer(question)
        rewording = reworder.rewording(answer, manner) if reworder else None
        for _ in rewording or ():
            pass
        yield rewording.result if rewording else answer


def _trial_html(answer: Answer) -> str:
    asked = f'<h3 class="fd-chart-title">{plain_html(answer.question)}</h3>'
    if answer.entry is None:
        return f'{asked}<p class="fd-help">Not answered, so nothing is written.</p>'
    if answer.phrased:
        return asked + said_html(answer, answer.entry)
    why = plain_html(answer.phrasing.result) if answer.phrasing else ""
    own = answer_html(answer.text, answer.span)
    return (
        f'{asked}<p class="fd-help">In the entry\'s own words. Fresh ones: {why}.</p>'
        f'<div class="fd-prose">{own}</div>'
    )

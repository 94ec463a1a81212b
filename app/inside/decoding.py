"""How the phrasing model came to its reply, token by token, and what it would have said instead."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from app import resources
from app.inside import finding, kept
from app.inside.decoding_markup import (
    beams_html,
    branch_html,
    left_told,
    next_html,
    step_labels,
    token_labels,
    undecided,
)
from app.inside.markup import key_of, note_html, part_html, said_html, step_html
from app.widgets import friendly_errors
from app.wording import counted
from data.answers import Answer
from pipeline.inside.beams import MOST_BEAMS, MOST_STEPS, beam_search
from pipeline.inside.decoding import Choosing, Next, Token, Written, left
from pipeline.inside.decoding_charts import beams_chart
from pipeline.inside.writer import Writer, opened
from pipeline.phrasing.phraser import Decoding, Method

# Of a longer reply the beginning is shown.
MOST_TOKENS = 80
MOST_K, LEAST = 100, 0.05
GREEDY = Decoding(max_tokens=MOST_TOKENS)
NAMES = {Method.GREEDY: "Greedy", Method.SAMPLE: "By chance", Method.BEAM: "Beam search"}
OFF = (
    '<p class="fd-help">Answers are given in the entry\'s own words: no language model is set up. '
    "Whoever runs the server gets one with <code>faqdesk models get phrasing</code> and starts "
    "faqdesk with <code>FAQDESK_PHRASING=local</code>; then this shows how it writes.</p>"
)


@st.fragment
@friendly_errors()
def show(question: str, answer: Answer | None = None) -> None:
    """Draws how the phrasing model writes its reply to a question."""
    st.html(
        part_html(
            "Decoding",
            "A model that writes says, for each token it knows, how likely that one is next. Then "
            "one is picked, and all begins anew with it. How it is picked is decoding.",
        )
    )
    reworder = resources.faqdesk().reworder
    if reworder is None:
        st.html(OFF)
        return
    request = reworder.request(answer or resources.answerer_of_editors().answer(question))
    if request is None:
        st.html(
            said_html(
                "faqdesk did not decide to answer this, and then no language model is asked for "
                "words. Ask something that is answered."
            )
        )
        return
    decoding = _picked(request.decoding)
    writer = finding.found("writer", opened(reworder.phraser), "Opening the phrasing model…")
    prompt = finding.found(request, writer.prompt(request), "Opening the phrasing model…")
    if decoding.method is Method.BEAM:
        _beams(writer, prompt)
    else:
        _steps(writer, prompt, decoding)


def _picked(now: Decoding) -> Decoding:
    """How tokens are to be picked; unless it is changed, as they are for visitors."""
    method = st.segmented_control(
        "How tokens are picked",
        list(NAMES),
        default=now.method,
        required=True,
        format_func=lambda each: NAMES[each] + (", as set up" if each is now.method else ""),
        key="inside-decoding-method",
    )
    if method is not Method.SAMPLE:
        return replace(now, method=method)
    with st.container(horizontal=True, key="inside-sliders-decoding"):
        temperature = st.slider(
            "Temperature", LEAST, 2.0, max(now.temperature, LEAST), LEAST, key="inside-temperature"
        )
        most = max(MOST_K, now.top_k)
        top_k = st.slider("Top-k, 0 for all", 0, most, now.top_k, key="inside-top-k")
        top_p = st.slider("Top-p", LEAST, 1.0, max(now.top_p, LEAST), LEAST, key="inside-top-p")
    seed = st.number_input("Seed", 0, 2**32 - 1, now.seed, key="inside-seed")
    return replace(
        now, method=method, temperature=temperature, top_k=top_k, top_p=top_p, seed=int(seed)
    )


def _steps(writer: Writer, prompt: tuple[int, ...], decoding: Decoding) -> None:
    written = _written(writer, prompt, decoding)
    if not written.steps:
        st.html(said_html("The model wrote nothing: it ended at once."))
        return
    st.html(said_html(f"“{written.text.strip()}”"))
    st.html(note_html(_about(written, decoding)))
    # The most doubtful place is the most telling one.
    labels = step_labels(written.steps)
    doubts = [step.following.entropy.high for step in written.steps]
    at = st.pills(
        "Click a token",
        range(len(written.steps)),
        default=doubts.index(max(doubts)),
        required=True,
        format_func=lambda place: labels[place],
        key=f"inside-step-{key_of(repr((decoding, prompt)))}",
    )
    _step(writer, prompt, written, at, Choosing.of(decoding, cuts_first=writer.cuts_first))


def _written(writer: Writer, before: tuple[int, ...], decoding: Decoding) -> Written:
    work = writer.written(before, decoding, MOST_TOKENS)
    return finding.found((before, decoding), work, "Writing…")


def _about(written: Written, decoding: Decoding) -> str:
    count = counted(len(written.steps), "token", "tokens")
    end = "It ended by itself." if written.ended else "It was cut off there."
    told = (
        f"{count}, each with how likely the model had it. {end} Visitors get of this what the "
        "check lets through."
    )
    if decoding.repetition_penalty == 1:
        return told
    return (
        f"{told} A penalty of {decoding.repetition_penalty:g} on words that were used is at work "
        "besides; it is in what was taken, and in none of the figures."
    )


def _step(
    writer: Writer, prompt: tuple[int, ...], written: Written, at: int, choosing: Choosing
) -> None:
    """One place of a reply, and what could have stood there."""
    step = written.steps[at]
    ids = tuple(each.chosen.id for each in written.steps[:at])
    following = _known(writer, (*prompt, *ids), step.following, choosing)
    rule = left(following.probabilities, choosing)
    st.html(
        step_html(
            f"Token {at + 1}: the likeliest that could have stood here",
            f"{undecided(step.following)} {left_told(choosing, rule, following.size)}",
        )
    )
    greedy = choosing.top_k == 1
    shown = replace(step, following=replace(following, tokens=step.following.tokens))
    st.html(next_html(shown, rule, "What greedy leaves" if greedy else "What is left"))
    others = [token for token in step.following.tokens if token.id != step.chosen.id]
    labels = token_labels(others)
    other = st.pills(
        "What if it had said",
        range(len(others)),
        format_func=lambda place: labels[place],
        key=f"inside-other-{key_of(repr((prompt, ids, choosing, step.chosen.id)))}",
    )
    if other is not None:
        _branch(writer, prompt, ids, others[other])


def _known(writer: Writer, before: tuple[int, ...], following: Next, choosing: Choosing) -> Next:
    """Enough to say what a rule leaves: where it needs every token, they are asked for."""
    if following.tells(choosing):
        return following
    work = writer.following(before, whole=True)
    return finding.found((before, "whole"), work, "Asking for every token…")


def _branch(writer: Writer, prompt: tuple[int, ...], ids: tuple[int, ...], other: Token) -> None:
    """What the model would have said from another token on."""
    st.html(step_html("What the model would have said", "Greedily, from that token on."))
    if other.ends:
        st.html(said_html("Nothing more: the reply would have ended here."))
        return
    written = _written(writer, (*prompt, *ids, other.id), GREEDY)
    more = tuple(step.chosen.id for step in written.steps if not step.chosen.ends)
    lines = (ids, (*ids, other.id), (*ids, other.id, *more))
    before, with_token, whole = (
        finding.found((line, "text"), writer.text(line), "Writing…") if line else ""
        for line in lines
    )
    st.html(branch_html(before, with_token, whole))


def _beams(writer: Writer, prompt: tuple[int, ...]) -> None:
    with st.container(horizontal=True, key="inside-sliders-beams"):
        width = st.slider("Beams", 1, MOST_BEAMS, 3, key="inside-beams")
        steps = st.slider("Tokens", 2, MOST_STEPS, 6, key="inside-beam-steps")
    work = beam_search(writer, prompt, width, steps)
    beams = finding.found((prompt, width, steps), work, "Searching…")
    st.html(
        step_html(
            "The first tokens, along several beginnings at once",
            "At each step every beginning is continued by its likeliest tokens, and only the "
            "likeliest of all go on: the likeliest text need not begin with the likeliest token. "
            "With one beam this is greedy.",
        )
    )
    kept.ready_for_charts()
    with st.container(border=True, key="card-chart-attention-beams"):
        st.altair_chart(
            beams_chart(beams),
            width="content",
            theme=None,
            key="inside-beams-tree",
            alt="The tree of the beam search",
        )
    st.html(beams_html(beams.found))
    st.html(
        note_html(
            "ln p is 0 for what is certain and falls with doubt. Texts that ended are compared "
            "with others by the mean, for each further token can only lower the sum."
        )
    )

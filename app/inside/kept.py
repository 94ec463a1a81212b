"""What the parts of Inspect need and what takes a while, kept for everybody as in `app.resources`.

Nothing of it is made before somebody opens a part that shows it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import streamlit as st

from app import resources
from data.errors import InputError
from pipeline.inside.tokens import Cutter, shown_words

if TYPE_CHECKING:
    from pipeline.evaluation.question_sets import QuestionSet
    from pipeline.inside.network import Network, Seen
    from pipeline.inside.order import Turned
    from pipeline.inside.reader import OpenReader
    from pipeline.inside.then_and_now import Hits, Methods
    from pipeline.inside.vectors import Ground


@st.cache_resource(show_spinner="Opening the encoder…")
def network() -> Network:
    """The encoder with its inside open.

    Raises:
        ModelError: when it is not on this machine, or is a stand-in.
    """
    from pipeline.inside.network import Network

    return Network.of_encoder(resources.faqdesk().settings.encoder)


@st.cache_resource(show_spinner="Opening the reader…")
def reader() -> OpenReader:
    """The reader with its inside open.

    Raises:
        ModelError: when it is not on this machine, or is not one that can be opened.
    """
    from pipeline.inside.reader import OpenReader

    return OpenReader.of_name(resources.faqdesk().settings.reader)


@st.cache_resource(show_spinner=False)
def tokenizer() -> Any:
    """What cuts texts for the encoder, of the `tokenizers` library.

    Raises:
        ModelError: when the encoder is not on this machine, or is a stand-in.
    """
    from pipeline.inside.network import tokenizer_of

    return tokenizer_of(resources.faqdesk().settings.encoder)


@st.cache_resource(show_spinner=False)
def pairs() -> Cutter | None:
    """What cuts texts as the phrasing model does; None where none is set up that tells how.

    Raises:
        ModelError: when the model's file is damaged.
    """
    from pipeline.inside.phrasing_tokens import phrasing_cutter

    settings = resources.faqdesk().settings
    return phrasing_cutter(settings.phrasing, settings.models)


# Someone moves a slider over the same sentence again and again. Few, for a long one takes 19 MB.
@st.cache_resource(max_entries=6, show_spinner="Reading…")
def seen(text: str, *, causal: bool) -> Seen:
    """What the encoder makes of a text.

    Raises:
        ModelError: as `network`.
    """
    opened = network()
    return opened.see(opened.cut(text), causal=causal)


@st.cache_resource(max_entries=4, show_spinner="Reading…")
def turned(text: str, *, positions: bool) -> Turned:
    """A text read forward and backward.

    Raises:
        ModelError: as `network`.
    """
    from pipeline.inside.order import turned as read_both_ways

    opened = network()
    return read_both_ways(opened, opened.cut(text), positions=positions)


def known_words() -> frozenset[str]:
    """Every word of the library, in lower case."""
    return _known_words(*_state())


@st.cache_resource(max_entries=2, show_spinner=False)
def _known_words(generation: int | None, hidden: frozenset[int]) -> frozenset[str]:  # noqa: ARG001
    return shown_words(resources.shelf().entries)


def ground() -> Ground:
    """The map of the live library.

    Raises:
        LibraryError: when nothing is published or the files on disk cannot be trusted.
    """
    return _ground(*_state())


@st.cache_resource(max_entries=2, show_spinner="Drawing the map…")
def _ground(generation: int | None, hidden: frozenset[int]) -> Ground:  # noqa: ARG001
    from pipeline.inside.vectors import ground_of

    return ground_of(resources.faqdesk())


def methods() -> Methods:
    """The live library by four ways of comparing texts.

    Raises:
        LibraryError, ModelError, InputError: as `Methods.of_library`.
    """
    return _methods(*_state())


@st.cache_resource(max_entries=2, show_spinner="Reading the library in four ways…")
def _methods(generation: int | None, hidden: frozenset[int]) -> Methods:  # noqa: ARG001
    from pipeline.inside.then_and_now import Methods

    return Methods.of_library(resources.faqdesk(), network())


def questions() -> QuestionSet:
    """The questions whose right entry is known.

    Raises:
        InputError: when there are none.
    """
    runs = resources.faqdesk().evaluations.runs()
    return _questions(runs[0].id if runs else None, _state()[0])


@st.cache_resource(max_entries=2, show_spinner=False)
def _questions(run: int | None, generation: int | None) -> QuestionSet:  # noqa: ARG001
    from pipeline.inside.then_and_now import question_set

    return question_set(resources.faqdesk())


def right_entries(question: str) -> tuple[str, ...]:
    """The ids of the entries that answer a question, where a known set of questions says so."""
    from pipeline.inside.then_and_now import labelled

    try:
        return labelled(questions(), question)
    except InputError:
        return ()


def hits() -> tuple[Hits, ...]:
    """How often each of the four puts the right entry first, over all questions.

    Raises:
        LibraryError, ModelError, InputError: as `methods` and `questions`.
    """
    return _hits(*_state(), len(questions().questions), questions().name)


@st.cache_resource(max_entries=2, show_spinner="Asking every question in four ways…")
def _hits(
    generation: int | None,  # noqa: ARG001
    hidden: frozenset[int],  # noqa: ARG001
    count: int,  # noqa: ARG001
    name: str,  # noqa: ARG001
) -> tuple[Hits, ...]:
    return methods().hits(questions().questions)


def _state() -> tuple[int | None, frozenset[int]]:
    """The generation, and what of it is hidden today: what changes with them is made anew."""
    number = resources.faqdesk().store.current_generation_number()
    hidden = frozenset[int]() if number is None else resources.faqdesk().validity.hidden(number)
    return number, hidden


def ready_for_charts() -> None:
    """Waits for pandas: Altair fails on one that another thread is just importing."""
    import_module("pandas")

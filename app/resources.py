"""What every visitor shares: made once in a process, however many reruns and visitors there are.

Streamlit holds a lock while it makes a cached resource, so two visitors who arrive together do not
load the models twice. Nothing else in `app/` is cached.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from pipeline.answer import Answerer
from pipeline.browse import Shelf, shelf_of
from pipeline.build import Faqdesk, open_faqdesk

# A visitor who asks a question has no use for what evaluates.
if TYPE_CHECKING:
    from app.editing.items import Items
    from app.jobs import Jobs
    from pipeline.evaluation.compare import Comparison
    from pipeline.evaluation.records import Report


@st.cache_resource(show_spinner=False)
def faqdesk() -> Faqdesk:
    """The library that FAQDESK_HOME names, with its database open and no model loaded yet.

    Raises:
        FaqdeskError: when a setting makes no sense or the database cannot be opened. It is tried
            again at the next rerun, for only what was made is kept.
    """
    desk = open_faqdesk()
    _ = desk.store, desk.turns
    return desk


@st.cache_resource(show_spinner=False)
def answerer() -> Answerer:
    """What answers questions, with its models loaded.

    Raises:
        ModelError: when the encoder is not on this machine or cannot be loaded.
    """
    desk = faqdesk()
    # Weights are loaded at the first use, and that shall not be a visitor's.
    desk.encoder.encode(["ready"])
    desk.ranker.ranked([], [])
    return desk.answerer


def answerer_of_editors() -> Answerer:
    """What answers in the same way and keeps no question, with its models loaded."""
    answerer()
    return faqdesk().unlogged_answerer


def shelf() -> Shelf:
    """What visitors are given now; a new generation, or day, is noticed at the next rerun.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    number = faqdesk().store.current_generation_number()
    return Shelf() if number is None else _shelf(number, faqdesk().validity.hidden(number))


# Two, so that visitors do not fight over it while a new generation is going live.
@st.cache_resource(max_entries=2, show_spinner=False)
def _shelf(generation: int, hidden: frozenset[int]) -> Shelf:
    revisions = faqdesk().store.generation_revisions(generation)
    return shelf_of(revision.entry for revision in revisions if revision.number not in hidden)


def items() -> Items:
    """Every entry with its draft, as editors see them.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    # Nothing changes without an event in the audit log.
    return _items(faqdesk().audit.last())


@st.cache_resource(max_entries=2, show_spinner=False)
def _items(event: int) -> Items:  # noqa: ARG001  (it is what the cache goes by)
    from app.editing.items import items_of

    return items_of(faqdesk().drafts.items())


@st.cache_resource(show_spinner=False)
def jobs() -> Jobs:
    """The evaluations that run in the background of this process.

    Raises:
        FaqdeskError: as `faqdesk`.
    """
    from app.jobs import Jobs

    return Jobs(faqdesk())


@st.cache_resource(show_spinner=False)
def publications() -> Jobs:
    """What is being published in the background of this process; it does not wait for evaluations.

    Raises:
        FaqdeskError: as `faqdesk`.
    """
    from app.jobs import Jobs

    return Jobs(faqdesk())


@st.cache_resource(show_spinner=False)
def promises() -> Jobs:
    """The calibrations that run in the background of this process.

    Raises:
        FaqdeskError: as `faqdesk`.
    """
    from app.jobs import Jobs

    return Jobs(faqdesk())


@st.cache_resource(max_entries=4, show_spinner=False)
def report(run: int) -> Report:
    """The report of a kept evaluation run, which never changes.

    Raises:
        UnknownEvaluationError: when there is no such run.
        DatabaseError: when the database cannot be read.
    """
    from pipeline.evaluation.report_json import report_from_json

    return report_from_json(faqdesk().evaluations.report(run))


@st.cache_resource(max_entries=4, show_spinner="Comparing…")
def comparison(before: int, after: int) -> Comparison:
    """Two kept evaluation runs compared.

    Raises:
        InputError: when they have no question in common, or one is not there.
        DatabaseError: when the database cannot be read.
    """
    from pipeline.evaluation.compare import compare

    return compare(report(before), report(after), seed=0)

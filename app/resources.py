"""What every visitor shares: made once in a process, however many reruns and visitors there are.

Streamlit holds a lock while it makes a cached resource, so two visitors who arrive together do not
load the models twice. Nothing else in `app/` is cached, but for what is in `app.kept` and
`app.inside.kept`.
"""

from __future__ import annotations

from datetime import date, tzinfo
from typing import TYPE_CHECKING

import streamlit as st

from data.answers import Turn
from data.records import Entry
from pipeline.answer import Answerer
from pipeline.browse import Shelf, shelf_of
from pipeline.build import Faqdesk, open_faqdesk

# A visitor who asks a question has no use for what evaluates.
if TYPE_CHECKING:
    from app.editing.items import Items
    from app.jobs import Jobs
    from pipeline.evaluation.compare import Comparison
    from pipeline.evaluation.records import Report
    from pipeline.housekeeping import Housekeeping
    from pipeline.insights import Insights
    from pipeline.review.groups import Group
    from pipeline.review.meant import LookedUp
    from pipeline.review.outcomes import Outcome


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


@st.cache_resource(show_spinner=False)
def housekeeping() -> Housekeeping:
    """What deletes old questions.

    Raises:
        FaqdeskError: as `faqdesk`.
    """
    from pipeline.housekeeping import Housekeeping

    return Housekeeping(faqdesk())


def review_groups(*, small_talk: bool) -> tuple[Group, ...]:
    """The groups of questions that wait for a review.

    Raises:
        DatabaseError: when the database cannot be read.
        ModelError: when the encoder cannot be loaded.
    """
    from pipeline.review.groups import waiting_turns

    turns = waiting_turns(faqdesk(), small_talk=small_talk)
    marks = faqdesk().scope_marks.version()
    return _review_groups(turns, hash((turns, marks)))


# A reader and an editor may have different lists open, with and without small talk.
@st.cache_resource(max_entries=4, show_spinner=False)
def _review_groups(_turns: tuple[Turn, ...], key: int) -> tuple[Group, ...]:  # noqa: ARG001
    from pipeline.review.groups import grouped

    return grouped(_turns, faqdesk())


def looked_up(texts: tuple[str, ...]) -> LookedUp:
    """What the live library has for questions.

    Raises:
        LibraryError, ModelError: as `Answerer.answer`.
    """
    return _looked_up(texts, faqdesk().store.current_generation_number())


@st.cache_resource(max_entries=500, show_spinner="Looking for entries…")
def _looked_up(texts: tuple[str, ...], generation: int | None) -> LookedUp:  # noqa: ARG001
    from pipeline.review.meant import look_up

    return look_up(texts, faqdesk())


def review_outcomes() -> tuple[Outcome, ...]:
    """What became of the questions that were accepted.

    Raises:
        LibraryError, ModelError: as `Answerer.answer`.
    """
    from pipeline.review.outcomes import accepted_questions

    desk = faqdesk()
    accepted = tuple(accepted_questions(desk))
    drafts = tuple(change.entry.id for change in desk.pending.all())
    return _review_outcomes(hash((accepted, drafts)), desk.store.current_generation_number())


@st.cache_resource(max_entries=2, show_spinner="Asking again…")
def _review_outcomes(key: int, generation: int | None) -> tuple[Outcome, ...]:  # noqa: ARG001
    from pipeline.review.outcomes import outcomes

    return outcomes(faqdesk())


def insights(first: date, last: date, zone: tzinfo) -> Insights:
    """The figures of some days; votes and picks of the last seconds may be missing in them.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    entries = shelf().entries
    return _insights(entries, faqdesk().turns.count(), first, last, str(zone), zone)


# Turning the pages of a list below shall not count a year's questions again.
@st.cache_resource(ttl=20, max_entries=8, show_spinner="Counting…")
def _insights(
    _entries: tuple[Entry, ...],
    asked: int,  # noqa: ARG001
    first: date,
    last: date,
    name: str,  # noqa: ARG001
    _zone: tzinfo,
) -> Insights:
    from pipeline.insights import insights as worked_out

    return worked_out(faqdesk(), _entries, first, last, _zone)

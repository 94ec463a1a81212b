"""What takes a while to work out about entries, kept for everybody as in `app.resources`."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app import resources
from data.answers import Answer
from data.records import Entry
from pipeline import insights
from pipeline.checks import Finding
from pipeline.drafting import findings
from pipeline.drafting.items import Item
from pipeline.explaining.records import Change, Explanation
from pipeline.explaining.records import Path as QuestionPath
from pipeline.insights import RecentUse


@st.cache_resource(ttl=60, max_entries=500, show_spinner=False)
def recent_use(entry_id: str) -> RecentUse:
    """How an entry was used of late; what happened in the last minute may be missing.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    return insights.recent_use(resources.faqdesk(), entry_id)


def findings_in_drafts(drafts: Sequence[Item]) -> tuple[Finding, ...]:
    """What the checks find in the drafts; these are all that there are.

    Raises:
        DatabaseError: when the database cannot be read.
        ModelError: when the encoder is not on this machine.
    """
    changes = [item.change for item in drafts if item.change]
    state = tuple((it.entry.id, it.version, it.changed_at) for it in changes)
    return _findings_in_drafts(hash(state), resources.faqdesk().store.current_generation_number())


@st.cache_resource(max_entries=2, show_spinner=False)
def _findings_in_drafts(
    drafts: int,  # noqa: ARG001
    generation: int | None,  # noqa: ARG001
) -> tuple[Finding, ...]:
    items = resources.items().by_id.values()
    return findings.findings_in_drafts(items, resources.faqdesk().encoder)


def findings_in_entry(written: Entry) -> tuple[Finding, ...]:
    """What the checks find in an entry as it is being written.

    Raises:
        DatabaseError, ModelError: as `findings_in_drafts`.
    """
    return _findings_in_entry(written, written.id, written.digest, resources.faqdesk().audit.last())


@st.cache_resource(max_entries=100, show_spinner=False)
def _findings_in_entry(
    _written: Entry,
    entry_id: str,  # noqa: ARG001
    digest: str,  # noqa: ARG001
    event: int,  # noqa: ARG001
) -> tuple[Finding, ...]:
    items = resources.items().by_id.values()
    return findings.findings_in_entry(_written, items, resources.faqdesk().encoder)


def explained(question: str) -> Explanation:
    """Why a question gets the answer that it gets now.

    Raises:
        QuestionError: when it is empty or too long.
        LibraryError, ModelError: as `Answerer.answer`.
    """
    return _explained(question, _state())


@st.cache_resource(max_entries=100, show_spinner=False)
def _explained(question: str, state: int) -> Explanation:  # noqa: ARG001
    from pipeline.explaining.explain import explain

    # With the models loaded, or their loading would count as time that a question takes.
    resources.answerer_of_editors()
    return explain(resources.faqdesk(), question)


def answered(question: str) -> Answer:
    """The answer that a question gets now, which is not kept as one of a visitor's.

    Raises:
        QuestionError, LibraryError, ModelError: as `Answerer.answer`.
    """
    return _answered(question, _state())


@st.cache_resource(max_entries=100, show_spinner=False)
def _answered(question: str, state: int) -> Answer:  # noqa: ARG001
    return resources.answerer_of_editors().answer(question)


def changes(path: QuestionPath, category: str, wanted: str) -> tuple[Change, ...]:
    """What would have come of a question with one thing changed.

    Raises:
        UnknownEntryError: when no published entry has the id that is wanted.
        LibraryError, ModelError: as `Answerer.answer`.
    """
    return _changes(path, path.question, category, wanted, _state())


@st.cache_resource(max_entries=100, show_spinner=False)
def _changes(
    _path: QuestionPath,
    question: str,  # noqa: ARG001
    category: str,
    wanted: str,
    state: int,  # noqa: ARG001
) -> tuple[Change, ...]:
    from pipeline.explaining.changes import changes as tried

    return tried(resources.faqdesk(), _path, category, wanted)


def _state() -> int:
    """What tells when answers may be others: what is live, marked, and held sure enough."""
    desk = resources.faqdesk()
    number = desk.store.current_generation_number()
    hidden = desk.validity.hidden(number) if number else frozenset()
    thresholds = desk.thresholds
    return hash((number, hidden, desk.scope_marks.version(), thresholds(), thresholds.origin()))

"""What went wrong in a run, to be browsed, with a way to each entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import streamlit as st

from app.inspecting import address
from app.paging import turned_to
from app.wording import as_label, shortened
from data.records import Entry
from pipeline.browse import Shelf
from pipeline.evaluation.failures import Failure, Fault, worst_failures
from pipeline.evaluation.records import Report, Row
from pipeline.evaluation.report_parts import FAULTS, failure_html

PAGE = 10
SHOWN_QUESTION = 90


@st.fragment
def show_failures(report: Report, run: int, shelf: Shelf) -> None:
    """Draws the failures of the chosen kind, the worst first."""
    failures = worst_failures(report, len(report.rows))
    if not failures:
        st.html('<p class="fd-found" role="status">Nothing went wrong.</p>')
        return
    fault = _chosen(failures, run)
    found = [failure for failure in failures if fault in (None, failure.fault)]
    if fault is not None:
        st.html(f'<p class="fd-help">{FAULTS[fault].capitalize()}.</p>')
    entries = {entry.id: entry for entry in shelf.entries}
    key = f"failures-{run}-{fault}"
    shown = turned_to(found, key, one="failure", many="failures", size=PAGE)
    for place, failure in enumerate(shown):
        with st.container(border=True, key=f"card-failure-{place}", gap="small"):
            st.html(failure_html(failure))
            entry_links(failure.row, entries)
            _why_link(failure.row, report, entries)


def _chosen(failures: Sequence[Failure], run: int) -> Fault | None:
    counts = Counter(failure.fault for failure in failures)
    return st.pills(
        "Kind of failure",
        [fault for fault in Fault if counts[fault]],
        format_func=lambda fault: f"{fault.capitalize()} ({counts[fault]:,})",
        key=f"quality-fault-{run}",
        help="Without a choice all are shown, the worst kind first.",
        persist_state="session",
    )


def entry_links(row: Row, entries: Mapping[str, Entry]) -> None:
    """Leads to the entry that came first and to those that should have."""
    came_first = row.first if row.got is None else row.got
    if came_first is not None:
        what = "First, not given" if row.got is None else "Given"
        _link(what, came_first, entries)
    for id_ in row.expected:
        if id_ != came_first:
            _link("Expected", id_, entries)


def _why_link(row: Row, report: Report, entries: Mapping[str, Entry]) -> None:
    """Leads to why it came so; the entry that should have answered is chosen there."""
    expected = next((name for name in row.expected if name in entries and name != row.got), "")
    generation = report.run.get("generation")
    number = generation if isinstance(generation, int) else 0
    st.page_link(
        address.PAGE,
        label="Why?",
        icon=":material/troubleshoot:",
        query_params=address.of_question(row.query, expected, number),
    )


def _link(what: str, id_: str, entries: Mapping[str, Entry]) -> None:
    entry = entries.get(id_)
    if entry is None:
        st.html(f'<p class="fd-help">{what}: an entry that is no longer there</p>')
        return
    st.page_link(
        "screens/library.py",
        label=f"{what}: {as_label(shortened(entry.question, SHOWN_QUESTION))}",
        icon=":material/open_in_new:",
        query_params={"entry": id_},
    )

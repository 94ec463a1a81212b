"""What an upload would do, entry by entry, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app import resources, widgets
from app.differences import facts_table
from app.findings import findings_list, summary
from app.paging import turned_to
from app.uploading import state
from app.uploading.state import Looked
from app.wording import as_label, plain_html, shortened
from data.audit import entry_facts
from data.importing.rejected import rejected_rows
from data.records import Entry, Rejection
from pipeline.checks import Finding
from pipeline.drafting.uploading import Altered, UploadPreview
from pipeline.evaluation.report_parts import table_html


def show(looked: Looked) -> None:
    """Draws the tabs; what the checks find comes last, for it takes longest."""
    preview = looked.preview
    parts = {
        "Added": (preview.added, _added),
        "Changed": (preview.changed, _changed),
        "Retired": (preview.retired, _retired),
        "Rejected": (preview.rejected, _rejected),
        "Remarks": (preview.warnings, _remarks),
    }
    filled = {name: part for name, part in parts.items() if part[0]}
    labels = [f"{name} ({len(items):,})" for name, (items, _) in filled.items()]
    checked = bool(preview.added or preview.changed)
    tabs = st.tabs([*labels, *(["Checks"] if checked else [])] or ["Nothing"])
    for tab, (items, draw) in zip(tabs, filled.values(), strict=False):
        with tab:
            draw(items)  # type: ignore[operator]
    if checked:
        with tabs[-1]:
            _checks(looked)


@st.fragment
def _added(entries: Sequence[Entry]) -> None:
    _entries(entries, "added")


@st.fragment
def _retired(entries: Sequence[Entry]) -> None:
    _entries(entries, "retired")


def _entries(entries: Sequence[Entry], key: str) -> None:
    shown = turned_to(entries, f"upload-{key}", one="entry", many="entries")
    with st.container(key=f"entries-{key}", gap="xsmall"):
        for entry in shown:
            with st.expander(as_label(shortened(entry.question, widgets.SHOWN_QUESTION))):
                widgets.entry_details(entry)


@st.fragment
def _changed(changes: Sequence[Altered]) -> None:
    shown = turned_to(changes, "upload-changed", one="entry", many="entries")
    for place, change in enumerate(shown):
        with st.container(border=True, key=f"card-changed-{place}", gap="small"):
            question = plain_html(shortened(change.before.question, widgets.SHOWN_QUESTION))
            table = facts_table(entry_facts(change.before), entry_facts(change.after))
            st.html(f'<h3 class="fd-chart-title">{question}</h3>')
            st.html(table)


@st.fragment
def _rejected(rejections: Sequence[Rejection]) -> None:
    st.html(
        '<p class="fd-help">These rows were left out. Download them, mend them in a spreadsheet '
        "and upload that file: the reason stands beside each row.</p>"
    )
    download_rejected(rejections, "upload-rejected-rows")
    shown = turned_to(rejections, "upload-rejected", one="rejection", many="rejections")
    st.html(rejections_table(shown))


def download_rejected(rejections: Sequence[Rejection], key: str) -> None:
    """Draws a button that hands the rejected rows out, to be mended."""
    rows = rejected_rows(rejections)
    st.download_button(
        "Download the rejected rows",
        data=lambda: rows.content,
        file_name=rows.name,
        mime=rows.mime,
        key=key,
        icon=":material/download:",
        on_click="ignore",
    )


def rejections_table(rejections: Sequence[Rejection]) -> str:
    """Rejected rows with the place of each and the reason, as HTML."""
    rows = [[_place(it), plain_html(it.reason)] for it in rejections]
    return table_html(("Where", "Left out because"), rows)


def _place(rejection: Rejection) -> str:
    place = rejection.place
    row = f"row {place.row:,}" if place.row else ""
    column = f"column {place.column}" if place.column else ""
    return plain_html(", ".join(filter(None, (place.file, row, column))))


@st.fragment
def _remarks(warnings: Sequence[str]) -> None:
    shown = turned_to(warnings, "upload-remarks", one="remark", many="remarks")
    items = "".join(f"<li>{plain_html(warning)}</li>" for warning in shown)
    st.html(f'<ul class="fd-findings">{items}</ul>')


def _checks(looked: Looked) -> None:
    findings = looked.findings
    if findings is None:
        with st.spinner("Looking for duplicates, broken links and personal data…", show_time=True):
            findings = found_in(looked.preview)
    _findings(findings)


def found_in(preview: UploadPreview) -> tuple[Finding, ...]:
    """What the checks find in a preview; kept, for it takes a while in a large library."""
    findings = resources.faqdesk().uploads.findings(preview)
    state.keep_findings(findings)
    return findings


def _findings(findings: Sequence[Finding]) -> None:
    if not findings:
        st.html('<p class="fd-found" role="status">Nothing stands out.</p>')
        return
    st.html(
        f'<p class="fd-help">{summary(findings)} on what would be added or changed. None of them '
        "keeps you from going on.</p>"
    )
    findings_list(findings, "upload-findings")

"""The library taken along: its entries for a spreadsheet, or all of it with its history.

Each file is made when somebody asks for it. Session state holds nothing but its widgets.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import partial

import streamlit as st

from app import access, resources, widgets
from app.wording import counted, plain_html, shortened
from data.exporting import too_long_for_xlsx
from data.records import Entry, Status
from data.roles import Role, User
from data.workbook import XLSX
from pipeline.exports import archive_file, entries_file

LIVE, DRAFTED = "As published", "With the drafts"
FORMATS = {
    "csv": ("CSV", "text/csv", "For any spreadsheet"),
    "xlsx": (
        "Excel",
        XLSX,
        "For Excel and LibreOffice",
    ),
    "jsonl": ("JSON lines", "application/jsonl", "For other programs"),
}


def show() -> None:
    """Draws the page."""
    user = access.require(Role.READER)
    widgets.heading("Export", "The library as a file, to work on elsewhere or to keep.")
    with st.container(key="export", gap="medium"):
        if resources.items().by_id:
            _entries()
            _archive(user)
        else:
            st.html('<p class="fd-found" role="status">There is nothing to export yet.</p>')
        _restoring()


def _entries() -> None:
    with st.container(border=True, key="card-export-entries", gap="small"):
        st.html(
            '<h2 class="fd-part">Entries</h2><p class="fd-help">A row for each, without retired '
            "ones and without history. Uploading such a file again changes nothing, so you can "
            "change entries in it and upload it.</p>"
        )
        entries = _chosen()
        if not entries:
            st.html('<p class="fd-found" role="status">There are none.</p>')
            return
        st.html(f'<p class="fd-count">{counted(len(entries), "entry", "entries")}</p>')
        long = too_long_for_xlsx(entries)
        with st.container(horizontal=True, key="export-files"):
            for format in FORMATS:
                _download(entries, format, disabled=format == "xlsx" and bool(long))
        if long:
            st.html(f'<p class="fd-help">{_why_no_xlsx(long)}</p>')


def _chosen() -> Sequence[Entry]:
    """The entries as they are published, or as they will be."""
    items = tuple(resources.items().by_id.values())
    if not any(item.change for item in items):
        which = LIVE
    else:
        which = st.segmented_control(
            "Which state",
            (LIVE, DRAFTED),
            default=LIVE,
            required=True,
            key="export-which",
            label_visibility="collapsed",
        )
    if which == DRAFTED:
        return [item.entry for item in items if item.entry.status is Status.LIVE]
    return [item.published for item in items if item.published]


def _download(entries: Sequence[Entry], format: str, *, disabled: bool) -> None:
    name, mime, use = FORMATS[format]
    st.download_button(
        name,
        data=partial(entries_file, entries, format),
        file_name=f"library-{date.today()}.{format}",
        mime=mime,
        key=f"export-{format}",
        icon=":material/download:",
        help=use,
        on_click="ignore",
        disabled=disabled,
    )


def _why_no_xlsx(long: Sequence[Entry]) -> str:
    first = plain_html(shortened(long[0].question, 80))
    more = f" and {counted(len(long) - 1, 'other', 'others')}" if len(long) > 1 else ""
    return f"Not for Excel, whose cells cannot hold the text of “{first}”{more}."


def _archive(user: User) -> None:
    with st.container(border=True, key="card-export-archive", gap="small"):
        st.html(
            '<h2 class="fd-part">Everything, with its history</h2><p class="fd-help">One archive '
            "(.zip) with all entries and their revisions, drafts, what was published, the "
            "questions that visitors asked with their votes, reviews, evaluations, the change log "
            "and the settings. Keep it where only those can read it who may read these.</p>"
            '<p class="fd-help">Not in it: who may sign in and their passwords; vectors, which '
            "are computed anew; settings that belong to this machine.</p>"
        )
        if not user.role.allows(Role.OWNER):
            st.html('<p class="fd-help">An owner can download it.</p>')
            return
        st.download_button(
            "Download the archive",
            data=partial(archive_file, resources.faqdesk(), user),
            file_name=f"library-{date.today()}.zip",
            mime="application/zip",
            key="export-archive",
            icon=":material/archive:",
            on_click="ignore",
        )
        st.html(
            '<p class="fd-help">A large library takes a moment. That you took it is kept in the '
            "change log.</p>"
        )


def _restoring() -> None:
    with st.container(border=True, key="card-export-restore", gap="small"):
        st.html(
            '<h2 class="fd-part">Bring an archive back</h2><p class="fd-help">An archive goes '
            "into an empty library only, so nothing is ever replaced. On the machine where it is "
            "to live, somebody runs this once, and then adds those who may sign in:</p>"
            '<div class="fd-prose"><pre tabindex="0"><code>faqdesk restore library.zip\n'
            "faqdesk admin add NAME</code></pre></div>"
        )


with widgets.friendly_errors():
    show()

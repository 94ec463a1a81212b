"""What the checks find in the entry that is being written."""

from __future__ import annotations

import streamlit as st

from app import kept
from app.findings import findings_list, summary
from data.records import Entry


def show(written: Entry) -> None:
    """Draws what stands out in what is in the fields; nothing where nothing does."""
    if not (written.question.strip() and written.answer.strip()):
        return
    with st.spinner("Looking for duplicates, broken links and personal data…"):
        found = kept.findings_in_entry(written)
    if found:
        with st.container(border=True, key="card-findings", gap="small"):
            st.html(
                f'<h3 class="fd-chart-title">{summary(found)}</h3><p class="fd-help">In what '
                "stands in the fields now. None of them keeps you from saving.</p>"
            )
            findings_list(found, "entry-findings")

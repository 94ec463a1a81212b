"""What the checks find in the drafts, so that it is mended before visitors see it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app import kept
from app.findings import findings_list, summary
from pipeline.drafting.items import Item


def show(drafts: Sequence[Item]) -> None:
    """Draws what was found in the drafts; the first time it takes a while in a large library."""
    with st.spinner("Looking for duplicates, broken links and personal data…", show_time=True):
        found = kept.findings_in_drafts(drafts)
    if not found:
        st.html('<p class="fd-found" role="status">The checks find nothing to look at.</p>')
        return
    with st.expander(f"The checks find {summary(found)}", key="publish-checks"):
        st.html('<p class="fd-help">None of them keeps you from publishing.</p>')
        findings_list(found, "publish-findings")

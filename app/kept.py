"""What takes a while to work out about entries, kept for everybody as in `app.resources`."""

from __future__ import annotations

import streamlit as st

from app import resources
from pipeline import insights
from pipeline.insights import RecentUse


@st.cache_resource(ttl=60, max_entries=500, show_spinner=False)
def recent_use(entry_id: str) -> RecentUse:
    """How an entry was used of late; what happened in the last minute may be missing.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    return insights.recent_use(resources.faqdesk(), entry_id)

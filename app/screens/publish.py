"""Drafts become what visitors get, and earlier states can be gone back to."""

from __future__ import annotations

import streamlit as st

from app import access, resources, widgets
from app.publishing import changes, checks, going_live, measuring, past
from data.roles import Role
from pipeline.evaluation import report_parts


def show() -> None:
    """Draws the page."""
    user = access.require(Role.READER)
    widgets.heading("Publish", "Look at what changes, then put it before visitors.")
    widgets.stylesheet_of(report_parts)
    with st.container(key="publish-page-body", gap="medium"):
        under_way = going_live.show_progress()
        waiting, before = st.tabs(["Changes", "Published before"], key="publish-tab")
        with waiting:
            drafts = resources.items().drafts
            if not drafts:
                st.html(
                    '<p class="fd-found" role="status">Nothing waits to be published. '
                    "No entry has a draft.</p>"
                )
            else:
                st.html(f'<p class="fd-found" role="status">{changes.summary(drafts)}</p>')
                changes.show(drafts, user)
                found = st.container(key="publish-checks-box")
                st.html('<h2 class="fd-part">How good the answers would be</h2>')
                measuring.show()
                st.html('<h2 class="fd-part">Put it before visitors</h2>')
                if not under_way:
                    going_live.show_button(drafts, user)
        with before:
            past.show(user)
        if drafts:
            # Last, for it takes longest.
            with found, widgets.friendly_errors():
                checks.show(drafts)


with widgets.friendly_errors():
    show()

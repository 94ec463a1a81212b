"""What an entry said before, and what was changed in it."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from app import resources, times
from app.differences import facts_table
from app.editing.listing import SAID
from app.wording import plain_html
from data.audit import entry_facts
from data.errors import FaqdeskError
from data.records import Entry, Revision
from data.roles import Role, User
from pipeline.drafting.items import Item


def show(item: Item, user: User) -> None:
    """Draws the revisions, newest first, each with how it differs from the one before it."""
    revisions = resources.faqdesk().store.history(item.entry.id)
    if item.change is not None:
        before = item.live.entry if item.live else None
        with st.container(border=True, key="card-history-draft", gap="small"):
            st.html('<h3 class="fd-chart-title">The draft</h3>')
            differences(before, item.entry, ("Published", "Draft"))
    if not revisions:
        st.html('<p class="fd-found">It was never published.</p>')
    for place, revision in reversed(list(enumerate(revisions))):
        _revision(revision, revisions[place - 1] if place else None, item, user)


def _revision(revision: Revision, earlier: Revision | None, item: Item, user: User) -> None:
    with st.container(border=True, key=f"card-revision-{revision.number}", gap="small"):
        when = times.stamp(revision.created_at)
        st.html(
            f'<h3 class="fd-chart-title">{when}, {plain_html(revision.created_by)}</h3>'
            f'<p class="fd-help">Revision {revision.number}, published then</p>'
        )
        differences(earlier.entry if earlier else None, revision.entry, ("Before", "After"))
        old = revision.entry.digest != item.entry.digest
        if old and user.role.allows(Role.EDITOR):
            st.button(
                "Bring this back as a draft",
                key=f"restore-{revision.number}",
                on_click=_restore,
                args=(revision.entry, item, user),
            )


def _restore(entry: Entry, item: Item, user: User) -> None:
    """Makes what an earlier revision said the draft; whether it is retired stays as it is."""
    try:
        wanted = replace(entry, status=item.entry.status)
        resources.faqdesk().drafts.save(wanted, item, user)
    except FaqdeskError as error:
        st.session_state[SAID] = str(error)
        return
    st.session_state.pop("entries-seen", None)
    st.session_state[SAID] = (
        "What it said then is a draft now. Visitors get it once it is published."
    )


def differences(before: Entry | None, after: Entry, titles: tuple[str, str]) -> None:
    """The fields in which two states of an entry differ, side by side."""
    table = facts_table(entry_facts(before), entry_facts(after), titles)
    st.html(table or '<p class="fd-help">They say the same.</p>')

"""What the next publish changes, entry by entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date

import streamlit as st

from app import resources, times, widgets
from app.editing.badges import badges
from app.editing.history import differences
from app.wording import as_label, counted, plain_html, shortened
from data.errors import FaqdeskError
from data.roles import Role, User
from pipeline.drafting.items import Item, ItemState

PAGE = 25
_WORDS = {
    ItemState.NEW: ("new entry", "new entries"),
    ItemState.CHANGED: ("changed", "changed"),
    ItemState.RETIRING: ("retired", "retired"),
    ItemState.RETURNING: ("restored", "restored"),
    ItemState.RETIRED: ("changed while retired", "changed while retired"),
}


def summary(drafts: Sequence[Item]) -> str:
    """How many drafts do what, as in "3 new entries, 1 changed"."""
    states = Counter(item.state for item in drafts)
    return ", ".join(
        counted(states[state], *words) for state, words in _WORDS.items() if states[state]
    )


def show(drafts: Sequence[Item], user: User) -> None:
    """Draws the drafts, each with what it changes."""
    pages = -(-len(drafts) // PAGE)
    number = st.pagination(pages, key="publish-page") if pages > 1 else 1
    for item in drafts[(number - 1) * PAGE : number * PAGE]:
        label = as_label(shortened(item.entry.question, widgets.SHOWN_LABEL))
        with st.expander(f"{label} {badges(item, date.today())}", key=f"change-{item.entry.id}"):
            if change := item.change:
                st.html(
                    f'<p class="fd-help">By {plain_html(change.changed_by)}, '
                    f"{times.stamp(change.changed_at)}</p>"
                )
            differences(item.published, item.entry, ("Live", "Draft"))
            with st.container(horizontal=True, vertical_alignment="center"):
                st.page_link(
                    "screens/entries.py",
                    label="Open the entry",
                    query_params={"entry": item.entry.id},
                )
                if user.role.allows(Role.EDITOR):
                    st.button(
                        "Discard this draft",
                        key=f"discard-{item.entry.id}",
                        on_click=_discard,
                        args=(item.entry.id, user),
                    )


def _discard(entry_id: str, user: User) -> None:
    try:
        resources.faqdesk().drafts.discard([entry_id], user)
    except FaqdeskError as error:
        st.toast(str(error))

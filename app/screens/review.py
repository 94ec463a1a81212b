"""Questions that went wrong, in groups, and what can be made of each.

The groups are worked out anew when something was asked, voted or reviewed; session state holds what
`app.review.state` names and the widgets.
"""

from __future__ import annotations

import streamlit as st

from app import access, resources, widgets
from app.review import after, waiting
from data.roles import Role

WAITING, AFTER, SCOPE = "waiting", "after", "scope"
MOST_ASKED, NEWEST = "Most asked", "Newest"


def show() -> None:
    """Draws the page."""
    user = access.require(Role.READER)
    widgets.heading(
        "Review", "What visitors asked and got no good answer to, alike questions in one group."
    )
    with st.container(key="review", gap="medium"):
        small_talk = bool(st.session_state.get("review-small-talk"))
        with st.spinner("Putting questions into groups…"):
            groups = resources.review_groups(small_talk=small_talk)
        marks = resources.faqdesk().scope_marks.all()
        with st.container(horizontal=True, key="review-top"):
            view = _view(len(groups), len(marks))
            newest = view == WAITING and _newest_first()
        if view == AFTER:
            after.show_outcomes()
        elif view == SCOPE:
            after.show_marks(user, marks)
        else:
            waiting.show(user, groups, newest_first=newest)
            st.toggle(
                "Show also what was taken for small talk",
                key="review-small-talk",
                help="Greetings, thanks and complaints that may have been questions.",
            )


def _view(groups: int, marks: int) -> str:
    names = {
        WAITING: f"To review ({groups:,})",
        AFTER: "What came of it",
        SCOPE: f"Out of scope ({marks:,})",
    }
    view = st.segmented_control(
        "What to see",
        list(names),
        format_func=lambda name: names[name],
        default=WAITING,
        required=True,
        key="review-view",
        label_visibility="collapsed",
    )
    return view or WAITING


def _newest_first() -> bool:
    order = st.segmented_control(
        "Order",
        (MOST_ASKED, NEWEST),
        default=MOST_ASKED,
        required=True,
        key="review-order",
        label_visibility="collapsed",
    )
    return order == NEWEST


with widgets.friendly_errors():
    show()

"""Signing in, on a fresh installation becoming its owner; and whoever is signed in, their account.

Session state holds nothing but its widgets and `account-round`, which gives the fields for a new
password other keys once it was changed, so that they are empty again.
"""

from __future__ import annotations

import streamlit as st

from app import access, entrance, resources, widgets
from app.wording import plain_html
from data.errors import FaqdeskError
from data.roles import Role, User
from pipeline.passwords import MIN_PASSWORD

MAY = {
    Role.READER: "You may look at everything, and change nothing.",
    Role.EDITOR: "You may write and change drafts.",
    Role.OWNER: "You may do everything: publish, and say who may look after the library.",
}
_ROUND = "account-round"


def show() -> None:
    """Draws the page."""
    user = access.signed_in()
    if user is None:
        entrance.show()
        return
    widgets.heading("Your account")
    with st.container(border=True, key="card-account", gap="small"):
        st.html(
            f'<h2 class="fd-title">{plain_html(user.name)}</h2>'
            f'<p class="fd-source"><span class="fd-chip">{user.role}</span>'
            f"<span>{MAY[user.role]}</span></p>"
            '<p class="fd-help">What you look after is under “Manage”: begin with Entries.</p>'
        )
        st.button(
            "Sign out", key="access-sign-out", icon=":material/logout:", on_click=access.sign_out
        )
    if not access.uses_provider():
        _new_password(user)


def _new_password(user: User) -> None:
    number = int(st.session_state.get(_ROUND, 0))
    if number:
        st.html('<p class="fd-found" role="status">Your password was changed.</p>')
    with (
        st.expander("Change your password", key="own-password"),
        st.form("own-password-form", border=False),
    ):
        old = entrance.password_input("Your password until now", f"own-old-{number}", new=False)
        new = entrance.password_input(
            f"New password, {MIN_PASSWORD} characters or more", f"own-new-{number}"
        )
        again = entrance.password_input("The new password again", f"own-again-{number}")
        sent = st.form_submit_button("Change it", type="primary", key="own-send")
        st.html('<p class="fd-help">You will be signed out on all other devices.</p>')
        if sent and entrance.same(new, again):
            _change(user, old, new)


def _change(user: User, old: str, new: str) -> None:
    try:
        token = resources.faqdesk().accounts.change_own_password(user, old, new)
    except FaqdeskError as error:
        widgets.problem_box(str(error))
    else:
        access.enter(token)
        st.session_state[_ROUND] = int(st.session_state.get(_ROUND, 0)) + 1
        st.rerun()


with widgets.friendly_errors():
    show()

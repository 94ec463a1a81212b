"""Who is at the browser, and what they may do.

A page of those who look after the library begins with `user = access.require(Role.EDITOR)`. The
functions of the pipeline that change something take that user and check the role once more.

Session state holds `access-token` (that of the session in the database) and `access-left` (that
somebody has just signed out, so that the cookie goes too). The cookie holds the token as well and
makes a page that is loaded again stay signed in; the database alone says whether it is good for
anything. Where Streamlit's secrets have a section [auth], the provider named there says who
somebody is, and the setting `oidc_roles` what they may do: there are no passwords then.
"""

from __future__ import annotations

import streamlit as st

from app import resources
from app.components import keep_cookie
from data.roles import Role, User
from pipeline.accounts import user_of_claims

COOKIE = "faqdesk_session"
_TOKEN = "access-token"  # noqa: S105  (a key of session state)
_LEFT = "access-left"


def signed_in() -> User | None:
    """Whoever is signed in at this browser; None for a visitor.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    desk = resources.faqdesk()
    if uses_provider():
        return user_of_claims(st.user.to_dict(), desk.settings)
    token = _token()
    return desk.accounts.user_of(token) if token else None


def require(role: Role) -> User:
    """Whoever is signed in, where their role allows it.

    Otherwise it draws what somebody has to do to see the page, and stops the page there.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    # What is drawn for those who may not see a page is of no use to those who may.
    from app import entrance

    user = signed_in()
    if user is None:
        entrance.show()
        st.stop()
    if not user.role.allows(role):
        entrance.not_allowed(user, role)
        st.stop()
    return user


def enter(token: str) -> None:
    """Goes on with a session that was just begun."""
    st.session_state[_TOKEN] = token
    st.session_state.pop(_LEFT, None)


def sign_out() -> None:
    """Ends the session, here and in the database, and forgets what was on the pages."""
    provider, token = uses_provider(), _token()
    st.session_state.clear()
    if provider:
        st.logout()
        return
    if token:
        resources.faqdesk().accounts.sign_out(token)
    st.session_state[_LEFT] = True


def draw_cookie() -> None:
    """Has the browser keep the token of the session, or forget it; to be drawn on every page."""
    token = st.session_state.get(_TOKEN)
    if token and not uses_provider():
        length = resources.faqdesk().accounts.session_length
        _keep(token, int(length.total_seconds()))
    elif st.session_state.get(_LEFT):
        _keep("", 0)


def _keep(token: str, seconds: int) -> None:
    with st.container(key="cookie-keeper"):
        keep_cookie(COOKIE, token, seconds)


def uses_provider() -> bool:
    """Whether an identity provider signs people in; Streamlit says so by this key being there."""
    return "is_logged_in" in st.user


def _token() -> str:
    """The token of this session, or else that of the cookie; "" where there is none.

    The cookie is the one that the page was loaded with, so whoever has signed out still has it.
    """
    if st.session_state.get(_LEFT):
        return ""
    kept = st.session_state.get(_TOKEN) or st.context.cookies.get(COOKIE)
    # A page that is run without a browser has something else in the place of cookies.
    return kept if isinstance(kept, str) else ""

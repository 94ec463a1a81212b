"""What somebody sees who is not signed in, or may not see a page: forms, and what to do."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.errors import StreamlitAuthError, StreamlitMissingAuthlibError

from app import access, resources, widgets
from app.wording import as_label, plain_html
from data.accounts import MAX_NAME
from data.errors import FaqdeskError
from data.roles import Role, User
from pipeline.passwords import MAX_PASSWORD, MIN_PASSWORD

SETUP = "setup"


def show() -> None:
    """Draws the form for signing in, or on a fresh installation that for the first owner."""
    if access.uses_provider():
        _provider()
    elif resources.faqdesk().accounts.has_users():
        _password()
    else:
        _first_owner()


def not_allowed(user: User, needed: Role) -> None:
    """Says that a role does not allow a page, and what to do."""
    widgets.heading("Your role does not allow this")
    st.html(
        '<section class="fd-empty" role="status"><p>You are signed in as '
        f"<b>{plain_html(user.name)}</b>, {user.role}. This page is for people with the role "
        f"{needed}. Ask an owner to change yours, or sign in with another account.</p></section>"
    )
    st.button("Sign out", key="access-sign-out", icon=":material/logout:", on_click=access.sign_out)


def _password() -> None:
    widgets.heading("Sign in", "This part is for those who look after the questions and answers.")
    with _card("sign-in"), st.form("sign-in", border=False):
        name = st.text_input("Name", max_chars=MAX_NAME, autocomplete="username", key="sign-name")
        password = password_input("Password", "sign-password", new=False)
        sent = st.form_submit_button("Sign in", type="primary", key="sign-in-send")
    if sent:
        try:
            access.enter(resources.faqdesk().accounts.sign_in(name, password))
        except FaqdeskError as error:
            widgets.problem_box(str(error))
        else:
            st.rerun()
    st.html(
        '<p class="fd-help">Forgotten the password? An owner can give you a new one; on the server '
        "<code>faqdesk admin password NAME</code> does.</p>"
    )


def _first_owner() -> None:
    widgets.heading(
        "Welcome", "Nobody looks after this library yet. Make yourself its owner to begin."
    )
    linked = st.query_params.get(SETUP, "")
    with _card("first-owner"), st.form("first-owner", border=False):
        code = linked or st.text_input(
            "Set-up code",
            max_chars=100,
            autocomplete="off",
            key="first-code",
            help="It shows that the server is yours.",
            placeholder="Shown by faqdesk serve when it starts",
        )
        name = st.text_input("Name", max_chars=MAX_NAME, autocomplete="username", key="first-name")
        password = password_input(f"Password, {MIN_PASSWORD} characters or more", "first-password")
        again = password_input("The same password again", "first-again")
        sent = st.form_submit_button("Become the owner", type="primary", key="first-send")
    if not linked:
        st.html(
            '<p class="fd-help">The code is in the link that <code>faqdesk serve</code> shows when '
            "it starts, and in the file <code>setup-code</code> in the library’s folder.</p>"
        )
    if sent:
        _become_owner(code, name, password, again)


def _card(name: str) -> DeltaGenerator:
    return st.container(border=True, key=f"card-{name}", gap="small")


def _become_owner(code: str, name: str, password: str, again: str) -> None:
    if not same(password, again):
        return
    try:
        access.enter(resources.faqdesk().accounts.create_first_owner(code, name, password))
    except FaqdeskError as error:
        widgets.problem_box(str(error))
        # A link from an earlier time holds a code that is good for nothing: let it be typed.
        if SETUP in st.query_params:
            st.button("Type the code instead", key="first-retype", on_click=_forget_link)
    else:
        _forget_link()
        st.rerun()


def _forget_link() -> None:
    st.query_params.pop(SETUP, None)


def password_input(label: str, key: str, *, new: bool = True) -> str:
    """A field for a password, new or one that the browser may know."""
    return st.text_input(
        label,
        type="password",
        max_chars=MAX_PASSWORD,
        autocomplete="new-password" if new else "current-password",
        key=key,
    )


def same(password: str, again: str) -> bool:
    """Whether a password was typed twice alike; otherwise says so."""
    if password != again:
        widgets.problem_box("The two passwords are not the same. Type them again.")
    return password == again


def _provider() -> None:
    if st.user.get("is_logged_in"):
        _without_role()
        return
    widgets.heading("Sign in", "This part is for those who look after the questions and answers.")
    for number, name in enumerate(_providers()):
        label = f"Sign in with {as_label(name)}" if name else "Sign in"
        if st.button(label, key=f"provider-{number}", type="primary", icon=":material/login:"):
            _log_in(name)


def _without_role() -> None:
    """Says that the provider knows somebody whom the settings do not, or not any more."""
    widgets.heading("You have no role here")
    address = plain_html(str(st.user.get("email") or "this account"))
    st.html(
        f'<section class="fd-empty" role="status"><p>You came as <b>{address}</b>, which may not '
        "look after this library, or it is long ago that you signed in. Sign in again; if that "
        "does not help, whoever runs the server can give the address a role with the setting "
        "<code>oidc_roles</code>.</p></section>"
    )
    st.button("Sign out", key="access-sign-out", icon=":material/logout:", on_click=access.sign_out)


def _providers() -> list[str]:
    """The names of the providers in Streamlit's secrets; "" for the one without a name."""
    section = st.secrets.get("auth", {})
    named = [str(name) for name, value in section.items() if isinstance(value, Mapping)]
    return [*([""] if "client_id" in section else []), *named]


def _log_in(name: str) -> None:
    try:
        st.login(name or None)
    except (StreamlitAuthError, StreamlitMissingAuthlibError) as error:
        widgets.problem_box(f"Signing in is not set up as it should be: {error}")

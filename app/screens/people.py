"""Who may look after the library: the owner adds people, changes what they may do, removes them.

Session state holds nothing but its widgets, `people-said` (a sentence on what was just done) and
`people-round`, which empties the fields after each change.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from app import access, entrance, resources, widgets
from app.wording import as_label, counted, plain_html
from data.accounts import MAX_NAME
from data.errors import FaqdeskError
from data.roles import Role, User
from pipeline.passwords import MIN_PASSWORD

MAY = {
    Role.READER: "sees everything, changes nothing",
    Role.EDITOR: "writes drafts",
    Role.OWNER: "publishes, and manages people",
}
_SAID = "people-said"
_ROUND = "people-round"


def show() -> None:
    """Draws the page."""
    user = access.require(Role.OWNER)
    widgets.heading("People", "Those who may sign in and look after the library.")
    if access.uses_provider():
        _by_settings()
        return
    if said := st.session_state.pop(_SAID, ""):
        st.html(f'<p class="fd-found" role="status">{plain_html(said)}</p>')
    people = resources.faqdesk().accounts.users(user)
    st.html(f'<p class="fd-count">{counted(len(people), "person", "people")}</p>')
    with st.container(key="people", gap="xsmall"):
        for person in people:
            _person(user, person)
    _add(user)


def _by_settings() -> None:
    roles = resources.faqdesk().settings.oidc_roles
    rows = "".join(f"<dt>{plain_html(key)}</dt><dd>{role}</dd>" for key, role in roles.items())
    st.html(
        "<p>Your identity provider signs people in. What they may do is in the setting "
        f'<code>oidc_roles</code>:</p><dl class="fd-facts">{rows}</dl>'
    )


def _person(user: User, person: User) -> None:
    own = " (you)" if person.name == user.name else ""
    label = f"{as_label(person.name)}{own} · {person.role}"
    number = _round()
    with st.expander(label, key=f"person-{person.name}-{number}"):
        st.html(f'<p class="fd-help">Added on {person.created_at:%d %B %Y}.</p>')
        _change_role(user, person)
        if not own:
            _give_password(user, person)
            _remove(user, person)
        else:
            st.html('<p class="fd-help">Your password is changed on the page of your account.</p>')


def _change_role(user: User, person: User) -> None:
    key = f"{person.name}-{_round()}"
    with st.container(horizontal=True, key=f"row-role-{key}", vertical_alignment="bottom"):
        role = _role("Role", person.role, f"role-{key}")
        pressed = st.button("Change the role", key=f"send-role-{key}")
    if pressed:
        accounts = resources.faqdesk().accounts
        _do(
            lambda: accounts.set_role(user, person.name, role),
            f"{person.name} is now {role}, and has to sign in again.",
        )


def _give_password(user: User, person: User) -> None:
    key = f"{person.name}-{_round()}"
    with (
        st.form(f"password-of-{key}", border=False),
        st.container(horizontal=True, key=f"row-new-{key}", vertical_alignment="bottom"),
    ):
        label = f"New password, {MIN_PASSWORD} characters or more"
        password = entrance.password_input(label, f"password-{key}")
        sent = st.form_submit_button("Give this password", key=f"send-password-{key}")
    if sent:
        accounts = resources.faqdesk().accounts
        _do(
            lambda: accounts.set_password(user, person.name, password),
            f"{person.name} has a new password. Tell it to them; they can change it.",
        )


def _remove(user: User, person: User) -> None:
    key = f"{person.name}-{_round()}"
    with st.container(horizontal=True, key=f"row-remove-{key}", vertical_alignment="center"):
        sure = st.checkbox(f"Yes, remove {as_label(person.name)}", key=f"sure-{key}")
        pressed = st.button(
            "Remove", key=f"remove-{key}", icon=":material/person_remove:", disabled=not sure
        )
    if pressed:
        accounts = resources.faqdesk().accounts
        _do(
            lambda: accounts.remove(user, person.name),
            f"{person.name} may no longer sign in.",
        )


def _add(user: User) -> None:
    number = _round()
    st.html('<h2 class="fd-part">Add somebody</h2>')
    card = st.container(border=True, key="card-add-person")
    with card, st.form(f"add-{number}", border=False):
        name = st.text_input("Name", max_chars=MAX_NAME, autocomplete="off", key=f"name-{number}")
        role = _role("Role", Role.EDITOR, f"role-{number}")
        password = entrance.password_input(
            f"First password, {MIN_PASSWORD} characters or more", f"password-{number}"
        )
        sent = st.form_submit_button("Add", type="primary", key=f"send-add-{number}")
    if sent:
        accounts = resources.faqdesk().accounts
        _do(
            lambda: accounts.add(user, name, password, role),
            f"{name.strip()} may sign in as {role}. Tell them the password; they can change it.",
        )


def _role(label: str, now: Role, key: str) -> Role:
    chosen = st.selectbox(
        label,
        list(Role),
        index=list(Role).index(now),
        key=key,
        format_func=lambda role: f"{role}: {MAY[role]}",
    )
    return chosen or now


def _do(change: Callable[[], object], said: str) -> None:
    """Makes a change and draws the page anew, or says why it cannot be made."""
    try:
        change()
    except FaqdeskError as error:
        widgets.problem_box(str(error))
    else:
        st.session_state[_SAID] = said
        st.session_state[_ROUND] = _round() + 1
        st.rerun()


def _round() -> int:
    return int(st.session_state.get(_ROUND, 0))


with widgets.friendly_errors():
    show()

"""One entry: read, changed, tried, and looked back on.

Session state holds `entries-seen`: the item as it was when the form was begun, which tells whether
somebody else has changed it since.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from app import kept, resources, times, widgets
from app.editing import address, checks, form, history, trying
from app.editing.badges import badges
from app.editing.listing import SAID
from app.insights.words import use_told
from app.wording import plain_html
from data.errors import EditConflictError, FaqdeskError, UnknownEntryError
from data.records import Entry, Status
from data.roles import Role, User
from pipeline.drafting.checking import checked
from pipeline.drafting.items import Item, ItemState

SEEN = "entries-seen"
SAVED = "Saved as a draft. Visitors get it once it is published."


def show(entry_id: str, user: User) -> None:
    """Draws the entry of this id."""
    _back()
    try:
        now = resources.faqdesk().drafts.item(entry_id)
    except UnknownEntryError:
        widgets.problem_box("This entry is not there any more. Its draft was discarded.")
        return
    seen, editable = _seen(now), user.role.allows(Role.EDITOR)
    widgets.heading(seen.entry.question)
    if words := badges(now, date.today()):
        st.markdown(words)
    _explain(now)
    edit, ask, past = st.tabs(["Entry", "Ask this now", "History"], key="entry-tab")
    with edit:
        written = _fields(seen, now, editable=editable)
        found = st.container(key="entry-found")
        if editable:
            _buttons(written, seen, now, user)
    with ask:
        trying.show(written, key=f"try-{entry_id}")
    with past:
        history.show(now, user)
    if editable:
        _check(written, found)


def show_new(user: User) -> None:
    """Draws an entry that is being written."""
    _back()
    widgets.heading("New entry", "It is a draft until it is published.")
    written = form.fields(address.beginning(), "new", _categories(), editable=True)
    found = st.container(key="entry-found")
    if st.button("Save as draft", type="primary", key="save-new"):
        with widgets.friendly_errors():
            added = resources.faqdesk().drafts.add(written, user)
            st.session_state[SAID] = SAVED
            _forget_form("new")
            address.turn_to(added.id)
            st.rerun()
    with st.expander("Ask this now", key="try-new-box"):
        trying.show(replace(written, id="new"), key="try-new")
    _check(replace(written, id="new"), found)


def _check(written: Entry, place: DeltaGenerator) -> None:
    """Says in its place what stands out; last, for it takes longest in a large library."""
    with place, widgets.friendly_errors():
        checks.show(written)


def _back() -> None:
    st.button(
        "All entries",
        key="entries-back",
        type="tertiary",
        icon=":material/arrow_back:",
        on_click=_leave,
    )
    if said := st.session_state.pop(SAID, ""):
        st.toast(said, icon=":material/check:")


def _leave() -> None:
    st.session_state.pop(SEEN, None)
    address.turn_to_list()


def _seen(now: Item) -> Item:
    """The item as it was when the form was begun."""
    seen: Item | None = st.session_state.get(SEEN)
    if seen is None or seen.entry.id != now.entry.id:
        seen = now
        st.session_state[SEEN] = seen
    return seen


def _categories() -> tuple[str, ...]:
    return resources.items().shelf.categories


def _explain(item: Item) -> None:
    """How visitors used this entry, and what stands between it and them."""
    told = [use_told(kept.recent_use(item.entry.id))] if item.live else []
    if change := item.change:
        when = times.stamp(change.changed_at)
        told.append(f"Draft by {plain_html(change.changed_by)}, {when}.")
    st.html(f'<p class="fd-help">{"<br>".join(told)}</p>')
    if item.is_outdated:
        widgets.problem_box(
            "The entry was published anew after this draft had been begun. Compare the draft with "
            "the newest revision under History, then save it again or discard it."
        )


# ---------------------------------------------------------------------------------------- the form


def _fields(seen: Item, now: Item, *, editable: bool) -> Entry:
    stale = _version(seen) != _version(now)
    if stale:
        _somebody_else(seen, now)
    key = f"edit-{seen.entry.id}-{_version(seen)}"
    written = form.fields(seen.entry, key, _categories(), editable=editable)
    st.html(f'<p class="fd-help">Its id in files is <code>{plain_html(now.entry.id)}</code></p>')
    return written


def _version(item: Item) -> str:
    live = item.live.number if item.live else 0
    return f"{live}-{item.change.version if item.change else 0}"


def _somebody_else(seen: Item, now: Item) -> None:
    """Says that the entry is not any more what the form began with, and shows both."""
    who = now.change.changed_by if now.change else (now.live.created_by if now.live else "somebody")
    widgets.problem_box(
        f"{who} changed this entry while you had it open. Your words are below and nothing is "
        "lost. Theirs differ in what is marked here."
    )
    history.differences(seen.entry, now.entry, ("When you began", "Theirs now"))
    with st.container(horizontal=True):
        st.button("Take theirs", key="conflict-theirs", on_click=_take, args=(now,))
        st.html(
            '<span class="fd-help">“Save mine over theirs” below puts yours in their place.</span>'
        )


def _take(now: Item) -> None:
    st.session_state[SEEN] = now


def _buttons(written: Entry, seen: Item, now: Item, user: User) -> None:
    stale = _version(seen) != _version(now)
    with st.container(horizontal=True, key="entry-buttons", vertical_alignment="center"):
        label = "Save mine over theirs" if stale else "Save as draft"
        # A key of its own for each state, for whoever pressed "Save as draft" has not yet seen that
        # there are other words to be overwritten.
        if st.button(label, type="primary", key=f"save-entry-{_version(now)}"):
            _save(written, now if stale else seen, user)
        if now.change is not None:
            st.button(
                "Discard the draft", key="discard", on_click=_discard, args=(now.entry.id, user)
            )
        if now.state is ItemState.NEW:
            pass
        elif now.entry.status is Status.LIVE:
            st.button(
                "Retire",
                key="retire",
                on_click=_set_status,
                args=(now.entry.id, Status.RETIRED, user),
            )
        else:
            st.button(
                "Restore",
                key="restore",
                on_click=_set_status,
                args=(now.entry.id, Status.LIVE, user),
            )
        st.button("Duplicate", key="duplicate", on_click=address.turn_to_new, args=(written,))


def _save(written: Entry, seen: Item, user: User) -> None:
    """Keeps what is in the fields; where somebody else was faster, they are shown at the rerun."""
    try:
        resources.faqdesk().drafts.save(written, seen, user)
    except EditConflictError:
        st.rerun()
    except FaqdeskError as error:
        widgets.problem_box(str(error))
        return
    st.session_state.pop(SEEN, None)
    same = checked(written).digest == seen.entry.digest
    st.session_state[SAID] = "Nothing was changed." if same else SAVED
    st.rerun()


def _discard(entry_id: str, user: User) -> None:
    resources.faqdesk().drafts.discard([entry_id], user)
    st.session_state.pop(SEEN, None)
    st.session_state[SAID] = "The draft was discarded."
    if entry_id not in resources.items().by_id:
        address.turn_to_list()


def _set_status(entry_id: str, status: Status, user: User) -> None:
    try:
        resources.faqdesk().drafts.set_status([entry_id], status, user)
    except FaqdeskError as error:
        st.session_state[SAID] = str(error)
        return
    st.session_state.pop(SEEN, None)
    what = "retired" if status is Status.RETIRED else "restored"
    st.session_state[SAID] = f"It will be {what} at the next publish."


def _forget_form(key: str) -> None:
    for name in [name for name in st.session_state if str(name).startswith(f"{key}-")]:
        del st.session_state[name]

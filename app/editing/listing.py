"""The list of entries: searched, filtered, and changed many at a time.

Session state holds widgets, and `picked` (the ids that are ticked, a frozenset).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import streamlit as st

from app import resources, widgets
from app.editing import address
from app.editing.badges import badges
from app.editing.items import Items, Show
from app.wording import as_label, counted, shortened
from data.errors import FaqdeskError
from data.records import Status
from data.roles import Role, User
from pipeline.drafting.items import Item

PAGE = 25
PICKED = "entries-picked"
SAID = "entries-said"


def show(user: User) -> None:
    """Draws the list."""
    may_edit = user.role.allows(Role.EDITOR)
    items = resources.items()
    widgets.heading("Entries", "What you change here is a draft until it is published.")
    _say()
    if may_edit:
        _to_add()
    if not items.by_id:
        widgets.empty_library()
        return
    found = _found(items)
    if may_edit:
        _many(found, items.shelf.categories, user)
    if found:
        _rows(_page(found), may_edit=may_edit)
    else:
        st.html('<p class="fd-found" role="status">No entry fits. Try fewer words.</p>')


def _say() -> None:
    """What was done just now."""
    said = st.session_state.pop(SAID, "")
    if said:
        st.toast(said, icon=":material/check:")


def _to_add() -> None:
    with st.container(horizontal=True, key="entries-actions"):
        st.button(
            "Add an entry", icon=":material/add:", type="primary", on_click=address.turn_to_new
        )


def _found(items: Items) -> tuple[Item, ...]:
    with st.container(horizontal=True, key="filters", vertical_alignment="bottom"):
        words = st.text_input(
            "Search",
            key="entries-words",
            max_chars=200,
            placeholder="Words in the question or the answer",
            icon=":material/search:",
            persist_state="session",
        )
        category = st.selectbox(
            "Category",
            ("", *items.shelf.categories),
            key="entries-category",
            format_func=lambda name: name or "All categories",
            persist_state="session",
        )
        which = st.selectbox("Show", tuple(Show), key="entries-show", persist_state="session")
    return items.find(words or "", category or "", which or Show.LIVE, date.today())


# ------------------------------------------------------------------------------- several at a time


def _many(found: Sequence[Item], categories: Sequence[str], user: User) -> None:
    picked = _picked()
    with st.container(horizontal=True, key="entries-many", vertical_alignment="center"):
        words = f"{len(picked):,} ticked" if picked else "Tick entries to change several at once"
        st.html(f'<span class="fd-help" role="status">{words}</span>', width="content")
        everything = frozenset(item.entry.id for item in found)
        if picked != everything:
            label = f"Tick all {len(found):,}"
            st.button(label, type="tertiary", on_click=_pick, args=(everything,))
        if picked:
            st.button("Tick none", type="tertiary", on_click=_pick, args=(frozenset(),))
            st.button("Retire", key="many-retire", on_click=_set, args=(Status.RETIRED, user))
            st.button("Restore", key="many-restore", on_click=_set, args=(Status.LIVE, user))
            _category_of_many(categories, user)


def _category_of_many(categories: Sequence[str], user: User) -> None:
    with st.popover("Set category"):
        chosen = st.selectbox(
            "Category",
            categories,
            index=None,
            accept_new_options=True,
            key="many-category",
            placeholder="Choose one or type a new one",
        )
        st.button(
            "Set", key="many-set", disabled=not chosen, on_click=_categorise, args=(chosen, user)
        )


def _picked() -> frozenset[str]:
    picked: frozenset[str] = st.session_state.get(PICKED, frozenset())
    return picked


def _pick(ids: frozenset[str]) -> None:
    st.session_state[PICKED] = ids


def _tick(entry_id: str, key: str) -> None:
    ticked = {entry_id} if st.session_state[key] else set()
    _pick(frozenset((_picked() - {entry_id}) | ticked))


def _set(status: Status, user: User) -> None:
    what = "retired" if status is Status.RETIRED else "restored"
    try:
        changed = resources.faqdesk().drafts.set_status(sorted(_picked()), status, user)
    except FaqdeskError as error:
        st.session_state[SAID] = str(error)
        return
    entries = counted(changed, "entry", "entries")
    st.session_state[SAID] = f"{entries} will be {what} at the next publish."
    _pick(frozenset())


def _categorise(category: str, user: User) -> None:
    try:
        changed = resources.faqdesk().drafts.set_category(sorted(_picked()), category, user)
    except FaqdeskError as error:
        st.session_state[SAID] = str(error)
        return
    entries = counted(changed, "entry", "entries")
    st.session_state[SAID] = f"{entries} put in “{category}” at the next publish."
    _pick(frozenset())


# ---------------------------------------------------------------------------------------- the rows


def _page(found: Sequence[Item]) -> Sequence[Item]:
    with st.container(horizontal=True, key="pager", vertical_alignment="center"):
        count = st.empty()
        pages = -(-len(found) // PAGE)
        key = f"entries-page-{hash(tuple(item.entry.id for item in found))}"
        number = st.pagination(pages, key=key) if pages > 1 else 1
    shown = found[(number - 1) * PAGE : number * PAGE]
    first, last = (number - 1) * PAGE + 1, (number - 1) * PAGE + len(shown)
    entries = counted(len(found), "entry", "entries")
    count.html(f'<p class="fd-count" role="status">{entries}, {first:,} to {last:,} shown</p>')
    return shown


def _rows(items: Sequence[Item], *, may_edit: bool) -> None:
    today = date.today()
    with st.container(key="rows", gap="xsmall"):
        for item in items:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                if may_edit:
                    _tickbox(item)
                _row(item, today)


def _tickbox(item: Item) -> None:
    key = f"tick-{item.entry.id}"
    st.session_state[key] = item.entry.id in _picked()
    st.checkbox(
        as_label(f"Tick {shortened(item.entry.question, 80)}"),
        key=key,
        label_visibility="collapsed",
        width="content",
        on_change=_tick,
        args=(item.entry.id, key),
    )


def _row(item: Item, today: date) -> None:
    entry = item.entry
    label = as_label(shortened(entry.question, widgets.SHOWN_LABEL))
    words = " ".join(filter(None, (label, badges(item, today))))
    if entry.category:
        words += f"  \n:small[:gray[{as_label(entry.category)}]]"
    st.button(
        words,
        key=f"row-{entry.id}",
        width="stretch",
        on_click=address.turn_to,
        args=(entry.id,),
    )

"""Which entry the page's address names: `?entry=ID`, or `?new` for one that is being written."""

from __future__ import annotations

import streamlit as st

from data.records import Entry

ENTRY = "entry"
NEW = "new"
_BEGINNING = "entries-beginning"


def turn_to(entry_id: str) -> None:
    """Opens an entry from the next rerun on."""
    st.query_params.from_dict({ENTRY: entry_id})


def turn_to_new(beginning: Entry | None = None) -> None:
    """Opens an empty entry, or one that begins with what another one says."""
    st.session_state[_BEGINNING] = beginning
    st.query_params.from_dict({NEW: "1"})


def turn_to_list() -> None:
    """Opens the list."""
    st.query_params.clear()


def beginning() -> Entry:
    """What a new entry begins with."""
    begun: Entry | None = st.session_state.get(_BEGINNING)
    return begun or Entry("", "", "")


def named() -> str | None:
    """The id of the entry that is open, "" for a new one, None for the list."""
    if NEW in st.query_params:
        return ""
    return st.query_params.get(ENTRY)

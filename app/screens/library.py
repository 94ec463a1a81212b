"""The library: every published entry, to be searched and read.

Session state holds nothing but its widgets: `library-words`, `library-category`, and for each
search a pager of its own, so that a new search begins at its first page. The address may name one
entry, `?entry=ID`, which is then shown alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app import resources, widgets
from app.wording import as_label, counted, plain_html, shortened
from data.records import Entry
from pipeline.browse import Shelf

PAGE = 25
ENTRY = "entry"


def show() -> None:
    """Draws the page."""
    shelf = resources.shelf()
    widgets.heading("All questions", "Everything that we have answered, in one list.")
    if not shelf.entries:
        widgets.empty_library()
        return
    if ENTRY in st.query_params:
        _one(shelf, st.query_params[ENTRY])
        return
    with st.container(horizontal=True, key="filters", vertical_alignment="bottom"):
        words = _words()
        category = _category(shelf.categories)
    found = shelf.find(words, category)
    if found:
        _list(_page(found, key=f"library-page-{category}-{words}"))
    else:
        _nothing_found()


def _one(shelf: Shelf, entry_id: str) -> None:
    """The entry that the address names."""
    entry = next((entry for entry in shelf.entries if entry.id == entry_id), None)
    if entry is None:
        shown = shortened(entry_id, widgets.SHOWN_LABEL)
        widgets.problem_box(f"No entry has the id “{shown}”. It may have been taken away.")
    else:
        with st.container(border=True, key="card-entry", gap="small"):
            st.html(f'<h2 class="fd-title">{plain_html(entry.question)}</h2>')
            widgets.entry_details(entry)
    st.button("Show all questions", key="library-all", icon=":material/list:", on_click=_show_all)


def _show_all() -> None:
    st.query_params.pop(ENTRY, None)


def _nothing_found() -> None:
    st.html(
        '<section class="fd-empty" role="status"><h2>No question fits</h2>'
        "<p>Try fewer words, a part of a word, or all categories.</p></section>"
    )


def _words() -> str:
    return st.text_input(
        "Search",
        key="library-words",
        max_chars=200,
        placeholder="Words in the question or the answer",
        icon=":material/search:",
    )


def _category(categories: Sequence[str]) -> str:
    return st.selectbox(
        "Category",
        ("", *categories),
        key="library-category",
        format_func=lambda name: name or "All categories",
    )


def _page(found: Sequence[Entry], key: str) -> Sequence[Entry]:
    """The entries of the page that the visitor turned to."""
    with st.container(horizontal=True, key="pager", vertical_alignment="center"):
        count = st.empty()
        pages = -(-len(found) // PAGE)
        number = st.pagination(pages, key=key) if pages > 1 else 1
    shown = found[(number - 1) * PAGE : number * PAGE]
    first, last = (number - 1) * PAGE + 1, (number - 1) * PAGE + len(shown)
    questions = counted(len(found), "question", "questions")
    count.html(f'<p class="fd-count" role="status">{questions}, {first:,} to {last:,} shown</p>')
    return shown


def _list(entries: Sequence[Entry]) -> None:
    with st.container(key="entries", gap="xsmall"):
        for entry in entries:
            with st.expander(as_label(shortened(entry.question, widgets.SHOWN_QUESTION))):
                widgets.entry_details(entry)


with widgets.friendly_errors():
    show()

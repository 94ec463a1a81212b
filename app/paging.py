"""Long lists, a page at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import streamlit as st

from app.wording import counted

PAGE = 25
Item = TypeVar("Item")


def turned_to(
    items: Sequence[Item], key: str, *, one: str, many: str, size: int = PAGE
) -> Sequence[Item]:
    """The items of the page that somebody turned to, below how many there are."""
    pages = max(1, -(-len(items) // size))
    with st.container(horizontal=True, key=f"pager-{key}", vertical_alignment="center"):
        count = st.empty()
        number = 1
        if pages > 1:
            number = st.pagination(pages, key=f"{key}-page", persist_state="session")
    shown = items[(number - 1) * size : number * size]
    first = (number - 1) * size + 1
    count.html(
        f'<p class="fd-count" role="status">{counted(len(items), one, many)}'
        f"{f', {first:,} to {first + len(shown) - 1:,} shown' if pages > 1 else ''}</p>"
    )
    return shown

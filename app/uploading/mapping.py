"""What was understood of each file, and which of its columns hold what."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app.paging import turned_to
from app.uploading import state
from app.wording import as_label, counted, plain_html, shortened
from data.importing import FIELDS
from data.records import ImportedFile

FILES = 10
SHOWN_NAME = 60
NEEDED = ("question", "answer")
# Stands for several columns that together hold a field.
_SEVERAL = "\0"
# In the order in which they are shown.
LABELS = {
    "question": "Question",
    "answer": "Answer",
    "alternates": "Other ways to ask",
    "category": "Category",
    "tags": "Tags",
    "source": "Source",
    "url": "Link",
    "valid_from": "Valid from",
    "valid_until": "Valid until",
    "id": "Id",
}


def show(files: Sequence[ImportedFile], ids: Sequence[str]) -> None:
    """Draws a card for each file; `ids` are those of the uploads."""
    pairs = list(zip(ids, files, strict=True))
    some = pairs
    if len(pairs) > FILES:
        some = list(turned_to(pairs, "upload-read", one="file", many="files", size=FILES))
    for file_id, file in some:
        with st.container(border=True, key=f"card-file-{file_id}", gap="small"):
            st.html(
                f'<h2 class="fd-chart-title">{plain_html(shortened(file.name, SHOWN_NAME))}</h2>'
                f'<p class="fd-help">{understood(file)}</p>'
            )
            if file.header:
                _columns(file_id, file)


def understood(file: ImportedFile) -> str:
    """What was made of a file, as HTML."""
    if not file.drafts and len(file.rejections) == 1 and file.rejections[0].place.row is None:
        return f'<span class="fd-bad">{plain_html(file.rejections[0].reason)}</span>'
    parts = [f"{counted(len(file.drafts), 'question', 'questions')} understood"]
    if file.rejections:
        rows = counted(len(file.rejections), "row", "rows")
        parts.append(f'<span class="fd-bad">{rows} rejected</span>')
    if file.warnings:
        parts.append(counted(len(file.warnings), "remark", "remarks"))
    return ", ".join(parts) + "."


def _columns(file_id: str, file: ImportedFile) -> None:
    held: dict[str, list[str]] = {}
    for name, column in file.columns:
        held.setdefault(name, []).append(column)
    incomplete = any(name not in held for name in NEEDED)
    told = ", ".join(f"{LABELS[name]} from {its[0]}" for name, its in held.items())
    label = "Say which column is which" if incomplete else f"Columns: {shortened(told, 110)}"
    used = {column for _, column in file.columns}
    if unused := [column for column in file.header if column and column not in used]:
        label += f". Not used: {shortened(', '.join(unused), SHOWN_NAME)}"
    with st.expander(as_label(label), expanded=incomplete, key=f"upload-columns-{file_id}"):
        with st.container(horizontal=True, key=f"fields-{file_id}"):
            for name in sorted(FIELDS, key=list(LABELS).index):
                _field(file_id, name, held.get(name, []), file.header)
        st.html(
            '<p class="fd-help">Choose the column of the file that holds each. The preview below '
            "is made anew at once.</p>"
        )


def _field(file_id: str, name: str, held: Sequence[str], header: Sequence[str]) -> None:
    key = f"upload-map-{file_id}-{name}"
    options = ["", *header, *([_SEVERAL] if len(held) > 1 else [])]
    # What was read counts, for a choice for one field may have changed another.
    st.session_state[key] = _SEVERAL if len(held) > 1 else next(iter(held), "")
    st.selectbox(
        LABELS[name],
        options,
        key=key,
        format_func=lambda column: _option(column, held),
        on_change=_choose,
        args=(file_id, name, key),
    )


def _option(column: str, held: Sequence[str]) -> str:
    if column == _SEVERAL:
        return shortened(" + ".join(held), SHOWN_NAME)
    return shortened(column, SHOWN_NAME) or "– not in the file –"


def _choose(file_id: str, name: str, key: str) -> None:
    column: str = st.session_state[key]
    state.choose(file_id, name, None if column == _SEVERAL else column)

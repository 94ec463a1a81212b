"""The fields of one entry. They begin with what an entry says and give back what they hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import streamlit as st

from app import widgets
from data.importing import MAX_ANSWER, MAX_QUESTION
from data.records import Entry

ANSWER_HELP = (
    "Two stars on both sides make words **bold**, a line that begins with - is an item of a list, "
    "and [words](https://example.org) are a link."
)


def fields(entry: Entry, key: str, categories: Sequence[str], *, editable: bool) -> Entry:
    """Draws the fields and returns the entry with what is in them now, not yet checked."""
    question = st.text_area(
        "Question",
        entry.question,
        height="content",
        max_chars=MAX_QUESTION,
        key=f"{key}-question",
        disabled=not editable,
    )
    answer = _answer(entry, key, editable=editable)
    alternates = st.text_area(
        "Other ways to ask it, one a line",
        "\n".join(" ".join(text.split()) for text in entry.alternates),
        height="content",
        key=f"{key}-alternates",
        help="Visitors' own words. Each one makes the entry easier to find.",
        disabled=not editable,
    )
    changed = replace(
        entry,
        question=question or "",
        answer=answer,
        alternates=_alternates(entry, alternates or ""),
    )
    return _details(changed, key, categories, editable=editable)


def _answer(entry: Entry, key: str, *, editable: bool) -> str:
    write, look = st.tabs(["Answer", "As visitors see it"])
    with write:
        answer = st.text_area(
            "Answer",
            entry.answer,
            height="content",
            max_chars=MAX_ANSWER,
            key=f"{key}-answer",
            label_visibility="collapsed",
            disabled=not editable,
        )
        if editable:
            st.html(f'<p class="fd-help">{ANSWER_HELP}</p>')
    with look, st.container(border=True, key=f"card-look-{key}"):
        widgets.prose(answer or "")
    return answer or ""


def _alternates(entry: Entry, text: str) -> tuple[str, ...]:
    """The lines; those that were there before keep what a line cannot show."""
    before = {" ".join(each.split()): each for each in entry.alternates}
    lines = filter(None, (" ".join(line.split()) for line in text.splitlines()))
    return tuple(before.get(line, line) for line in lines)


def _details(entry: Entry, key: str, categories: Sequence[str], *, editable: bool) -> Entry:
    with st.container(horizontal=True, key=f"{key}-details-1", vertical_alignment="bottom"):
        category = _category(entry, key, categories, editable=editable)
        tags = st.text_input(
            "Tags, with commas between",
            ", ".join(entry.tags),
            key=f"{key}-tags",
            disabled=not editable,
        )
    with st.container(horizontal=True, key=f"{key}-details-2", vertical_alignment="bottom"):
        source = st.text_input("Source", entry.source, key=f"{key}-source", disabled=not editable)
        url = st.text_input(
            "Link to the source", entry.url, key=f"{key}-url", disabled=not editable
        )
    with st.container(horizontal=True, key=f"{key}-details-3", vertical_alignment="bottom"):
        begin = _day("Valid from", entry.valid_from, f"{key}-from", editable=editable)
        end = _day(
            "Valid until, that day included", entry.valid_until, f"{key}-until", editable=editable
        )
    return replace(
        entry,
        category=category,
        tags=_tags(entry, tags or ""),
        source=source or "",
        url=url or "",
        valid_from=begin,
        valid_until=end,
    )


def _category(entry: Entry, key: str, categories: Sequence[str], *, editable: bool) -> str:
    options = tuple(dict.fromkeys(("", *categories, entry.category)))
    chosen = st.selectbox(
        "Category",
        options,
        index=options.index(entry.category),
        key=f"{key}-category",
        format_func=lambda name: name or "None",
        accept_new_options=True,
        disabled=not editable,
    )
    return chosen or ""


def _tags(entry: Entry, text: str) -> tuple[str, ...]:
    """The tags; where nobody touched them they stay, also one with a comma in it."""
    if text == ", ".join(entry.tags):
        return entry.tags
    return tuple(filter(None, (tag.strip() for tag in text.split(","))))


def _day(label: str, day: date | None, key: str, *, editable: bool) -> date | None:
    chosen = st.date_input(
        label,
        day,
        key=key,
        format="YYYY-MM-DD",
        disabled=not editable,
        min_value=date(2000, 1, 1),
        max_value=date(2100, 12, 31),
    )
    return chosen if isinstance(chosen, date) else None

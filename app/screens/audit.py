"""What was changed, by whom and when, newest first; to be searched and taken along.

Session state holds its widgets, and for each search `audit-pages-…`: the numbers of the events
before which each page that was turned to begins.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app import access, resources, times, widgets
from app.differences import facts_table
from app.wording import as_label, counted, shortened
from data.audit import Action, AuditEvent, Change
from data.audit_csv import events_as_csv
from data.roles import Role

PAGE = 25
MAX_CSV = 100_000
SHOWN_SUBJECT = 70
OF_ENTRIES = (Action.DRAFT_SAVED, Action.DRAFT_DISCARDED)


def show() -> None:
    """Draws the page."""
    access.require(Role.EDITOR)
    widgets.heading("Change log", "Who changed what, and when. Nothing is taken off this list.")
    words = st.text_input(
        "Search",
        key="audit-words",
        max_chars=200,
        placeholder="A name, a question, words that were changed",
        icon=":material/search:",
    )
    pages: tuple[int | None, ...] = st.session_state.get(f"audit-pages-{words}", (None,))
    # One more than is shown, to know whether there is another page.
    found = resources.faqdesk().audit.search(words, limit=PAGE + 1, before=pages[-1])
    if not found:
        _nothing(words)
        return
    shown = found[:PAGE]
    _pager(words, pages, shown, more=len(found) > PAGE)
    with st.container(key="entries", gap="xsmall"):
        for event in shown:
            _event(event)


def _nothing(words: str) -> None:
    told = "Try fewer words." if words else "What is changed from now on is listed here."
    title = "No change fits" if words else "Nothing was changed yet"
    st.html(f'<section class="fd-empty" role="status"><h2>{title}</h2><p>{told}</p></section>')


def _pager(
    words: str, pages: tuple[int | None, ...], shown: Sequence[AuditEvent], *, more: bool
) -> None:
    with st.container(horizontal=True, key="pager", vertical_alignment="center"):
        told = counted(len(shown), "change", "changes")
        place = f"page {len(pages)}, {told}" if more or len(pages) > 1 else told
        st.html(f'<p class="fd-count" role="status">{place}</p>')
        if len(pages) > 1:
            st.button("Newer", key="audit-newer", on_click=_turn, args=(words, pages[:-1]))
        if more:
            older = (*pages, shown[-1].id)
            st.button("Older", key="audit-older", on_click=_turn, args=(words, older))
        st.download_button(
            "Download as CSV",
            data=lambda: _csv(words),
            file_name="changes.csv",
            mime="text/csv",
            key="audit-csv",
            icon=":material/download:",
            on_click="ignore",
        )


def _turn(words: str, pages: tuple[int | None, ...]) -> None:
    st.session_state[f"audit-pages-{words}"] = pages


def _csv(words: str) -> bytes:
    events = resources.faqdesk().audit.search(words, limit=MAX_CSV)
    # With a mark at its beginning, by which spreadsheets know the encoding.
    return events_as_csv(events).encode("utf-8-sig")


def _event(event: AuditEvent) -> None:
    change = event.change
    parts = [change.who, str(change.action)]
    if change.subject != change.who:
        parts.append(_question(change) or change.subject)
    told = " · ".join(shortened(part, SHOWN_SUBJECT) for part in parts)
    with st.expander(f"{times.stamp(event.at)} · {as_label(told)}"):
        table = facts_table(change.before, change.after)
        st.html(table or '<p class="fd-help">There is no more to say about it.</p>')
        if change.action is Action.DRAFT_SAVED:
            st.page_link(
                "screens/entries.py", label="Open the entry", query_params={"entry": change.subject}
            )


def _question(change: Change) -> str:
    """What an entry asks that was changed; "" where it was something else."""
    facts = (*change.after, *change.before) if change.action in OF_ENTRIES else ()
    return next((fact.value for fact in facts if fact.name == "question"), "")


with widgets.friendly_errors():
    show()

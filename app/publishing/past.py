"""What was published before: looked at, compared with what is live, and gone back to."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from app import resources, times
from app.editing.history import differences
from app.tasks import RollBackTask
from app.wording import as_label, counted, plain_html, shortened
from data.records import Entry, GenerationInfo
from data.roles import Role, User

PAGE = 10
SHOWN = 25


def show(user: User) -> None:
    """Draws the generations, newest first."""
    store = resources.faqdesk().store
    live = store.current_generation_number()
    generations = store.generations()
    pages = -(-len(generations) // PAGE)
    number = st.pagination(pages, key="past-page") if pages > 1 else 1
    st.html(
        '<p class="fd-help">Each publication is a generation. To undo the newest one, go back to '
        "the one before it.</p>"
    )
    for info in generations[(number - 1) * PAGE : number * PAGE]:
        _generation(info, live, user)


def _generation(info: GenerationInfo, live: int | None, user: User) -> None:
    mark = " :green-badge[live]" if info.number == live else ""
    when = times.stamp(info.created_at)
    note = f" · {as_label(shortened(info.note, 80))}" if info.note else ""
    with st.expander(
        f"Generation {info.number} · {when}{note}{mark}", key=f"generation-{info.number}"
    ):
        entries = counted(info.entries, "entry", "entries")
        st.html(
            f'<p class="fd-help">{entries}, published {when} by {plain_html(info.created_by)}.</p>'
        )
        if info.note:
            st.html(f'<p class="fd-found">{plain_html(info.note)}</p>')
        if live is not None and info.number != live:
            _against_live(info.number, live)
            if user.role.allows(Role.OWNER):
                _go_back(info.number, live, user)


def _against_live(number: int, live: int) -> None:
    """How a generation differs from what is live, once somebody asks for it."""
    if not st.toggle("Compare with what is live", key=f"compare-{number}"):
        return
    then, now = _entries(number), _entries(live)
    gone = [name for name in now if name not in then]
    back = [name for name in then if name not in now]
    other = [n for n in then if n in now and then[n].digest != now[n].digest]
    st.html(
        '<p class="fd-found">Going back would take away '
        f"{counted(len(gone), 'entry', 'entries')}, bring back "
        f"{counted(len(back), 'entry', 'entries')} and change "
        f"{counted(len(other), 'entry', 'entries')}.</p>"
    )
    for name in [*other, *back, *gone][:SHOWN]:
        question = (then.get(name) or now[name]).question
        st.html(f'<h3 class="fd-chart-title">{plain_html(shortened(question, 160))}</h3>')
        _differences(now.get(name), then.get(name))
    if len(other) + len(back) + len(gone) > SHOWN:
        st.html(f'<p class="fd-help">The first {SHOWN} are shown.</p>')


def _differences(now: Entry | None, then: Entry | None) -> None:
    if then is None:
        st.html('<p class="fd-help">It would be taken away.</p>')
    elif now is None:
        st.html('<p class="fd-help">It would come back.</p>')
    else:
        differences(now, then, ("Live", "Then"))


def _entries(number: int) -> Mapping[str, Entry]:
    revisions = resources.faqdesk().store.generation_revisions(number)
    return {revision.entry.id: revision.entry for revision in revisions}


def _go_back(number: int, live: int, user: User) -> None:
    way = "Go back" if number < live else "Go forward"
    with st.popover(f"{way} to generation {number}"):
        st.html(
            '<p class="fd-found">Visitors get the entries of that time again, and entries written '
            "since are retired. Drafts stay. Nothing is lost: you can change your mind.</p>"
        )
        st.button(
            way,
            key=f"back-{number}",
            type="primary",
            on_click=_submit,
            args=(number, user),
        )


def _submit(number: int, user: User) -> None:
    resources.publications().submit(RollBackTask(number, user))

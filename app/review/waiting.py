"""The groups of questions that wait, each with one thing to do."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

import streamlit as st

from app import resources, times, widgets
from app.inspecting import address
from app.paging import turned_to
from app.review import state, writing
from app.review.words import TITLE_LENGTH, caption, done_html, wrong_html
from app.review.words import times as often
from app.wording import as_label, counted, plain_html, shortened
from data.errors import UnknownEntryError
from data.roles import Role, User
from pipeline.review import actions
from pipeline.review.groups import Asked, Group
from pipeline.review.meant import Meant, meant_by, texts_of

FOUND = 6
_OTHER = "review-other"


def show(user: User, groups: Sequence[Group], *, newest_first: bool) -> None:
    """Draws the groups, the most asked or the newest first."""
    writing.show(user)
    _last(user)
    if not groups:
        st.html(
            '<section class="fd-empty" role="status"><h2>Nothing waits for you</h2>'
            "<p>Questions without a good answer, and answers that visitors did not like, "
            "will be here.</p></section>"
        )
        return
    newest = sorted(groups, key=lambda group: group.newest, reverse=True)
    shown = turned_to(newest if newest_first else groups, key="review", one="group", many="groups")
    looked_up = [resources.looked_up(texts_of(group)) for group in shown]
    meant = meant_by(shown, looked_up, resources.faqdesk())
    for group, entries in zip(shown, meant, strict=True):
        with st.container(border=True, key=f"card-review-{_name(group)}", gap="small"):
            _group(user, group, entries)


def _last(user: User) -> None:
    """What was done last, with a way back."""
    if state.problem():
        widgets.problem_box(state.problem())
    last = state.done()
    if last is None:
        return
    with st.container(horizontal=True, key="review-last", vertical_alignment="center"):
        st.html(done_html(last, _question_of(last.entry_id)))
        undo = partial(_undo, user, last)
        st.button(
            "Undo", key="review-undo", icon=":material/undo:", on_click=state.do, args=(undo,)
        )


def _undo(user: User, last: actions.Done) -> None:
    actions.undo(resources.faqdesk(), last, user)


def _question_of(entry_id: str | None) -> str:
    if entry_id is None:
        return ""
    draft = resources.faqdesk().pending.get(entry_id)
    if draft is not None:
        return draft.entry.question
    try:
        return resources.faqdesk().store.current_revision(entry_id).entry.question
    except UnknownEntryError:
        # A new entry whose draft somebody has discarded meanwhile.
        return "an entry that is no longer there"


def _name(group: Group) -> int:
    """What tells a group from others, also when more questions have joined it."""
    return min(group.turns)


def _group(user: User, group: Group, meant: Sequence[Meant]) -> None:
    last = times.when(group.newest, datetime.now(UTC))
    asked = often(len(group.turns))
    st.html(
        f'<p class="fd-help">Asked {asked}, last {last}</p>'
        f'<h2 class="fd-title">{plain_html(shortened(group.title, TITLE_LENGTH))}</h2>'
        f"{wrong_html(group.wrong)}"
    )
    st.page_link(
        address.PAGE,
        label="Why?",
        icon=":material/troubleshoot:",
        query_params=address.of_turn(_shown_turn(group)),
    )
    chosen = _chosen(group)
    entry = _entry(group, meant)
    if user.role.allows(Role.EDITOR):
        _buttons(user, group, chosen, entry)


def _shown_turn(group: Group) -> int:
    """The newest turn in which what is the title was asked."""
    return next(each.turns[0] for each in group.asked if each.text == group.title)


def _chosen(group: Group) -> actions.Chosen:
    """The questions of the group that are ticked; all of them at first."""
    if len(group.asked) == 1:
        return actions.choose(group)
    with st.expander(f"Asked in {len(group.asked)} ways", key=f"review-ways-{_name(group)}"):
        return actions.choose(group, [each for each in group.asked if _ticked(each)])


def _ticked(asked: Asked) -> bool:
    label = as_label(shortened(asked.text, TITLE_LENGTH))
    count = f" :small[({often(asked.count)})]" if asked.count > 1 else ""
    return st.checkbox(label + count, value=True, key=f"review-way-{asked.turns[-1]}")


def _entry(group: Group, meant: Sequence[Meant]) -> str | None:
    """The id of the entry that is chosen; at first the likeliest."""
    captions = {each.entry.id: caption(each) for each in meant}
    questions = {each.entry.id: each.entry.question for each in meant}
    other = st.session_state.get(f"{_OTHER}-{_name(group)}")
    if other is not None:
        questions = {other: _question_of(other)} | questions
        captions = {other: "found by you"} | captions
    if not questions:
        return None
    names = list(questions)
    return st.radio(
        "Which entry answers this?",
        names,
        format_func=lambda name: as_label(shortened(questions[name], TITLE_LENGTH)),
        captions=[as_label(captions[name]) for name in names],
        # Another list of entries is another widget, for else a choice would stay by its place.
        key=f"review-entry-{_name(group)}-{hash(tuple(names))}",
    )


def _buttons(user: User, group: Group, chosen: actions.Chosen, entry: str | None) -> None:
    desk, name = resources.faqdesk(), _name(group)
    nothing = not chosen.turns
    with st.container(horizontal=True, key=f"review-acts-{name}", vertical_alignment="center"):
        if entry is not None:
            st.button(
                "This one answers it",
                key=f"review-add-{name}",
                type="primary",
                icon=":material/check:",
                disabled=nothing,
                on_click=state.do,
                args=(partial(actions.add_wordings, desk, chosen, entry, user),),
                help="Adds the wording to the entry as another way to ask.",
            )
        with st.popover("Another entry", icon=":material/search:", key=f"review-find-{name}"):
            _find(group)
        st.button(
            "Write a new one",
            key=f"review-new-{name}",
            icon=":material/edit:",
            disabled=nothing,
            on_click=writing.begin,
            args=(chosen,),
        )
        _small_button(
            f"review-scope-{name}",
            "Out of scope",
            partial(actions.mark_out_of_scope, desk, chosen, user),
            "Visitors who ask this are told that it is not what you are here for.",
        )
        _small_button(
            f"review-dismiss-{name}",
            "Dismiss",
            partial(actions.dismiss, desk, chosen, user),
            "Takes it off this list and changes nothing else.",
        )


def _small_button(key: str, label: str, action: partial[actions.Done], told: str) -> None:
    st.button(label, key=key, type="tertiary", on_click=state.do, args=(action,), help=told)


def _find(group: Group) -> None:
    """Entries by the words in them."""
    key = f"review-words-{_name(group)}"
    words = st.text_input("Words in the question or the answer", key=key, max_chars=200)
    if not words.strip():
        return
    found = resources.shelf().find(words)
    st.html(f'<p class="fd-help">{counted(len(found), "entry", "entries")} found</p>')
    for entry in found[:FOUND]:
        st.button(
            as_label(shortened(entry.question, TITLE_LENGTH)),
            key=f"review-found-{_name(group)}-{entry.id}",
            on_click=_use,
            args=(group, entry.id),
            width="stretch",
        )


def _use(group: Group, entry_id: str) -> None:
    st.session_state[f"{_OTHER}-{_name(group)}"] = entry_id

"""What faqdesk says, when it answers and what it keeps, for owners."""

from __future__ import annotations

import streamlit as st

from app import access, manner, promising, resources, widgets
from app.wording import counted
from data.errors import FaqdeskError
from data.roles import Role, User
from pipeline.personal import PersonalKind
from pipeline.settings import Settings
from pipeline.settings_file import Value, fixed_by_environment

SAID = "settings-said"
_WHO = {
    "organisation": "Name over the chat",
    "contact": "Whom to ask when there is no answer (Markdown)",
}
_REPLIES = {
    "unanswered_text": "When there is no answer",
    "greeting_text": "To a greeting",
    "thanks_text": "To thanks",
    "goodbye_text": "To a goodbye",
    "person_text": "To somebody who wants a human being; the contact follows",
    "complaint_text": "To a complaint that asks nothing",
    "off_topic_text": "To what has nothing to do with you",
    "unintelligible_text": "To what nobody understands",
}
_SURE = {
    "answer_at": "How sure it must be to answer",
    "suggest_at": "How sure it must be to suggest an entry",
}
_KINDS = {
    PersonalKind.MAIL: "Mail addresses",
    PersonalKind.PHONE: "Phone numbers",
    PersonalKind.CARD: "Card numbers",
    PersonalKind.IBAN: "Account numbers (IBAN)",
}
MAX_DAYS = 36_500


def show() -> None:
    """Draws the page."""
    user = access.require(Role.OWNER)
    widgets.heading("Settings", "What is changed here holds from the next question on.")
    if said := st.session_state.pop(SAID, ""):
        st.toast(said, icon=":material/check:")
    settings, fixed = resources.faqdesk().live_settings(), fixed_by_environment()
    who = _texts("Who you are", _WHO, settings, fixed)
    replies = _texts("What it says", _REPLIES, settings, fixed)
    st.html('<h2 class="fd-part">When it answers</h2>')
    promising.show(user)
    sure = _thresholds(settings, fixed)
    fresh = manner.show(settings, fixed)
    st.html('<h2 class="fd-part">What it keeps of what visitors ask</h2>')
    kept = _kept(settings, fixed)
    if st.button("Save", key="settings-save", type="primary"):
        _save({**who, **replies, **sure, **fresh, **kept}, user)


def _texts(
    title: str, labels: dict[str, str], settings: Settings, fixed: frozenset[str]
) -> dict[str, Value | None]:
    st.html(f'<h2 class="fd-part">{title}</h2>')
    return {
        name: st.text_area(
            label,
            getattr(settings, name),
            key=f"setting-{name}",
            height="content",
            max_chars=2_000,
            disabled=name in fixed,
            help=_help(name, fixed),
        )
        or ""
        for name, label in labels.items()
    }


def _help(name: str, fixed: frozenset[str]) -> str | None:
    return f"Set by the variable FAQDESK_{name.upper()} on the server." if name in fixed else None


def _thresholds(settings: Settings, fixed: frozenset[str]) -> dict[str, Value | None]:
    chosen: dict[str, Value | None] = {}
    for name, label in _SURE.items():
        percent = st.slider(
            label,
            0,
            100,
            round(100 * getattr(settings, name)),
            key=f"setting-{name}",
            format="%d%%",
            disabled=name in fixed,
            help=_help(name, fixed),
        )
        chosen[name] = percent / 100
    return chosen


def _kept(settings: Settings, fixed: frozenset[str]) -> dict[str, Value | None]:
    kinds = st.multiselect(
        "Masked before a question is kept",
        tuple(_KINDS),
        settings.mask,
        key="setting-mask",
        format_func=_KINDS.__getitem__,
        disabled="mask" in fixed,
        help=_help("mask", fixed) or "In its place stands [mail], [phone], [card] or [iban].",
    )
    days = st.number_input(
        "Days until a question that was asked is deleted; 0 keeps all",
        0,
        # A file or a variable may go beyond what is offered here.
        max(MAX_DAYS, settings.keep_questions_days),
        settings.keep_questions_days,
        key="setting-keep_questions_days",
        disabled="keep_questions_days" in fixed,
        help=_help("keep_questions_days", fixed),
    )
    # In the order of the list, for the order of choosing means nothing.
    return {
        "mask": tuple(str(kind) for kind in _KINDS if kind in kinds),
        "keep_questions_days": days,
    }


def _save(values: dict[str, Value | None], user: User) -> None:
    """Keeps what differs from what holds now, so that defaults stay defaults."""
    desk = resources.faqdesk()
    settings, fixed = desk.live_settings(), fixed_by_environment()
    changed = {
        name: value
        for name, value in values.items()
        if name not in fixed and not _same(getattr(settings, name), value)
    }
    try:
        number = desk.settings_file.change(changed, user)
    except FaqdeskError as error:
        widgets.problem_box(str(error))
        return
    st.session_state[SAID] = f"{counted(number, 'setting', 'settings')} changed."
    st.rerun()


def _same(now: object, chosen: Value | None) -> bool:
    if isinstance(now, float) and isinstance(chosen, float):
        return round(100 * now) == round(100 * chosen)
    return now == chosen


with widgets.friendly_errors():
    show()

"""The picture frame of the web pages: `python -m streamlit run app/main.py`."""

from __future__ import annotations

import streamlit as st

from app import access, resources, widgets
from app.navigation import ACCOUNT, SCREENS, Screen, managing, public
from app.wording import as_label, markdown_html, plain_html, shortened
from data.errors import FaqdeskError
from data.roles import User
from pipeline.settings import Settings

SHOWN_NAME = 30


def main() -> None:
    """Draws what is round each page, and the page."""
    widgets.style()
    try:
        settings = resources.faqdesk().live_settings()
        user = access.signed_in()
        waiting = resources.faqdesk().pending.count() if user else 0
    except FaqdeskError as error:
        st.set_page_config(page_title="faqdesk", page_icon="💬")
        widgets.problem_box(str(error))
        return
    st.set_page_config(page_title=settings.organisation, page_icon="💬", layout="centered")
    pages = {screen: _page(screen) for screen in (*SCREENS, ACCOUNT)}
    page = st.navigation(list(pages.values()), position="hidden")
    with st.sidebar:
        st.html(f'<p class="fd-brand">{plain_html(settings.organisation)}</p>')
        _sidebar(pages, user, waiting)
        _contact(settings)
        with st.container(key="account"):
            _account(pages[ACCOUNT], user)
    # On a phone, where the sidebar would lie over the page, style.css shows this in its place.
    with st.container(key="phone-bar", horizontal=True, vertical_alignment="center"):
        _phone_bar(pages, user, waiting)
    access.draw_cookie()
    resources.housekeeping().when_due()
    page.run()


def _page(screen: Screen) -> st.Page:
    return st.Page(
        f"screens/{screen.file}.py",
        title=screen.title,
        icon=f":material/{screen.icon}:",
        default=screen is SCREENS[0],
    )


def _sidebar(pages: dict[Screen, st.Page], user: User | None, waiting: int) -> None:
    for screen in public():
        st.page_link(pages[screen])
    if theirs := managing(user):
        st.html('<p class="fd-eyebrow">Manage</p>')
        for screen in theirs:
            st.page_link(pages[screen], label=_label(screen, waiting))


def _phone_bar(pages: dict[Screen, st.Page], user: User | None, waiting: int) -> None:
    for screen in public():
        st.page_link(pages[screen])
    if user is None:
        _account(pages[ACCOUNT], user)
        return
    with st.popover("Manage", key="phone-manage", type="tertiary"):
        for screen in managing(user):
            st.page_link(pages[screen], label=_label(screen, waiting))
        _account(pages[ACCOUNT], user)


def _label(screen: Screen, waiting: int) -> str:
    """A page's name, and how many drafts wait where they are published."""
    return f"{screen.title} ({waiting:,})" if screen.file == "publish" and waiting else screen.title


def _account(page: st.Page, user: User | None) -> None:
    if user is None:
        st.page_link(page)
    else:
        name = as_label(shortened(user.name, SHOWN_NAME))
        st.page_link(page, label=name, icon=":material/account_circle:")


def _contact(settings: Settings) -> None:
    if settings.contact:
        st.html(
            '<div class="fd-contact"><p>Rather ask a person?</p>'
            f"{markdown_html(settings.contact)}</div>"
        )


main()

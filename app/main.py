"""The picture frame of the web pages: `python -m streamlit run app/main.py`."""

from __future__ import annotations

import streamlit as st

from app import resources, widgets
from app.wording import markdown_html, plain_html
from data.errors import FaqdeskError
from pipeline.settings import Settings


def main() -> None:
    """Draws what is round each page, and the page."""
    widgets.style()
    try:
        settings = resources.faqdesk().settings
    except FaqdeskError as error:
        st.set_page_config(page_title="faqdesk", page_icon="💬")
        widgets.problem_box(str(error))
        return
    st.set_page_config(page_title=settings.organisation, page_icon="💬", layout="centered")
    ask = st.Page("screens/ask.py", title="Ask", icon=":material/forum:", default=True)
    library = st.Page("screens/library.py", title="All questions", icon=":material/menu_book:")
    quality = st.Page("screens/quality.py", title="Quality", icon=":material/monitoring:")
    entries = st.Page("screens/entries.py", title="Entries", icon=":material/edit_note:")
    publish = st.Page("screens/publish.py", title="Publish", icon=":material/publish:")
    pages = (ask, library, entries, publish, quality)
    page = st.navigation(list(pages), position="hidden")
    with st.sidebar:
        st.html(f'<p class="fd-brand">{plain_html(settings.organisation)}</p>')
        _links(*pages)
        _contact(settings)
    # On a phone, where the sidebar would lie over the page, style.css shows this in its place.
    with st.container(key="phone-bar", horizontal=True):
        _links(*pages)
    page.run()


def _links(*pages: st.Page) -> None:
    for page in pages:
        st.page_link(page)


def _contact(settings: Settings) -> None:
    if settings.contact:
        st.html(
            '<div class="fd-contact"><p>Rather ask a person?</p>'
            f"{markdown_html(settings.contact)}</div>"
        )


main()

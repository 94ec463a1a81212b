"""The three pieces of a page that need JavaScript of their own."""

from __future__ import annotations

import streamlit as st

# Without HTTPS a browser offers no clipboard but to localhost; then a selection is copied.
_COPY = st.components.v2.component(
    "faqdesk_copy",
    html='<button type="button"></button>',
    css="""
        button {
            font: inherit; font-size: 0.875rem; cursor: pointer; padding: 0.35rem 0.8rem;
            color: var(--st-text-color); background: transparent;
            border: 1px solid var(--st-border-color); border-radius: var(--st-button-radius);
        }
        button:hover { color: var(--st-primary-color); border-color: var(--st-primary-color); }
        button:focus-visible { outline: 3px solid var(--st-primary-color); outline-offset: 2px; }
    """,
    js="""
        function copySelection(text) {
            const area = document.body.appendChild(document.createElement("textarea"))
            area.value = text
            area.select()
            const copied = document.execCommand("copy")
            area.remove()
            return copied
        }
        async function copy(text) {
            if (!navigator.clipboard) return copySelection(text)
            return navigator.clipboard.writeText(text).then(() => true, () => copySelection(text))
        }
        export default function ({ parentElement, data }) {
            const button = parentElement.querySelector("button")
            button.textContent = "Copy answer"
            button.setAttribute("aria-live", "polite")
            button.onclick = async () => {
                button.textContent = (await copy(data.text)) ? "Copied" : "Could not copy"
                setTimeout(() => { button.textContent = "Copy answer" }, 2000)
            }
        }
    """,
)


def copy_button(text: str, key: str) -> None:
    """A button that puts a text on the clipboard."""
    _COPY(key=key, data={"text": text}, width="content")


# Whoever gets a long answer wants to begin at its beginning, whoever listens to the page to be told
# that it is there, and whoever uses the keyboard to go on from it where the button that was pressed
# is gone. A very long answer opens where words are marked in it. It shows it twice, for parts of an
# answer may be drawn after this is.
_ARRIVAL = st.components.v2.component(
    "faqdesk_arrival",
    html='<p role="status"></p>',
    css="p { position: absolute; width: 1px; height: 1px; overflow: hidden; margin: 0; }",
    js="""
        export default function ({ parentElement, data }) {
            const status = parentElement.querySelector("p")
            if (status.dataset.shown === data.key) return
            status.dataset.shown = data.key
            status.textContent = data.words
            const show = () => {
                const exchange = document.querySelector(".st-key-" + data.key)
                if (!exchange) return
                exchange.scrollIntoView({ block: "start" })
                const box = exchange.querySelector(".fd-long")
                const mark = box?.querySelector("mark:not(.fd-near)")
                if (mark) {
                    const below = mark.getBoundingClientRect().top - box.getBoundingClientRect().top
                    box.scrollTop += below - box.clientHeight / 3
                }
                exchange.tabIndex = -1
                if (document.activeElement === document.body) exchange.focus()
            }
            for (const wait of [0, 250]) setTimeout(show, wait)
        }
    """,
)


def arrival(container: str, words: str) -> None:
    """Brings a container to the top of the window and says words aloud, once."""
    _ARRIVAL(key="arrival", data={"key": container, "words": words}, height=1)


# Streamlit hands pages the cookies of the browser, but no way to set one. A script of ours sets it:
# no other site sends it along, and it goes over HTTPS alone where the page came so.
_COOKIE = st.components.v2.component(
    "faqdesk_cookie",
    html="<span></span>",
    js="""
        export default function ({ data }) {
            const kept = data.name + "=" + data.value
            if (data.value && document.cookie.split("; ").includes(kept)) return
            const secure = location.protocol === "https:" ? "; Secure" : ""
            document.cookie =
                kept + "; Path=/; SameSite=Strict; Max-Age=" + data.seconds + secure
        }
    """,
)


def keep_cookie(name: str, value: str, seconds: int) -> None:
    """Has the browser keep a value for some seconds; with 0 it forgets what it kept."""
    _COOKIE(key="cookie", data={"name": name, "value": value, "seconds": seconds}, height=1)

"""The pages as a visitor has them: a real server, a real browser, no network but loopback."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from data.answers import Turn, Vote
from data.records import Entry
from pipeline.build import open_faqdesk
from tests.app.signing import SignedInAs

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Locator, Page, expect  # noqa: E402

ROOT = Path(__file__).parents[2]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--disable-sync",
)
WAIT_S = 40

pytestmark = pytest.mark.slow

Publish = Callable[[Path, Sequence[Entry]], None]


@dataclass(frozen=True)
class Site:
    """A running server and the library that it answers from."""

    url: str
    home: Path

    def latest_turn(self) -> Turn:
        return open_faqdesk(self.home).turns.latest(1)[0]


LONG = Entry(
    "history",
    "What is the long history of the lighthouse?",
    "\n\n".join(f"Paragraph {n} tells of gales 🐕‍🦺, rocks and lamps. " * 4 for n in range(20))
    + "\n\nIn the end, the **lighthouse keeper** 👩🏽‍🚒 left in 1971, hélas.\n\n"
    + "\n\n".join(f"Paragraph {n} tells of the years after." for n in range(20, 30)),
    category="On board",
)


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, publish: Publish, entries: Sequence[Entry]
) -> Iterator[Site]:
    home = tmp_path_factory.mktemp("home")
    publish(home, (*entries, LONG))
    with served(home) as site:
        yield site


@contextmanager
def served(home: Path, **settings: str) -> Iterator[Site]:
    """A server for the library in a home folder, with stand-ins for the models."""
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app/main.py"]
    command += ["--server.address=127.0.0.1", f"--server.port={port}"]
    ours = {"FAQDESK_HOME": str(home), "FAQDESK_ORGANISATION": "Ferries"}
    ours |= {"FAQDESK_ENCODER": "hash", "FAQDESK_READER": "overlap", **settings}
    theirs = {k: v for k, v in os.environ.items() if not k.startswith(("FAQDESK_", "STREAMLIT_"))}
    with (home / "server.log").open("wb") as log:
        server = subprocess.Popen(
            command, cwd=ROOT, env=theirs | ours, stdout=log, stderr=subprocess.STDOUT
        )
    try:
        wait_until_healthy(f"http://127.0.0.1:{port}/_stcore/health", server, home / "server.log")
        yield Site(f"http://127.0.0.1:{port}", home)
    finally:
        server.terminate()
        server.wait(timeout=10)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_healthy(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=1):
                return
        except (urllib.error.URLError, TimeoutError):
            time.sleep(0.1)
    pytest.fail(f"The server did not start: {log.read_text()}")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    paths = filter(None, map(shutil.which, BROWSERS))
    path = next(paths, None)
    if path is None:
        pytest.skip(f"no browser is installed: looked for {', '.join(BROWSERS)}")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield started
        started.close()


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator[Callable[..., Page]]:
    """Opens a page as a new visitor, or as `who`; fails where another than the server is asked."""
    elsewhere: list[str] = []
    contexts = []

    def opened(path: str = "", who: SignedInAs | None = None, **options: object) -> Page:
        context = browser.new_context(**options)  # type: ignore[arg-type]
        if who is not None:
            context.add_cookies([who.cookie(site.url)])  # type: ignore[list-item]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("request", lambda request: elsewhere.append(request.url))
        page.goto(f"{site.url}/{path}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [url for url in elsewhere if not url.startswith((site.url, "data:", "blob:"))] == []


@pytest.fixture
def page(visit: Callable[..., Page]) -> Page:
    return visit()


def ask(page: Page, question: str) -> Locator:
    """Asks, and hands back the newest exchange once it is there."""
    number = page.locator("[class*=st-key-exchange-]").count()
    box = page.get_by_label("Ask in your own words")
    box.fill(question)
    box.press("Enter")
    exchange = page.locator(f".st-key-exchange-{number}")
    expect(exchange).to_be_visible()
    return exchange


def eventually(check: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 60
    while not check() and time.monotonic() < deadline:
        time.sleep(0.05)
    return check()


def test_a_visitor_asks_reads_votes_and_starts_over(page: Page, site: Site) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text("Ferries")
    exchange = ask(page, "where can I reserve a seat?")
    expect(exchange.get_by_role("heading", level=2)).to_have_text("How do I book a ticket?")
    expect(exchange.get_by_text("Very likely right")).to_be_visible()
    expect(exchange.get_by_role("listitem").first).to_have_text("Choose a boat")
    shop = exchange.get_by_role("link", name="our shop")
    expect(shop).to_have_attribute("target", "_blank")
    exchange.get_by_role("radio", name="Thumbs up").click()
    expect(exchange.get_by_text("Thank you.")).to_be_visible()
    assert site.latest_turn().vote is Vote.UP
    exchange.get_by_role("radio", name="Thumbs down").click()
    assert eventually(lambda: site.latest_turn().vote is Vote.DOWN)
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_text("For example")).to_be_visible()
    expect(exchange).to_have_count(0)


def test_the_words_that_answer_are_marked_and_nothing_else(page: Page) -> None:
    exchange = ask(page, "Can I bring my dog aboard? Welcome?")
    expect(exchange.locator("mark:not(.fd-near)")).to_have_text("Dogs are welcome.")


def test_a_long_answer_opens_at_the_words_that_answer(page: Page) -> None:
    exchange = ask(
        page, "long history of the lighthouse: when left the lighthouse keeper in the end"
    )
    box = exchange.get_by_role("region", name="Answer")
    marked = "".join(exchange.locator("mark:not(.fd-near)").all_text_contents())
    assert marked == "In the end, the lighthouse keeper 👩🏽‍🚒 left in 1971, hélas."
    assert eventually(lambda: box.evaluate("box => box.scrollTop") > 300)
    inside = """box => {
        const mark = box.querySelector("mark:not(.fd-near)").getBoundingClientRect()
        const all = box.getBoundingClientRect()
        return mark.top >= all.top && mark.bottom <= all.bottom
    }"""
    assert eventually(lambda: box.evaluate(inside))


def test_a_click_on_a_suggestion_shows_its_entry(page: Page) -> None:
    unclear = ask(page, "what can I bring aboard?")
    expect(unclear.get_by_role("heading", level=2)).to_have_text("Did you mean")
    unclear.get_by_role("button", name="Can I bring my dog aboard?").click()
    expect(page.locator(".st-key-exchange-1")).to_contain_text("Dogs are welcome.")


def test_an_example_shows_its_entry(page: Page) -> None:
    page.get_by_role("button", name="How do I book a ticket?").click()
    expect(page.locator(".st-key-exchange-0")).to_contain_text("Choose a boat")


def test_nonsense_is_not_answered(page: Page) -> None:
    exchange = ask(page, "what does a zebra cost in winter ∰?")
    expect(exchange.get_by_role("heading", level=2)).to_have_text("No answer found")
    expect(exchange.get_by_role("radio")).to_have_count(0)


def test_all_can_be_done_from_the_keyboard(page: Page, site: Site) -> None:
    page.get_by_role("button", name="How do I book a ticket?").focus()
    page.keyboard.press("Enter")
    exchange = page.locator(".st-key-exchange-0")
    expect(exchange).to_be_focused()
    expect(exchange.get_by_role("radio", name="Thumbs up")).to_be_visible()
    for reached in ("our shop", "Handbook"):
        page.keyboard.press("Tab")
        expect(exchange.get_by_role("link", name=reached)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert eventually(lambda: site.latest_turn().vote is Vote.UP)
    page.keyboard.press("Tab")
    copy = exchange.get_by_role("button", name="Copy answer")
    expect(copy).to_be_focused()
    assert copy.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"


def test_copy_puts_the_answer_on_the_clipboard(
    visit: Callable[..., Page], entries: Sequence[Entry]
) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    exchange = ask(page, entries[0].question)
    exchange.get_by_role("button", name="Copy answer").click()
    expect(exchange.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == entries[0].answer


def test_copy_works_where_the_browser_offers_no_clipboard(
    visit: Callable[..., Page], entries: Sequence[Entry]
) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    exchange = ask(page, entries[0].question)
    page.evaluate("window.kept = navigator.clipboard")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    exchange.get_by_role("button", name="Copy answer").click()
    expect(exchange.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("kept.readText()") == entries[0].answer


def test_hostile_answers_are_shown_and_not_obeyed(page: Page, entries: Sequence[Entry]) -> None:
    exchange = ask(page, entries[1].question)
    answer = exchange.locator(".fd-prose")
    for shown in (
        "$200 and $300",
        '<b onclick="steal()">bold?</b>',
        "<script>document.title",
        "<b>&amp;</b>",
        ":red[this] :material/home: :smile: -> [click](javascript:steal)",
        "graph <i>TD</i>",
    ):
        expect(answer).to_contain_text(shown)
    expect(answer.locator("script, img, b, i, svg, .katex")).to_have_count(0)
    expect(answer.get_by_role("cell", name="$5")).to_be_visible()
    expect(answer.get_by_role("link", name="a picture")).to_be_visible()
    expect(exchange.get_by_text("Source: <i>Leaflet</i>")).to_be_visible()
    expect(page).to_have_title("Ferries")


def test_hostile_questions_are_plain_text_on_buttons_and_in_the_library(
    page: Page, visit: Callable[..., Page], entries: Sequence[Entry]
) -> None:
    expect(page.get_by_role("button", name=entries[1].question)).to_be_visible()
    library = visit("library")
    expect(library.get_by_text(entries[1].question)).to_be_visible()


def test_right_to_left_text_is_shown_right_to_left(page: Page, entries: Sequence[Entry]) -> None:
    exchange = ask(page, entries[5].question)
    for text in (entries[5].question, "احجز عبر الموقع.", "أولا"):
        for place in exchange.get_by_text(text, exact=True).all():
            assert place.evaluate("e => getComputedStyle(e).direction") == "rtl"
    english = exchange.get_by_text("Or in English.")
    assert english.evaluate("e => getComputedStyle(e).direction") == "ltr"


def luminance(colour: str) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.2)."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(text: Locator) -> float:
    """Contrast of a text with what is behind it, 1 to 21 (WCAG 2.2)."""
    colours = text.evaluate(
        """e => {
            let behind = e
            const clear = c => c === "rgba(0, 0, 0, 0)" || c === "transparent"
            while (clear(getComputedStyle(behind).backgroundColor)) behind = behind.parentElement
            return [getComputedStyle(e).color, getComputedStyle(behind).backgroundColor]
        }"""
    )
    light, dark = sorted(map(luminance, colours), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("scheme", "is_light"), [("light", True), ("dark", False)])
def test_both_themes_are_our_own_and_readable(
    visit: Callable[..., Page], scheme: str, is_light: bool
) -> None:
    page = visit(color_scheme=scheme)
    expect(page.get_by_text("For example")).to_be_visible()
    texts = [".fd-lead", ".fd-eyebrow", ".st-key-examples p", ".st-key-examples p span"]
    measured = {name: contrast(page.locator(name).first) for name in [*texts, ".fd-brand"]}
    ask(page, "where can I reserve a seat?")
    for name in (".fd-question", ".fd-sure", ".fd-chip", ".fd-source a", ".fd-help", ".fd-prose a"):
        measured[name] = contrast(page.locator(name).first)
    assert {name: ratio for name, ratio in measured.items() if ratio < 4.5} == {}
    behind = page.locator(".stApp").evaluate("e => getComputedStyle(e).backgroundColor")
    assert (luminance(behind) > 0.5) is is_light
    assert behind not in ("rgb(255, 255, 255)", "rgb(23, 22, 20)")  # Streamlit's own


@pytest.mark.parametrize("path", ["", "library"])
def test_nothing_is_wider_than_a_phone(
    visit: Callable[..., Page], path: str, entries: Sequence[Entry]
) -> None:
    page = visit(path, viewport={"width": 380, "height": 760})
    if path:
        page.locator("summary").nth(3).click()
    else:
        ask(page, entries[1].question)
        long = ask(page, "x" * 2_500)
        expect(long.get_by_role("alert")).to_contain_text("Ask in fewer words.")
    overflowing = page.evaluate(
        """[...document.querySelectorAll("html, .stMain, .stMainBlockContainer, .fd-prose")]
            .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.className)"""
    )
    assert overflowing == []


def test_a_phone_has_a_bar_in_place_of_the_sidebar(visit: Callable[..., Page]) -> None:
    page = visit(viewport={"width": 380, "height": 760})
    bar = page.locator(".st-key-phone-bar")
    expect(bar).to_be_visible()
    expect(page.locator(".fd-brand")).to_be_hidden()
    bar.get_by_role("link", name="All questions").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("All questions")
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(bar).to_be_hidden()
    expect(page.locator(".fd-brand")).to_be_visible()


def test_the_library_is_searched_and_read(visit: Callable[..., Page]) -> None:
    page = visit("library")
    expect(page.get_by_text("7 questions, 1 to 7 shown")).to_be_visible()
    search = page.get_by_label("Search")
    search.fill("CREME brulee")
    search.press("Enter")
    expect(page.get_by_text("1 question, 1 to 1 shown")).to_be_visible()
    page.get_by_text("Is there a café on board?").click()
    expect(page.get_by_text("Yes, with crème brûlée.")).to_be_visible()
    expect(page.get_by_role("definition").first).to_have_text("On board")

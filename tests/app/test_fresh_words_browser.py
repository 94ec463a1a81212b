"""An answer in fresh words as a visitor sees it come, from an endpoint that takes its time."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from data.records import Entry
from tests.app import test_browser
from tests.app.test_browser import Site, eventually, served
from tests.app.test_fresh_words import ASKED, FERRY, Publish

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Page, expect  # noqa: E402

pytestmark = pytest.mark.slow
browser = test_browser.browser

FIRST, SECOND = "The night ferry sails at 21:30. ", "Be there an hour before. "
WAIT_MS = 20_000


class Slow(BaseHTTPRequestHandler):
    """An OpenAI-compatible endpoint that says two sentences, with a long breath between them."""

    breath_s = 3.0
    gone = threading.Event()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        try:
            self._say(FIRST)
            # The first sentence is whole when the second begins.
            self._say(SECOND[:3])
            for _ in range(int(self.breath_s / 0.1)):
                time.sleep(0.1)
                self._say("")
            self._say(SECOND[3:])
            self.wfile.write(b"data: [DONE]\n\n")
        except OSError:
            self.gone.set()

    def _say(self, text: str) -> None:
        choice = {"choices": [{"delta": {"content": text}}]}
        self.wfile.write(f"data: {json.dumps(choice)}\n\n".encode())
        self.wfile.flush()

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, publish: Publish) -> Iterator[Site]:
    home = tmp_path_factory.mktemp("home")
    publish(home, (FERRY, Entry("dog", "Can I bring my dog?", "Yes.")))
    server = ThreadingHTTPServer(("127.0.0.1", 0), Slow)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    with served(home, FAQDESK_PHRASING=url, FAQDESK_PHRASING_MODEL="slow") as site:
        yield site
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    opened = browser.new_page()
    opened.set_default_timeout(WAIT_MS)
    opened.goto(site.url)
    yield opened
    opened.close()


def ask(page: Page) -> None:
    box = page.get_by_placeholder("Ask in your own words")
    box.fill(ASKED)
    box.press("Enter")


def test_sentences_come_one_by_one_with_the_source_below_them(page: Page, site: Site) -> None:
    ask(page)
    expect(page.get_by_text(FIRST.strip())).to_be_visible(timeout=WAIT_MS)
    expect(page.get_by_text("Writing…")).to_be_visible(timeout=WAIT_MS)
    assert page.get_by_text(SECOND.strip()).count() == 0
    expect(page.get_by_text(SECOND.strip())).to_be_visible(timeout=WAIT_MS)
    expect(page.get_by_text("The entry says:")).to_be_visible(timeout=WAIT_MS)
    expect(page.get_by_role("button", name="Stop")).to_have_count(0, timeout=WAIT_MS)
    page.get_by_text("Word for word").click()
    expect(page.get_by_text("The entry says:")).to_have_count(0, timeout=WAIT_MS)
    assert eventually(lambda: site.latest_turn().phrasing == "shown")


def test_stop_stops_and_leaves_the_entry_as_it_is_written(page: Page, site: Site) -> None:
    Slow.gone.clear()
    ask(page)
    expect(page.get_by_text(FIRST.strip())).to_be_visible(timeout=WAIT_MS)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Writing…")).to_have_count(0, timeout=WAIT_MS)
    expect(page.get_by_text(FERRY.answer)).to_be_visible(timeout=WAIT_MS)
    assert Slow.gone.wait(Slow.breath_s + 5)
    assert eventually(lambda: site.latest_turn().phrasing.startswith("stopped"))

"""The parts of Inspect in a real browser, with the real encoder and reader on the sample."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.app import test_browser
from tests.app.test_browser import Site, eventually, free_port, wait_until_healthy
from tests.pipeline.phrasing.tiny_gguf import tiny_gguf

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Locator, Page, expect  # noqa: E402

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
Visit = Callable[..., Page]
browser, visit = test_browser.browser, test_browser.visit

QUESTION = "how early do I have to be there with the car?"
# One that is answered: of others no language model is asked.
ANSWERED = "how early do i have to check in"
PARTS = ("by_hand", "tokens", "vectors", "attention", "then_and_now", "decoding")
# The models are loaded on the way.
WAIT_MS = 90_000
# A page with one part of those that the address names.
SCRIPT = f"""
from pathlib import Path
import streamlit as st
from app import resources, widgets
from app.inside import attention, by_hand, decoding, then_and_now, tokens, vectors
from pipeline.evaluation import report_parts
widgets.style()
st.html(Path(report_parts.__file__).with_name("report_parts.css"))
question = {QUESTION!r}
answer = resources.answerer_of_editors().answer(question)
parts = {{
    "by_hand": by_hand.show,
    "tokens": lambda: tokens.show(question, answer.entry),
    "vectors": lambda: vectors.show(question),
    "attention": lambda: attention.show(question, answer),
    "decoding": lambda: decoding.show({ANSWERED!r}),
    "then_and_now": lambda: then_and_now.show(
        question, resources.shelf().entries, answer
    ),
}}
parts[st.query_params["part"]]()
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    home = tmp_path_factory.mktemp("home")
    script = home / "parts.py"
    script.write_text(SCRIPT, "utf-8")
    theirs = {k: v for k, v in os.environ.items() if not k.startswith(("FAQDESK_", "STREAMLIT_"))}
    ours = theirs | {"FAQDESK_HOME": str(home)}
    if importlib.util.find_spec("xllamacpp") is not None:
        ours["FAQDESK_PHRASING"] = str(tiny_gguf(home / "tiny.gguf"))
    ingest = [sys.executable, "-m", "app.command", "ingest", "data/sample/faq.csv"]
    subprocess.run(ingest, cwd=ROOT, env=ours, check=True, capture_output=True)
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(script)]
    command += ["--server.address=127.0.0.1", f"--server.port={port}"]
    with (home / "server.log").open("wb") as log:
        server = subprocess.Popen(command, cwd=ROOT, env=ours, stdout=log, stderr=log)
    try:
        wait_until_healthy(f"http://127.0.0.1:{port}/_stcore/health", server, home / "server.log")
        yield Site(f"http://127.0.0.1:{port}", home)
    finally:
        server.terminate()
        server.wait(timeout=10)


@pytest.fixture
def part(visit: Visit) -> Callable[..., Page]:
    """Opens a part and waits until it is all there."""

    def opened(name: str, **options: object) -> Page:
        page = visit(f"?part={name}", **options)
        page.set_default_timeout(WAIT_MS)
        expect(page.locator(".fd-part")).to_be_visible(timeout=WAIT_MS)
        settled(page)
        return page

    return opened


def settled(page: Page) -> None:
    """Waits until nothing is being worked out any more."""
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-script-state", "notRunning", timeout=WAIT_MS)


def drawing(page: Page, name: str) -> Locator:
    return page.locator(f".st-key-card-chart-{name} svg.marks, .st-key-card-chart-{name} canvas")


def looks(page: Page, name: str) -> str:
    return drawing(page, name).first.inner_html()


def test_sliders_change_what_is_drawn(part: Callable[..., Page]) -> None:
    page = part("attention")
    expect(drawing(page, "attention-free")).to_be_visible(timeout=WAIT_MS)
    mean = looks(page, "attention-free")
    page.get_by_role("slider", name="Layer").focus()
    page.keyboard.press("ArrowRight")
    assert eventually(lambda: looks(page, "attention-free") != mean)
    settled(page)
    first_layer = looks(page, "attention-free")
    page.get_by_role("slider", name="Head").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert eventually(lambda: looks(page, "attention-free") != first_layer)


def test_positions_can_be_taken_away_and_the_reader_looked_into(part: Callable[..., Page]) -> None:
    page = part("attention")
    page.get_by_role("radio", name="The order of words").click()
    said = page.locator(".fd-found")
    expect(said).to_contain_text("a weight changes by up to", timeout=WAIT_MS)
    page.get_by_text("Take the positions away").click()
    expect(said).to_contain_text("the largest difference is 0.00000", timeout=WAIT_MS)
    settled(page)
    page.get_by_role("radio", name="The reader").click()
    expect(page.locator(".fd-share")).to_have_count(len(QUESTION.split()) + 1, timeout=WAIT_MS)
    expect(drawing(page, "attention-reader")).to_be_visible(timeout=WAIT_MS)


def test_a_number_that_is_changed_changes_every_step(part: Callable[..., Page]) -> None:
    page = part("by_hand")
    query = page.locator(".fd-matrix").first.locator("tbody tr").first
    expect(query).to_have_text("Token 120")
    table = page.get_by_test_id("stDataFrame").first
    table.scroll_into_view_if_needed()
    expect(table.locator("canvas").first).to_be_visible()
    page.wait_for_timeout(1000)
    box = table.bounding_box()
    assert box
    # The first row below the header.
    page.mouse.click(box["x"] + box["width"] / 8, box["y"] + 52)
    page.wait_for_timeout(300)
    page.keyboard.type("3")
    page.wait_for_timeout(300)
    page.keyboard.press("Enter")
    expect(query).to_have_text("Token 140", timeout=WAIT_MS)


def test_the_map_is_zoomed_with_ctrl_and_left_alone_by_the_wheel(part: Callable[..., Page]) -> None:
    page = part("vectors", viewport={"width": 1280, "height": 900})
    chart = drawing(page, "map")
    chart.scroll_into_view_if_needed()
    before = looks(page, "map")
    box = chart.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)
    page.mouse.wheel(0, 30)
    page.wait_for_timeout(500)
    assert looks(page, "map") == before
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")
    assert eventually(lambda: looks(page, "map") != before)


def test_another_token_is_clicked_and_beams_are_drawn(part: Callable[..., Page]) -> None:
    pytest.importorskip("xllamacpp", reason="xllamacpp is not installed")
    page = part("decoding")
    group = page.get_by_role("radiogroup", name="Click a token")
    expect(group).to_be_visible(timeout=WAIT_MS)
    settled(page)
    group.get_by_role("radio").nth(2).click()
    expect(page.locator(".fd-chart-title").first).to_contain_text("Token 3", timeout=WAIT_MS)
    # Those of the token before are gone.
    other = page.get_by_role("radiogroup", name="What if it had said")
    expect(other).to_have_count(1, timeout=WAIT_MS)
    settled(page)
    other.get_by_role("radio").nth(1).click()
    expect(page.locator(".fd-branch mark")).to_be_visible(timeout=WAIT_MS)
    page.get_by_role("radio", name="Beam search").click()
    expect(drawing(page, "attention-beams")).to_be_visible(timeout=WAIT_MS)


@pytest.mark.parametrize("name", PARTS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_nothing_is_wider_than_the_screen(
    part: Callable[..., Page], name: str, scheme: str
) -> None:
    page = part(name, viewport={"width": 390, "height": 844}, color_scheme=scheme)
    assert page.locator("[data-testid=stException], .fd-problem").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    body = page.locator(".stMainBlockContainer")
    assert body.evaluate("it => it.scrollWidth <= it.clientWidth + 1")

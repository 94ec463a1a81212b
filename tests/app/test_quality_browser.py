"""The Quality page as an owner has it: a real server, a real browser, no network but loopback."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from data.records import EvaluationInfo
from data.roles import Role
from pipeline.build import open_faqdesk
from pipeline.evaluation.question_sets import questions_in
from pipeline.evaluation.report_json import report_as_json
from pipeline.evaluation.service import Choice, evaluate_library, live_entries
from tests.app import test_browser
from tests.app.signing import signed_in
from tests.app.test_browser import Site, contrast, eventually

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, expect  # noqa: E402

pytestmark = pytest.mark.slow

Visit = Callable[..., Page]
# A server, a browser and a way to open pages of our own.
site, browser, browse = test_browser.site, test_browser.browser, test_browser.visit

HOSTILE = '<img src="http://evil.example/x.png" onerror="document.title=1"> <b>cat</b> $x$'
CHARTS = ("risk", "reliability", "confidence", "latency", "confusion")
SMALL = (
    ("where can I reserve a seat?", ["book"]),
    ("Can I bring my dog aboard?", ["dog"]),
    ("Can I bring my cat aboard?", ["dog"]),
    (HOSTILE, ["dog"]),
    ("zebra quantum", []),
)


def question_file(folder: Path, questions: Sequence[tuple[str, list[str]]], name: str) -> Path:
    path = folder / name
    lines = (json.dumps({"query": query, "relevant": ids}) for query, ids in questions)
    path.write_text("\n".join(lines), "utf-8")
    return path


def many(number: int) -> list[tuple[str, list[str]]]:
    return [(f"may dog number {n} come aboard", ["dog"]) for n in range(number)]


def kept(site: Site) -> list[EvaluationInfo]:
    desk = open_faqdesk(site.home)
    try:
        return desk.evaluations.runs()
    finally:
        desk.engine.dispose()


def upload(page: Page, path: Path) -> None:
    """Gives the page a file and waits until it has said what it found in it."""
    new_run = page.get_by_role("radio", name="New run")
    expect(page.locator(".st-key-quality")).to_be_visible()
    expect(new_run.or_(page.locator("input[type=file]")).first).to_be_attached()
    if new_run.count():
        new_run.click()
    page.locator("input[type=file]").set_input_files(path)
    expect(page.locator(".fd-found")).to_contain_text("found")


def start(page: Page) -> None:
    page.get_by_role("button", name="Start", exact=True).click()


@pytest.fixture
def visit(browse: Visit, site: Site) -> Visit:
    """Opens pages as somebody who may see this one."""
    return partial(browse, who=signed_in(site.home, Role.READER))


@pytest.fixture(scope="module")
def ran(site: Site) -> int:
    """A kept run of the small set, made as the command makes it."""
    lines = (json.dumps({"query": query, "relevant": ids}) for query, ids in SMALL)
    questions = questions_in("small.jsonl", "\n".join(lines).encode(), None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAQDESK_ENCODER", "hash")
        patch.setenv("FAQDESK_READER", "overlap")
        desk = open_faqdesk(site.home)
    report = evaluate_library(desk, questions, live_entries(desk), Choice()).report
    run = desk.evaluations.add("small.jsonl", 1, report_as_json(report))
    desk.engine.dispose()
    return run


@pytest.fixture
def measured(ran: int, visit: Visit) -> Page:
    """The page with a report."""
    page = visit("quality")
    expect(page.locator(".fd-tiles")).to_be_visible()
    return page


def test_a_file_is_uploaded_run_and_reported_with_charts(
    site: Site, visit: Visit, tmp_path: Path
) -> None:
    page = visit("quality")
    expect(page.get_by_role("heading", level=1)).to_have_text("Quality")
    upload(page, question_file(tmp_path, SMALL, "small.jsonl"))
    start(page)
    expect(page.locator(".fd-tiles")).to_contain_text("of 5")
    for key in CHARTS:
        chart = page.locator(f".st-key-card-chart-{key}")
        expect(chart.locator("svg.marks")).to_be_visible()
        expect(chart.get_by_role("heading", level=3)).to_be_visible()
    word = page.locator(".st-key-card-chart-risk svg.marks text").first
    soft = page.locator(".st-key-card-chart-risk .fd-help")
    colour = "e => getComputedStyle(e).getPropertyValue('{}')"
    assert word.evaluate(colour.format("fill")) == soft.evaluate(colour.format("color"))


def test_failures_lead_to_the_entry(measured: Page) -> None:
    measured.get_by_role("tab", name="Failures").click()
    failures = measured.locator("[class*=st-key-card-failure-]")
    expect(failures).to_have_count(2)
    expect(measured.get_by_text(HOSTILE)).to_be_visible()
    measured.get_by_text("Wrong answer (").click()
    chosen = measured.get_by_text("An entry was given that does not answer.")
    expect(chosen).to_be_visible()
    measured.get_by_role("link", name="Expected: Can I bring my dog aboard?").first.click()
    expect(measured.get_by_role("heading", level=1)).to_have_text("All questions")
    expect(measured.get_by_text("Dogs are welcome.")).to_be_visible()
    expect(measured).to_have_url(re.compile(r"library\?entry=dog"))
    measured.go_back()
    expect(measured.get_by_role("tab", name="Failures")).to_have_attribute("aria-selected", "true")
    expect(chosen).to_be_visible()


def test_a_run_goes_on_when_the_page_is_closed_and_a_page_opened_later_follows_it(
    site: Site, visit: Visit, tmp_path: Path, measured: Page
) -> None:
    before = len(kept(site))
    upload(measured, question_file(tmp_path, many(8_000), "many.jsonl"))
    start(measured)
    expect(measured.get_by_role("progressbar")).to_be_visible()
    expect(measured.get_by_text("You may close this page.")).to_be_visible()
    measured.reload()
    expect(measured.get_by_role("progressbar")).to_be_visible()
    measured.context.close()
    assert eventually(lambda: len(kept(site)) == before + 1)
    expect(visit("quality").locator(".fd-tiles")).to_contain_text("of 8,000")


def test_two_runs_are_compared(site: Site, tmp_path: Path, measured: Page) -> None:
    mended = [(query, ["cat"] if "my cat" in query else ids) for query, ids in SMALL]
    number = len(kept(site)) + 1
    upload(measured, question_file(tmp_path, mended, "small.jsonl"))
    start(measured)
    picked = measured.get_by_role("combobox", name="Run")
    expect(picked).to_have_value(re.compile(f"^Run {number}: small.jsonl"))
    measured.get_by_role("radio", name="Compare").click()
    verdict = measured.locator(".fd-verdict")
    expect(verdict).to_contain_text("Right entry first")
    expect(verdict).to_contain_text("on 5 questions that are in both runs")
    measured.get_by_role("tab", name="Better (1)").click()
    expect(measured.get_by_text("answered, and right")).to_be_visible()
    expect(measured.get_by_role("link", name="Given: Can I bring my cat aboard?")).to_be_visible()


def test_the_report_is_downloaded(measured: Page) -> None:
    begins = {"html": "<!doctype html>", "json": '{\n "retrieval"', "csv": "\ufeffasked,expected"}
    measured.get_by_role("button", name="Download").click()
    for ending, start_of_it in begins.items():
        with measured.expect_download() as download:
            measured.locator(f".st-key-download-{ending} button").click()
        assert download.value.suggested_filename.endswith(f".{ending}")
        assert download.value.path().read_text("utf-8").startswith(start_of_it)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_are_readable_in_both_themes(visit: Visit, ran: int, scheme: str) -> None:
    page = visit("quality", color_scheme=scheme)
    expect(page.locator(".fd-tiles")).to_be_visible()
    names = [".fd-tile p", ".fd-big", ".fd-summary li", ".fd-chart-title", ".fd-help"]
    shown = {name: contrast(page.locator(name).first) for name in names}
    page.get_by_role("tab", name="Failures").click()
    for name in (".fd-fault", ".fd-asked", ".fd-why"):
        shown[name] = contrast(page.locator(name).first)
    assert {name: ratio for name, ratio in shown.items() if ratio < 4.5} == {}


def test_nothing_is_wider_than_a_phone(visit: Visit, ran: int) -> None:
    page = visit("quality", viewport={"width": 380, "height": 760})
    expect(page.locator(".st-key-card-chart-confusion svg.marks")).to_be_visible()
    for tab in ("In short", "Figures", "Failures"):
        page.get_by_role("tab", name=tab).click()
        overflowing = page.evaluate(
            """[...document.querySelectorAll("html, .stMain, .stMainBlockContainer")]
                .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.className)"""
        )
        assert overflowing == []


def test_all_can_be_done_from_the_keyboard(measured: Page) -> None:
    measured.get_by_role("tab", name="In short").focus()
    measured.keyboard.press("ArrowRight")
    measured.keyboard.press("ArrowRight")
    measured.keyboard.press("Enter")
    link = measured.get_by_role("link", name=re.compile("^(open_in_new )?Expected")).first
    expect(link).to_be_visible()
    link.focus()
    measured.keyboard.press("Enter")
    expect(measured.get_by_role("heading", level=1)).to_have_text("All questions")


def test_the_example_can_be_asked(measured: Page) -> None:
    measured.get_by_role("radio", name="New run").click()
    measured.get_by_text("What a question file looks like").click()
    with measured.expect_download() as download:
        measured.get_by_role("button", name="Example as CSV").click()
    measured.locator("input[type=file]").set_input_files(
        {
            "name": "example.csv",
            "mimeType": "text/csv",
            "buffer": download.value.path().read_bytes(),
        }
    )
    expect(measured.locator(".fd-found")).to_contain_text("1 of them without an entry")

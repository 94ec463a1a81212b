"""Reviewing in a real browser: a real server, no network but loopback."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from data.roles import Role
from pipeline.build import open_faqdesk
from tests.app import test_browser
from tests.app.signing import SignedInAs
from tests.app.test_browser import Site, ask, contrast, eventually
from tests.turns import log, no_answer, set_asked_at

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Locator, Page, expect  # noqa: E402

pytestmark = pytest.mark.slow

Visit = Callable[..., Page]
SignIn = Callable[..., SignedInAs]
site, browser, visit = test_browser.site, test_browser.browser, test_browser.visit
# What groups and what draws are loaded when a page first needs them.
COLD_MS = 30_000
HOSTILE = "where is <img src=x onerror=alert(1)> the :red[sauna]"


@pytest.fixture
def open_as(visit: Visit, site: Site, signed_in_as: SignIn) -> Callable[..., Page]:
    """Opens a page as somebody of a role."""

    def opened(path: str, role: Role = Role.EDITOR, **options: object) -> Page:
        page = visit(**options)
        page.context.add_cookies([signed_in_as(site.home, role).cookie(site.url)])
        page.goto(f"{site.url}/{path}")
        return page

    return opened


@pytest.fixture(autouse=True)
def waiting(site: Site) -> None:
    """One group of two questions waits, and nothing is a draft or out of scope."""
    desk = open_faqdesk(site.home)
    desk.pending.discard([draft.entry.id for draft in desk.pending.all()], "a test")
    desk.scope_marks.remove([mark.question for mark in desk.scope_marks.all()], "a test")
    desk.turns.delete_before(datetime.now(UTC) + timedelta(days=1), "a test")
    first, _ = log(desk.turns, no_answer(HOSTILE), no_answer(f"{HOSTILE} please"))
    set_asked_at(desk.engine, first, datetime.now(UTC) - timedelta(days=40))
    desk.engine.dispose()


def card(page: Page) -> Locator:
    shown = page.locator("[class*=st-key-card-review-]")
    expect(shown).to_have_count(1, timeout=COLD_MS)
    return shown


def test_a_question_that_a_visitor_asked_is_reviewed_undone_and_reviewed_again(
    visit: Visit, open_as: Callable[..., Page], site: Site
) -> None:
    ask(visit(), "what does a zebra cost in winter ∰?")
    page = open_as("review")
    expect(page.get_by_text("2 groups")).to_be_visible(timeout=COLD_MS)
    zebra = page.locator("[class*=st-key-card-review-]").filter(has_text="zebra")
    zebra.get_by_role("button", name="This one answers it").click()
    expect(page.get_by_text("1 wording was added to")).to_be_visible()
    expect(zebra).to_have_count(0)
    desk = open_faqdesk(site.home)
    assert [draft.changed_by for draft in desk.pending.all()] == ["Editor"]
    page.get_by_role("button", name="Undo").click()
    expect(zebra).to_be_visible()
    assert eventually(lambda: desk.pending.all() == [])
    zebra.get_by_role("button", name="Dismiss").click()
    expect(page.get_by_text("1 group", exact=True)).to_be_visible()
    desk.engine.dispose()


def test_what_visitors_typed_is_shown_and_not_obeyed(open_as: Callable[..., Page]) -> None:
    page = open_as("review")
    shown = card(page)
    expect(shown.get_by_role("heading", level=2)).to_contain_text(HOSTILE)
    shown.get_by_text("Asked in 2 ways").click()
    expect(shown.get_by_text(f"{HOSTILE} please", exact=True)).to_be_visible()
    expect(shown.locator("img")).to_have_count(0)


def test_a_new_entry_is_written_in_a_dialog(open_as: Callable[..., Page], site: Site) -> None:
    page = open_as("review")
    card(page).get_by_role("button", name="Write a new one").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Answer").fill("On deck three.")
    dialog.get_by_role("button", name="Save as draft").click()
    expect(page.get_by_text("is a draft now")).to_be_visible()
    expect(page.get_by_text("Nothing waits for you")).to_be_visible()
    desk = open_faqdesk(site.home)
    [draft] = desk.pending.all()
    assert (draft.entry.answer, len(draft.entry.alternates)) == ("On deck three.", 1)
    desk.engine.dispose()


def test_out_of_scope_holds_for_a_visitor_at_once(
    visit: Visit, open_as: Callable[..., Page]
) -> None:
    page = open_as("review")
    card(page).get_by_role("button", name="Out of scope").click()
    expect(page.get_by_text("is out of scope: from now on")).to_be_visible()
    expect(ask(visit(), HOSTILE)).to_contain_text("I can only answer questions about")
    page.get_by_text("Out of scope (2)").click()
    page.get_by_role("button", name="Answer again").first.click()
    expect(page.get_by_text("Out of scope (1)")).to_be_visible()


def test_a_reader_has_nothing_to_press(open_as: Callable[..., Page]) -> None:
    page = open_as("review", Role.READER)
    shown = card(page)
    expect(shown.get_by_role("radiogroup")).to_be_visible()
    expect(shown.get_by_role("button")).to_have_count(0)


def test_insights_are_drawn_and_taken_along(open_as: Callable[..., Page]) -> None:
    page = open_as("insights", Role.READER)
    expect(page.get_by_text("1 question in 30 days")).to_be_visible(timeout=COLD_MS)
    expect(page.locator(".st-key-card-chart-days svg.marks")).to_be_visible(timeout=COLD_MS)
    page.get_by_text("90 days").click()
    expect(page.get_by_text("2 questions in 90 days")).to_be_visible()
    page.get_by_role("button", name="Download").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Days (CSV)").click()
    text = download.value.path().read_text("utf-8-sig")
    assert text.startswith("day,questions,answered")
    assert len(text.splitlines()) == 91


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_are_readable_in_both_themes(open_as: Callable[..., Page], scheme: str) -> None:
    page = open_as("review", color_scheme=scheme)
    shown = card(page)
    texts = [".fd-help", ".fd-title", ".fd-chip-bad", "[data-testid=stBaseButton-primary] p"]
    measured = {name: contrast(shown.locator(name).first) for name in texts}
    page.goto(page.url.replace("review", "insights"))
    expect(page.locator(".fd-tile").first).to_be_visible(timeout=COLD_MS)
    measured |= {name: contrast(page.locator(name).first) for name in (".fd-part", ".fd-tile p")}
    assert {name: ratio for name, ratio in measured.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("path", ["review", "insights"])
def test_neither_page_is_wider_than_a_phone(open_as: Callable[..., Page], path: str) -> None:
    page = open_as(path, viewport={"width": 380, "height": 760})
    first = page.locator(".fd-tile, [class*=st-key-card-review-]").first
    expect(first).to_be_visible(timeout=COLD_MS)
    overflowing = page.evaluate(
        """[...document.querySelectorAll("html, .stMain, .stMainBlockContainer")]
            .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.className)"""
    )
    assert overflowing == []

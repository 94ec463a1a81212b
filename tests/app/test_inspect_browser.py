"""Inspecting in a real browser: a real server, no network but loopback."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import pytest

from data.roles import Role
from pipeline.build import open_faqdesk
from tests.app import test_browser
from tests.app.signing import signed_in
from tests.app.test_browser import Site, contrast, eventually
from tests.turns import log, no_answer

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, expect  # noqa: E402

pytestmark = pytest.mark.slow

Visit = Callable[..., Page]
site, browser, browse = test_browser.site, test_browser.browser, test_browser.visit
# What explains and what draws are loaded when a page first needs them.
COLD_MS = 40_000
HOSTILE = '<img src="http://evil.example/x.png" onerror="document.title=1"> cat $x$ aboard & "dog"'


@pytest.fixture
def visit(browse: Visit, site: Site) -> Visit:
    """Opens pages as somebody who may see this one."""
    return partial(browse, who=signed_in(site.home, Role.READER))


def changes_shown(page: Page) -> None:
    expect(page.locator(".fd-changes li").first).to_be_visible(timeout=COLD_MS)


def test_a_question_with_no_match_leads_to_why_and_is_changed(site: Site, visit: Visit) -> None:
    desk = open_faqdesk(site.home)
    log(desk.turns, no_answer(HOSTILE))
    desk.engine.dispose()
    page = visit("insights")
    why = page.locator(".fd-figures").get_by_role("link", name="Why?")
    expect(why).to_be_visible(timeout=COLD_MS)
    why.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Inspect", timeout=COLD_MS)
    box = page.get_by_label("A question as a visitor would ask it")
    expect(box).to_have_value(HOSTILE)
    changes_shown(page)
    box.fill("where can I reserve a seat?")
    box.press("Enter")
    expect(page.locator(".fd-outcome")).to_contain_text("Answered by “How do I book a ticket?”")
    expect(page).to_have_url(re.compile(r"inspect\?question=where"))
    for key in ("scores", "sure"):
        chart = page.locator(f".st-key-card-chart-inspect-{key}-0")
        expect(chart.locator("svg.marks")).to_be_visible()
    page.go_back()
    expect(box).to_have_value(HOSTILE)


def test_another_entry_is_tried(visit: Visit) -> None:
    page = visit("inspect?question=Can+I+bring+my+dog+aboard%3F&entry=dog")
    changes_shown(page)
    # A list that is open is closed where the page moves below it, as it does while charts come.
    expect(page.locator("svg.marks")).to_have_count(2)
    box = page.get_by_label("The entry that should have answered")
    option = page.get_by_role("option", name="Is there a café on board?")

    def is_open() -> bool:
        box.press("ArrowDown")
        page.wait_for_timeout(500)
        return option.is_visible()

    assert eventually(is_open)
    option.click()
    expect(page.locator(".fd-changes")).to_contain_text(
        "as another way to ask “Is there a café on board?”", timeout=COLD_MS
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_are_readable_in_both_themes(visit: Visit, scheme: str) -> None:
    page = visit("inspect?question=dogs+and+cats+aboard", color_scheme=scheme)
    changes_shown(page)
    names = [".fd-outcome", ".fd-summary li", ".fd-figures td", ".fd-figures small", ".fd-moves"]
    names.append(".st-key-inspect .fd-help")
    shown = {name: contrast(page.locator(name).first) for name in names}
    assert {name: ratio for name, ratio in shown.items() if ratio < 4.5} == {}


def test_nothing_is_wider_than_a_phone(visit: Visit) -> None:
    page = visit("inspect?question=Can+I+bring+my+dog%3F", viewport={"width": 390, "height": 760})
    changes_shown(page)
    page.get_by_text("What it was taken for, and step by step").click()
    expect(page.get_by_text("Milliseconds")).to_be_visible()
    overflowing = page.evaluate(
        """[...document.querySelectorAll("html, .stMain, .stMainBlockContainer")]
            .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.className)"""
    )
    assert overflowing == []

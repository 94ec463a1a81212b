"""The library looked after in a real browser: two tabs, a publish that is watched, a visitor."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from data.roles import Role
from pipeline.build import open_faqdesk
from tests.app import test_browser
from tests.app.signing import signed_in
from tests.app.test_browser import Site, ask, eventually

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, expect  # noqa: E402

pytestmark = pytest.mark.slow

# These machines are slow at times, and a page is drawn in many steps.
expect.set_options(timeout=20_000)

site, browser, visit = test_browser.site, test_browser.browser, test_browser.visit
Enter = Callable[..., Page]


@pytest.fixture
def enter(site: Site, visit: Callable[..., Page]) -> Enter:
    """Opens a page as somebody who is signed in."""

    def entered(path: str, role: Role = Role.OWNER, name: str = "") -> Page:
        page = visit()
        cookie = signed_in(site.home, role, name).cookie(site.url)
        page.context.add_cookies([cookie])  # type: ignore[list-item]
        page.goto(f"{site.url}/{path}")
        return page

    return entered


def write(page: Page, label: str, text: str) -> None:
    field = page.get_by_role("textbox", name=label, exact=True)
    field.fill(text)
    field.press("Control+Enter")


def save(page: Page, name: str = "Save as draft") -> None:
    page.get_by_role("button", name=name).click()


def test_two_tabs_edit_one_entry_and_nothing_is_overwritten_in_silence(enter: Enter) -> None:
    first = enter("entries?entry=dog", name="Ada")
    second = enter("entries?entry=dog", Role.EDITOR, name="Bo")
    for page in (first, second):
        expect(page.get_by_role("heading", level=1)).to_have_text("Can I bring my dog aboard?")
    write(first, "Answer", "Dogs are welcome, says Ada.")
    save(first)
    expect(first.get_by_text("Draft by Ada")).to_be_visible()
    write(second, "Answer", "Dogs are welcome, says Bo.")
    expect(second.get_by_text("Ada changed this entry while you had it open")).to_be_visible()
    expect(second.get_by_role("textbox", name="Answer", exact=True)).to_have_value(
        "Dogs are welcome, says Bo."
    )
    expect(second.locator("ins", has_text="Ada").first).to_be_visible()
    second.get_by_role("button", name="Take theirs").click()
    expect(second.get_by_text("Ada changed this entry")).to_have_count(0)
    expect(second.get_by_role("textbox", name="Answer", exact=True)).to_have_value(
        "Dogs are welcome, says Ada."
    )


def test_an_entry_is_written_published_and_found_by_a_visitor(
    enter: Enter, visit: Callable[..., Page], site: Site
) -> None:
    page = enter("entries")
    page.get_by_role("button", name="Add an entry").click()
    write(page, "Question", "Where does the lighthouse tour begin?")
    write(page, "Answer", "At the **red door**. <script>document.title = 'stolen'</script>")
    save(page)
    expect(page.get_by_text("new", exact=True)).to_be_visible()
    page.get_by_role("link", name="Publish").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Publish")
    page.get_by_role("button", name="Publish").last.click()
    page.reload()
    expect(page.get_by_text("is live.")).to_be_visible()
    expect(page.get_by_text("No entry has a draft.")).to_be_visible()
    visitor = visit()
    exchange = ask(visitor, "Where does the lighthouse tour begin?")
    expect(exchange.locator("strong")).to_have_text("red door")
    expect(exchange.get_by_text("<script>document.title")).to_be_visible()
    assert visitor.title() != "stolen"


def test_an_owner_goes_back_to_what_was_published_before(enter: Enter, site: Site) -> None:
    page = enter("publish")
    page.get_by_role("tab", name="Published before").click()
    page.get_by_text("Generation 1 ·").click()
    page.get_by_role("button", name="Go back to generation 1").click()
    page.get_by_role("button", name="Go back", exact=True).click()
    expect(page.get_by_text("Generation 1 is live again.")).to_be_visible()
    desk = open_faqdesk(site.home)
    assert eventually(lambda: desk.store.current_generation_number() == 1)
    desk.engine.dispose()


def test_an_owner_takes_the_entries_and_the_archive_along(enter: Enter, site: Site) -> None:
    page = enter("export")
    for name, begins in (("CSV", b"\xef\xbb\xbfid,question"), ("Download the archive", b"PK")):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=name).click()
        path = waiting.value.path()
        assert path.read_bytes().startswith(begins)
    desk = open_faqdesk(site.home)
    [event] = desk.audit.search("archive downloaded", limit=10)
    desk.engine.dispose()
    assert event.change.who == "Owner"


def test_a_reader_may_look_and_has_no_buttons_that_change_anything(enter: Enter) -> None:
    page = enter("entries?entry=cat", Role.READER)
    expect(page.get_by_role("textbox", name="Answer", exact=True)).to_be_disabled()
    expect(page.get_by_role("button", name="Save as draft")).to_have_count(0)
    expect(page.get_by_role("link", name="People")).to_have_count(0)

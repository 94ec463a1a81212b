"""Signing in as an owner does it: a real server, a real browser, no network but loopback."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from data.roles import Role
from pipeline.accounts import COMMAND_LINE, AccountService
from pipeline.build import open_faqdesk
from tests.app import test_browser
from tests.app.signing import SignedInAs
from tests.app.test_browser import Site, contrast

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, expect  # noqa: E402

pytestmark = pytest.mark.slow

Visit = Callable[..., Page]
SignIn = Callable[..., SignedInAs]
# A server, a browser and a way to open pages of our own.
site, browser, visit = test_browser.site, test_browser.browser, test_browser.visit
PASSWORD = "a boat on the lake"
OWNERS = ("Quality", "Change log", "People")


@pytest.fixture
def accounts(site: Site) -> Iterator[AccountService]:
    desk = open_faqdesk(site.home)
    yield desk.accounts
    desk.engine.dispose()


@pytest.fixture
def ann(accounts: AccountService) -> str:
    """An owner of this name with a password, known to nobody as having failed."""
    known = {user.name for user in accounts.users(COMMAND_LINE)}
    if "Ann" in known:
        accounts.set_password(COMMAND_LINE, "Ann", PASSWORD)
    else:
        accounts.add(COMMAND_LINE, "Ann", PASSWORD, Role.OWNER)
    return "Ann"


def fill(page: Page, **fields: str) -> None:
    for label, text in fields.items():
        page.get_by_role("textbox", name=label.replace("_", " ")).fill(text)


def sign_in(page: Page, name: str = "Ann", password: str = PASSWORD) -> None:
    fill(page, Name=name, Password=password)
    page.get_by_role("button", name="Sign in", exact=True).click()


def title(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def session_cookies(page: Page) -> list[dict]:
    return [dict(c) for c in page.context.cookies() if c["name"] == "faqdesk_session"]


def kept(page: Page) -> dict:
    """The cookie of the session, once it is there."""
    page.wait_for_function("document.cookie.includes('faqdesk_session=')")
    return session_cookies(page)[0]


# First, for there is an owner afterwards.
def test_the_link_that_serving_shows_makes_the_first_owner(
    visit: Visit, accounts: AccountService, site: Site
) -> None:
    code = accounts.setup_code()
    assert stat.S_IMODE((site.home / "setup-code").stat().st_mode) == 0o600
    other = visit("people")
    title(other, "Welcome")
    page = visit(f"sign_in?setup={code}")
    title(page, "Welcome")
    fill(page, Name="First")
    page.get_by_label("Password, 10 characters or more").fill(PASSWORD)
    page.get_by_label("The same password again").fill(PASSWORD)
    page.get_by_role("button", name="Become the owner").click()
    title(page, "Your account")
    expect(page).to_have_url(f"{site.url}/sign_in")
    assert not (site.home / "setup-code").exists()
    for link in OWNERS:
        expect(page.locator(".stSidebar").get_by_role("link", name=link)).to_be_visible()
    other.reload()
    title(other, "Sign in")


def test_whoever_signs_in_stays_so_when_the_page_is_loaded_again_until_they_sign_out(
    visit: Visit, ann: str, accounts: AccountService, site: Site
) -> None:
    page = visit("people")
    title(page, "Sign in")
    sign_in(page)
    title(page, "People")
    cookie = kept(page)
    assert (cookie["sameSite"], cookie["path"], cookie["secure"]) == ("Strict", "/", False)
    hours = datetime.fromtimestamp(cookie["expires"], UTC) - datetime.now(UTC)
    assert timedelta(hours=11.9) < hours <= timedelta(hours=12)
    page.reload()
    title(page, "People")
    another = page.context.new_page()
    another.goto(f"{site.url}/quality")
    title(another, "Quality")
    page.locator(".stSidebar").get_by_role("link", name="Ann").click()
    page.get_by_role("button", name="Sign out").click()
    title(page, "Sign in")
    page.wait_for_function("!document.cookie.includes('faqdesk_session=')")
    assert accounts.user_of(cookie["value"]) is None
    page.reload()
    title(page, "Sign in")
    # The page that was open beside it can do nothing more either.
    another.locator(".stSidebar").get_by_role("link", name="Change log").click()
    title(another, "Sign in")


def test_a_cookie_that_was_copied_is_worth_nothing_after_signing_out(
    visit: Visit, signed_in_as: SignIn, site: Site, accounts: AccountService
) -> None:
    who = signed_in_as(site.home, name="Copied")
    page = visit("people", who)
    title(page, "People")
    accounts.sign_out(who.token)
    page.reload()
    title(page, "Sign in")


def test_five_wrong_passwords_stop_even_the_right_one(visit: Visit, ann: str) -> None:
    page = visit("sign_in")
    for number in range(5):
        sign_in(page, password=f"wrong {number}")
        expect(page.get_by_role("alert")).to_contain_text("The name or the password is not right.")
        expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_enabled()
        expect(page.locator("[data-test-script-state=running]")).to_have_count(0)
    sign_in(page)
    expect(page.get_by_role("alert")).to_contain_text("Try again in")
    title(page, "Sign in")
    elsewhere = visit("sign_in")
    sign_in(elsewhere, name="ann")
    expect(elsewhere.get_by_role("alert")).to_contain_text("Try again in")


def test_an_expired_session_asks_to_sign_in_again(
    visit: Visit, signed_in_as: SignIn, site: Site
) -> None:
    for hours, heading in ((1, "People"), (-1, "Sign in")):
        title(visit("people", signed_in_as(site.home, name="Late", hours=hours)), heading)


@pytest.mark.parametrize(("role", "shown"), [(Role.READER, 1), (Role.EDITOR, 2), (Role.OWNER, 3)])
def test_a_role_is_shown_and_given_its_pages_alone(
    visit: Visit, signed_in_as: SignIn, site: Site, role: Role, shown: int
) -> None:
    page = visit("", signed_in_as(site.home, role))
    side = page.locator(".stSidebar")
    expect(side.get_by_role("link", name=str(role).title())).to_be_visible()
    for number, name in enumerate(OWNERS):
        expect(side.get_by_role("link", name=name)).to_have_count(int(number < shown))
    for number, (path, name) in enumerate(zip(("quality", "audit", "people"), OWNERS, strict=True)):
        page.goto(f"{site.url}/{path}")
        title(page, name if number < shown else "Your role does not allow this")


def test_visitors_ask_without_an_account(visit: Visit) -> None:
    page = visit("")
    expect(page.get_by_text("For example")).to_be_visible()
    expect(page.locator(".stSidebar").get_by_role("link", name="Sign in")).to_be_visible()
    for name in OWNERS:
        expect(page.get_by_role("link", name=name)).to_have_count(0)
    assert session_cookies(page) == []


def test_an_owner_adds_somebody_with_a_hostile_name_and_reads_it_in_the_list_of_changes(
    visit: Visit, signed_in_as: SignIn, site: Site, tmp_path: Path
) -> None:
    hostile = "=Bob <img src=x onerror=alert(1)> :red[x]"
    page = visit("people", signed_in_as(site.home))
    page.get_by_role("textbox", name="Name").fill(hostile)
    page.get_by_label("First password").fill(PASSWORD)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="may sign in as")).to_contain_text(hostile)
    expect(page.locator("summary").filter(has_text=f"{hostile} · editor")).to_be_visible()
    page.goto(f"{site.url}/audit")
    search = page.get_by_label("Search")
    search.fill("onerror")
    search.press("Enter")
    expect(page.locator("summary")).to_have_count(1)
    page.locator("summary").click()
    expect(page.locator(".fd-differences")).to_contain_text("editor")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as CSV").click()
    download.value.save_as(tmp_path / "changes.csv")
    text = (tmp_path / "changes.csv").read_text("utf-8-sig")
    assert f",'{hostile}," in text
    assert len(text.splitlines()) == 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [380, 1280])
def test_the_pages_are_readable_and_fit(
    visit: Visit, signed_in_as: SignIn, site: Site, scheme: str, width: int
) -> None:
    owner = signed_in_as(site.home)
    page = visit("", owner, color_scheme=scheme, viewport={"width": width, "height": 760})
    faint = {}
    for path in ("people", "audit", "sign_in"):
        page.goto(f"{site.url}/{path}")
        opened = page.locator("summary").last
        opened.click()
        for name in ("h1", ".fd-help", ".fd-count", "summary p"):
            for text in page.locator(name).all()[:2]:
                faint[f"{path} {name}"] = contrast(text)
        for label in page.locator("button[data-testid^=stBaseButton-primary] p").all():
            faint[f"{path} button"] = contrast(label)
        wide = page.evaluate(
            """[...document.querySelectorAll("html, .stMain, .stMainBlockContainer")]
                .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.className)"""
        )
        assert wide == [], path
    if width < 640:
        bar = page.locator(".st-key-phone-bar")
        faint["bar"] = min(contrast(bar.get_by_text(name)) for name in ("Ask", "Manage"))
        bar.get_by_role("button", name="Manage").click()
        page.get_by_role("link", name="People").last.click()
        title(page, "People")
    else:
        page.goto(f"{site.url}/people")
        title(page, "People")
        faint["account"] = contrast(page.locator(".st-key-account p"))
    assert {name: ratio for name, ratio in faint.items() if ratio < 4.5} == {}


def test_no_token_password_or_code_is_in_the_log_of_the_server(
    site: Site, ann: str, visit: Visit
) -> None:
    page = visit("people")
    sign_in(page)
    token = kept(page)["value"]
    log = (site.home / "server.log").read_text("utf-8")
    assert token not in log
    assert PASSWORD not in log

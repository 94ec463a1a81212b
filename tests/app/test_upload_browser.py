"""The Upload page as an editor has it: a real server, a real browser, no network but loopback."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator

import pytest
from openpyxl import load_workbook

from data.roles import Role
from pipeline.build import open_faqdesk
from tests.app import test_browser
from tests.app.signing import signed_in
from tests.app.test_browser import ROOT, Site, contrast, eventually

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, expect  # noqa: E402

pytestmark = pytest.mark.slow

Visit = Callable[..., Page]
Give = Callable[..., Page]
# A server, a browser and a way to open pages of our own.
site, browser, visit = test_browser.site, test_browser.browser, test_browser.visit

WORKBOOK = ROOT.parent / "shared" / "data" / "import" / "aws_qnabot" / "import-fail.xlsx"
HOSTILE = '<script>document.title = "stolen"</script><img src=x onerror="document.title=1">'
TABLE = """\
Frage,Antwort,Thema
Can I bring my dog aboard?,Dogs are welcome on the {name} deck.,Pets
Where is the {name} harbour?,At the end of Pier Road.,Ports
,An answer to nothing.,Ports
"""
MB = 1024**2


def table(name: str) -> bytes:
    return TABLE.format(name=name).encode()


def drafts(site: Site) -> dict[str, str]:
    desk = open_faqdesk(site.home)
    try:
        return {item.entry.question: item.entry.category for item in desk.drafts.drafts()}
    finally:
        desk.engine.dispose()


def applied(site: Site) -> int:
    desk = open_faqdesk(site.home)
    try:
        return len(desk.audit.search("upload applied", limit=99))
    finally:
        desk.engine.dispose()


def zipped(names: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in names.items():
            archive.writestr(name, data)
    return stream.getvalue()


def give(page: Page, *files: tuple[str, bytes]) -> None:
    page.locator("input[type=file]").set_input_files(
        [{"name": n, "mimeType": "application/octet-stream", "buffer": data} for n, data in files]
    )


def previewed(page: Page) -> None:
    """Waits until the page has said what would change and what stands out."""
    expect(page.locator(".fd-counts")).to_be_visible()
    expect(page.get_by_test_id("stSpinner")).to_have_count(0)


def choose(page: Page, field: str, column: str) -> None:
    page.get_by_text("Columns: Question from").click()
    box = page.get_by_role("combobox", name=field, exact=True)
    option = page.get_by_role("option", name=column)

    # A list that is opened while its part of the page still unfolds is closed again.
    def is_open() -> bool:
        box.click()
        page.wait_for_timeout(500)
        return option.is_visible()

    assert eventually(is_open)
    option.click()


@pytest.fixture
def open_upload(site: Site, visit: Visit) -> Iterator[Visit]:
    """Opens the page as an editor, in a window of its own."""
    expect.set_options(timeout=20_000)

    def opened(**options: object) -> Page:
        page = visit("ask-nothing", **options)
        page.context.add_cookies([signed_in(site.home, Role.EDITOR).cookie(site.url)])
        page.goto(f"{site.url}/upload")
        expect(page.locator("input[type=file]")).to_be_attached()
        return page

    yield opened
    expect.set_options(timeout=5_000)


@pytest.fixture
def page(open_upload: Visit) -> Page:
    return open_upload()


def test_a_table_is_looked_at_its_columns_changed_and_then_added(page: Page, site: Site) -> None:
    give(page, ("faq.csv", table("north")))
    previewed(page)
    expect(page.get_by_text("2 questions understood")).to_be_visible()
    assert "Where is the north harbour?" not in drafts(site)
    choose(page, "Category", "Thema")
    previewed(page)
    page.get_by_role("tab", name="Changed (1)").click()
    expect(page.locator("ins", has_text="on the north deck")).to_be_visible()
    page.get_by_role("tab", name="Added (1)").click()
    page.get_by_text("Where is the north harbour?").click()
    expect(page.get_by_role("definition").get_by_text("Ports")).to_be_visible()
    page.get_by_role("button", name="Add to drafts").click()
    expect(page.get_by_role("heading", name="Added to the drafts")).to_be_visible()
    expect(page.get_by_text("1 added, 1 changed")).to_be_visible()
    assert drafts(site)["Where is the north harbour?"] == "Ports"


def test_rejected_rows_are_downloaded_mended_and_uploaded_again(page: Page) -> None:
    give(page, ("faq.csv", table("east")))
    previewed(page)
    page.get_by_role("tab", name="Rejected (1)").click()
    expect(page.get_by_text("faq.csv, row 4, column Frage")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the rejected rows").click()
    book = load_workbook(io.BytesIO(download.value.path().read_bytes()))
    sheet = book.active
    head, row = ([cell.value for cell in cells] for cells in sheet)
    assert dict(zip(head, row, strict=True))["Antwort"] == "An answer to nothing."
    sheet.cell(2, head.index("Frage") + 1).value, mended = "What is it?", io.BytesIO()
    book.save(mended)
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".fd-counts")).to_have_count(0)
    give(page, ("mended.xlsx", mended.getvalue()))
    previewed(page)
    expect(page.get_by_role("tab", name="Added (1)")).to_be_visible()


@pytest.mark.skipif(not WORKBOOK.exists(), reason="the shared data is not there")
def test_a_real_workbook_with_faults_is_understood_as_far_as_it_goes(page: Page) -> None:
    page.locator("input[type=file]").set_input_files(WORKBOOK)
    previewed(page)
    expect(page.get_by_text("3 questions understood")).to_be_visible()
    page.get_by_role("tab", name="Rejected (1)").click()
    expect(page.get_by_text("import-fail.xlsx, row 2")).to_be_visible()


def test_too_large_a_file_is_refused_with_the_limit(page: Page) -> None:
    give(page, ("big.csv", b"question,answer\n" + b"x" * 20 * MB))
    expect(page.get_by_text(re.compile("must be 15.?0? ?MB or smaller"))).to_be_visible()
    expect(page.locator(".fd-counts")).to_have_count(0)


def test_archives_that_mean_harm_are_refused(page: Page) -> None:
    bomb = zipped({f"{n}.csv": b"question,answer\n" + b"a" * 150 * MB for n in range(2)})
    give(page, ("bomb.zip", bomb), ("out.zip", zipped({"../../evil.csv": table("out")})))
    previewed(page)
    expect(page.get_by_text(re.compile("bomb.zip.*unpack")).first).to_be_visible()
    expect(page.get_by_text(re.compile("out.zip.*evil.csv")).first).to_be_visible()
    expect(page.get_by_role("button", name="Add to drafts")).to_be_disabled()


def test_markup_in_an_answer_is_shown_and_not_obeyed(page: Page) -> None:
    text = f"# What is the evil eye?\n\nIt is this: {HOSTILE}\n"
    give(page, ("evil.md", text.encode()))
    previewed(page)
    page.get_by_text("What is the evil eye?", exact=True).click()
    expect(page.get_by_text(HOSTILE)).to_be_visible()
    assert page.title() not in ("stolen", "1")
    assert page.locator(".fd-prose img, .fd-prose script").count() == 0


def test_a_double_click_adds_once(page: Page, site: Site) -> None:
    before = applied(site)
    give(page, ("faq.csv", table("south")))
    previewed(page)
    page.get_by_role("button", name="Add to drafts").dblclick()
    expect(page.get_by_role("heading", name="Added to the drafts")).to_be_visible()
    assert eventually(lambda: applied(site) == before + 1)
    page.wait_for_timeout(1_000)
    assert applied(site) == before + 1


def test_a_reload_during_the_preview_leaves_nothing_behind(page: Page, site: Site) -> None:
    before = drafts(site)
    many = "".join(f"Question {n}?,Answer {n}.\n" for n in range(20_000))
    give(page, ("many.csv", f"question,answer\n{many}".encode()))
    page.wait_for_timeout(500)
    page.reload()
    expect(page.get_by_text("What a file may look like")).to_be_visible()
    expect(page.locator(".fd-counts")).to_have_count(0)
    assert drafts(site) == before


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_are_readable_in_both_themes(open_upload: Visit, scheme: str) -> None:
    page = open_upload(color_scheme=scheme)
    give(page, ("faq.csv", table("west") + b"Who?,Write to anna.smith@gmail.com please.,x\n"))
    previewed(page)
    names = [".fd-lead", ".fd-counts div", ".fd-counts b", ".fd-bad", ".fd-chart-title"]
    names.append(".st-key-upload-apply button p")
    shown = {name: contrast(page.locator(name).first) for name in names}
    page.get_by_role("tab", name="Changed").click()
    shown["ins"] = contrast(page.locator("ins").first)
    page.get_by_role("tab", name="Checks").click()
    shown["fault"] = contrast(page.locator(".fd-findings .fd-fault").first)
    assert {name: ratio for name, ratio in shown.items() if ratio < 4.5} == {}


def test_nothing_is_wider_than_a_phone(open_upload: Visit) -> None:
    page = open_upload(viewport={"width": 380, "height": 760})
    give(page, ("faq.csv", table("far")))
    previewed(page)
    for tab in ("Added", "Changed", "Rejected", "Checks"):
        page.get_by_role("tab", name=tab).click()
        overflowing = page.evaluate(
            """[...document.querySelectorAll("html, .stMain, .stMainBlockContainer")]
                .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.className)"""
        )
        assert overflowing == []

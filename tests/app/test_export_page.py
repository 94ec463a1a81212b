"""The Export page, run in this process without a browser."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from data.archive_reading import open_archive
from data.audit import Action
from data.errors import InputError, NotAllowedError
from data.exporting import FORMATS, too_long_for_xlsx
from data.records import Entry, Status
from data.roles import Role
from data.workbook import MAX_CELL
from pipeline.build import Faqdesk
from pipeline.drafting.uploading import UploadedFile
from pipeline.exports import archive_file, entries_file
from tests.app.signing import signed_in
from tests.app.test_pages import Visitor
from tests.turns import answered, log

Publish = Callable[[Path, Sequence[Entry]], None]
EXPORT = "screens/export.py"

pytestmark = pytest.mark.usefixtures("fresh_pages")


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files, of this test alone."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


class Taker(Visitor):
    """Somebody on the Export page."""

    def __init__(self, role: Role = Role.OWNER) -> None:
        super().__init__()
        signed_in(Path(os.environ["FAQDESK_HOME"]), role).enter(self.page)
        self.visit(EXPORT)

    @property
    def offered(self) -> list[str]:
        """The keys of the files that can be had."""
        found = self.page.get("download_button")
        return [str(it.proto.id).rsplit("-export-", 1)[-1] for it in found if not it.proto.disabled]


def test_a_reader_is_offered_the_entries_and_not_the_archive(desk: Faqdesk) -> None:
    reader = Taker(Role.READER)
    assert reader.offered == ["csv", "xlsx", "jsonl"]
    assert "6 entries" in reader.text
    assert "An owner can download it." in reader.text


def test_an_owner_is_offered_the_archive_and_told_what_is_in_it(desk: Faqdesk) -> None:
    owner = Taker()
    assert owner.offered == ["csv", "xlsx", "jsonl", "archive"]
    assert "the questions that visitors asked" in owner.text
    assert "Not in it: who may sign in and their passwords" in owner.text
    assert "faqdesk restore library.zip" in owner.text


def test_the_entries_can_be_had_as_published_or_with_the_drafts(desk: Faqdesk) -> None:
    editor = signed_in(desk.settings.home, Role.EDITOR).user
    assert not Taker().page.button_group
    desk.drafts.set_status(["cat", "dog"], Status.RETIRED, editor)
    page = Taker()
    assert "6 entries" in page.text
    page.page.button_group(key="export-which").set_value("With the drafts")
    page.run()
    assert "4 entries" in page.text


def test_an_empty_library_says_that_there_is_nothing(page_home: Path) -> None:
    signed_in(page_home)
    page = Taker()
    assert page.offered == []
    assert "There is nothing to export yet." in page.text


def test_an_entry_that_no_cell_holds_is_named_in_place_of_the_excel_file(
    desk: Faqdesk, page_home: Path, publish: Publish
) -> None:
    publish(page_home, [Entry("long", "What is in <b>it</b>?", "é" * (MAX_CELL + 1))])
    page = Taker(Role.READER)
    assert page.offered == ["csv", "jsonl"]
    assert (
        "cannot hold the text of “<span" in page.text or "of “What is in &lt;b&gt;it" in page.text
    )


def test_what_is_too_long_for_a_cell_is_known_beforehand() -> None:
    fits = Entry("a", "A?", "x" * MAX_CELL)
    astral = Entry("b", "B?", "🐕" * (MAX_CELL // 2 + 1))
    escaped = Entry("c", "C?", "\x08" * 4_682)
    assert too_long_for_xlsx([fits, astral, escaped]) == [astral, escaped]
    assert entries_file([fits], "xlsx")
    for entry in (astral, escaped):
        with pytest.raises(InputError, match="too long for XLSX"):
            entries_file([entry], "xlsx")


@pytest.mark.parametrize("format", FORMATS)
def test_a_file_that_was_taken_changes_nothing_when_it_is_uploaded(
    desk: Faqdesk, scratch: Path, format: str
) -> None:
    written = [revision.entry for revision in desk.store.current_revisions()]
    # A file's answers are tidied as they are read, and links that do harm are left out.
    entries = [entry for entry in written if entry.id != "price"]
    content = entries_file(entries, format)
    file = UploadedFile(f"library.{format}", content)
    preview = desk.uploads.preview([file], replace_all=False)
    assert (preview.unchanged, preview.edits, preview.rejected) == (5, (), ())
    assert list(scratch.iterdir()) == []


def test_the_archive_holds_the_library_and_who_took_it_is_noted(
    desk: Faqdesk, scratch: Path, tmp_path: Path
) -> None:
    log(desk.turns, answered("dogs?", "dog"))
    owner = signed_in(desk.settings.home).user
    content = archive_file(desk, owner)
    assert list(scratch.iterdir()) == []
    (tmp_path / "taken.zip").write_bytes(content)
    with open_archive(tmp_path / "taken.zip") as archive:
        assert archive.info.rows("entries") == 6
        assert archive.info.rows("turns") == 1
        assert archive.info.rows("users") == 0
    [event] = desk.audit.search("archive downloaded", limit=10)
    assert (event.change.who, event.change.action) == ("Owner", Action.ARCHIVE_TAKEN)
    assert {(fact.name, fact.value) for fact in event.change.after} >= {("questions asked", "1")}


@pytest.mark.parametrize("role", [Role.READER, Role.EDITOR])
def test_nobody_else_gets_the_archive_by_calling_the_function(desk: Faqdesk, role: Role) -> None:
    somebody = signed_in(desk.settings.home, role).user
    with pytest.raises(NotAllowedError, match="may not download the archive"):
        archive_file(desk, somebody)
    assert desk.audit.search("archive downloaded", limit=1) == []

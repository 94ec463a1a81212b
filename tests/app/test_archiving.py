"""`faqdesk backup` and `faqdesk restore` as a person runs them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.app.test_command import FAQ, faqdesk


@pytest.fixture(autouse=True)
def _stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAQDESK_ENCODER", "hash")
    monkeypatch.setenv("FAQDESK_READER", "overlap")


@pytest.fixture
def backed_up(tmp_path: Path) -> str:
    (tmp_path / "faq.csv").write_text(FAQ, "utf-8")
    assert faqdesk("ingest", str(tmp_path / "faq.csv")).status == 0
    assert faqdesk("ask", "Can I bring my dog?").status == 0
    assert faqdesk("backup", str(tmp_path / "library.zip")).status == 0
    return str(tmp_path / "library.zip")


def test_backup_says_what_is_in_it_and_what_is_not(backed_up: str) -> None:
    ran = faqdesk("backup", backed_up, "--overwrite")
    assert "MB): entries 3, revisions 3, drafts 0, questions asked 1." in ran.out
    assert "Not in it: who may sign in, their passwords and sessions" in ran.out


def test_a_backup_is_not_written_over_another_unawares(backed_up: str) -> None:
    before = Path(backed_up).read_bytes()
    again = faqdesk("backup", backed_up)
    assert (again.status, again.out) == (2, "")
    assert "is there already. Give another name, or --overwrite" in again.err
    assert Path(backed_up).read_bytes() == before


def test_a_backup_that_fails_leaves_the_file_that_it_was_to_replace(
    backed_up: str, home: Path
) -> None:
    before = Path(backed_up).read_bytes()
    # One row that cannot be read, among others that can.
    with closing(sqlite3.connect(home / "faqdesk.db")) as database, database:
        database.execute("UPDATE turns SET asked_at = 'no time at all'")
    failed = faqdesk("backup", backed_up, "--overwrite")
    assert (failed.status, failed.err.startswith("faqdesk: ")) == (2, True)
    assert Path(backed_up).read_bytes() == before
    beside = {path.name for path in Path(backed_up).parent.iterdir()}
    assert beside == {"home", "faq.csv", "library.zip"}


def test_restore_brings_it_back_into_another_home(backed_up: str, tmp_path: Path) -> None:
    home = ("--home", str(tmp_path / "other"))
    ran = faqdesk("restore", backed_up, *home)
    assert (ran.status, ran.err) == (0, "")
    assert "UTC: entries 3, revisions 3, drafts 0, questions asked 1." in ran.out
    assert "Generation 1 is live." in ran.out
    assert "add people with `faqdesk admin add NAME`" in ran.out
    assert "dog\tPets\tCan I bring my dog?" in faqdesk("list", *home).out
    assert "ingest faq.csv" in faqdesk("show", "dog", *home).out
    assert faqdesk("doctor", *home).status == 0


def test_both_as_json(backed_up: str, tmp_path: Path) -> None:
    written = faqdesk("backup", backed_up, "--overwrite", "--json").json
    assert (written["generation"], written["rows"]["turns"]) == (1, 1)
    assert written["bytes"] == Path(backed_up).stat().st_size
    restored = faqdesk("restore", backed_up, "--json", "--home", str(tmp_path / "other")).json
    assert restored["rows"] == written["rows"]
    assert (restored["generation"], restored["warnings"]) == (1, [])


def test_what_cannot_be_done_ends_with_2_and_a_sentence(backed_up: str, tmp_path: Path) -> None:
    again = faqdesk("restore", backed_up)
    assert again.status == 2
    assert "can only be restored into an empty library" in again.err
    foreign = faqdesk("restore", str(tmp_path / "faq.csv"), "--home", str(tmp_path / "other"))
    assert (foreign.status, "not a backup of faqdesk" in foreign.err) == (2, True)
    assert not (tmp_path / "other").exists()
    empty = faqdesk("backup", str(tmp_path / "x.zip"), "--home", str(tmp_path / "empty"))
    assert (empty.status, "library is empty" in empty.err) == (2, True)

"""The library as a file for whoever asks on a page: the bytes are handed out, and no file stays."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from data.audit import Action, Change, Fact
from data.exporting import export_entries
from data.records import Entry
from data.roles import Role, User
from pipeline.archive import backup
from pipeline.build import Faqdesk


def entries_file(entries: Iterable[Entry], format: str) -> bytes:
    """The entries as `faqdesk export` writes them: "csv", "xlsx" or "jsonl".

    Raises:
        InputError: the format is another, or an entry is too long for a cell of XLSX.
        DiskError: the disk is full.
    """
    with TemporaryDirectory(prefix="faqdesk-") as folder:
        path = Path(folder, f"library.{format}")
        export_entries(entries, path)
        return path.read_bytes()


def archive_file(faqdesk: Faqdesk, by: User) -> bytes:
    """The library with its history as `faqdesk backup` writes it; who took it is noted.

    Raises:
        InputError: the library is empty.
        DiskError: the disk is full.
        NotAllowedError: when `by` is no owner.
    """
    by.check(Role.OWNER, "download the archive")
    with TemporaryDirectory(prefix="faqdesk-") as folder:
        path = Path(folder, "library.zip")
        info = backup(faqdesk, path)
        content = path.read_bytes()
    facts = (
        Fact("entries", str(info.rows("entries"))),
        Fact("questions asked", str(info.rows("turns"))),
        Fact("bytes", str(len(content))),
    )
    subject = f"library as of {datetime.now(UTC):%Y-%m-%d}"
    faqdesk.audit.add(Change(by.name, Action.ARCHIVE_TAKEN, subject, after=facts))
    return content

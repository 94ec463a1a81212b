"""Archives: all of a library but who may sign in; read back, or refused with a reason."""

from __future__ import annotations

import json
import os
import struct
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, Table, event, insert, select
from sqlalchemy.orm import Session

from data import archive_reading
from data.admin_tables import AuditRow
from data.archive import HomeFile, table_file, write_archive
from data.archive_reading import open_archive
from data.archive_rows import ARCHIVED, NOT_ARCHIVED, archived_tables
from data.audit import Action, AuditLog, Change
from data.database import SCHEMA_VERSIONS, open_database
from data.errors import ArchiveError, InputError
from data.records import Entry
from data.restoring import rehearse, restore_archive
from data.tables import VectorRow
from tests.archives import Files, changed, each_row, files_of, manifest_of, packed, rows_of

MOMENT = datetime(2026, 3, 1, 9, 30, 0, 123456, tzinfo=UTC)
SECRET = "argon2-hash-of-a-password"
ENTRY = Entry(
    "dog", "Can I bring “my” dog?\n", "Yes\x00 😀\u2028", ("a|b",), "Pets", ("x",), "s", "u"
)
TEXTS: dict[str, Any] = {
    "question": ENTRY.question,
    "answer": ENTRY.answer,
    "alternates": ["a|b"],
    "category": "Pets",
    "tags": ["x"],
    "source": "s",
    "url": "u",
    "status": "live",
}
REVISION = TEXTS | {"entry_id": "dog", "created_at": MOMENT, "created_by": "me"}
REVISION |= {"number": 7, "digest": ENTRY.digest, "valid_from": None, "valid_until": None}
TURN = {"asked_at": MOMENT, "question": "dog?", "decision": "answered", "entry_id": "dog"}
TURN |= {"confidence": 0.1, "generation": 3, "timings_ms": {"read": 0.25}, "kind": "question"}
TURN |= {"category": None, "suggested": ["dog"], "runner_up": None, "picked": "dog"}
# One row at least of every table, each column with something that could be lost.
ROWS: dict[str, list[dict[str, Any]]] = {
    "revisions": [REVISION],
    "entries": [{"id": "dog", "revision": 7}],
    "generations": [
        {
            "number": 3,
            "created_at": MOMENT,
            "created_by": "me",
            "entries": 1,
            "digest": "d",
            "note": "n",
        }
    ],
    "generation_revisions": [{"generation": 3, "revision": 7}],
    "library": [{"id": 1, "generation": 3}],
    "turns": [TURN | {"id": 5}, TURN | {"id": 9, "entry_id": None, "confidence": 1.0}],
    "feedback": [{"turn": 9, "vote": "up", "voted_at": MOMENT}],
    "evaluations": [
        {"id": 2, "created_at": MOMENT, "name": "q", "generation": 3, "report": {"a": [0.5, None]}}
    ],
    "pending": [
        TEXTS
        | {"entry_id": "cat", "base_revision": 7, "version": 4, "changed_at": MOMENT}
        | {"changed_by": "me", "valid_from": date(2026, 1, 2), "valid_until": date(2026, 12, 31)}
    ],
    "uploads": [{"id": "u1", "name": "faq.csv", "applied_at": MOMENT, "applied_by": "me"}],
    "audit": [
        {"id": 11, "at": MOMENT, "who": "me", "action": "published", "subject": "generation 3"}
        | {"before": None, "after": {"note": "half \ud800"}}
    ],
    "reviews": [
        {"turn": 5, "outcome": "added", "entry_id": "dog", "decided_at": MOMENT, "decided_by": "me"}
    ],
    "out_of_scope": [{"question": "boats?", "added_at": MOMENT, "added_by": "me"}],
    "users": [{"name": "me", "password_hash": SECRET, "role": "owner", "created_at": MOMENT}],
    "sessions": [
        {"token_hash": f"{SECRET}2", "user": "me", "created_at": MOMENT, "expires_at": MOMENT}
    ],
    "failed_sign_ins": [{"id": 1, "name": "me", "failed_at": MOMENT}],
    "vectors": [{"model": "m", "text_hash": "h", "data": b"\x00"}],
}

NewDatabase = Callable[[], Engine]


@pytest.fixture
def new_database(tmp_path: Path) -> Iterator[NewDatabase]:
    """Makes empty databases."""
    engines: list[Engine] = []

    def make() -> Engine:
        path = tmp_path / f"{len(engines)}.db"
        engines.append(open_database(f"sqlite:///{path}", tmp_path / "lock"))
        return engines[-1]

    yield make
    for engine in engines:
        engine.dispose()


@pytest.fixture
def filled(new_database: NewDatabase) -> Engine:
    """A database with something in every table."""
    engine = new_database()
    with engine.begin() as connection:
        for table in AuditRow.metadata.sorted_tables:
            connection.execute(insert(table), ROWS[table.name])
    return engine


@pytest.fixture
def archive(filled: Engine, tmp_path: Path) -> Path:
    write_archive(filled, [HomeFile("settings.toml", b"x = 1\n")], tmp_path / "library.zip")
    return tmp_path / "library.zip"


def contents(engine: Engine, table: Table) -> list[tuple[Any, ...]]:
    with engine.connect() as connection:
        return [
            tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))
        ]


def restored(path: Path, engine: Engine) -> Engine:
    with open_archive(path) as archive:
        rehearse(engine, archive)
        restore_archive(engine, archive, by="somebody")
    return engine


def refused(path: Path, engine: Engine, why: str) -> None:
    """The archive is refused for a reason, and the database is as it was."""
    with pytest.raises(ArchiveError, match=why):
        restored(path, engine)
    assert all(contents(engine, table) == [] for table in archived_tables())


def test_each_table_is_either_archived_or_left_out() -> None:
    names = set(AuditRow.metadata.tables)
    assert set(ARCHIVED) | set(NOT_ARCHIVED) == names == set(ROWS)
    assert not set(ARCHIVED) & set(NOT_ARCHIVED)


def test_every_row_comes_back_as_it_was(
    archive: Path, filled: Engine, new_database: NewDatabase
) -> None:
    other = restored(archive, new_database())
    for table in archived_tables():
        found = contents(other, table)
        assert found[: len(ROWS[table.name])] == contents(filled, table), table.name
        assert len(found) == len(ROWS[table.name]) + (table.name == "audit")


def test_nothing_of_who_may_sign_in_is_in_it_and_that_is_said(archive: Path) -> None:
    files = files_of(archive)
    assert not any(SECRET.encode() in content for content in files.values())
    assert {Path(name).stem for name in files if name.startswith("tables/")} == set(ARCHIVED)
    assert "passwords and sessions; add people with `faqdesk admin add`" in str(
        manifest_of(archive)
    )


def test_it_can_be_read_by_people(archive: Path) -> None:
    (row,) = rows_of(archive, "revisions")
    assert (row["question"], row["alternates"]) == (ENTRY.question, ["a|b"])
    assert row["created_at"] == "2026-03-01T09:30:00.123456+00:00"
    assert rows_of(archive, "pending")[0]["valid_until"] == "2026-12-31"
    assert "“my” dog?" in files_of(archive)["tables/revisions.jsonl"].decode()
    about = manifest_of(archive)
    assert (about["format"], about["schema"], about["generation"]) == (1, SCHEMA_VERSIONS[-1], 3)
    assert {file["name"]: file["rows"] for file in about["files"]}["tables/turns.jsonl"] == 2


def test_it_is_one_state_of_the_library_while_others_write(filled: Engine, tmp_path: Path) -> None:
    turns = AuditRow.metadata.tables["turns"]
    feedback = AuditRow.metadata.tables["feedback"]

    def meanwhile(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        if statement.startswith("SELECT turns"):
            with filled.begin() as other:
                other.execute(insert(turns), TURN | {"id": 10})
                other.execute(insert(feedback), {"turn": 10, "vote": "up", "voted_at": MOMENT})

    event.listen(filled, "after_cursor_execute", meanwhile)
    write_archive(filled, [], tmp_path / "library.zip")
    assert len(contents(filled, feedback)) == 2
    assert [row["turn"] for row in rows_of(tmp_path / "library.zip", "feedback")] == [9]


def test_an_archive_takes_the_place_of_an_earlier_one_only_when_it_is_whole(
    filled: Engine, archive: Path
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the database went away")

    before = archive.read_bytes()
    event.listen(filled, "before_cursor_execute", fail)
    with pytest.raises(RuntimeError, match="went away"):
        write_archive(filled, [], archive)
    assert archive.read_bytes() == before
    assert [name for name in os.listdir(archive.parent) if name.endswith(".tmp")] == []


def test_an_empty_library_is_not_backed_up(new_database: NewDatabase, tmp_path: Path) -> None:
    engine = new_database()
    AuditLog(engine).add(Change("me", Action.SIGNED_IN, "me"))
    with pytest.raises(InputError, match="library is empty: there is nothing to back up"):
        write_archive(engine, [], tmp_path / "library.zip")
    with pytest.raises(InputError, match=r"does not end in \.zip"):
        write_archive(engine, [], tmp_path / "library.tar")
    assert not (tmp_path / "library.zip").exists()


def test_what_was_done_here_before_goes_on_after_what_was_done_there(
    archive: Path, new_database: NewDatabase
) -> None:
    engine = new_database()
    AuditLog(engine).add(Change("owner", Action.USER_ADDED, "owner"))
    events = AuditLog(restored(archive, engine)).search(limit=10)
    assert [(e.id, e.change.action) for e in events] == [
        (13, Action.RESTORED),
        (12, Action.USER_ADDED),
        (11, Action.PUBLISHED),
    ]
    assert (events[0].change.who, events[0].change.subject) == ("somebody", "library.zip")


@pytest.mark.parametrize("table", sorted(set(ARCHIVED) - {"audit"}))
def test_a_library_with_anything_in_it_is_not_restored_into(
    table: str, archive: Path, new_database: NewDatabase
) -> None:
    engine = new_database()
    with engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
        for name in ("revisions", "generations", "turns", table):
            if name == table or table not in ("revisions", "generations", "turns", "uploads"):
                rows = ROWS[name]
                known = AuditRow.metadata.tables[name]
                connection.execute(known.delete())
                connection.execute(insert(known), rows)
    with pytest.raises(InputError, match=r"only be restored into an empty library.*--home"):
        restored(archive, engine)


def test_people_who_may_sign_in_here_stay(archive: Path, new_database: NewDatabase) -> None:
    engine = new_database()
    users = AuditRow.metadata.tables["users"]
    with engine.begin() as connection:
        connection.execute(insert(users), ROWS["users"])
    assert len(contents(restored(archive, engine), users)) == 1


def test_an_archive_of_an_older_schema_gets_the_columns_it_lacks(
    archive: Path, new_database: NewDatabase
) -> None:
    newer = {"turns": ("suggested", "runner_up", "picked"), "generations": ("note",)}
    newer |= {"revisions": ("valid_from", "valid_until")}

    def without_what_came_later(files: Files) -> None:
        for table, columns in newer.items():
            each_row(table, lambda row, c=columns: [row.pop(name) for name in c])(files)
        for table in ("pending", "uploads", "audit", "reviews", "out_of_scope"):
            del files[table_file(table)]

    old = changed(archive, without_what_came_later, schema="0003")
    engine = restored(old, new_database())
    with Session(engine) as session:
        tables = AuditRow.metadata.tables
        assert (
            session.execute(select(tables["turns"].c.suggested, tables["turns"].c.picked)).all()
            == [([], None)] * 2
        )
        assert session.scalar(select(tables["generations"].c.note)) == ""
        assert session.scalar(select(tables["revisions"].c.valid_from)) is None
    refused(changed(archive, without_what_came_later), new_database(), "it lacks 'tables/audit.js")


def test_unknown_files_and_columns_are_left_alone_with_a_warning(
    archive: Path, new_database: NewDatabase
) -> None:
    def extended(files: Files) -> None:
        files["notes.txt"] = b"hello"
        files["tables/users.jsonl"] = json.dumps(ROWS["users"][0], default=str).encode() + b"\n"

    other = changed(archive, extended, each_row("turns", lambda row: row.update(colour="red")))
    engine = new_database()
    with open_archive(other) as opened:
        warnings = rehearse(engine, opened).warnings
        restore_archive(engine, opened, by="me")
    assert warnings == (
        "files that are not understood were left alone: 'notes.txt' and 'tables/users.jsonl'",
        "columns of tables/turns.jsonl that are not understood were left out: 'colour'",
    )
    assert contents(engine, AuditRow.metadata.tables["users"]) == []


def test_a_revision_that_no_longer_says_what_it_said_is_pointed_out(
    archive: Path, new_database: NewDatabase
) -> None:
    other = changed(archive, each_row("revisions", lambda row: row.update(answer="No.")))
    with open_archive(other) as opened:
        (warning,) = rehearse(new_database(), opened).warnings
    assert "altered in the database before the backup: '7'" in warning


@pytest.mark.parametrize("share", [0, 0.01, 0.3, 0.6, 0.9, 0.999])
def test_a_truncated_archive_is_refused(
    share: float, archive: Path, new_database: NewDatabase
) -> None:
    archive.write_bytes(archive.read_bytes()[: int(archive.stat().st_size * share)])
    refused(archive, new_database(), "is damaged or not a backup of faqdesk")


def test_no_changed_byte_of_a_table_goes_unnoticed(
    archive: Path, new_database: NewDatabase
) -> None:
    good, engine = archive.read_bytes(), new_database()
    with zipfile.ZipFile(archive) as source:
        part = source.getinfo("tables/revisions.jsonl")
    # The name's length and that of what follows it stand in the header, 30 bytes long.
    name, more = struct.unpack_from("<HH", good, part.header_offset + 26)
    start = part.header_offset + 30 + name + more
    for at in range(start, start + part.compress_size, 7):
        archive.write_bytes(good[:at] + bytes([good[at] ^ 0x55]) + good[at + 1 :])
        refused(archive, engine, "Nothing was restored; use another backup")


def test_a_file_that_was_edited_or_is_gone_is_named(
    archive: Path, new_database: NewDatabase
) -> None:
    files = files_of(archive)
    edited = files | {"tables/turns.jsonl": files["tables/turns.jsonl"].replace(b"dog?", b"cat?")}
    other = packed(archive.with_name("edited.zip"), edited)
    refused(other, new_database(), "tables/turns.jsonl was changed after the backup was made")
    del edited["home/settings.toml"]
    refused(packed(other, edited), new_database(), "it lacks 'home/settings.toml'")


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"faq.csv": b"question,answer\n"}, r"no manifest\.json at its top"),
        ({"library/manifest.json": b"{}"}, r"no manifest\.json at its top"),
        ({"manifest.json": b"{}"}, "not that of a backup"),
        ({"manifest.json": b"[" * 100_000}, "not that of a backup"),
        ({"manifest.json": b" " * 2_000_000}, "is too large"),
        ({"manifest.json": b'{"format": 1, "schema": 4, "faqdesk": "1"}'}, "a newer faqdesk"),
    ],
)
def test_a_foreign_zip_is_refused(
    files: Files, why: str, tmp_path: Path, new_database: NewDatabase
) -> None:
    refused(packed(tmp_path / "foreign.zip", files), new_database(), why)


def test_a_file_that_is_no_zip_or_not_there_is_refused(
    tmp_path: Path, new_database: NewDatabase
) -> None:
    (tmp_path / "faq.zip").write_text("question,answer\n")
    refused(tmp_path / "faq.zip", new_database(), "not a backup of faqdesk")
    refused(tmp_path / "none.zip", new_database(), r"no file .*none\.zip. Give the \.zip that")
    refused(tmp_path, new_database(), r"no file ")


@pytest.mark.parametrize("newer", [{"format": 2}, {"schema": "9999"}])
def test_an_archive_of_a_newer_faqdesk_is_refused(
    newer: dict[str, Any], archive: Path, new_database: NewDatabase
) -> None:
    refused(changed(archive, **newer), new_database(), r"a newer faqdesk \(.*Install that version")


@pytest.mark.parametrize(
    "name", ["../settings.toml", "tables/../../x", "/etc/passwd", "C:/x", "home/..\\x", "a\\b"]
)
def test_names_that_point_out_of_it_are_refused(
    name: str, archive: Path, new_database: NewDatabase
) -> None:
    other = changed(archive, lambda files: files.update({name: b"x"}))
    refused(other, new_database(), "names that point out of it")


def test_several_files_of_one_name_are_refused(archive: Path, new_database: NewDatabase) -> None:
    with zipfile.ZipFile(archive, "a") as source, pytest.warns(UserWarning, match="Duplicate"):
        source.writestr("tables/turns.jsonl", b"")
    refused(archive, new_database(), "several files of one name")


def test_an_encrypted_archive_is_refused(archive: Path, new_database: NewDatabase) -> None:
    data = bytearray(archive.read_bytes())
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(mark)
        while at >= 0:
            data[at + flags] |= 1
            at = data.find(mark, at + 1)
    archive.write_bytes(data)
    refused(archive, new_database(), "encrypted")


def test_a_zip_that_unpacks_to_far_too_much_is_refused(
    archive: Path, new_database: NewDatabase
) -> None:
    with zipfile.ZipFile(archive, "a", zipfile.ZIP_DEFLATED) as source:
        source.writestr("home/x", bytes(150 * 1024**2))
    refused(archive, new_database(), "unpacks to 150 MB, more than is safe")


def test_a_line_without_an_end_is_not_read_into_memory(
    archive: Path, new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_reading, "MAX_LINE", 100)
    refused(archive, new_database(), "longer than 100 bytes")


@pytest.mark.parametrize(
    ("table", "edit", "why"),
    [
        ("revisions", {"status": "gone"}, "revision 7: 'gone' is not a valid Status"),
        ("revisions", {"alternates": "a"}, 'line 1 of tables/revisions.*alternates cannot be "a"'),
        ("revisions", {"tags": [1]}, r"tags cannot be \[1\]"),
        ("revisions", {"number": "7"}, 'number cannot be "7"'),
        ("revisions", {"number": 2**80}, "number cannot be"),
        ("revisions", {"answer": None}, "answer is empty"),
        ("revisions", {"answer": "half \ud800"}, "answer cannot be"),
        ("revisions", {"created_at": "yesterday"}, 'created_at cannot be "yesterday"'),
        ("revisions", {"valid_from": "1 March"}, "valid_from cannot be"),
        ("pending", {"status": "gone"}, "draft of 'cat': 'gone' is not a valid Status"),
        ("turns", {"confidence": True}, "confidence cannot be true"),
        ("turns", {"timings_ms": []}, r"timings_ms cannot be \[\]"),
        ("entries", {"revision": 8}, "rows contradict each other"),
        ("feedback", {"turn": 1}, "rows contradict each other"),
        ("turns", {"id": 1}, "rows contradict each other"),
    ],
)
def test_rows_that_no_faqdesk_has_written_are_refused(
    table: str, edit: dict[str, Any], why: str, archive: Path, new_database: NewDatabase
) -> None:
    other = changed(archive, each_row(table, lambda row: row.update(edit)))
    refused(other, new_database(), why)


@pytest.mark.parametrize("line", [b"[1]\n", b"{\n", b"\n", b"\xff\n", b"[" * 100_000])
def test_lines_that_are_no_rows_are_refused(
    line: bytes, archive: Path, new_database: NewDatabase
) -> None:
    other = changed(archive, lambda files: files.update({"tables/uploads.jsonl": line}))
    refused(other, new_database(), "line 1 of tables/uploads.jsonl is no row of that table")


def test_a_row_without_a_column_that_has_no_default_is_refused(
    archive: Path, new_database: NewDatabase
) -> None:
    other = changed(archive, each_row("uploads", lambda row: row.pop("name")))
    refused(other, new_database(), "rows contradict each other")


def test_vectors_are_no_content_and_do_not_stand_in_the_way(
    archive: Path, new_database: NewDatabase
) -> None:
    engine = new_database()
    with Session(engine) as session, session.begin():
        session.add(VectorRow(model="m", text_hash="h", data=b"\x00"))
    assert len(contents(restored(archive, engine), VectorRow.__table__)) == 1

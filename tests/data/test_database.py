from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from data import admin_tables
from data.database import SCHEMA_VERSIONS, open_database
from data.errors import DatabaseError, DatabaseNewerError, SettingsError

MIGRATIONS = Path(__file__).parents[2] / "data" / "migrations"


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'faqdesk.db'}"


def test_the_migrations_make_the_tables_that_the_code_uses(tmp_path: Path) -> None:
    engine = open_database(url(tmp_path), tmp_path / "lock")
    with engine.connect() as connection:
        assert (
            compare_metadata(
                MigrationContext.configure(connection), admin_tables.PendingRow.metadata
            )
            == []
        )
    engine.dispose()


def test_the_list_of_versions_is_that_of_the_migration_files() -> None:
    revisions = ScriptDirectory(str(MIGRATIONS)).walk_revisions()
    assert tuple(script.revision for script in revisions)[::-1] == SCHEMA_VERSIONS


def test_foreign_keys_are_enforced(tmp_path: Path) -> None:
    engine = open_database(url(tmp_path), tmp_path / "lock")
    with engine.connect() as connection:
        assert connection.scalar(text("PRAGMA foreign_keys")) == 1
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
    engine.dispose()


def test_a_database_newer_than_the_code_is_refused(tmp_path: Path) -> None:
    engine = open_database(url(tmp_path), tmp_path / "lock")
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(DatabaseNewerError, match=r"schema 9999.*a newer faqdesk wrote it"):
        open_database(url(tmp_path), tmp_path / "lock")


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "faqdesk.db").write_bytes(b"just some text, long enough to be read" * 100)
    with pytest.raises(DatabaseError, match="file is not a database"):
        open_database(url(tmp_path), tmp_path / "lock")


@pytest.mark.parametrize("bad", ["nonsense", "oracle9://x", "sqlite"])
def test_a_url_that_cannot_be_understood_is_named(tmp_path: Path, bad: str) -> None:
    with pytest.raises(SettingsError, match="cannot be used"):
        open_database(bad, tmp_path / "lock")


@pytest.mark.parametrize("bad", ["oracle9://ann:hunter2@host/x", "oracle9:/ann:hunter2@host"])
def test_the_password_in_such_a_url_is_not_told(tmp_path: Path, bad: str) -> None:
    with pytest.raises(SettingsError, match=r"ann:\*\*\*@host"):
        open_database(bad, tmp_path / "lock")

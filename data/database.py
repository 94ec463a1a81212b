"""Opening the database: engine, pragmas, migrations, and errors in our own words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from data.errors import DatabaseError, DatabaseNewerError, DiskError, InputError, SettingsError
from data.locking import exclusive_lock

# The newest migration that this code knows, oldest first; a test holds it against the files.
SCHEMA_VERSIONS = ("0001", "0002", "0003", "0004", "0005")

# How long a writer waits for another one before giving up, in seconds.
BUSY_TIMEOUT_S = 60

_PASSWORD = re.compile(r"(?<=:)[^:@/]+(?=@)")


def open_database(url: str, lock: Path) -> Engine:
    """An engine on a database whose schema is up to date.

    Raises:
        SettingsError: when the URL cannot be understood.
        DatabaseError: when the file is not a database or cannot be opened.
        DatabaseNewerError: when a newer faqdesk wrote it.
    """
    engine = _engine(url)
    with translated():
        if _schema_version(engine) != SCHEMA_VERSIONS[-1]:
            with exclusive_lock(lock):
                _migrate(engine)
    return engine


def _engine(url: str) -> Engine:
    try:
        sqlite = make_url(url).get_backend_name() == "sqlite"
        arguments = {"timeout": BUSY_TIMEOUT_S} if sqlite else {}
        engine = create_engine(url, connect_args=arguments)
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise SettingsError(
            f"The database URL {_shown(url)!r} cannot be used ({error}). "
            "Set FAQDESK_DATABASE_URL to something like sqlite:///faqdesk.db, or leave it out."
        ) from error
    if sqlite:
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _shown(url: str) -> str:
    """The URL without its password, if it is one."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return _PASSWORD.sub("***", url)


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # The driver's own implicit BEGIN is switched off, so that `_begin_sqlite` is the only one.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _begin_sqlite(connection: Any) -> None:
    # A transaction that reads first and writes later fails at once when another writer came
    # between; one that says beforehand that it writes waits its turn instead.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _schema_version(engine: Engine) -> str | None:
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        version: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    if version is not None and version not in SCHEMA_VERSIONS:
        raise DatabaseNewerError(
            f"The database has schema {version}, and this faqdesk knows up to "
            f"{SCHEMA_VERSIONS[-1]}: a newer faqdesk wrote it. Install that version, or point "
            "FAQDESK_HOME at another folder."
        )
    return version


def _migrate(engine: Engine) -> None:
    # Alembic takes longer to import than a question takes to answer: only when it is needed.
    from alembic import command
    from alembic.config import Config

    if _schema_version(engine) == SCHEMA_VERSIONS[-1]:
        return
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.connect().execution_options(writes=True) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


@contextmanager
def translated() -> Iterator[None]:
    """Turns what the database driver raises into errors that say what to do."""
    try:
        yield
    except DBAPIError as error:
        reason = str(error.orig)
        if "disk is full" in reason or "disk I/O" in reason:
            raise DiskError(
                f"The database could not be written ({reason}). Free some space on the disk and "
                "try again; nothing that was published is lost."
            ) from error
        raise DatabaseError(
            f"The database could not be used ({reason}). Check that the file is a faqdesk "
            "database, that you may write to its folder, and run `faqdesk doctor`."
        ) from error
    except OverflowError as error:
        raise InputError(
            "That number is larger than any that faqdesk gives. Look at it once more."
        ) from error
    except UnicodeEncodeError as error:
        raise InputError(
            "A name or text that was given holds bytes that are no characters. Give it in UTF-8."
        ) from error
    except ValueError as error:
        # Text, dates or JSON that no faqdesk has written: bytes of the file were changed.
        raise DatabaseError(
            f"The database holds something that cannot be read ({error}). "
            "Restore faqdesk.db from a backup."
        ) from error


def damage(engine: Engine) -> list[str]:
    """What SQLite finds wrong with its own file, in words; other databases look after themselves.

    Raises:
        DatabaseError: when the file cannot even be read.
    """
    if engine.dialect.name != "sqlite":
        return []
    with translated(), engine.connect() as connection:
        broken = [row for row in connection.scalars(text("PRAGMA integrity_check")) if row != "ok"]
        orphans = connection.execute(text("PRAGMA foreign_key_check")).all()
    found = [f"The database file is damaged: {broken[0]}"] if broken else []
    if orphans:
        found.append(f"{len(orphans)} rows in the database refer to rows that do not exist")
    return found


__all__ = ["BUSY_TIMEOUT_S", "SCHEMA_VERSIONS", "Engine", "damage", "open_database", "translated"]

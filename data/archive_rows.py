"""Rows of tables as lines of JSON, which people can read and any database takes back.

A row of `feedback` is the line

    {"turn": 1, "vote": "up", "voted_at": "2026-03-01T09:30:00+00:00"}

Moments are in UTC. Lines are read with distrust: each value has to be what its column holds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import JSON, Column, Date, DateTime, Float, Integer, Table

from data.admin_tables import AuditRow
from data.tables import as_utc

# What an archive holds. A test sees to it that each table is either here or among those left out.
ARCHIVED = (
    "revisions",
    "entries",
    "generations",
    "generation_revisions",
    "library",
    "turns",
    "feedback",
    "evaluations",
    "pending",
    "uploads",
    "audit",
    "reviews",
    "out_of_scope",
)
# A library that holds nothing else is still empty: whoever looks after it has signed in, no more.
LOG = "audit"
# Vectors are computed anew. Who may sign in, and with what, is said anew on each machine.
NOT_ARCHIVED = ("vectors", "users", "sessions", "failed_sign_ins")

# Of the columns that hold JSON, those with a list of texts; the others hold objects.
_LISTS = ("alternates", "tags", "suggested")
# SQLite's integers; a larger one would end in an error without a name.
_MAX_INTEGER = 2**63 - 1


def archived_tables() -> list[Table]:
    """The tables of an archive, each after those that it refers to."""
    tables = AuditRow.metadata.sorted_tables
    return [table for table in tables if table.name in ARCHIVED]


def line_of(table: Table, row: Sequence[Any]) -> bytes:
    """A row as one line, with its end; the row's values are in the order of the columns."""
    fields = {column.name: value for column, value in zip(table.columns, row, strict=True)}
    try:
        return _dumped(fields, ascii_only=False).encode()
    except UnicodeEncodeError:
        # Half a surrogate pair, which JSON can hold and UTF-8 cannot.
        return _dumped(fields, ascii_only=True).encode()


def row_of(table: Table, line: bytes) -> dict[str, Any]:
    """The values of a line by column; columns that the table does not have are left out.

    Raises:
        ValueError: it is not a line of this table; the message says why.
    """
    try:
        fields = json.loads(line)
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error
    if not isinstance(fields, dict):
        raise ValueError("it is not a JSON object")
    known = [column for column in table.columns if column.name in fields]
    return {column.name: _value(column, fields[column.name]) for column in known}


def unknown_columns(table: Table, line: bytes) -> set[str]:
    """The columns of a line that the table does not have; none of a line that is no row."""
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        return set()
    return set(fields) - set(table.columns.keys()) if isinstance(fields, dict) else set()


def _dumped(fields: Mapping[str, Any], *, ascii_only: bool) -> str:
    return json.dumps(fields, ensure_ascii=ascii_only, default=_moment) + "\n"


def _moment(value: object) -> str:
    if isinstance(value, datetime):
        return as_utc(value).astimezone(UTC).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no place in an archive")


def _value(column: Column[Any], value: object) -> object:
    if value is None:
        if not column.nullable:
            raise ValueError(f"{column.name} is empty")
        return None
    try:
        return _reader(column)(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{column.name} cannot be {json.dumps(value)[:60]}") from error


def _reader(column: Column[Any]) -> Callable[[Any], object]:
    """What makes a column's value of a JSON value, or raises."""
    # Dates and moments first: both are kinds of their own and not of text.
    readers: tuple[tuple[type, Callable[[Any], object]], ...] = (
        (DateTime, _read_moment),
        (Date, date.fromisoformat),
        (JSON, _read_texts if column.name in _LISTS else _read_object),
        (Integer, _read_integer),
        (Float, _read_float),
    )
    return next((read for kind, read in readers if isinstance(column.type, kind)), _read_text)


def _read_moment(value: str) -> datetime:
    return as_utc(datetime.fromisoformat(value))


def _read_texts(value: object) -> list[str]:
    if not isinstance(value, list):
        raise TypeError("not a list")
    if not all(isinstance(text, str) for text in value):
        raise TypeError("not texts")
    return value


def _read_object(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise TypeError("not an object")
    return value


def _read_integer(value: object) -> int:
    if type(value) is not int or abs(value) > _MAX_INTEGER:
        raise ValueError("not an integer")
    return value


def _read_float(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("not a number")
    return float(value)


def _read_text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("not a text")
    value.encode()
    return value

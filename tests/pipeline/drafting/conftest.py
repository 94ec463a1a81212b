"""People with each role."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from data.roles import Role, User


def person(role: Role) -> User:
    return User(f"an {role}" if role[0] in "eo" else f"a {role}", role, datetime.now(UTC))


@pytest.fixture
def owner() -> User:
    return person(Role.OWNER)


@pytest.fixture
def editor() -> User:
    return person(Role.EDITOR)


@pytest.fixture
def reader() -> User:
    return person(Role.READER)

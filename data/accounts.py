"""Those who may sign in, their sessions, and their failed attempts."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Engine, delete, func, select
from sqlalchemy.orm import Session

from data.admin_tables import FailedSignInRow, SessionRow, UserRow
from data.audit import Action, Change, Fact, audit_row
from data.database import translated
from data.errors import AccountError, SignInError
from data.roles import Role, User
from data.tables import as_utc

MAX_NAME = 100


@dataclass(frozen=True, slots=True)
class Account:
    """A user with the hash of their password."""

    user: User
    password_hash: str


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A session: the SHA-256 of its token, and from when until when it holds."""

    token_hash: str
    created_at: datetime
    expires_at: datetime


class Accounts:
    """The accounts in the database; `by` is the name of whoever makes a change."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writer = engine.execution_options(writes=True)

    def count(self) -> int:
        """How many users there are."""
        with translated(), self._engine.connect() as connection:
            return connection.scalar(select(func.count()).select_from(UserRow)) or 0

    def users(self) -> list[User]:
        """Every user, by name."""
        with translated(), Session(self._engine) as session:
            found = [_user(row) for row in session.scalars(select(UserRow))]
        return sorted(found, key=lambda user: name_key(user.name))

    def account(self, name: str) -> Account | None:
        """The account of that name, in any case; None where there is none."""
        with translated(), Session(self._engine) as session:
            row = _row(session, name)
            return Account(_user(row), row.password_hash) if row else None

    def add(self, account: Account, by: str, *, first: bool = False) -> None:
        """Adds a user; with `first` only where there is none yet.

        Raises:
            AccountError: when the name cannot be used or is taken, or somebody came first.
        """
        user = account.user
        name = checked_name(user.name)
        with translated(), Session(self._writer) as session, session.begin():
            if first and session.scalar(select(func.count()).select_from(UserRow)):
                raise AccountError("There is an owner already. Ask them to add you.")
            if taken := _row(session, name):
                raise AccountError(f"There is a user {taken.name} already. Choose another name.")
            session.add(
                UserRow(
                    name=name,
                    password_hash=account.password_hash,
                    role=str(user.role),
                    created_at=user.created_at,
                )
            )
            after = (Fact("role", user.role),)
            session.add(audit_row(Change(by, Action.USER_ADDED, name, after=after)))

    def remove(self, name: str, by: str) -> None:
        """Takes a user away, who is signed out everywhere.

        Raises:
            AccountError: when there is no such user, or they are the last owner.
        """
        with translated(), Session(self._writer) as session, session.begin():
            row = _known(session, name)
            _keep_an_owner(session, row)
            session.execute(delete(SessionRow).where(SessionRow.user == row.name))
            session.delete(row)
            before = (Fact("role", row.role),)
            session.add(audit_row(Change(by, Action.USER_REMOVED, row.name, before)))

    def set_role(self, name: str, role: Role, by: str) -> None:
        """Gives a user another role, who is signed out everywhere.

        Raises:
            AccountError: when there is no such user, or they are the last owner.
        """
        with translated(), Session(self._writer) as session, session.begin():
            row = _known(session, name)
            if row.role == role:
                return
            if role is not Role.OWNER:
                _keep_an_owner(session, row)
            before, after = (Fact("role", row.role),), (Fact("role", role),)
            row.role = str(role)
            session.execute(delete(SessionRow).where(SessionRow.user == row.name))
            session.add(audit_row(Change(by, Action.ROLE_CHANGED, row.name, before, after)))

    def set_password_hash(self, name: str, password_hash: str, by: str) -> None:
        """Gives a user another password, who is signed out everywhere and may try again at once.

        Raises:
            AccountError: when there is no such user.
        """
        with translated(), Session(self._writer) as session, session.begin():
            row = _known(session, name)
            row.password_hash = password_hash
            session.execute(delete(SessionRow).where(SessionRow.user == row.name))
            session.execute(
                delete(FailedSignInRow).where(FailedSignInRow.name == attempt_key(name))
            )
            session.add(audit_row(Change(by, Action.PASSWORD_CHANGED, row.name)))

    def renew_hash(self, name: str, old: str, new: str) -> None:
        """Puts another hash of the same password in the place of the old one."""
        with translated(), Session(self._writer) as session, session.begin():
            row = _row(session, name)
            if row and row.password_hash == old:
                row.password_hash = new

    def open_session(self, account: Account, signed_in: SignedIn) -> None:
        """Keeps a session of somebody who gave the password with the account's hash.

        Raises:
            SignInError: when user or password have changed since the hash was read.
        """
        with translated(), Session(self._writer) as session, session.begin():
            row = _row(session, account.user.name)
            if row is None or row.password_hash != account.password_hash:
                raise SignInError(
                    "The password was changed a moment ago. Sign in with the new one."
                )
            session.execute(delete(SessionRow).where(SessionRow.expires_at <= signed_in.created_at))
            session.add(
                SessionRow(
                    token_hash=signed_in.token_hash,
                    user=row.name,
                    created_at=signed_in.created_at,
                    expires_at=signed_in.expires_at,
                )
            )
            session.add(audit_row(Change(row.name, Action.SIGNED_IN, row.name)))

    def session_user(self, token_hash: str, now: datetime) -> User | None:
        """Whose session this is; None where there is none, or it has expired."""
        query = (
            select(UserRow)
            .join(SessionRow, SessionRow.user == UserRow.name)
            .where(SessionRow.token_hash == token_hash, SessionRow.expires_at > now)
        )
        with translated(), Session(self._engine) as session:
            row = session.scalar(query)
            return _user(row) if row else None

    def close_session(self, token_hash: str) -> None:
        """Forgets a session, if there is one."""
        with translated(), Session(self._writer) as session, session.begin():
            session.execute(delete(SessionRow).where(SessionRow.token_hash == token_hash))

    def begin_attempt(
        self, name: str, now: datetime, since: datetime, limit: int
    ) -> Sequence[datetime]:
        """Notes an attempt to sign in, unless `limit` of them were noted since then.

        Returns the earlier attempts since then, the oldest first. An attempt counts as a failure
        until `forget_attempts`, so that many at the same moment are not all let through.
        """
        key = attempt_key(name)
        with translated(), Session(self._writer) as session, session.begin():
            # Attempts well after now are of a clock that has been put back since: they would shut
            # everybody out until then.
            at, later = FailedSignInRow.failed_at, now + (now - since)
            session.execute(delete(FailedSignInRow).where((at <= since) | (at > later)))
            query = select(FailedSignInRow.failed_at).where(FailedSignInRow.name == key)
            earlier = [as_utc(at) for at in session.scalars(query.order_by(FailedSignInRow.id))]
            if len(earlier) < limit:
                session.add(FailedSignInRow(name=key, failed_at=now))
            return earlier

    def forget_attempts(self, name: str) -> None:
        """Forgets the failed attempts for a name."""
        with translated(), Session(self._writer) as session, session.begin():
            session.execute(
                delete(FailedSignInRow).where(FailedSignInRow.name == attempt_key(name))
            )


def checked_name(name: str) -> str:
    """The name without blank space around it, in NFC.

    Raises:
        AccountError: when it is empty, too long, or holds what cannot be seen.
    """
    tidy = unicodedata.normalize("NFC", name).strip()
    if not tidy or len(tidy) > MAX_NAME:
        raise AccountError(f"A name has 1 to {MAX_NAME} characters. Choose another.")
    # Categories C…: control and format characters; Zl and Zp: ends of lines and paragraphs.
    if any(unicodedata.category(c)[0] == "C" or c in "\u2028\u2029" for c in tidy):
        raise AccountError("A name must not hold characters that cannot be seen. Choose another.")
    return tidy


def name_key(name: str) -> str:
    """Equal for names that differ in nothing but case, outer blank space or composition."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).strip().casefold())


def attempt_key(name: str) -> str:
    """Under what the attempts for a name are counted; whatever was typed, it fits the column."""
    return name_key(name)[:MAX_NAME]


def _row(session: Session, name: str) -> UserRow | None:
    # Compared here, for databases fold the case of ASCII letters alone. Held for the transaction
    # where the database can, so that the last two owners do not demote each other.
    rows = session.scalars(select(UserRow).with_for_update())
    return next((row for row in rows if name_key(row.name) == name_key(name)), None)


def _known(session: Session, name: str) -> UserRow:
    row = _row(session, name)
    if row is None:
        raise AccountError(f"There is no user {name.strip()}. `faqdesk admin list` names them all.")
    return row


def _keep_an_owner(session: Session, leaving: UserRow) -> None:
    query = select(func.count()).select_from(UserRow).where(UserRow.role == str(Role.OWNER))
    if leaving.role == Role.OWNER and session.scalar(query) == 1:
        raise AccountError(
            f"{leaving.name} is the only owner, and one is needed. Make somebody else an owner "
            "first."
        )


def _user(row: UserRow) -> User:
    return User(row.name, Role(row.role), as_utc(row.created_at))


__all__ = [
    "MAX_NAME",
    "Account",
    "Accounts",
    "Role",
    "SignedIn",
    "User",
    "attempt_key",
    "checked_name",
    "name_key",
]

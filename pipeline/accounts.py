"""Signing in: passwords, sessions, and who may make whom an owner.

A password is kept as its Argon2 hash, a session as the SHA-256 of a token that only the browser
has, and neither is ever logged. Whoever guesses learns nothing from the message, nor from the time
that it takes: an unknown name is checked against a hash too.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import os
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from data.accounts import Account, Accounts, Role, SignedIn, User, checked_name, name_key
from data.errors import AccountError, DiskError, NotAllowedError, SignInError
from pipeline.passwords import Passwords, check_password
from pipeline.settings import Settings

# In characters, of six bits each at the least.
CODE_LENGTH = 20
MAX_ATTEMPTS = 5
ATTEMPTS_WITHIN = timedelta(minutes=1)
# Whoever has the command on the server owns the library already.
COMMAND_LINE = User("(command line)", Role.OWNER, datetime.fromtimestamp(0, UTC))


class AccountService:
    """What signs people in, and lets owners manage who may."""

    def __init__(
        self,
        accounts: Accounts,
        code_file: Path,
        session_hours: int,
        passwords: Passwords,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._accounts = accounts
        self._code_file = code_file
        self.session_length = timedelta(hours=session_hours)
        self._passwords = passwords
        self._now = clock

    # ---------------------------------------------------------------------------- the first owner

    def setup_code(self) -> str | None:
        """The code by which the first owner is known, made where needed; None once there is one.

        Raises:
            DiskError: when it cannot be kept in the home folder.
        """
        if self._accounts.count():
            self._forget_code()
            return None
        try:
            return _kept_code(self._code_file)
        except OSError as error:
            raise DiskError(
                f"The set-up code cannot be kept in {self._code_file} ({error.strerror}). "
                "Mend the permissions of the folder, or use `faqdesk admin add NAME`."
            ) from error

    def create_first_owner(self, code: str, name: str, password: str) -> str:
        """Makes the first owner and signs them in; returns the token.

        Raises:
            NotAllowedError: when the code is not the one in the home folder.
            AccountError: when there is an owner, or name or password cannot be used.
        """
        wanted = self.setup_code()
        if wanted is None:
            raise AccountError("There is an owner already. Ask them to add you.")
        if not hmac.compare_digest(code.strip().encode("utf-8", "replace"), wanted.encode()):
            raise NotAllowedError(
                "The set-up code is not right. `faqdesk serve` shows it when it starts, and it "
                f"is in the file {self._code_file.name} in the library's folder."
            )
        account = self._new_account(name, password, Role.OWNER)
        self._accounts.add(account, by=account.user.name, first=True)
        self._forget_code()
        return self._open_session(account)

    def _forget_code(self) -> None:
        # A code that is left over is of no use to anybody once there is an owner.
        with suppress(OSError):
            self._code_file.unlink(missing_ok=True)

    # --------------------------------------------------------------------------------- signing in

    def sign_in(self, name: str, password: str) -> str:
        """Signs somebody in; returns the token that their browser is to keep.

        Raises:
            SignInError: when name or password are not right, or there were too many attempts.
        """
        return self._open_session(self._verified(name, password))

    def sign_out(self, token: str) -> None:
        """Ends the session of a token, if there is one."""
        self._accounts.close_session(_digest(token))

    def user_of(self, token: str) -> User | None:
        """Whose token it is; None where there is no such session, or no longer."""
        return self._accounts.session_user(_digest(token), self._now())

    def _verified(self, name: str, password: str) -> Account:
        """The account of somebody who gave the right password."""
        now = self._now()
        earlier = self._accounts.begin_attempt(name, now, now - ATTEMPTS_WITHIN, MAX_ATTEMPTS)
        if len(earlier) >= MAX_ATTEMPTS:
            wait = (earlier[-MAX_ATTEMPTS] + ATTEMPTS_WITHIN - now).total_seconds()
            raise SignInError(
                f"There were {MAX_ATTEMPTS} attempts with a wrong password for this name. "
                f"Try again in {_seconds(wait)}."
            )
        # Made also where it is not needed, so that the first unknown name takes no longer.
        nobodys = self._passwords.nobodys_hash
        account = self._accounts.account(name)
        expected = account.password_hash if account else nobodys
        if not self._passwords.match(expected, password) or account is None:
            raise SignInError("The name or the password is not right. Try again.")
        self._accounts.forget_attempts(name)
        return self._renewed(account, password)

    def _renewed(self, account: Account, password: str) -> Account:
        """The account, with a hash by today's parameters."""
        if not self._passwords.is_outdated(account.password_hash):
            return account
        renewed = replace(account, password_hash=self._passwords.hashed(password))
        self._accounts.renew_hash(account.user.name, account.password_hash, renewed.password_hash)
        return renewed

    def _open_session(self, account: Account) -> str:
        token = secrets.token_urlsafe(32)
        now = self._now()
        self._accounts.open_session(
            account, SignedIn(_digest(token), now, now + self.session_length)
        )
        return token

    # ------------------------------------------------------------------------------------- people

    def has_users(self) -> bool:
        """Whether anybody may sign in."""
        return self._accounts.count() > 0

    def users(self, by: User) -> list[User]:
        """Everybody who may sign in, by name.

        Raises:
            NotAllowedError: when `by` is no owner.
        """
        by.check(Role.OWNER, "see who may sign in")
        return self._accounts.users()

    def add(self, by: User, name: str, password: str, role: Role) -> User:
        """Adds somebody who may sign in.

        Raises:
            NotAllowedError: when `by` is no owner.
            AccountError: when the name is taken, or name or password cannot be used.
        """
        by.check(Role.OWNER, "add people")
        account = self._new_account(name, password, role)
        self._accounts.add(account, by.name)
        self._forget_code()
        return account.user

    def remove(self, by: User, name: str) -> None:
        """Takes somebody's account away.

        Raises:
            NotAllowedError: when `by` is no owner.
            AccountError: when there is no such user, or they are the last owner.
        """
        by.check(Role.OWNER, "remove people")
        self._accounts.remove(name, by.name)

    def set_role(self, by: User, name: str, role: Role) -> None:
        """Gives somebody another role.

        Raises:
            NotAllowedError: when `by` is no owner.
            AccountError: when there is no such user, or they are the last owner.
        """
        by.check(Role.OWNER, "change roles")
        self._accounts.set_role(name, role, by.name)

    def set_password(self, by: User, name: str, password: str) -> None:
        """Gives somebody another password.

        Raises:
            NotAllowedError: when `by` is no owner.
            AccountError: when there is no such user, or the password cannot be used.
        """
        by.check(Role.OWNER, "change other people's passwords")
        check_password(name, password)
        self._accounts.set_password_hash(name, self._passwords.hashed(password), by.name)

    def change_own_password(self, by: User, old: str, new: str) -> str:
        """Changes the password of `by`, signed out everywhere but here; returns a new token.

        Raises:
            SignInError: when the old password is not right.
            AccountError: when the new one cannot be used.
        """
        check_password(by.name, new)
        account = replace(self._verified(by.name, old), password_hash=self._passwords.hashed(new))
        self._accounts.set_password_hash(by.name, account.password_hash, by.name)
        return self._open_session(account)

    def _new_account(self, name: str, password: str, role: Role) -> Account:
        tidy = checked_name(name)
        if name_key(tidy) == name_key(COMMAND_LINE.name):
            raise AccountError(f"Nobody can be called {tidy}. Choose another name.")
        check_password(tidy, password)
        return Account(User(tidy, role, self._now()), self._passwords.hashed(password))


def user_of_claims(
    claims: Mapping[str, object], settings: Settings, now: datetime | None = None
) -> User | None:
    """Somebody whom an identity provider has signed in, by what it claims of them.

    None where it has not, or too long ago, where it says itself that the address is not verified,
    and where the settings give the address no role.
    """
    # Other claims that look like an address can be changed by whoever they are about.
    address = claims.get("email")
    if not claims.get("is_logged_in") or not isinstance(address, str):
        return None
    if claims.get("email_verified", True) not in (True, "true"):
        return None
    since = _moment(claims.get("iat"))
    if (now or datetime.now(UTC)) - since >= timedelta(hours=settings.session_hours):
        return None
    role = role_of_address(address, settings.oidc_roles)
    return User(address.strip(), role, since) if role else None


def _moment(seconds: object) -> datetime:
    """A moment in seconds since 1970; the first of them where there is none."""
    return datetime.fromtimestamp(seconds if isinstance(seconds, int | float) else 0, UTC)


def role_of_address(address: str, roles: Mapping[str, Role]) -> Role | None:
    """The role of somebody whom an identity provider knows; None where they have none.

    `roles` maps whole addresses, `*@example.org` for all of a domain, or `*` for everybody; what
    says more goes before what says less.
    """
    lowered = address.strip().casefold()
    folded = {key.strip().casefold(): role for key, role in roles.items()}
    domain = lowered.rpartition("@")[2]
    for key in (lowered, f"*@{domain}", "*"):
        if lowered and key in folded:
            return folded[key]
    return None


def _seconds(wait: float) -> str:
    whole = max(1, math.ceil(wait))
    return f"{whole} seconds" if whole > 1 else "1 second"


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _kept_code(file: Path) -> str:
    """The code in a file that only its owner may read; made where there is none."""
    if file.is_file():
        file.chmod(0o600)
        kept = file.read_text("ascii", "replace").strip()
        if len(kept) >= CODE_LENGTH:
            return kept
    code = secrets.token_urlsafe(CODE_LENGTH)
    file.parent.mkdir(parents=True, exist_ok=True)
    # Under a name of its own until it is whole, for half a code is easier to guess.
    draft = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as opened:
        opened.write(code)
    draft.replace(file)
    return file.read_text("ascii").strip()

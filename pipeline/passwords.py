"""Passwords and their Argon2 hashes (RFC 9106)."""

from __future__ import annotations

import secrets
import threading
import unicodedata
from functools import cached_property
from typing import TYPE_CHECKING

from data.accounts import name_key
from data.errors import AccountError

if TYPE_CHECKING:
    from argon2 import PasswordHasher

MIN_PASSWORD = 10
# Long enough for any sentence, and too short to keep the server busy with.
MAX_PASSWORD = 1000


class Passwords:
    """What makes and checks hashes; `hasher` is for parameters other than the library's own."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._given = hasher
        # A hash takes 64 MB: however many guess at the same moment, the server shall live.
        self._one = threading.Lock()

    @cached_property
    def _hasher(self) -> PasswordHasher:
        from argon2 import PasswordHasher

        return self._given or PasswordHasher()

    @cached_property
    def nobodys_hash(self) -> str:
        """A hash that takes as long to check as anybody's, and that no password has."""
        return self.hashed(secrets.token_urlsafe(32))

    def hashed(self, password: str) -> str:
        """The hash of a password, with its salt and parameters."""
        with self._one:
            return self._hasher.hash(_as_bytes(password))

    def match(self, expected: str, password: str) -> bool:
        """Whether the hash is that of the password."""
        from argon2.exceptions import InvalidHashError, VerificationError

        try:
            with self._one:
                return self._hasher.verify(expected, _as_bytes(password))
        except (VerificationError, InvalidHashError):
            return False

    def is_outdated(self, password_hash: str) -> bool:
        """Whether a hash was made with other parameters than are used today."""
        return self._hasher.check_needs_rehash(password_hash)


def check_password(name: str, password: str) -> None:
    """Passes where a user may have this password.

    Raises:
        AccountError: when it is too short, too long or the name.
    """
    if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
        raise AccountError(
            f"A password has {MIN_PASSWORD} to {MAX_PASSWORD:,} characters. Several words are "
            "easier to remember than signs."
        )
    if name_key(password) == name_key(name):
        raise AccountError("The password must not be the name. Choose another.")


def _as_bytes(password: str) -> bytes:
    # One more than any password has, so that a longer text is never taken for a password.
    text = unicodedata.normalize("NFC", password[: MAX_PASSWORD + 1])
    return text.encode("utf-8", "surrogatepass")

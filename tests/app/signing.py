"""People who are signed in, made cheaply: no password is hashed, only a session kept."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from streamlit.testing.v1 import AppTest

from app import access
from data.accounts import Account, Accounts, SignedIn
from data.roles import Role, User
from pipeline.build import open_faqdesk


@dataclass(frozen=True)
class SignedInAs:
    """Somebody with a session; `enter` is for pages run with `AppTest`, `cookie` for a browser."""

    user: User
    token: str

    def cookie(self, url: str) -> dict[str, str]:
        """For `BrowserContext.add_cookies`, which takes a list of these."""
        return {"name": access.COOKIE, "value": self.token, "url": url}

    def enter(self, page: AppTest) -> None:
        """Signs the page in, from its next run on."""
        page.session_state["access-token"] = self.token


def signed_in(home: Path, role: Role = Role.OWNER, name: str = "", hours: float = 1) -> SignedInAs:
    """Somebody of a role, added to the library in `home` where they are not there yet."""
    desk = open_faqdesk(home)
    accounts = Accounts(desk.engine)
    now = datetime.now(UTC)
    account = Account(User(name or str(role).title(), role, now), "no hash")
    if accounts.account(account.user.name) is None:
        accounts.add(account, by="a test")
    token = secrets.token_urlsafe(32)
    digest = hashlib.sha256(token.encode()).hexdigest()
    accounts.open_session(account, SignedIn(digest, now, now + timedelta(hours=hours)))
    desk.engine.dispose()
    return SignedInAs(account.user, token)

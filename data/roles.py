"""Who somebody is, and what they may do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from data.errors import NotAllowedError


class Role(StrEnum):
    """What somebody may do; each may do what those before it may."""

    READER = "reader"
    EDITOR = "editor"
    OWNER = "owner"

    def allows(self, needed: Role) -> bool:
        """Whether this role may do what takes the other one."""
        order = list(Role)
        return order.index(self) >= order.index(needed)


@dataclass(frozen=True, slots=True)
class User:
    """Somebody who looks after the library."""

    name: str
    role: Role
    created_at: datetime

    def check(self, needed: Role, doing: str) -> None:
        """Passes where the role allows it; `doing` completes "may not …".

        Raises:
            NotAllowedError: where it does not.
        """
        if not self.role.allows(needed):
            raise NotAllowedError(
                f"{self.name} is {_with_article(self.role)} and may not {doing}; that takes "
                f"{_with_article(needed)}. An owner can change roles on the page People."
            )


def _with_article(role: Role) -> str:
    return f"a {role}" if role is Role.READER else f"an {role}"

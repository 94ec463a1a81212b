"""Which pages there are, and who is shown which."""

from __future__ import annotations

from dataclasses import dataclass

from data.roles import Role, User


@dataclass(frozen=True, slots=True)
class Screen:
    """A page: `screens/FILE.py`. One with a role begins with `access.require` of the same role."""

    file: str
    title: str
    icon: str
    role: Role | None = None


# The first is where visitors arrive. A new page is one more line.
SCREENS = (
    Screen("ask", "Ask", "forum"),
    Screen("library", "All questions", "menu_book"),
    Screen("entries", "Entries", "edit_note", Role.READER),
    Screen("upload", "Upload", "upload_file", Role.EDITOR),
    Screen("publish", "Publish", "publish", Role.READER),
    Screen("review", "Review", "rate_review", Role.READER),
    Screen("insights", "Insights", "insights", Role.READER),
    Screen("quality", "Quality", "monitoring", Role.READER),
    Screen("inspect", "Inspect", "troubleshoot", Role.READER),
    Screen("export", "Export", "download", Role.READER),
    Screen("audit", "Change log", "history", Role.EDITOR),
    Screen("settings", "Settings", "tune", Role.OWNER),
    Screen("people", "People", "group", Role.OWNER),
)
ACCOUNT = Screen("sign_in", "Sign in", "login")


def public() -> list[Screen]:
    """The pages of visitors."""
    return [screen for screen in SCREENS if screen.role is None]


def managing(user: User | None) -> list[Screen]:
    """The pages that somebody may manage the library with; none for a visitor."""
    if user is None:
        return []
    return [screen for screen in SCREENS if screen.role and user.role.allows(screen.role)]

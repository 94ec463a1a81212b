"""Every entry, to be searched, changed, retired and restored."""

from __future__ import annotations

from app import access, widgets
from app.editing import address, listing, one
from data.roles import Role


def show() -> None:
    """Draws the list, or the entry that the address names."""
    user = access.require(Role.READER)
    entry_id = address.named()
    if entry_id is None:
        listing.show(user)
    elif entry_id or not user.role.allows(Role.EDITOR):
        one.show(entry_id, user)
    else:
        one.show_new(user)


with widgets.friendly_errors():
    show()

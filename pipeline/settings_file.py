"""Changes `settings.toml`, keeping what else stands in it, comments too."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

import tomlkit
from pydantic import ValidationError
from tomlkit.exceptions import TOMLKitError

from data.audit import Action, AuditLog, Change, Fact
from data.errors import DiskError, SettingsError
from data.roles import Role, User
from index.files import written_whole
from pipeline.live_settings import LIVE
from pipeline.settings import FILE, Settings, explained, load_settings

PREFIX = "FAQDESK_"
Value = str | float | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Changed:
    before: Fact
    after: Fact


def fixed_by_environment() -> frozenset[str]:
    """The settings that the file cannot change, because a variable goes before it."""
    names = {name.lower() for name in os.environ}
    return frozenset(name for name in LIVE if f"{PREFIX}{name}".lower() in names)


class SettingsFile:
    """The file of one library."""

    def __init__(self, settings: Settings, audit: AuditLog) -> None:
        self._home = settings.home
        self._audit = audit

    def change(self, values: Mapping[str, Value | None], by: User) -> int:
        """Sets settings, or with None goes back to the default; returns how many that changes.

        Raises:
            SettingsError: when a value makes no sense; nothing has changed then.
            DiskError: when the file cannot be written; nothing has changed then.
            NotAllowedError: when `by` is no owner.
        """
        by.check(Role.OWNER, "change settings")
        before = load_settings(self._home)
        document = self._document()
        for name, value in values.items():
            if value is None:
                document.pop(name, None)
            elif getattr(before, name) != value or name in document:
                document[name] = list(value) if isinstance(value, tuple) else value
        self._check(document.unwrap())
        changed = self._write(document, before)
        if changed:
            old = tuple(each.before for each in changed)
            new = tuple(each.after for each in changed)
            self._audit.add(Change(by.name, Action.SETTINGS_CHANGED, FILE, old, new))
        return len(changed)

    def _document(self) -> tomlkit.TOMLDocument:
        try:
            return tomlkit.parse((self._home / FILE).read_text("utf-8-sig"))
        except FileNotFoundError:
            return tomlkit.document()
        except (OSError, UnicodeDecodeError, TOMLKitError) as error:
            raise SettingsError(
                f"{FILE} cannot be read ({error}). Mend it or remove it."
            ) from error

    def _check(self, values: Mapping[str, object]) -> None:
        try:
            Settings.model_validate({**values, "home": self._home})
        except ValidationError as error:
            raise SettingsError(explained(error)) from error

    def _write(self, document: tomlkit.TOMLDocument, before: Settings) -> list[_Changed]:
        try:
            with written_whole(self._home / FILE) as scratch:
                scratch.write_text(tomlkit.dumps(document), "utf-8")
        except OSError as error:
            raise DiskError(
                f"{FILE} cannot be written ({error.strerror}). Free some space, or mend the "
                "folder's permissions."
            ) from error
        after = load_settings(self._home)
        return [
            _Changed(
                Fact(name, _words(getattr(before, name))), Fact(name, _words(getattr(after, name)))
            )
            for name in LIVE
            if getattr(before, name) != getattr(after, name)
        ]


def _words(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)

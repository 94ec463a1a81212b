"""A file whose content is kept at hand and read again when it has changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

Content = TypeVar("Content")


class WatchedFile(Generic[Content]):
    """What `read` makes of a file, worked out anew only when the file is another one."""

    def __init__(self, path: Path, read: Callable[[], Content]) -> None:
        self._path = path
        self._read = read
        self._kept: tuple[tuple[int, int] | None, Content] | None = None

    def content(self) -> Content:
        """What there is now; `read` has to do without the file where there is none."""
        version = self.version()
        if self._kept is None or self._kept[0] != version:
            self._kept = (version, self._read())
        return self._kept[1]

    def version(self) -> tuple[int, int] | None:
        """Tells one state of the file from another; None where there is none."""
        try:
            state = self._path.stat()
        except OSError:
            return None
        return state.st_mtime_ns, state.st_size

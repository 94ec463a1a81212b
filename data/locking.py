"""One writer at a time, across processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock

from data.errors import DiskError


@contextmanager
def exclusive_lock(path: Path) -> Iterator[None]:
    """Waits for a lock and holds it; the system frees it when the process dies.

    Raises:
        DiskError: when the lock file cannot be made.
    """
    lock = FileLock(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except OSError as error:
        raise DiskError(
            f"The folder {path.parent} cannot be written ({error.strerror}). Free some space, "
            "mend its permissions, or choose another with --home."
        ) from error
    try:
        yield
    finally:
        lock.release()

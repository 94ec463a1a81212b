"""One thread for one question's sums.

Libraries for linear algebra wake a thread on each core for a sum, and these spin for a while in the
hope of another. The sums of one question take microseconds; what spins after them takes the cores
from the encoder and the reader, which come next. So one question's sums stay on their own thread.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any


class _OneThread:
    """Holds linear algebra to one thread as long as somebody is inside."""

    def __init__(self) -> None:
        from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]

        self._libraries = ThreadpoolController().select(user_api="blas")
        self._lock = threading.Lock()
        self._inside = 0
        self._limit: Any = None

    def enter(self) -> None:
        """Goes in; the first one sets the limit."""
        with self._lock:
            if self._inside == 0:
                self._limit = self._libraries.limit(limits=1)
            self._inside += 1

    def leave(self) -> None:
        """Goes out; the last one takes the limit back."""
        with self._lock:
            self._inside -= 1
            if self._inside == 0:
                self._limit.restore_original_limits()


@cache
def _the_one() -> _OneThread:
    return _OneThread()


@contextmanager
def one_thread() -> Iterator[None]:
    """Linear algebra of this process runs on one thread meanwhile, whoever asks for it."""
    held = _the_one()
    held.enter()
    try:
        yield
    finally:
        held.leave()

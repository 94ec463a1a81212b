"""Leaves an endpoint alone for a while after it has failed several times."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

FAILURES = 3
REST_S = 30.0


class Breaker:
    """Opens after so many failures on end; after a rest, one request may try again."""

    def __init__(
        self,
        failures: int = FAILURES,
        rest_s: float = REST_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most = failures
        self._rest = rest_s
        self._clock = clock
        self._lock = threading.Lock()
        self._failed = 0
        self._until = 0.0

    def resting(self) -> float:
        """For how many more seconds nothing is to be asked; 0 lets one request through."""
        with self._lock:
            left = self._until - self._clock()
            if left > 0:
                return left
            if self._failed >= self._most:
                # One tries; the others go on waiting for what becomes of it.
                self._until = self._clock() + self._rest
            return 0.0

    def failed(self) -> None:
        """Counts a failure."""
        with self._lock:
            self._failed += 1
            if self._failed >= self._most:
                self._until = self._clock() + self._rest

    def worked(self) -> None:
        """Forgets earlier failures."""
        with self._lock:
            self._failed = 0
            self._until = 0.0

"""How long each step takes."""

from __future__ import annotations

from time import perf_counter

from data.answers import Timing


class Stopwatch:
    """Notes the time of one step after another.

    A step that is done for several questions at once is shared out evenly among them.
    """

    def __init__(self, *, shared_by: int = 1) -> None:
        self._shared_by = max(1, shared_by)
        self._laps: list[Timing] = []
        self._since = perf_counter()

    def lap(self, step: str) -> None:
        """Ends a step."""
        now = perf_counter()
        self._laps.append(Timing(step, (now - self._since) * 1000 / self._shared_by))
        self._since = now

    def timings(self) -> tuple[Timing, ...]:
        """The steps so far."""
        return tuple(self._laps)

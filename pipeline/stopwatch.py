"""How long each step takes."""

from __future__ import annotations

from time import perf_counter

from data.records import Timing


class Stopwatch:
    """Notes the time of one step after another."""

    def __init__(self) -> None:
        self._laps: list[Timing] = []
        self._since = perf_counter()

    def lap(self, step: str, *, shared_by: int = 1) -> None:
        """Ends a step; a step done once for several questions is shared out among them."""
        now = perf_counter()
        self._laps.append(Timing(step, (now - self._since) * 1000 / shared_by))
        self._since = now

    def copy(self) -> Stopwatch:
        """A stopwatch with the same steps that goes on from now."""
        other = Stopwatch()
        other._laps = list(self._laps)
        return other

    def timings(self) -> tuple[Timing, ...]:
        """The steps so far, and their total."""
        return (*self._laps, Timing("total", sum(lap.ms for lap in self._laps)))

"""Which categories are mixed up most, few enough to be drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

MOST = 14
OTHERS = "(all others)"


@dataclass(frozen=True, slots=True)
class Cell:
    """How often `given` was given where `expected` was right; `share` is of all such, 0 to 1."""

    expected: str
    given: str
    n: int
    share: float


def cells_of(confusion: Mapping[str, Mapping[str, int]], most: int = MOST) -> tuple[Cell, ...]:
    """The cells that hold an answer; of many categories, those that are mixed up most.

    The rest of them become one, `OTHERS`. Worked example with `most` 1, where a was twice taken for
    b, and c once for itself: {a: {b: 2}, c: {c: 1}} keeps a and gives (a, others, 2) and
    (others, others, 1).
    """
    kept = _kept(confusion, most)
    counts: Counter[tuple[str, str]] = Counter()
    for expected, answers in confusion.items():
        for given, n in answers.items():
            counts[kept.get(expected, OTHERS), kept.get(given, OTHERS)] += n
    totals: Counter[str] = Counter()
    for (expected, _), n in counts.items():
        totals[expected] += n
    return tuple(
        Cell(expected, given, n, n / totals[expected])
        for (expected, given), n in sorted(counts.items())
        if n
    )


def _kept(confusion: Mapping[str, Mapping[str, int]], most: int) -> dict[str, str]:
    names = {*confusion, *(given for answers in confusion.values() for given in answers)}
    if len(names) <= most + 1:
        return {name: name for name in names}
    mixed: Counter[str] = Counter()
    for expected, answers in confusion.items():
        for given, n in answers.items():
            mixed.update({expected: n, given: n} if expected != given else {})
    worst = sorted(names, key=lambda name: (-mixed[name], name))[:most]
    return {name: name for name in worst}

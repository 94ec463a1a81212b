"""Two runs on the same questions: what got better, what got worse, and how sure that is.

The interval of a difference comes from the paired bootstrap: the same questions are drawn for both
runs, so that what is hard for both does not blur the difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from data.errors import InputError
from pipeline.evaluation.bootstrap import FEWER_RESAMPLES, Statistic, difference, figures
from pipeline.evaluation.decisions import (
    LOWER_IS_BETTER,
    confidence_statistics,
    decision_statistics,
    is_right,
)
from pipeline.evaluation.ranking import rank_statistics
from pipeline.evaluation.records import Figure, Report, Row

# What the verdict on the whole is about: the first of these for which there are questions.
HEADLINES = ("hit@1", "false_answers")
_SAME = (0, 0.0)


@dataclass(frozen=True, slots=True)
class Difference:
    """By how much a figure grew, −1 to 1, with its interval, and in words whether that is good."""

    name: str
    figure: Figure
    verdict: str


@dataclass(frozen=True, slots=True)
class Change:
    """A question that fared otherwise."""

    query: str
    before: Row
    after: Row


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs compared on the questions that are in both.

    `only_before` and `only_after` count the questions that are in one run only, and `relabelled`
    those that expect other entries in the second run; `remarks` says so in words.
    """

    verdict: str
    questions: int
    only_before: int
    only_after: int
    relabelled: int
    remarks: tuple[str, ...]
    differences: Mapping[str, Difference]
    better: tuple[Change, ...]
    worse: tuple[Change, ...]


def compare(before: Report, after: Report, seed: int) -> Comparison:
    """The differences between two runs; questions are matched by their text, in any order.

    Raises:
        InputError: the runs have no question in common.
    """
    earlier, later = _by_text(before.rows), _by_text(after.rows)
    # In the order of the text, so that the order of the rows makes no difference.
    changes = [
        Change(key[0], earlier[key], later[key]) for key in sorted(earlier.keys() & later.keys())
    ]
    if not changes:
        raise InputError("The two runs have no question in common. Compare runs of one set.")
    differences = _differences(changes, seed)
    relabelled = sum(set(c.before.expected) != set(c.after.expected) for c in changes)
    counts = (len(earlier) - len(changes), len(later) - len(changes), relabelled)
    return Comparison(
        _headline(differences),
        len(changes),
        *counts,
        remarks=_remarks(*counts),
        differences=differences,
        better=tuple(sorted((c for c in changes if _gain(c) > _SAME), key=_gain, reverse=True)),
        worse=tuple(sorted((c for c in changes if _gain(c) < _SAME), key=_gain)),
    )


def _by_text(rows: Iterable[Row]) -> dict[tuple[str, int], Row]:
    """Rows by question and by how often the same question came before."""
    found: dict[tuple[str, int], Row] = {}
    seen: dict[str, int] = {}
    for row in sorted(rows, key=lambda row: (row.query, row.expected)):
        found[row.query, seen.get(row.query, 0)] = row
        seen[row.query] = seen.get(row.query, 0) + 1
    return found


def _differences(changes: Sequence[Change], seed: int) -> dict[str, Difference]:
    before, after = [c.before for c in changes], [c.after for c in changes]
    many = _paired(_shares(before), _shares(after))
    fewer = _paired(confidence_statistics(before), confidence_statistics(after))
    found = figures(many, len(changes), seed)
    found |= figures(fewer, len(changes), seed, FEWER_RESAMPLES)
    return {name: Difference(name, figure, verdict(name, figure)) for name, figure in found.items()}


def _shares(rows: Sequence[Row]) -> dict[str, Statistic]:
    return {**rank_statistics(rows), **decision_statistics(rows)}


def _paired(
    before: Mapping[str, Statistic], after: Mapping[str, Statistic]
) -> dict[str, Statistic]:
    return {name: difference(before[name], after[name]) for name in before}


def verdict(name: str, figure: Figure) -> str:
    """A difference in words and in points (hundredths); one whose interval holds 0 is none."""
    if figure.value is None or figure.low is None or figure.high is None:
        return f"no questions of this kind for {name}"
    sign = -1 if name in LOWER_IS_BETTER else 1
    word = "no difference found"
    if figure.low > 0 or figure.high < 0:
        word = "better" if figure.value * sign > 0 else "worse"
    plus = "+" if round(figure.value * 100, 1) > 0 else ""
    interval = f"95 % interval {_points(figure.low)} to {_points(figure.high)}"
    return f"{word}: {plus}{_points(figure.value)} points {name} ({interval})"


def _points(share: float) -> str:
    return f"{round(share * 100, 1) + 0.0:.1f}".replace("-", "−")


def _headline(differences: Mapping[str, Difference]) -> str:
    told = [differences[name] for name in HEADLINES if differences[name].figure.n]
    return (told or [differences["coverage"]])[0].verdict


def _remarks(only_before: int, only_after: int, relabelled: int) -> tuple[str, ...]:
    remarks = {
        "only in the first run, left out": only_before,
        "only in the second run, left out": only_after,
        "expecting other entries in the second run, kept": relabelled,
    }
    return tuple(
        f"{count:,} question{'s' if count > 1 else ''} {what}"
        for what, count in remarks.items()
        if count
    )


def _gain(change: Change) -> tuple[int, float]:
    """By how much a question fared better: in what was done, and then in its rank."""
    return (
        _grade(change.after) - _grade(change.before),
        _reciprocal(change.after) - _reciprocal(change.before),
    )


def _grade(row: Row) -> int:
    """2 where the right thing was done, 1 where an answer was missing, 0 where it was wrong."""
    if row.got is None:
        return 1 if row.expected else 2
    return 2 if is_right(row) else 0


def _reciprocal(row: Row) -> float:
    return 1 / row.rank if row.rank else 0.0

"""What went wrong worst, and why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from data.importing.notes import quoted
from pipeline.evaluation.decisions import is_right
from pipeline.evaluation.records import Report, Row


class Fault(StrEnum):
    """What was done wrongly, the worst first."""

    WRONG = "wrong answer"
    WITHHELD = "right answer withheld"
    FALSE = "false answer"
    MISSED = "no answer found"


@dataclass(frozen=True, slots=True)
class Failure:
    """A question with which something went wrong, and in words what was retrieved and why."""

    fault: Fault
    row: Row
    why: str


def worst_failures(report: Report, limit: int) -> tuple[Failure, ...]:
    """At most `limit` failures, the worst first.

    Wrong answers and false ones begin with the surest, right answers that were withheld with the
    least sure, and questions whose answer was not found with those that were furthest from it.
    """
    found = [(fault, row) for row in report.rows if (fault := fault_of(row))]
    return tuple(
        Failure(fault, row, _why(row))
        for fault, row in sorted(found, key=lambda item: _badness(*item))[:limit]
    )


def fault_of(row: Row) -> Fault | None:
    """What was done wrongly, or None."""
    if row.got is None:
        if not row.expected:
            return None
        return Fault.WITHHELD if row.rank == 1 else Fault.MISSED
    if is_right(row):
        return None
    return Fault.WRONG if row.expected else Fault.FALSE


def _badness(fault: Fault, row: Row) -> tuple[int, float, float, str]:
    """Sorts the worst first."""
    sureness = row.confidence if fault is Fault.WITHHELD else -row.confidence
    nearness = (-row.rank if row.rank else -float("inf")) if fault is Fault.MISSED else 0.0
    return list(Fault).index(fault), nearness, sureness, row.query


def _why(row: Row) -> str:
    parts = [_what_came_first(row)]
    if row.expected and row.rank != 1:
        place = f"found in place {row.rank}" if row.rank else "not among the candidates"
        parts.append(f"expected {quoted(row.expected, limit=3)}, {place}")
    if row.scores:
        scores = ", ".join(f"{name} {score:.2f}" for name, score in row.scores.items())
        parts.append(f"scores of '{row.first}': {scores}")
    return "; ".join(parts)


def _what_came_first(row: Row) -> str:
    if row.got is not None:
        return f"'{row.got}' was given with confidence {row.confidence:.2f}"
    if row.first is None:
        return "nothing was retrieved"
    return f"'{row.first}' came first with confidence {row.confidence:.2f} and was not given"

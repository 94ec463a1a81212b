"""What a report must reach: hit@1>=0.80, wrong<=0.05, bm25.hit@1>0.4, intent.accuracy=0.9.

A name without a dot is a figure of the order that visitors get or of decisions, answers or intent,
looked up in that order; so accuracy is that of decisions.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Sequence
from dataclasses import dataclass

from data.errors import InputError
from data.importing.notes import listing
from pipeline.evaluation import decisions, intents, ranking, spans
from pipeline.evaluation.records import SOURCES, Figures, Report

_COMPARE = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt}
_WORDS = {">=": "at least", "<=": "at most", ">": "above", "<": "below"}
_GATE = re.compile(r"\s*([^\s<>=]+)\s*(>=|<=|>|<|=)\s*([0-9.]+)\s*")
_EXAMPLE = "Write one such as hit@1>=0.80."
_GROUPS = {
    "final": tuple(ranking.MEASURES),
    "decisions": decisions.NAMES + decisions.CONFIDENCE_NAMES,
    "answers": spans.NAMES,
    "intent": intents.NAMES,
}


@dataclass(frozen=True, slots=True)
class Gate:
    """A figure of a group (a source, decisions, answers or intent) and what it must reach."""

    name: str
    group: str
    figure: str
    sign: str
    limit: float


def parse_gate(text: str) -> Gate:
    """The gate that a text such as "hit@1=0.80" means, where = stands for at least.

    Raises:
        InputError: there is no such figure, or it is no gate.
    """
    match = _GATE.fullmatch(text)
    if not match:
        raise InputError(f"'{text}' is no gate. {_EXAMPLE}")
    name, sign, number = match.groups()
    group, figure = _figure_named(name)
    if sign == "=" and figure in decisions.LOWER_IS_BETTER:
        raise InputError(
            f"'{text}' can be read in two ways, because {figure} gets better as it falls. "
            f"Write {name}<={number}."
        )
    return Gate(name, group, figure, ">=" if sign == "=" else sign, _limit(text, number))


def failed_gates(report: Report, gates: Sequence[Gate]) -> tuple[str, ...]:
    """A sentence for each gate that the report does not pass, in the order of the gates."""
    return tuple(reason for gate in gates if (reason := _failure(report, gate)))


def _figure_named(name: str) -> tuple[str, str]:
    known = _known()
    if name not in known:
        names = list(dict.fromkeys(each for group in _GROUPS.values() for each in group))
        short = listing(names, limit=len(names))
        raise InputError(
            f"There is no figure '{name}'. Take one of {short}, "
            "or one of a group, such as bm25.hit@1 or intent.accuracy."
        )
    return known[name]


def _known() -> dict[str, tuple[str, str]]:
    """The group and the figure that each name means."""
    known: dict[str, tuple[str, str]] = {}
    for group, names in _GROUPS.items():
        for name in names:
            known.setdefault(name, (group, name))
    for group, names in {**dict.fromkeys(SOURCES, _GROUPS["final"]), **_GROUPS}.items():
        known |= {f"{group}.{name}": (group, name) for name in names}
    return known


def _limit(text: str, number: str) -> float:
    try:
        limit = float(number)
    except ValueError as error:
        raise InputError(f"'{text}' has no number at its end. {_EXAMPLE}") from error
    if limit > 1:
        raise InputError(
            f"'{text}' asks for more than 1, which all figures are at most. {_EXAMPLE}"
        )
    return limit


def _failure(report: Report, gate: Gate) -> str:
    wanted = f"must be {_WORDS[gate.sign]}"
    found = _group(report, gate.group).get(gate.figure)
    if found is None or found.value is None:
        missing = "there were no questions of this kind" if found else "it is not in the report"
        return f"{gate.name} {wanted} {gate.limit:.2f} and is not known: {missing}"
    if _COMPARE[gate.sign](found.value, gate.limit):
        return ""
    digits = _digits(found.value, gate.limit)
    return f"{gate.name} is {found.value:.{digits}f} and {wanted} {gate.limit:.{digits}f}"


def _group(report: Report, group: str) -> Figures:
    if group in SOURCES:
        return report.retrieval.get(group, {})
    return {"decisions": report.decisions, "answers": report.answers, "intent": report.intent}[
        group
    ]


def _digits(value: float, limit: float) -> int:
    """So many decimals, from 2 to 6, that a value and a limit that differ look different."""
    different = [digits for digits in range(2, 6) if f"{value:.{digits}f}" != f"{limit:.{digits}f}"]
    return different[0] if different else 6

"""How many unfaithful phrasings the guard stops, and how many faithful ones it lets pass.

    {"question": "…", "answer": "…", "phrasing": "…", "faithful": false, "kind": "negation"}

A case is stopped when any of its sentences is, and passes when none is. `kind` may be left out.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from data.errors import SourceError
from data.importing.notes import Notes
from data.importing.sources import load, name_of
from data.importing.text import decode
from data.records import Place, Rejection
from index.encoder import Progress
from pipeline.evaluation.bootstrap import mean_with_interval
from pipeline.evaluation.records import Figure
from pipeline.phrasing.cutting import sentences_of
from pipeline.phrasing.guard import Guard
from pipeline.phrasing.source import Source

SHAPE = (
    'Give a line for each case such as {"question": "…", "answer": "…", "phrasing": "…", '
    '"faithful": true}.'
)
TEXTS = ("question", "answer", "phrasing")
NO_KIND = "(none)"
# A 1 equals true, and a 0 false.
_TRUTHS = {True: True, False: False, "true": True, "false": False}


@dataclass(frozen=True, slots=True)
class GuardCase:
    """A phrasing of an entry's answer, from a line of a file, and whether it is true to it."""

    line: int
    question: str
    answer: str
    phrasing: str
    faithful: bool
    kind: str = NO_KIND


@dataclass(frozen=True, slots=True)
class GuardCases:
    """The cases of a file in order, and the lines that could not be used."""

    name: str
    cases: tuple[GuardCase, ...]
    rejections: tuple[Rejection, ...] = ()


@dataclass(frozen=True, slots=True)
class KindCount:
    """How many cases of a kind were stopped and how many passed."""

    kind: str
    faithful: bool
    stopped: int
    passed: int


@dataclass(frozen=True, slots=True)
class WrongCase:
    """A case that the guard got wrong; `sentence` is the one that was stopped, if any was."""

    case: GuardCase
    sentence: str
    reason: str
    detail: str


@dataclass(frozen=True, slots=True)
class GuardReport:
    """Shares of unfaithful cases that are stopped and of faithful ones that pass, 0 to 1."""

    stopped: Figure
    passed: Figure
    kinds: tuple[KindCount, ...]
    wrong: tuple[WrongCase, ...]


class _LineError(Exception):
    """Why a line is no case; it never leaves this module."""


def read_guard_cases(path: str) -> GuardCases:
    """The cases of a file of JSON lines, or of standard input for "-".

    Raises:
        SourceError: the file cannot be read, or none of its lines is a case.
    """
    name = name_of(path)
    cases: list[GuardCase] = []
    rejections: list[Rejection] = []
    for number, line in enumerate(decode(name, load(path), Notes()).split("\n"), start=1):
        if line.strip():
            try:
                cases.append(_case(number, line))
            except _LineError as error:
                rejections.append(Rejection(Place(name, number), str(error)))
    if not cases:
        first = f" The first is line {rejections[0].place.row}: " if rejections else ""
        reason = f"{rejections[0].reason}." if rejections else ""
        raise SourceError(f"{name} holds no case that can be used.{first}{reason} {SHAPE}")
    return GuardCases(name, tuple(cases), tuple(rejections))


def _case(number: int, line: str) -> GuardCase:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _LineError(f"it is not valid JSON ({error}): mend it") from error
    if not isinstance(value, dict):
        raise _LineError("it is not an object with the keys question, answer, phrasing, faithful")
    question, answer, phrasing = (_text(value, key) for key in TEXTS)
    faithful = value.get("faithful")
    if isinstance(faithful, str):
        faithful = faithful.strip().lower()
    if not isinstance(faithful, bool | str | int) or faithful not in _TRUTHS:
        raise _LineError("'faithful' is neither true nor false: say which")
    kind = value.get("kind")
    named = kind.strip() if isinstance(kind, str) else ""
    return GuardCase(
        number,
        question,
        answer,
        phrasing,
        _TRUTHS[faithful],
        named or NO_KIND,
    )


def _text(value: dict[str, object], key: str) -> str:
    text = value.get(key)
    if not isinstance(text, str) or not text.strip():
        raise _LineError(f"'{key}' is no text or empty: write one, or delete the line")
    return text.strip()


def evaluate_guard(
    guard: Guard, cases: Sequence[GuardCase], seed: int = 0, progress: Progress | None = None
) -> GuardReport:
    """How the guard does on cases; the seed is that of the intervals.

    Raises:
        ModelError: when the encoder cannot be loaded.
    """
    outcomes: list[WrongCase] = []
    for case in cases:
        outcomes.append(_outcome(guard, case))
        if progress:
            progress(1)
    stops = [bool(outcome.sentence) for outcome in outcomes if not outcome.case.faithful]
    passes = [not outcome.sentence for outcome in outcomes if outcome.case.faithful]
    wrong = tuple(o for o in outcomes if bool(o.sentence) == o.case.faithful)
    return GuardReport(
        mean_with_interval(stops, seed),
        mean_with_interval(passes, seed),
        tuple(_kinds(outcomes)),
        wrong,
    )


def _outcome(guard: Guard, case: GuardCase) -> WrongCase:
    """The case with its first sentence that was stopped, if any."""
    source = Source.of(case.question, case.answer)
    for verdict in guard.guarded(sentences_of([case.phrasing]), source, case.question):
        if not verdict.supported:
            return WrongCase(case, verdict.sentence, verdict.reason, verdict.detail)
    return WrongCase(case, "", "", "")


def _kinds(outcomes: Sequence[WrongCase]) -> Iterator[KindCount]:
    """The counts by kind, unfaithful ones first."""
    stopped = Counter((o.case.faithful, o.case.kind) for o in outcomes if o.sentence)
    total = Counter((o.case.faithful, o.case.kind) for o in outcomes)
    for (faithful, kind), count in sorted(total.items()):
        held = stopped[faithful, kind]
        yield KindCount(kind, faithful, held, count - held)


def guard_report_as_json(report: GuardReport) -> dict[str, object]:
    """The report as plain values."""
    return {
        "stopped": asdict(report.stopped),
        "passed": asdict(report.passed),
        "kinds": [asdict(kind) for kind in report.kinds],
        "wrong": [_wrong(each) for each in report.wrong],
    }


def _wrong(wrong: WrongCase) -> dict[str, object]:
    rest = {"stopped": wrong.sentence, "reason": wrong.reason, "detail": wrong.detail}
    return {**asdict(wrong.case), **rest}

"""Cases for the guard: how they are read, and what is reported of them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import data
from data.errors import SourceError
from index.encoder import HashEncoder
from pipeline.evaluation.guard import (
    evaluate_guard,
    guard_report_as_json,
    read_guard_cases,
)
from pipeline.phrasing.guard import Guard

SETS = Path(data.__file__).parent / "guard"
CASE = {"question": "How long?", "answer": "You have 30 days.", "faithful": True}


def written(path: Path, *lines: object) -> str:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(texts) + "\n", "utf-8")
    return str(path)


def test_lines_that_are_no_cases_are_named_and_the_rest_is_read(tmp_path: Path) -> None:
    file = written(
        tmp_path / "cases.jsonl",
        {**CASE, "phrasing": "30 days.", "kind": "part"},
        "{",
        "",
        {**CASE, "phrasing": " "},
        {**CASE, "phrasing": "Yes.", "faithful": "perhaps"},
        [1],
        {**CASE, "phrasing": "90 days.", "faithful": "False"},
    )
    found = read_guard_cases(file)
    assert [(case.line, case.faithful, case.kind) for case in found.cases] == [
        (1, True, "part"),
        (7, False, "(none)"),
    ]
    assert [rejection.place.row for rejection in found.rejections] == [2, 4, 5, 6]
    assert "row 4: 'phrasing' is no text or empty" in found.rejections[1].sentence


def test_a_file_without_cases_says_what_one_looks_like(tmp_path: Path) -> None:
    file = written(tmp_path / "none.jsonl", {"question": "How?"})
    with pytest.raises(SourceError, match="first is line 1: 'answer' is no text.*Give a line"):
        read_guard_cases(file)


def test_shares_counts_and_mistakes_are_reported(tmp_path: Path) -> None:
    file = written(
        tmp_path / "cases.jsonl",
        {**CASE, "phrasing": "You have thirty days.", "kind": "words"},
        {**CASE, "phrasing": "You have 90 days.", "faithful": False, "kind": "number"},
        {**CASE, "phrasing": "You have 30 days.", "faithful": False, "kind": "number"},
    )
    steps: list[int] = []
    report = evaluate_guard(
        Guard(HashEncoder()), read_guard_cases(file).cases, progress=steps.append
    )
    assert sum(steps) == 3
    assert (report.stopped.value, report.stopped.n) == (0.5, 2)
    assert (report.passed.value, report.passed.n) == (1.0, 1)
    assert [(k.kind, k.stopped, k.passed) for k in report.kinds] == [
        ("number", 1, 1),
        ("words", 0, 1),
    ]
    plain = guard_report_as_json(report)
    assert set(plain["stopped"]) == {"value", "low", "high", "n"}  # type: ignore[call-overload]
    assert [wrong["line"] for wrong in plain["wrong"]] == [3]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["development", "test"])
def test_our_own_sets_are_whole(name: str) -> None:
    found = read_guard_cases(str(SETS / f"{name}.jsonl"))
    assert not found.rejections
    sides = Counter(case.faithful for case in found.cases)
    assert min(sides.values()) >= 100
    assert all(case.kind != "(none)" for case in found.cases)


def test_no_entry_is_in_both_of_our_sets() -> None:
    development, test = (
        {case.answer for case in read_guard_cases(str(SETS / f"{name}.jsonl")).cases}
        for name in ("development", "test")
    )
    assert not development & test

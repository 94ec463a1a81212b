"""A row a question, as a spreadsheet gets it."""

from __future__ import annotations

import csv
import io

import pytest

from pipeline.evaluation.question_sets import questions_in
from pipeline.evaluation.report_csv import report_as_csv
from tests.pipeline.evaluation.factories import outcome, report


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_row_says_what_was_asked_expected_and_given() -> None:
    text = report_as_csv(
        report(
            [
                outcome('how, "so"?', "bd", "cb", confidence=0.8, span="It", ms={"encode": 3.0}),
                outcome("q2", "", "", answered=False, confidence=0.0),
            ]
        )
    )
    first, second = rows_of(text)
    assert list(first) == [
        *("asked", "expected", "got", "rank", "confidence", "decision"),
        *("span", "ms", "category"),
    ]
    assert list(first.values()) == [
        *('how, "so"?', "b|d", "c", "2", "0.8", "answered"),
        *("It", "3.0", "Travel"),
    ]
    assert (second["expected"], second["got"], second["rank"]) == ("", "", "")


@pytest.mark.parametrize("hostile", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", '=HYPERLINK("x")'])
def test_no_cell_is_a_formula(hostile: str) -> None:
    (row,) = rows_of(report_as_csv(report([outcome(hostile, [hostile], [hostile], span=hostile)])))
    for column in ("asked", "expected", "got", "span"):
        assert row[column] == f"'{hostile}"


def test_the_file_can_be_asked_again() -> None:
    written = report_as_csv(report([outcome("=q1", "ab", "a"), outcome("q2", "", "")]))
    renamed = written.replace("asked,expected", "query,relevant", 1)
    again = questions_in("report.csv", renamed.encode(), None)
    assert [(it.query, it.relevant) for it in again.questions] == [("=q1", ("a", "b")), ("q2", ())]

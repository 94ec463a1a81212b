"""Two runs against each other."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from data.errors import InputError
from pipeline.evaluation.compare import compare, verdict
from pipeline.evaluation.records import Figure, Report
from tests.pipeline.evaluation.factories import outcome, report


def run(right: int, *, of: int = 60, confidence: float = 0.9) -> Report:
    """A run in which the first `right` questions have their entry in the first place."""
    return report(
        outcome(f"q{at:03}", "a", "ab" if at < right else "ba", confidence=confidence)
        for at in range(of)
    )


def test_a_run_and_itself_do_not_differ_at_all() -> None:
    found = compare(run(40), run(40), seed=0)
    assert found.verdict == ("no difference found: 0.0 points hit@1 (95 % interval 0.0 to 0.0)")
    assert (found.better, found.worse, found.remarks, found.questions) == ((), (), (), 60)
    for difference in found.differences.values():
        assert difference.figure in (
            Figure(0, 0, 0, difference.figure.n),
            Figure(None, None, None, 0),
        )


def test_a_better_ranking_is_found_to_be_better_with_an_interval_above_zero() -> None:
    found = compare(run(30), run(45), seed=0)
    hit = found.differences["hit@1"].figure
    assert (hit.value, hit.n) == (0.25, 60)
    # The gain is 0 or 1 for each question: √(.25 · .75 / 60) = .056, so .25 ± .11.
    assert (hit.low, hit.high) == pytest.approx((0.14, 0.36), abs=0.02)
    assert found.verdict.startswith("better: +25.0 points hit@1 (95 % interval 1")
    assert found.differences["mrr@10"].figure.value == 0.125
    assert found.differences["wrong"].figure.value == -0.25
    assert found.differences["wrong"].verdict.startswith(
        "better: −25.0 points wrong (95 % interval −3"
    )
    assert [change.query for change in found.better] == [f"q{at:03}" for at in range(30, 45)]
    assert found.worse == ()


def test_the_other_way_round_it_is_worse() -> None:
    found = compare(run(45), run(30), seed=0)
    assert found.verdict.startswith("worse: −25.0 points hit@1")
    assert found.differences["accuracy"].verdict.startswith("worse: ")
    assert len(found.worse) == 15
    assert found.worse[0].before.rank == 1
    assert found.worse[0].after.rank == 2


def test_a_small_difference_is_not_made_much_of() -> None:
    found = compare(run(40), run(41), seed=0)
    assert found.verdict == "no difference found: +1.7 points hit@1 (95 % interval 0.0 to 5.0)"


def test_figures_of_confidence_are_compared_too() -> None:
    found = compare(run(30, confidence=0.9), run(30, confidence=0.5), seed=0)
    # Half are right: an error of .4 becomes one of 0.
    assert found.differences["ece"].figure.value == pytest.approx(-0.4)
    assert found.differences["ece"].verdict.startswith("better: −40.0 points ece")
    assert found.differences["hit@1"].figure == Figure(0, 0, 0, 60)


def test_what_was_done_counts_before_the_rank() -> None:
    before = report(
        [
            outcome("withheld", answered=False),
            outcome("silent", "", "a"),
            outcome("ranked", "a", "bca", answered=False),
            outcome("lost", "a", "b", answered=False),
            outcome("same"),
        ]
    )
    after = report(
        [
            outcome("withheld"),
            outcome("silent", "", "a", answered=False),
            outcome("ranked", "a", "bac", answered=False),
            outcome("lost", "a", "b"),
            outcome("same"),
        ]
    )
    found = compare(before, after, seed=0)
    assert [change.query for change in found.better] == ["silent", "withheld", "ranked"]
    assert [change.query for change in found.worse] == ["lost"]


def test_the_order_of_the_questions_makes_no_difference() -> None:
    before, after = run(30), run(45)
    mixed = list(after.rows)
    random.Random(0).shuffle(mixed)
    assert compare(before, replace(after, rows=tuple(mixed)), seed=0) == compare(
        before, after, seed=0
    )


def test_questions_of_one_run_alone_are_left_out_and_counted() -> None:
    found = compare(run(30, of=50), run(30, of=40), seed=0)
    assert (found.questions, found.only_before, found.only_after) == (40, 10, 0)
    assert found.remarks == ("10 questions only in the first run, left out",)


def test_questions_with_another_label_are_counted() -> None:
    found = compare(report([outcome("q")]), report([outcome("q", "b")]), seed=0)
    assert found.relabelled == 1
    assert found.remarks == ("1 question expecting other entries in the second run, kept",)


def test_a_question_that_is_asked_twice_is_matched_twice() -> None:
    twice = report([outcome("q", "a", "ab"), outcome("q", "b", "ab")])
    assert (
        compare(twice, report([outcome("q", "b", "ab"), outcome("q", "a", "ab")]), 0).better == ()
    )
    assert compare(twice, report([outcome("q")]), seed=0).only_before == 1


def test_without_answerable_questions_the_verdict_is_about_false_answers() -> None:
    before, after = report([outcome("q", "")]), report([outcome("q", "", answered=False)])
    assert compare(before, after, seed=0).verdict == (
        "better: −100.0 points false_answers (95 % interval −100.0 to −100.0)"
    )
    missing = compare(before, after, seed=0).differences["hit@1"]
    assert missing.verdict == "no questions of this kind for hit@1"


def test_runs_of_different_sets_cannot_be_compared() -> None:
    with pytest.raises(InputError, match="have no question in common. Compare runs of one set"):
        compare(report([outcome("q")]), report([outcome("r")]), seed=0)


@pytest.mark.parametrize(
    ("name", "figure", "words"),
    [
        (
            "hit@1",
            Figure(0.031, 0.012, 0.05, 9),
            "better: +3.1 points hit@1 (95 % interval 1.2 to 5.0)",
        ),
        (
            "hit@1",
            Figure(0.004, -0.01, 0.018, 9),
            "no difference found: +0.4 points hit@1 (95 % interval −1.0 to 1.8)",
        ),
        (
            "wrong",
            Figure(0.02, 0.01, 0.03, 9),
            "worse: +2.0 points wrong (95 % interval 1.0 to 3.0)",
        ),
        (
            "map",
            Figure(-0.0001, -0.01, 0.01, 9),
            "no difference found: 0.0 points map (95 % interval −1.0 to 1.0)",
        ),
    ],
)
def test_verdicts_in_words(name: str, figure: Figure, words: str) -> None:
    assert verdict(name, figure) == words

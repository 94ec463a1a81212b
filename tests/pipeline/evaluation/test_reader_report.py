"""The figures of a reader against hand-worked ones, and the files that they come from."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.answers import Reading
from pipeline.evaluation.reader import (
    best_threshold,
    evaluate_reader,
    reader_report_as_json,
)
from pipeline.evaluation.records import Figure
from pipeline.evaluation.roc import auroc
from pipeline.reading.overlap import OverlapReader
from pipeline.reading.reader import ToRead
from pipeline.squad import GoldAnswer, ReaderExample, read_examples

SHARED = Path(__file__).parents[3].parent / "shared" / "data" / "reader"
NO_SUCH = Figure(None, None, None, 0)


class ScriptedReader:
    """Gives for each context the words and the sureness that were laid down for it."""

    def __init__(self, script: dict[str, tuple[str, float]]) -> None:
        self._script = script

    def read(self, items: Sequence[ToRead]) -> list[Reading]:
        return [self._reading(*self._script[item.passage], item.passage) for item in items]

    @staticmethod
    def _reading(text: str, sure: float, passage: str) -> Reading:
        start = passage.index(text)
        return Reading(start, start + len(text), text, sure, sure, sure)


def example(context: str, *golds: str, source: str = "s") -> ReaderExample:
    answers = tuple(GoldAnswer(context.find(gold), gold) for gold in golds)
    return ReaderExample(context, source, "?", context, answers)


# Sure by 0.9 with the right words, by 0.8 where there is no answer, by 0.4 with half of the words.
SCRIPT = {"one two": ("one", 0.9), "three four": ("four", 0.8), "five six": ("five", 0.4)}
EXAMPLES = [
    example("one two", "two one", "one", source="x"),
    example("three four", source="x"),
    example("five six", "five six", source="y"),
]


def values(report_part: Any) -> dict[str, float | None]:
    return {name: figure.value for name, figure in report_part.figures.items()}


def test_figures_are_as_worked_by_hand() -> None:
    report = evaluate_reader(ScriptedReader(SCRIPT), EXAMPLES)
    assert values(report.all) == pytest.approx(
        {
            # Words, words, silence: right, wrong, wrong.
            "em": 1 / 3,
            "f1": 1 / 3,
            "has_answer_em": 1 / 2,
            "has_answer_f1": 1 / 2,
            "no_answer_em": 0,
            "no_answer_f1": 0,
            # From 0.9: right, right by silence, wrong. From 0.4: right, wrong, F1 of 2/3.
            "best_em": 2 / 3,
            "best_f1": 2 / 3,
            "best_has_answer_f1": 1 / 2,
            "best_no_answer_f1": 1,
            "words_em": 1 / 2,
            "words_f1": (1 + 2 / 3) / 2,
            # 0.9 is above 0.8 and 0.4 is not.
            "auroc": 1 / 2,
        },
        abs=1e-6,
    )
    assert report.all.thresholds == {"own": 0.5, "best_em": 0.9, "best_f1": 0.9}


def test_each_source_has_figures_of_its_own() -> None:
    report = evaluate_reader(ScriptedReader(SCRIPT), EXAMPLES)
    assert [(name, part.n) for name, part in report.by_source.items()] == [("x", 2), ("y", 1)]
    assert values(report.by_source["x"])["auroc"] == 1
    assert values(report.by_source["y"])["best_f1"] == pytest.approx(2 / 3, abs=1e-6)
    assert report.by_source["y"].thresholds["best_em"] is None


def test_figures_without_questions_of_their_kind_are_empty() -> None:
    only_answered = evaluate_reader(ScriptedReader(SCRIPT), EXAMPLES[:1]).all.figures
    assert only_answered["no_answer_em"] == only_answered["auroc"] == NO_SUCH
    nothing = evaluate_reader(OverlapReader(), []).all
    assert nothing.n == 0
    assert set(nothing.figures.values()) == {NO_SUCH}


def test_the_json_has_the_same_four_keys_under_every_figure_and_is_stable() -> None:
    one, two = (
        json.dumps(reader_report_as_json(evaluate_reader(ScriptedReader(SCRIPT), EXAMPLES, seed=5)))
        for _ in range(2)
    )
    assert one == two
    everything = json.loads(one)["all"]
    assert (everything.pop("n"), everything.pop("thresholds")["best_em"]) == (3, 0.9)
    assert all(list(figure) == ["value", "low", "high", "n"] for figure in everything.values())


def test_progress_counts_every_question() -> None:
    done: list[int] = []
    evaluate_reader(ScriptedReader(SCRIPT), EXAMPLES, progress=done.append)
    assert sum(done) == 3


TENTHS = st.integers(0, 10).map(lambda tenths: tenths / 10)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(TENTHS, TENTHS, st.booleans()), min_size=1, max_size=12))
def test_no_threshold_is_better_than_the_best(rows: list[tuple[float, float, bool]]) -> None:
    sure, words, silence = (np.array(column) for column in zip(*rows, strict=True))

    def total(bar: float) -> float:
        return float(np.where(sure >= bar, words, silence).sum())

    best = total(best_threshold(sure, words, silence))
    assert best == pytest.approx(max(total(bar) for bar in [*sure, np.inf]))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(TENTHS, st.booleans(), st.integers(0, 3)), min_size=2, max_size=12))
def test_auroc_is_that_of_scikit_learn(rows: list[tuple[float, bool, int]]) -> None:
    from sklearn.metrics import roc_auc_score

    scores, positive, weights = (np.array(column) for column in zip(*rows, strict=True))
    (value,) = auroc(scores, positive).measure(weights[None, :].astype(float))
    if len(set(positive[weights > 0])) < 2:
        assert np.isnan(value)
    else:
        expected = roc_auc_score(positive, scores, sample_weight=weights)
        assert value == pytest.approx(expected)


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"{SHARED} is not there")
def test_the_stand_in_is_measured_on_the_shared_questions() -> None:
    report = evaluate_reader(OverlapReader(), read_examples(SHARED / "dev_open.jsonl.gz"))
    figures = report.all.figures
    assert list(report.by_source) == ["doqa_travel-test", "squad2_half"]
    assert [figures[name].n for name in ("em", "words_em", "no_answer_em")] == [4348, 2632, 1716]
    assert 0.3 < (figures["words_f1"].value or 0) < 0.4

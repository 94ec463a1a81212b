"""The figures of a reader against hand-worked ones, and the files that they come from."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.errors import SourceError
from pipeline.evaluation.reader import (
    ReaderExample,
    auroc,
    best_threshold,
    evaluate_reader,
    read_examples,
    reader_report_as_json,
)
from pipeline.evaluation.records import Figure
from pipeline.read import OverlapReader, Reading

SHARED = Path(__file__).parents[3].parent / "shared" / "data" / "reader"
NO_SUCH = Figure(None, None, None, 0)

SQUAD = {
    "version": "v2.0",
    "data": [
        {
            "title": "Ferries",
            "paragraphs": [
                {
                    "context": "🐕 Dogs travel free. The boat sails at 9:30.",
                    "qas": [
                        {
                            "id": "a",
                            "question": "When does it sail?",
                            "answers": [{"text": "9:30", "answer_start": 38}],
                            "is_impossible": False,
                        },
                        {
                            "id": "b",
                            "question": "Who is the captain?",
                            "answers": [],
                            "plausible_answers": [{"text": "Dogs", "answer_start": 2}],
                            "is_impossible": True,
                        },
                    ],
                }
            ],
        }
    ],
}
ROW: dict[str, Any] = {
    "id": "a",
    "source": "ferries",
    "context": "Dogs travel free.",
    "question": "How do dogs travel?",
    "answers": {"text": ["free"], "answer_start": [12]},
    "is_impossible": False,
}


class ScriptedReader:
    """Gives for each context the words and the sureness that were laid down for it."""

    def __init__(self, script: dict[str, tuple[str, float]]) -> None:
        self._script = script

    def read(
        self,
        question: str,  # noqa: ARG002
        passages: Sequence[str],
        headings: Sequence[str] = (),  # noqa: ARG002
    ) -> list[Reading]:
        return [self._reading(*self._script[passage], passage) for passage in passages]

    @staticmethod
    def _reading(text: str, sure: float, passage: str) -> Reading:
        start = passage.index(text)
        return Reading(start, start + len(text), text, sure, sure)


def example(context: str, *golds: str, source: str = "s") -> ReaderExample:
    return ReaderExample(context, source, "?", context, golds)


# Sure by 0.9 with the right words, by 0.8 where there is no answer, by 0.4 with half of the words.
SCRIPT = {"one two": ("one", 0.9), "three four": ("four", 0.8), "five six": ("five", 0.4)}
EXAMPLES = [
    example("one two", "two one", "one", source="x"),
    example("three four", source="x"),
    example("five six", "five six", source="y"),
]


def written(folder: Path, text: str, name: str = "rows.jsonl") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def lines(*rows: object) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


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


def test_squad_files_are_read_with_offsets_in_code_points(tmp_path: Path) -> None:
    found = list(read_examples(written(tmp_path, json.dumps(SQUAD, indent=1), "dev.json")))
    assert [(e.id, e.source, e.golds) for e in found] == [("a", "dev", ("9:30",)), ("b", "dev", ())]
    assert list(read_examples(written(tmp_path, json.dumps(SQUAD), "dev.json"))) == found


def test_json_lines_and_gzip_are_read_alike(tmp_path: Path) -> None:
    text = "\n" + lines(ROW, ROW | {"id": 7, "answers": [], "is_impossible": True})
    packed = tmp_path / "rows.jsonl.gz"
    packed.write_bytes(gzip.compress(text.encode("utf-8-sig")))
    found = list(read_examples(packed))
    assert [(e.id, e.source, e.golds) for e in found] == [
        ("a", "ferries", ("free",)),
        ("7", "ferries", ()),
    ]
    assert list(read_examples(written(tmp_path, text))) == found


BAD_ROWS = {
    "missing": ({k: v for k, v in ROW.items() if k != "question"}, "'question' is missing"),
    "blank": (ROW | {"context": " "}, "'context' is missing, empty"),
    "beyond": (ROW | {"answers": {"text": ["free"], "answer_start": [99]}}, "not stand at 99"),
    "shifted": (ROW | {"answers": {"text": ["free"], "answer_start": [11]}}, "code points"),
    "negative": (ROW | {"answers": {"text": ["."], "answer_start": [-1]}}, "from 0 up"),
    "truth": (ROW | {"answers": {"text": ["D"], "answer_start": [False]}}, "from 0 up"),
    "uneven": (ROW | {"answers": {"text": ["free"], "answer_start": []}}, "one length"),
    "none": (ROW | {"answers": None}, "'answers' is missing"),
    "unanswered": (ROW | {"answers": []}, "has no answers.*Set is_impossible"),
    "both": (ROW | {"is_impossible": True}, "answers and is_impossible"),
    "list": ([1], "not an object"),
    "again": (ROW, "the id 'a' is that of .*line 1 too"),
}


@pytest.mark.parametrize(("row", "problem"), BAD_ROWS.values(), ids=BAD_ROWS)
def test_a_bad_row_is_named_with_its_line(tmp_path: Path, row: object, problem: str) -> None:
    path = written(tmp_path, lines(ROW, row))
    with pytest.raises(SourceError, match=rf"rows\.jsonl, line 2: .*{problem}"):
        list(read_examples(path))


BAD_FILES = {
    "empty": ("", "holds no questions"),
    "blank": ("\n\n", "holds no questions"),
    "broken line": ('{"id":\n' + lines(ROW), "line 1: it is not valid JSON"),
    "other JSON": ('{"data": 3}', "no list 'data'"),
    "no articles": ('{"data": []}', "holds no questions"),
    "odd article": ('{"data": [1]}', "data 1: it is not an object"),
    "no questions": ('{"data": [{"paragraphs": [{}]}]}', "paragraphs 1: there is no list 'qas'"),
    "deep": ("[" * 100_000, "not valid JSON"),
}


@pytest.mark.parametrize(("text", "problem"), BAD_FILES.values(), ids=BAD_FILES)
def test_a_bad_file_is_refused_with_the_reason(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(SourceError, match=problem):
        list(read_examples(written(tmp_path, text)))


@pytest.mark.parametrize(
    "data", [gzip.compress(b'{"id": "a"}' * 99)[:30], b"\x1f\x8bnonsense", b'{"id": "\xff"}']
)
def test_a_damaged_file_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "rows.jsonl.gz"
    path.write_bytes(data)
    with pytest.raises(SourceError, match="damaged or not UTF-8"):
        list(read_examples(path))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"none\.jsonl is not there"):
        list(read_examples(tmp_path / "none.jsonl"))


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"{SHARED} is not there")
def test_the_stand_in_is_measured_on_the_shared_questions() -> None:
    report = evaluate_reader(OverlapReader(), read_examples(SHARED / "dev_open.jsonl.gz"))
    figures = report.all.figures
    assert list(report.by_source) == ["doqa_travel-test", "squad2_half"]
    assert [figures[name].n for name in ("em", "words_em", "no_answer_em")] == [4348, 2632, 1716]
    assert 0.3 < (figures["words_f1"].value or 0) < 0.4

"""The figures of a classifier against hand-worked ones, and the files that they come from."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from data.errors import SourceError
from index.encoder import HashEncoder
from pipeline.classify import Classified
from pipeline.evaluation.classifier import (
    Confusion,
    classifier_report_as_json,
    evaluate_classifier,
    score_classifier,
)
from pipeline.evaluation.labelled import LabelledText, Role, read_texts
from pipeline.evaluation.records import Figure

SHARED = Path(__file__).parents[3].parent / "shared" / "data" / "intent"
NO_SUCH = Figure(None, None, None, 0)


class ScriptedClassifier:
    """Gives each text the verdict that was laid down for it."""

    def __init__(self, script: dict[str, tuple[str, float]]) -> None:
        self._script = script

    def classify(self, texts: Sequence[str]) -> list[Classified]:
        return [
            Classified(label, 1.0, in_scope)
            for label, in_scope in (self._script[text] for text in texts)
        ]


SCRIPT = {
    "a1": ("a", 0.9),
    "a2": ("a", 0.4),
    "b1": ("a", 0.8),
    "foreign": ("b", 0.3),
    "unlike": ("b", 0.6),
}


def labelled(*pairs: tuple[str, str | None]) -> list[LabelledText]:
    return [LabelledText(f"line {at}", *pair) for at, pair in enumerate(pairs, start=2)]


TEXTS = labelled(("a1", "a"), ("a2", "a"), ("b1", "b"), ("foreign", None), ("unlike", None))


def written(folder: Path, text: str, name: str = "texts.csv") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_figures_are_as_worked_by_hand() -> None:
    report = score_classifier(ScriptedClassifier(SCRIPT), TEXTS)
    assert (report.n, report.out_of_scope) == (3, 2)
    assert {name: figure.value for name, figure in report.figures.items()} == pytest.approx(
        {
            "accuracy": 2 / 3,
            # a: 2 of 3 given are right and both are found, F1 0.8; b: none is found.
            "macro_f1": 0.4,
            "accepted_right": 1 / 3,
            "oos_recall": 1 / 2,
            "oos_precision": 1 / 2,
            "oos_f1": 1 / 2,
            # Of six pairs of one with and one without a label, 0.4 is below 0.6 and no other.
            "auroc": 5 / 6,
        },
        abs=1e-6,
    )
    assert report.confused == (Confusion("b", "a", 1),)


def test_figures_without_texts_of_their_kind_are_empty() -> None:
    known = score_classifier(ScriptedClassifier(SCRIPT), TEXTS[:3]).figures
    assert {n for n, f in known.items() if f == NO_SUCH} == {
        "oos_recall",
        "oos_precision",
        "oos_f1",
        "auroc",
    }
    foreign = score_classifier(ScriptedClassifier(SCRIPT), TEXTS[3:]).figures
    assert foreign["accuracy"] == foreign["macro_f1"] == foreign["auroc"] == NO_SUCH
    nothing = score_classifier(ScriptedClassifier(SCRIPT), [])
    assert set(nothing.figures.values()) == {NO_SUCH}


def test_the_twenty_most_confused_pairs_are_listed_commonest_first() -> None:
    script = {f"{at} {n}": ("z", 1.0) for at in range(30) for n in range(1 + at % 3)}
    texts = labelled(*((text, f"l{text.split()[0]}") for text in script))
    confused = score_classifier(ScriptedClassifier(script), texts).confused
    assert len(confused) == 20
    assert confused[0] == Confusion("l11", "z", 3)
    assert [pair.n for pair in confused] == [3] * 10 + [2] * 10


def test_the_json_has_the_same_four_keys_under_every_figure_and_is_stable() -> None:
    one, two = (
        json.dumps(classifier_report_as_json(score_classifier(ScriptedClassifier(SCRIPT), TEXTS)))
        for _ in range(2)
    )
    assert one == two
    report = json.loads(one)
    assert (report.pop("n"), report.pop("out_of_scope")) == (3, 2)
    assert report.pop("confused") == [{"expected": "b", "got": "a", "n": 1}]
    assert all(list(figure) == ["value", "low", "high", "n"] for figure in report.values())


def test_a_classifier_is_learnt_and_measured_with_the_stand_in() -> None:
    words = {"dogs": "dog puppy leash kennel", "fares": "fare price ticket euros"}
    pairs = [
        (f"{w} {v}", name) for name, text in words.items() for w in text.split() for v in "xyz"
    ]
    test = labelled(("my dog and puppy", "dogs"), ("ticket price", "fares"))
    done: list[int] = []
    report = evaluate_classifier(
        labelled(*pairs), test, labelled(("gluons", None)), HashEncoder(), 0, done.append
    )
    assert report.figures["accuracy"].value == report.figures["auroc"].value == 1
    assert sum(done) == len(pairs) + 3


def test_a_test_label_that_was_not_learnt_is_named() -> None:
    train = labelled(("dog", "dogs"), ("fare", "fares"))
    with pytest.raises(SourceError, match=r"line 2: the label 'cats' is not one of those"):
        evaluate_classifier(train, labelled(("cat", "cats")), [], HashEncoder())


def test_texts_given_for_testing_and_out_of_scope_count_once() -> None:
    train, test = (
        labelled(("dog", "dogs"), ("fare", "fares")),
        labelled(("dog", "dogs"), ("x", None)),
    )
    assert evaluate_classifier(train, test, test[1:], HashEncoder()).out_of_scope == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("texts.csv", 'text,category\r\n"How, then?",how\r\n\r\nWhen?,\r\n'),
        ("texts.csv", "\ufeffIntent;Query;more\nhow;How, then?;1\n;When?;2\n"),
        ("texts.tsv", "query\tlabel\nHow, then?\thow\nWhen?\n"),
    ],
)
def test_tables_are_read_whatever_parts_their_cells(tmp_path: Path, name: str, text: str) -> None:
    found = read_texts(written(tmp_path, text, name), Role.TEST)
    assert [(t.text, t.label) for t in found] == [("How, then?", "how"), ("When?", None)]


def test_texts_out_of_scope_need_no_labels(tmp_path: Path) -> None:
    (found,) = read_texts(written(tmp_path, "text\nWho?\n"), Role.OUT_OF_SCOPE)
    assert (found.text, found.label) == ("Who?", None)


CLINC = {
    "train": [["hi", "greet"]],
    "val": [["hey", "greet"]],
    "test": [["hello", "greet"]],
    "oos_train": [["x", "oos"]],
    "oos_val": [["y", "oos"]],
    "oos_test": [["z", "oos"]],
}


def test_each_role_has_its_own_parts_of_a_clinc_file(tmp_path: Path) -> None:
    path = written(tmp_path, json.dumps(CLINC), "data.json")
    found = {role: [(t.text, t.label) for t in read_texts(path, role)] for role in Role}
    assert found == {
        Role.TRAIN: [("hi", "greet")],
        Role.TEST: [("hello", "greet"), ("z", None)],
        Role.OUT_OF_SCOPE: [("z", None)],
    }


def test_folders_hold_a_text_and_a_label_a_line(tmp_path: Path) -> None:
    written(tmp_path, "hello\u2028there\nbye\n", "seq.in")
    written(tmp_path, "greet\nleave\n", "label")
    found = read_texts(tmp_path, Role.TRAIN)
    assert [(t.text, t.label) for t in found] == [("hello\u2028there", "greet"), ("bye", "leave")]


BAD_FILES = {
    "empty": ("t.csv", "", "no column 'text'"),
    "header only": ("t.csv", "text,category\n", "holds no texts"),
    "no header": ("t.csv", "hello,greet\n", r"no column 'text', only 'hello' and 'greet'"),
    "no label column": ("t.csv", "text,topic\na,b\n", "no column 'category'"),
    "no text": ("t.csv", "text,category\na,b\n ,b\n", "line 3: there is no text"),
    "no label": ("t.csv", "text,category\na,b\nc\n", "line 3: there is no label"),
    "open quote": ("t.csv", 'text,category\n"a,b\nc,d\n', "line 3: it cannot be read"),
    "not JSON": ("t.json", "{", "not valid JSON"),
    "list": ("t.json", "[]", "not an object with parts"),
    "no part": ("t.json", '{"test": []}', "no list 'train'"),
    "empty part": ("t.json", '{"train": []}', "holds no texts"),
    "odd pair": ("t.json", '{"train": [["a", "b"], ["c"]]}', "train 2: it is not a pair"),
    "odd text": ("t.json", '{"train": [[1, "b"]]}', "train 1: there is no text"),
    "odd label": ("t.json", '{"train": [["a", 2]]}', "train 1: the label is not text"),
}


@pytest.mark.parametrize(("name", "text", "problem"), BAD_FILES.values(), ids=BAD_FILES)
def test_a_bad_file_is_refused_with_the_reason(
    tmp_path: Path, name: str, text: str, problem: str
) -> None:
    with pytest.raises(SourceError, match=problem):
        read_texts(written(tmp_path, text, name), Role.TRAIN)


def test_a_folder_whose_files_differ_in_length_is_refused(tmp_path: Path) -> None:
    written(tmp_path, "a\nb\n", "seq.in")
    with pytest.raises(SourceError, match="label is not there"):
        read_texts(tmp_path, Role.TRAIN)
    written(tmp_path, "x\n", "label")
    with pytest.raises(SourceError, match=r"seq\.in has 2 lines and label has 1"):
        read_texts(tmp_path, Role.TRAIN)


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"{SHARED} is not there")
def test_the_shared_files_are_read_whole() -> None:
    def count(name: str, role: Role) -> int:
        return len(read_texts(SHARED / name, role))

    assert count("banking77/train.csv", Role.TRAIN) == 10_003
    assert count("banking77/test.csv", Role.TEST) == 3_080
    assert count("banking77/few_shot/train_5", Role.TRAIN) == 385
    assert count("clinc150/data_full.json", Role.TRAIN) == 15_000
    assert count("clinc150/data_full.json", Role.TEST) == 5_500
    assert count("clinc150/data_full.json", Role.OUT_OF_SCOPE) == 1_000
    assert count("hwu64/train", Role.TRAIN) == 8_954


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"{SHARED} is not there")
def test_even_hashed_words_tell_most_of_the_shared_texts_apart() -> None:
    texts = read_texts(SHARED / "banking77" / "few_shot" / "train_10", Role.TRAIN)[:150]
    report = evaluate_classifier(texts[::2], texts[1::2], [], HashEncoder())
    assert (report.n, report.out_of_scope) == (75, 0)
    assert (report.figures["accuracy"].value or 0) > 0.5

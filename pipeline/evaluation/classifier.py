"""How well texts are told apart by label, and texts of no label are noticed.

Out-of-scope figures are those of Larson et al. 2019, "An Evaluation Dataset for Intent
Classification and Out-of-Scope Prediction": a text counts as noticed when its `in_scope` is below
the classifier's own threshold, which is set on held-out training texts and never on test texts.

Worked example: of three texts with labels, two get the right one and one of those is below the
threshold; of two texts without, one is below. Accuracy 2/3, accepted and right 1/3, out-of-scope
recall 1/2, precision 1/2, F1 1/2.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

import numpy as np

from data.errors import SourceError
from data.importing.notes import Notes, quoted
from data.importing.sources import load
from data.importing.text import decode
from index.encoder import Encoder, Progress
from pipeline.classify import IN_SCOPE_AT, Classified, Classifier, LinearClassifier
from pipeline.evaluation.bootstrap import FEWER_RESAMPLES, Statistic, among, figures, share
from pipeline.evaluation.intents import macro_f1
from pipeline.evaluation.records import Figures
from pipeline.evaluation.roc import auroc

BATCH = 256
MOST_CONFUSED = 20

TEXT_COLUMNS = ("text", "query", "question", "utterance")
LABEL_COLUMNS = ("category", "label", "intent", "kind")
SHAPE = "Give CSV with text and category, JSON like CLINC's, or a folder with seq.in and label."


class Role(StrEnum):
    """What a file of texts is for."""

    TRAIN = "train"
    TEST = "test"
    OUT_OF_SCOPE = "out of scope"


# The parts of a CLINC file that are read for each role; those in oos_… have no label.
CLINC_PARTS = {
    Role.TRAIN: ("train",),
    Role.TEST: ("test", "oos_test"),
    Role.OUT_OF_SCOPE: ("oos_test",),
}


@dataclass(frozen=True, slots=True)
class LabelledText:
    """A text and its label, None where it is of none; `place` says where it stands."""

    place: str
    text: str
    label: str | None


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often texts of one label were given another."""

    expected: str
    got: str
    n: int


@dataclass(frozen=True, slots=True)
class ClassifierReport:
    """How a classifier did on `n` texts with a label and `out_of_scope` texts without.

    Keys of `figures`, all 0 to 1: `accuracy` and `macro_f1` of texts with a label, as if none were
    turned away; `accepted_right`, the share of them that are taken for in scope and given the right
    label; `oos_recall`, `oos_precision`, `oos_f1` of noticing the others at the classifier's own
    threshold; `auroc`, how well `in_scope` tells the two apart. `confused` has the commonest first.
    """

    n: int
    out_of_scope: int
    figures: Figures
    confused: tuple[Confusion, ...]


def evaluate_classifier(
    train: Sequence[LabelledText],
    test: Sequence[LabelledText],
    oos: Sequence[LabelledText],
    encoder: Encoder,
    seed: int = 0,
    progress: Progress | None = None,
) -> ClassifierReport:
    """How a linear classifier that learns from `train` does on the others, none of which it sees.

    Progress counts each text of the three once.

    Raises:
        SourceError: when a test label is not among those of training.
        InputError: when there are fewer than two labels to learn.
    """
    labels = [text.label or "" for text in train]
    _check_labels(set(labels), test)
    texts = [text.text for text in train]
    classifier = LinearClassifier.fit(encoder, texts, labels, seed=seed, progress=progress)
    # One CLINC file given for both has its texts without a label in both.
    return score_classifier(classifier, list(dict.fromkeys([*test, *oos])), seed, progress)


def evaluate_kept(
    classifier: LinearClassifier,
    test: Sequence[LabelledText],
    oos: Sequence[LabelledText],
    seed: int = 0,
    progress: Progress | None = None,
) -> ClassifierReport:
    """How a classifier that was trained before does on texts that it should not have learnt.

    Raises:
        SourceError: when a label is none of its own.
    """
    _check_labels(set(classifier.labels), test)
    return score_classifier(classifier, list(dict.fromkeys([*test, *oos])), seed, progress)


def score_classifier(
    classifier: Classifier,
    texts: Sequence[LabelledText],
    seed: int = 0,
    progress: Progress | None = None,
) -> ClassifierReport:
    """How a classifier does on texts; the seed is that of the intervals."""
    verdicts: list[Classified] = []
    for start in range(0, len(texts), BATCH):
        batch = [text.text for text in texts[start : start + BATCH]]
        verdicts += classifier.classify(batch)
        if progress:
            progress(len(batch))
    pairs = list(zip(texts, verdicts, strict=True))
    known = [(t.label, v.label) for t, v in pairs if t.label is not None]
    found = {**_label_figures(known, seed), **_scope_figures(pairs, seed)}
    wrong = Counter(pair for pair in known if pair[0] != pair[1])
    return ClassifierReport(len(known), len(texts) - len(known), found, _commonest(wrong))


def _label_figures(known: Sequence[tuple[str, str]], seed: int) -> Figures:
    expected, got = [pair[0] for pair in known], [pair[1] for pair in known]
    right = share([pair[0] == pair[1] for pair in known])
    return {
        **figures({"accuracy": right}, len(known), seed),
        **figures({"macro_f1": macro_f1(expected, got)}, len(known), seed, FEWER_RESAMPLES),
    }


def _scope_figures(pairs: Sequence[tuple[LabelledText, Classified]], seed: int) -> Figures:
    in_scope = np.array([verdict.in_scope for _, verdict in pairs], np.float64)
    foreign = np.array([text.label is None for text, _ in pairs], np.bool_)
    right = np.array([text.label == verdict.label for text, verdict in pairs], np.bool_)
    noticed = in_scope < IN_SCOPE_AT
    # Without texts of no label, precision and F1 would be 0 and mean nothing: nothing is counted.
    counted = noticed & foreign.any()
    f1 = share(2.0 * (counted & foreign), 1.0 * counted + foreign)
    statistics = {
        "accepted_right": among(right & ~noticed, ~foreign),
        "oos_recall": among(noticed, foreign),
        "oos_precision": among(foreign, counted),
        "oos_f1": Statistic(f1.measure, int((counted | foreign).sum())),
        "auroc": auroc(in_scope, ~foreign),
    }
    return figures(statistics, len(pairs), seed)


def _commonest(wrong: Counter[tuple[str, str]]) -> tuple[Confusion, ...]:
    ordered = sorted(wrong.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Confusion(*pair, count) for pair, count in ordered[:MOST_CONFUSED])


def classifier_report_as_json(report: ClassifierReport) -> dict[str, object]:
    """The report as plain values, each figure with its value, low, high and n."""
    return {
        "n": report.n,
        "out_of_scope": report.out_of_scope,
        **{name: asdict(figure) for name, figure in report.figures.items()},
        "confused": [asdict(pair) for pair in report.confused],
    }


def read_texts(path: str | Path, role: Role) -> list[LabelledText]:
    """The texts of a CSV, TSV or CLINC JSON file, or of a folder with `seq.in` and `label`.

    A text with an empty label is of none; for training each needs one. A file for the role out of
    scope needs no labels, and those that it has are not looked at.

    Raises:
        SourceError: naming the line and what is wrong with it.
    """
    name = str(path)
    if Path(path).is_dir():
        pairs = _in_folder(name, role)
    elif name.lower().endswith(".json"):
        pairs = _in_json(name, role)
    else:
        pairs = _in_table(name, role)
    texts = [_labelled(pair, role) for pair in pairs]
    if not texts:
        raise SourceError(f"{name} holds no texts. {SHAPE}")
    return texts


@dataclass(frozen=True, slots=True)
class _Raw:
    """A text and its label as the file has them, which may be anything."""

    place: str
    text: object
    label: object


def _labelled(raw: _Raw, role: Role) -> LabelledText:
    if not isinstance(raw.text, str) or not raw.text.strip():
        raise _fault(raw.place, "there is no text", "Write one, or delete it.")
    if role is Role.OUT_OF_SCOPE:
        return LabelledText(raw.place, raw.text.strip(), None)
    if not isinstance(raw.label, str):
        raise _fault(raw.place, "the label is not text", SHAPE)
    label = raw.label.strip() or None
    if label is None and role is Role.TRAIN:
        raise _fault(raw.place, "there is no label", "Write one: each text is learnt with its own.")
    return LabelledText(raw.place, raw.text.strip(), label)


def _in_folder(name: str, role: Role) -> Iterator[_Raw]:
    texts = _lines(name, "seq.in")
    labels = [""] * len(texts) if role is Role.OUT_OF_SCOPE else _lines(name, "label")
    if len(texts) != len(labels):
        problem = f"seq.in has {len(texts)} lines and label has {len(labels)}"
        raise _fault(name, problem, "Give each text its label on the line of the same number.")
    for number, (text, label) in enumerate(zip(texts, labels, strict=True), start=1):
        yield _Raw(f"{name}/seq.in, line {number}", text, label)


def _lines(folder: str, file: str) -> list[str]:
    return _decoded(str(Path(folder) / file)).removesuffix("\n").split("\n")


def _decoded(name: str) -> str:
    return decode(name, load(name), Notes())


def _in_json(name: str, role: Role) -> Iterator[_Raw]:
    try:
        value = json.loads(_decoded(name))
    except (ValueError, RecursionError) as error:
        raise _fault(name, f"it is not valid JSON ({error})", "Mend it there.") from error
    if not isinstance(value, dict):
        raise _fault(name, "it is not an object with parts such as train and test", SHAPE)
    for part in CLINC_PARTS[role]:
        yield from _in_part(name, part, value.get(part))


def _in_part(name: str, part: str, items: object) -> Iterator[_Raw]:
    if not isinstance(items, list):
        raise _fault(name, f"there is no list '{part}'", SHAPE)
    for number, item in enumerate(items, start=1):
        place = f"{name}, {part} {number}"
        if not isinstance(item, list) or len(item) != 2:
            raise _fault(place, "it is not a pair of a text and a label", SHAPE)
        yield _Raw(place, item[0], "" if part.startswith("oos_") else item[1])


def _in_table(name: str, role: Role) -> Iterator[_Raw]:
    text = _decoded(name)
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        columns = [cell.strip().lower() for cell in next(reader, [])]
        wanted = _column(name, columns, TEXT_COLUMNS)
        label = -1 if role is Role.OUT_OF_SCOPE else _column(name, columns, LABEL_COLUMNS)
        for row in reader:
            cells = dict(enumerate(row))
            if any(row):
                place = f"{name}, line {reader.line_num}"
                yield _Raw(place, cells.get(wanted), cells.get(label, ""))
    except csv.Error as error:
        place = f"{name}, line {reader.line_num}"
        raise _fault(place, f"it cannot be read ({error})", "Mend it there.") from error


def _column(name: str, columns: Sequence[str], meanings: Sequence[str]) -> int:
    for meaning in meanings:
        if meaning in columns:
            return columns.index(meaning)
    problem = f"there is no column '{meanings[0]}', only {quoted(columns) or 'nothing'}"
    raise _fault(name, problem, "Put a header above the rows that names it.")


def _check_labels(known: set[str], test: Sequence[LabelledText]) -> None:
    for text in test:
        if text.label is not None and text.label not in known:
            problem = f"the label '{text.label}' is not one of those to learn from"
            raise _fault(text.place, problem, "Correct it, or leave it empty for a text of none.")


def _fault(place: str, problem: str, remedy: str) -> SourceError:
    return SourceError(f"{place}: {problem}. {remedy}")

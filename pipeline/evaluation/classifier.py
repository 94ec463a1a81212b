"""How well texts are told apart by label, and texts of no label are noticed.

Out-of-scope figures are those of Larson et al. 2019, "An Evaluation Dataset for Intent
Classification and Out-of-Scope Prediction": a text counts as noticed when its `in_scope` is below
the classifier's own threshold, which is set on held-out training texts and never on test texts.

Worked example: of three texts with labels, two get the right one and one of those is below the
threshold; of two texts without, one is below. Accuracy 2/3, accepted and right 1/3, out-of-scope
recall 1/2, precision 1/2, F1 1/2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from data.errors import SourceError
from index.encoder import Encoder, Progress
from pipeline.classify import IN_SCOPE_AT, Classified, Classifier, LinearClassifier
from pipeline.evaluation.bootstrap import FEWER_RESAMPLES, Statistic, among, figures, share
from pipeline.evaluation.intents import macro_f1
from pipeline.evaluation.labelled import LabelledText
from pipeline.evaluation.records import Figures
from pipeline.evaluation.roc import auroc

BATCH = 256
MOST_CONFUSED = 20


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


def _check_labels(known: set[str], test: Sequence[LabelledText]) -> None:
    for text in test:
        if text.label is not None and text.label not in known:
            problem = f"the label '{text.label}' is not one of those to learn from"
            remedy = "Correct it, or leave it empty for a text of none."
            raise SourceError(f"{text.place}: {problem}. {remedy}")

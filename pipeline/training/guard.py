"""Fits the numbers of `guard.json`: `python -m pipeline.training.guard FILE` prints them.

FILE holds JSON lines as `faqdesk evaluate guard` reads them. The weights are logistic regression on
the sentences that no rule stops, each kind of case counting alike. The threshold is the one at
which held-out cases, their entries unseen, come nearest to the two targets; what falls short of
the first counts five times, for in place of a true phrasing that is stopped stands the entry.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from index.encoder import Encoder
from pipeline.build import open_faqdesk
from pipeline.evaluation.guard import GuardCase, read_guard_cases
from pipeline.phrasing.cutting import sentences_of
from pipeline.phrasing.entailment import Entailment, make_entailment
from pipeline.phrasing.evidence import ENTAILED_FEATURES
from pipeline.phrasing.guard import Guard, breaks_rules, states
from pipeline.phrasing.source import Source
from pipeline.phrasing.weights import GuardWeights

# The shares of unfaithful and of faithful cases that are to be stopped and to pass.
STOPPED, PASSED = 0.97, 0.90
# How many true phrasings that are not shown an untrue one that is shown is as bad as.
AS_BAD_AS = 5
FOLDS = 10
RIDGE = 1e-3
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sentences:
    """Sentences one a row: their evidence, whose case each is, and whether a rule stops it."""

    values: Floats
    case: npt.NDArray[np.int64]
    broken: npt.NDArray[np.bool_]


def sentences_in(
    cases: Sequence[GuardCase], encoder: Encoder, entailment: Entailment | None = None
) -> Sentences:
    """The sentences of the phrasings with their evidence."""
    guard = Guard(encoder, GuardWeights((), 0.0, 1.0, 0.0), entailment)
    values, owners, broken = [], [], []
    for number, case in enumerate(cases):
        source = Source.of(case.question, case.answer)
        earlier: list[str] = []
        for sentence in filter(states, sentences_of([case.phrasing])):
            values.append(guard.evidence(sentence, source, earlier).values)
            owners.append(number)
            broken.append(breaks_rules(sentence, source))
            earlier.append(sentence)
    return Sentences(np.array(values, float), np.array(owners), np.array(broken, bool))


def fitted(values: Floats, wrong: npt.NDArray[np.bool_]) -> Floats:
    """The weights and, last, the bias of logistic regression on rows of evidence.

    Nothing that speaks against a sentence may speak for it: only `length` may have a weight below
    zero. Both sides count alike. L-BFGS-B after Byrd, Lu, Nocedal and Zhu 1995.
    """
    from scipy.optimize import minimize
    from scipy.special import expit

    spread = values.std(axis=0)
    scale = np.where(spread > 0, spread, 1.0)
    rows = np.column_stack([values / scale, np.ones(len(values))])
    sides = np.where(wrong, 0.5 / wrong.sum(), 0.5 / (~wrong).sum())
    signs = np.where(wrong, 1.0, -1.0)

    def loss(weights: Floats) -> tuple[float, Floats]:
        margins = signs * (rows @ weights)
        gradient = -(rows.T @ (sides * signs * expit(-margins)))
        penalty = np.append(weights[:-1], 0.0)
        value = float((sides * np.logaddexp(0, -margins)).sum() + RIDGE * penalty @ penalty / 2)
        return value, gradient + RIDGE * penalty

    names = ENTAILED_FEATURES[: values.shape[1]]
    bounds = [(None, 0.0) if name == "length" else (0.0, None) for name in names]
    found = minimize(
        loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B", bounds=[*bounds, (None, None)]
    )
    return np.append(found.x[:-1] / scale, found.x[-1])


def unseen_doubts(sentences: Sentences, cases: Sequence[GuardCase]) -> Floats:
    """The doubt in each case, by weights that were fitted on the cases of other entries."""
    wrong = np.array([not cases[number].faithful for number in sentences.case])
    entries = [cases[number].answer for number in sentences.case]
    fold = np.unique(entries, return_inverse=True)[1] % FOLDS
    doubts = np.ones(len(wrong))
    for number in range(FOLDS):
        learnt = ~sentences.broken & (fold != number)
        weights = fitted(sentences.values[learnt], wrong[learnt])
        held = ~sentences.broken & (fold == number)
        doubts[held] = 1 / (1 + np.exp(-(sentences.values[held] @ weights[:-1] + weights[-1])))
    worst = np.zeros(len(cases))
    np.maximum.at(worst, sentences.case, doubts)
    return worst


def threshold_of(doubts: Floats, cases: Sequence[GuardCase]) -> float:
    """The threshold that falls short of the two targets by the least, as they count."""
    faithful = np.array([case.faithful for case in cases])
    tried = np.round(np.arange(0.05, 0.8, 0.01), 2)

    def shortfall(threshold: float) -> float:
        stopped = float((doubts[~faithful] > threshold).mean())
        passed = float((doubts[faithful] <= threshold).mean())
        return AS_BAD_AS * max(0.0, STOPPED - stopped) + max(0.0, PASSED - passed)

    return float(min(tried, key=lambda threshold: (shortfall(threshold), threshold)))


def likeness_bar(cases: Sequence[GuardCase], encoder: Encoder) -> float:
    """The cosine that best tells a phrasing's own question from that of the case before it."""
    faithful = [case for case in cases if case.faithful]
    asked = encoder.encode([case.question for case in faithful])
    said = encoder.encode([case.phrasing for case in faithful])
    own = (asked * said).sum(axis=1)
    foreign = np.array(
        [
            float(vector @ other)
            for vector, other, case, before in zip(
                said[1:], asked, faithful[1:], faithful, strict=False
            )
            if case.question != before.question
        ]
    )
    tried = np.round(np.arange(0.0, 0.8, 0.01), 2)
    return float(max(tried, key=lambda bar: (own >= bar).mean() + (foreign < bar).mean()))


def as_numbers(weights: Floats, threshold: float) -> dict[str, object]:
    """What goes into the file."""
    names = ENTAILED_FEATURES[: len(weights) - 1]
    named = {name: round(float(w), 4) for name, w in zip(names, weights, strict=False)}
    return {"weights": named, "bias": round(float(weights[-1]), 4), "threshold": threshold}


def numbers_of(sentences: Sentences, cases: Sequence[GuardCase]) -> dict[str, object]:
    """Weights and threshold that tell the true cases from the others."""
    left = ~sentences.broken
    wrong = np.array([not cases[number].faithful for number in sentences.case])
    weights = fitted(sentences.values[left], wrong[left])
    return as_numbers(weights, threshold_of(unseen_doubts(sentences, cases), cases))


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")


def main(file: str) -> None:
    """Prints the numbers."""
    cases = read_guard_cases(file).cases
    faqdesk = open_faqdesk()
    encoder = faqdesk.encoder
    numbers = numbers_of(sentences_in(cases, encoder), cases)
    numbers["answers"] = likeness_bar(cases, encoder)
    entailment = make_entailment(faqdesk.settings.models, _say)
    if entailment is not None:
        numbers["entailed"] = numbers_of(sentences_in(cases, encoder, entailment), cases)
    sys.stdout.write(json.dumps(numbers, indent=2) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])

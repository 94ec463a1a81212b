"""Fits the numbers of `weights.json`: `python -m pipeline.training.ordering DATA_FOLDER`.

The order of candidates is a conditional logit (McFadden 1974): of the candidates of a question the
right one is chosen with a probability that is a softmax of weighted evidence. First the weights of
retrieval's evidence are fitted, then those of the reader and of clashes beside their sum. All banks
count alike. The reader has learnt from the texts of most of these banks and knows less of others:
of weights that order these alike, the one with the least of the reader is taken. Confidence is
logistic regression, fitted on other questions than it is tried on: for the figures each family of
banks is left out in turn.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import mean

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from data.answers import Candidate, Reading
from pipeline.build import Faqdesk
from pipeline.contrasts import clash
from pipeline.decide import Confidence
from pipeline.evaluation.scratch import scratch_library
from pipeline.rank import MAX_READ, Mixing, Ranker, to_read
from pipeline.retrieve import Found, Fusion, Retriever, heading_of, similarity
from pipeline.settings import load_settings
from pipeline.training.banks import Asked, Bank, learnt_from, measured_on
from pipeline.weighing import Weights, shipped_weights

QUESTIONS = 300
# Of the questions of a bank that answers all of them, how many have their entries taken away.
MASKED = 0.3
RIDGE = 1e-3
SOURCES = 5
# How far apart the reader's weights are that are tried, and how much of hit@1 a lesser one may
# lose: far less than the .008 of its standard error.
STEP, SLACK = 0.01, 0.001

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Choices:
    """The evidence for each candidate of a question, one a row, and which are right."""

    evidence: Floats
    right: npt.NDArray[np.bool_]


def choices_of(question: Asked, found: Found) -> Choices:
    """Those of the candidates that were read."""
    read = [candidate for candidate in found.candidates if candidate.reading]
    rows = [_evidence(question.text, candidate) for candidate in read]
    right = [candidate.entry.id in question.relevant for candidate in read]
    return Choices(np.array(rows, float), np.array(right, bool))


def _evidence(question: str, candidate: Candidate) -> list[float]:
    assert candidate.reading is not None
    near, evidence = similarity(candidate.evidence), candidate.evidence
    against = clash(question, heading_of(candidate), candidate.entry.answer)
    clashes = (against.numbers, against.codes, against.negation, against.missing)
    sources = (near, near**4, near**8, max(evidence.answer, 0.0), evidence.lexical)
    return [*sources, candidate.reading.relevance, *(-each for each in clashes)]


def fitted(banks: Sequence[Sequence[Choices]], columns: slice) -> Floats:
    """The weights of some columns of evidence that make the right candidates likeliest."""
    groups = [
        (c.evidence[:, columns], c.right, 1 / len(useful) / len(banks))
        for choices in banks
        for useful in [[c for c in choices if c.right.any() and not c.right.all()]]
        for c in useful
    ]

    def loss(weights: Floats) -> tuple[float, Floats]:
        total, slope = RIDGE * float(weights @ weights), 2 * RIDGE * weights
        for evidence, right, share in groups:
            utility = evidence @ weights
            chances = np.exp(utility - utility.max())
            chances /= chances.sum()
            likely = float(chances[right].sum())
            total -= share * np.log(likely + 1e-12)
            slope = slope - share * ((chances * right / (likely + 1e-12)) - chances) @ evidence
        return total, slope

    start = np.zeros(groups[0][0].shape[1])
    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B").x)


def weights_of(banks: Sequence[Sequence[Choices]], shipped: Weights) -> Weights:
    """Weights on the scale of 0 to 1, and how sharp that scale is."""
    sources = fitted(banks, slice(0, SOURCES))
    # The sum as it was fitted: on a scale of 0 to 1 the ridge would shrink its weight.
    summed = [
        [
            replace(
                c,
                evidence=np.column_stack([c.evidence @ _padded(sources), c.evidence[:, SOURCES:]]),
            )
            for c in choices
        ]
        for choices in banks
    ]
    kept, *others = fitted(summed, slice(None)).tolist()
    sharpness, fused = float(kept * sources.sum()), sources / sources.sum()
    fusion = Fusion(*(float(weight) for weight in fused))
    relevance, numbers, codes, negation, missing = (
        max(0.0, float(other / sharpness)) for other in others
    )
    mixing = Mixing(relevance, numbers, codes, negation, missing, shipped.mixing.reach)
    confidence = replace(shipped.confidence, sharpness=sharpness)
    return Weights(fusion, mixing, confidence, shipped.presence)


def lightened(learning: Sequence[tuple[Bank, list[Found]]], weights: Weights) -> Weights:
    """The weights with as little of the reader as puts the right entries first just as often."""
    steps = math.ceil(weights.mixing.relevance / STEP)
    tried = [_hearing(weights, step * STEP) for step in range(steps)] + [weights]
    hits = [mean(final_right(*each, other) for each in learning) for other in tried]
    return next(w for w, hit in zip(tried, hits, strict=True) if hit >= max(hits) - SLACK)


def _hearing(weights: Weights, relevance: float) -> Weights:
    return replace(weights, mixing=replace(weights.mixing, relevance=relevance))


def final_right(bank: Bank, found: Sequence[Found], weights: Weights) -> float:
    """The share of the answerable questions whose first candidate in the final order answers."""
    hits = [
        ranked_again(question.text, each.candidates, weights)[0].entry.id in question.relevant
        for question, each in zip(bank.questions, found, strict=True)
        if question.relevant and each.candidates
    ]
    return float(np.mean(hits))


def _padded(weights: Floats) -> Floats:
    return np.concatenate([weights, np.zeros(SOURCES)])


def read_widely(faqdesk: Faqdesk, questions: Sequence[Asked]) -> list[Found]:
    """What is found for each question, with the first candidates of every source read.

    Were only those read that the fused order has first, all of them would score alike, and what
    orders them further down would seem to matter little.
    """
    texts = [question.text for question in questions]
    retriever = Retriever(faqdesk.store, faqdesk.fusion, faqdesk.validity)
    found = retriever.find(faqdesk.library.current(), texts, faqdesk.encoder.encode(texts))
    reader = faqdesk.reader
    assert reader is not None
    wanted = [_first_by_any_source(each.candidates) for each in found]
    items = [to_read(text, c) for text, some in zip(texts, wanted, strict=True) for c in some]
    readings = iter(reader.read(items))
    return [
        Found(tuple(_with_readings(each.candidates, some, readings)), each.evidence)
        for each, some in zip(found, wanted, strict=True)
    ]


def _first_by_any_source(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Those that are among the first of some order, in the order of the candidates."""
    orders: dict[Callable[[Candidate], float], int] = {
        lambda c: c.fused: 5,
        lambda c: similarity(c.evidence): 3,
        lambda c: c.evidence.lexical: 3,
        lambda c: c.evidence.answer: 2,
    }
    first = {
        c.entry.id
        for score, count in orders.items()
        for c in sorted(candidates, key=score, reverse=True)[:count]
    }
    return [c for c in candidates if c.entry.id in first]


def _with_readings(
    candidates: Sequence[Candidate], read: Sequence[Candidate], readings: Iterator[Reading]
) -> Iterator[Candidate]:
    names = {candidate.entry.id for candidate in read}
    for candidate in candidates:
        if candidate.entry.id in names:
            yield replace(candidate, reading=next(readings))
        else:
            yield candidate


def sureness(
    bank: Bank, found: Sequence[Found], weights: Weights, seed: int = 0
) -> tuple[Floats, Floats]:
    """Score and log share of each question's first candidate, and whether it is right.

    Where a bank has an entry for every question, those of some are taken away.
    """
    rows, right = [], []
    for question, each in zip(bank.questions, without_masked(bank, found, seed), strict=True):
        if each.candidates:
            ordered = ranked_again(question.text, each.candidates, weights)
            share = weights.confidence.shares(ordered)[0]
            rows.append((ordered[0].score, np.log(share)))
            right.append(ordered[0].entry.id in question.relevant)
    return np.array(rows, float), np.array(right, float)


def without_masked(bank: Bank, found: Sequence[Found], seed: int) -> list[Found]:
    """What is found where the entries of some questions are taken away, if all have some."""
    random = np.random.default_rng(seed)
    complete = all(question.relevant for question in bank.questions)
    left = []
    for question, each in zip(bank.questions, found, strict=True):
        gone = question.relevant if complete and random.random() < MASKED else frozenset()
        kept = tuple(c for c in each.candidates if c.entry.id not in gone)
        left.append(replace(each, candidates=kept))
    return left


def ranked_again(
    question: str, candidates: Sequence[Candidate], weights: Weights
) -> list[Candidate]:
    """Candidates that were read widely, in the order of other weights and their reach."""
    fused = [replace(c, fused=weights.fusion.fused(c.evidence)) for c in candidates]
    fused.sort(key=lambda c: -c.fused)
    ranker = Ranker(lambda: None, weights.mixing)
    least = fused[0].fused - weights.mixing.reach
    near = [c for c in fused[:MAX_READ] if c.reading and c.fused >= least]
    rest = [c for c in fused if c not in near]
    found = Found((*near, *rest), ())
    return list(ranker.with_readings(question, found, [c.reading for c in near]).candidates)


def confidence_of(measured: Sequence[tuple[Floats, Floats]], shipped: Confidence) -> Confidence:
    """Logistic regression from score and log share to being right; all banks count alike."""
    from sklearn.linear_model import LogisticRegression

    rows = np.concatenate([rows for rows, _ in measured])
    right = np.concatenate([right for _, right in measured])
    weights = np.concatenate([np.full(len(right), 1 / len(right)) for _, right in measured])
    model = LogisticRegression(C=100).fit(rows, right, weights * len(right) / weights.sum())
    score, share = model.coef_[0].tolist()
    return replace(shipped, score=score, share=share, bias=float(model.intercept_[0]))


def gathered(
    banks: Iterator[Bank], questions: int = QUESTIONS
) -> Iterator[tuple[Bank, list[Found]]]:
    """The banks with what is found and read for so many of their questions."""
    for bank in banks:
        some = bank.drawn(questions)
        with scratch_library(load_settings(), some.entries) as faqdesk:
            yield some, read_widely(faqdesk, some.questions)


def main(folder: Path) -> None:
    """Prints the weights."""
    shipped = shipped_weights()
    learning = list(gathered(learnt_from(folder)))
    choices = [
        [choices_of(*each) for each in zip(b.questions, f, strict=True)] for b, f in learning
    ]
    weights = lightened(learning, weights_of(choices, shipped))
    every = [*learning, *gathered(measured_on(folder))]
    measured = [sureness(bank, found, weights) for bank, found in every]
    confidence = confidence_of(measured, weights.confidence)
    numbers = asdict(replace(weights, confidence=confidence))
    sys.stdout.write(json.dumps(numbers, indent=2) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

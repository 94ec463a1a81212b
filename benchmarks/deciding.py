"""What order, confidence, promises and small talk are worth: `python -m benchmarks.deciding DATA`.

Order: the share of questions whose first candidate answers, by the best single source, fused and
final, with the shipped weights; nothing of these banks is in what orders. Confidence: for each bank
it is fitted anew on all other families of banks, and tried on up to 1,000 questions as visitors ask
them: with few, an error is mostly chance. Promises: on 200 random halves of each bank a threshold
is picked, and held against the other half.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from sklearn.metrics import f1_score

import data
from data.answers import Candidate, Decision, MessageKind
from pipeline.build import Faqdesk
from pipeline.decide import Thresholds, decide
from pipeline.evaluation.decisions import confidence_measures
from pipeline.evaluation.scratch import scratch_library
from pipeline.guarantee import Labelled, choose
from pipeline.intent.messages import Message
from pipeline.retrieve import Found, Retriever, similarity
from pipeline.settings import load_settings
from pipeline.training.banks import Bank, contrasts, learnt_from, measured_on
from pipeline.training.ordering import (
    Floats,
    confidence_of,
    final_right,
    gathered,
    ranked_again,
    sureness,
    without_masked,
)
from pipeline.weighing import Weights, shipped_weights

SPLITS = 200
TRIED = 1000
Score = Callable[[Candidate], float]


def first_right(bank: Bank, found: Sequence[Found], score: Score) -> float:
    """The share of the answerable questions whose best candidate, by a score, answers."""
    hits = [
        max(each.candidates, key=score).entry.id in question.relevant
        for question, each in zip(bank.questions, found, strict=True)
        if question.relevant and each.candidates
    ]
    return float(np.mean(hits))


def print_order(every: Sequence[tuple[Bank, list[Found]]], weights: Weights) -> None:
    """A line a bank: each source, fused and final."""
    print("hit@1: dense, BM25, fused, final")
    for bank, found in every:
        sources: list[Score] = [
            lambda c: similarity(c.evidence),
            lambda c: c.evidence.lexical,
            lambda c: weights.fusion.fused(c.evidence),
        ]
        shown = [first_right(bank, found, source) for source in sources]
        shown.append(final_right(bank, found, weights))
        print(f"{bank.name}: " + ", ".join(f"{figure:.3f}" for figure in shown))


def print_trust(bank: Bank, found: Sequence[Found], weights: Weights, count: int = 20) -> None:
    """For some questions, what each source gave to the score of the candidate that came first."""
    fusion = weights.fusion
    print(f"{bank.name}: what was trusted (similarity, answer, BM25, reader)")
    step = max(1, len(bank.questions) // count)
    asked = list(zip(bank.questions, found, strict=True))[::step][:count]
    for question, each in asked:
        first = ranked_again(question.text, each.candidates, weights)[0]
        evidence = first.evidence
        lexical = fusion.lexical * evidence.lexical
        answer = fusion.answer * max(evidence.answer, 0.0)
        near = fusion.fused(evidence) - lexical - answer
        heard = first.reading.relevance - 0.5 if first.reading else 0.0
        parts = (near, answer, lexical, weights.mixing.relevance * heard)
        right = "right" if first.entry.id in question.relevant else "wrong"
        print("  " + ", ".join(f"{part:+.2f}" for part in parts) + f"  {right}  {question.text}")


def worth(sure: Floats, right: Floats) -> dict[str, float]:
    """What a confidence, or any score, is worth on these questions."""
    measures = confidence_measures(sure, right > 0)
    return {name: float(measure(np.ones((1, len(sure))))[0]) for name, measure in measures.items()}


def asked_of(bank: Bank, weights: Weights, seed: int = 0) -> tuple[Floats, Floats]:
    """What `sureness` gives, of candidates that are found and read as a visitor's are."""
    texts = [question.text for question in bank.questions]
    with scratch_library(load_settings(), bank.entries) as faqdesk:
        retriever = Retriever(faqdesk.store, faqdesk.fusion, faqdesk.validity)
        found = retriever.find(faqdesk.library.current(), texts, faqdesk.encoder.encode(texts))
        found = without_masked(bank, found, seed)
        ranked = faqdesk.ranker.ranked(texts, found)
    pairs = [(q, f.candidates) for q, f in zip(bank.questions, ranked, strict=True) if f.candidates]
    rows = [(c[0].score, np.log(weights.confidence.shares(c)[0])) for _, c in pairs]
    right = [candidates[0].entry.id in question.relevant for question, candidates in pairs]
    return np.array(rows, float), np.array(right, float)


def by_chance(sure: Floats) -> float:
    """The calibration error that as many questions show if every confidence is just right."""
    random = np.random.default_rng(0)
    drawn = [(random.random(len(sure)) < sure).astype(float) for _ in range(SPLITS)]
    return float(np.mean([worth(sure, right)["ece"] for right in drawn]))


def print_confidence(
    every: Sequence[tuple[Bank, list[Found]]], tried: Sequence[Bank], weights: Weights
) -> None:
    """For the banks to be tried, with the confidence that the other families give."""
    rows = [(bank, *sureness(bank, found, weights)) for bank, found in every]
    for bank in tried:
        features, right = asked_of(bank, weights)
        family = bank.family or bank.name
        others = [(f, r) for b, f, r in rows if (b.family or b.name) != family]
        confidence = confidence_of(others, weights.confidence)
        sure = np.array([confidence.of(s, float(np.exp(share))) for s, share in features])
        ours, alone = worth(sure, right), worth(features[:, 0], right)
        print(
            f"{bank.name}, {len(right)} questions: ECE {ours['ece']:.3f} (by chance "
            f"{by_chance(sure):.3f}), "
            f"coverage at 90 % {ours['coverage@0.9']:.2f} (score alone "
            f"{alone['coverage@0.9']:.2f}), AURC {ours['aurc']:.3f} ({alone['aurc']:.3f})"
        )
        for max_wrong in (0.1, 0.05):
            print(f"  at most {max_wrong:.0%} wrong: {_promises(sure, right, max_wrong)}")


def _promises(sure: Floats, right: Floats, max_wrong: float) -> str:
    random = np.random.default_rng(0)
    broken = given = 0
    answered = []
    for _ in range(SPLITS):
        order = random.permutation(len(right))
        half, other = np.split(order, [len(right) // 2])
        choice = choose([Labelled(sure[i], bool(right[i])) for i in half], max_wrong)
        if choice:
            given += 1
            mine = other[sure[other] >= choice.answer_at]
            answered.append(len(mine) / len(other))
            # Half a bank is a small sample itself: the rate on all of it is the truth here.
            every = right[sure >= choice.answer_at]
            broken += 1 - every.mean() > max_wrong
    return (
        f"broken in {broken} of {given} splits that could be promised it, "
        f"{np.mean(answered) if answered else 0:.2f} answered"
    )


def print_contrasts(thresholds: Thresholds, weights: Weights) -> None:
    """How often the wrong side of two entries that one thing tells apart is given."""
    for split in ("dev", "test"):
        ((bank, found),) = gathered(iter([contrasts(split)]), questions=10_000)
        given = wrong = 0
        for question, each in zip(bank.questions, found, strict=True):
            ordered = ranked_again(question.text, each.candidates, weights)
            verdict = decide(question.text, ordered, thresholds, weights.confidence)
            if verdict.decision is Decision.ANSWERED and verdict.best:
                given += 1
                wrong += verdict.best.entry.id not in question.relevant
        total = len(bank.questions)
        print(
            f"{bank.name}, {total} questions: {given / total:.3f} answered, "
            f"{wrong / total:.3f} with the wrong entry"
        )


def print_small_talk(every: Sequence[Bank], home: Path) -> None:
    """Kinds of message by themselves, and real questions that are taken for small talk."""
    file = Path(data.__file__).parent / "messages" / "test.jsonl"
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    desk = Faqdesk(load_settings(home))
    hearts = [Message.of(row["text"]).heart for row in rows]
    guesses = desk.kinds.classify(hearts, desk.encoder.encode(hearts))
    kinds, told = [row["kind"] for row in rows], [str(guess.kind) for guess in guesses]
    print(f"kinds, {len(rows)} messages: macro-F1 {f1_score(kinds, told, average='macro'):.3f}")
    for bank in every:
        asked = [question.text for question in bank.questions if question.relevant][:300]
        with scratch_library(load_settings(home), bank.entries) as faqdesk:
            answers = list(faqdesk.unlogged_answerer.answer_many(asked))
        taken = [a for a in answers if a.intent.kind is not MessageKind.QUESTION]
        print(f"{bank.name}: {len(taken)} of {len(asked)} real questions taken for small talk")


def print_cost(faqdesk: Faqdesk, bank: Bank) -> None:
    """The median time of a question's intent and decision, in milliseconds."""
    steps: dict[str, list[float]] = {"intent": [], "decide": []}
    for question in bank.questions[:200]:
        for timing in faqdesk.unlogged_answerer.answer(question.text).timings:
            if timing.step in steps:
                steps[timing.step].append(timing.ms)
    print(", ".join(f"{step} {np.median(ms):.2f} ms" for step, ms in steps.items()))


def main(folder: Path) -> None:
    """Prints all sections."""
    started = time.perf_counter()
    home = Path(".faqdesk")
    settings, weights = load_settings(home), shipped_weights()
    learning, measured = list(gathered(learnt_from(folder))), list(gathered(measured_on(folder)))
    print_order(measured, weights)
    print_trust(*measured[0], weights)
    tried = [bank.drawn(TRIED) for bank in measured_on(folder)]
    print_confidence([*learning, *measured], tried, weights)
    print_contrasts(Thresholds(settings.answer_at, settings.suggest_at), weights)
    print_small_talk([bank for bank, _ in measured], home)
    with scratch_library(settings, measured[0][0].entries) as faqdesk:
        print_cost(faqdesk, measured[0][0])
    print(f"{time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

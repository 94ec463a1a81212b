from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from data.answers import Candidate, Evidence, Reading
from data.records import Entry
from pipeline.retrieve import Found
from pipeline.training.banks import Asked, Bank, contrasts, intents
from pipeline.training.ordering import (
    Choices,
    choices_of,
    confidence_of,
    final_right,
    fitted,
    lightened,
    ranked_again,
    sureness,
    weights_of,
)
from pipeline.weighing import shipped_weights

SHIPPED = shipped_weights()


def drawn(weights: list[float], count: int, seed: int = 0) -> list[Choices]:
    """Choices as people make them whose weights these are."""
    random = np.random.default_rng(seed)
    choices = []
    for _ in range(count):
        evidence = random.random((5, len(weights)))
        utility = evidence @ weights
        chances = np.exp(utility) / np.exp(utility).sum()
        right = np.arange(5) == random.choice(5, p=chances)
        choices.append(Choices(evidence, right))
    return choices


def test_the_weights_that_made_the_choices_are_found() -> None:
    weights = fitted([drawn([6.0, 2.0, 0.0], 3000)], slice(None))
    assert weights == pytest.approx([6.0, 2.0, 0.0], abs=1)


def test_questions_without_a_right_or_a_wrong_candidate_teach_nothing() -> None:
    choices = drawn([4.0, 1.0], 300)
    useless = [Choices(c.evidence, np.zeros(5, bool)) for c in choices]
    assert fitted([[*choices, *useless]], slice(None)) == pytest.approx(
        fitted([choices], slice(None)), abs=1e-3
    )


def test_fused_weights_add_up_to_1_and_a_clash_never_helps() -> None:
    weights = weights_of([drawn([5, 4, 3, 3, 7, 7, 1, 1, -3, 1], 800)], SHIPPED)
    fusion = weights.fusion
    parts = (fusion.similarity, fusion.fourth, fusion.eighth, fusion.answer, fusion.lexical)
    assert sum(parts) == pytest.approx(1)
    assert weights.mixing.negation == 0
    assert weights.mixing.relevance > 0
    assert weights.confidence.sharpness > 1


def candidate(name: str, near: float, relevance: float) -> Candidate:
    reading = Reading(0, 0, "", 0.0, relevance, 0.5)
    evidence = Evidence(name, 1, near, 0, 0, 0)
    fused = SHIPPED.fusion.fused(evidence)
    return Candidate(Entry(name, f"{name}?", "So."), evidence, fused, fused, reading)


def test_other_weights_give_another_order() -> None:
    found = [candidate("a", 0.80, 0.1), candidate("b", 0.79, 0.9)]
    assert [c.entry.id for c in ranked_again("?", found, SHIPPED)] == ["b", "a"]
    deaf = replace(SHIPPED, mixing=replace(SHIPPED.mixing, relevance=0.0))
    assert [c.entry.id for c in ranked_again("?", found, deaf)] == ["a", "b"]


def test_the_reader_is_heard_as_little_as_orders_the_banks_as_well() -> None:
    asked = [Asked("?", frozenset({"b"}))]
    near = Found((candidate("a", 0.82, 0.1), candidate("b", 0.80, 0.9)), ())
    behind = near.candidates[0].fused - near.candidates[1].fused
    bank = Bank("bank", [], asked)
    light = lightened([(bank, [near])], SHIPPED)
    assert behind / 0.8 <= light.mixing.relevance < behind / 0.8 + 0.01
    assert final_right(bank, [near], light) == 1


def test_a_reader_that_changes_nothing_is_not_heard() -> None:
    found = [Found((candidate("a", 0.8, 0.9), candidate("b", 0.5, 0.1)), ())]
    bank = Bank("bank", [], [Asked("?", frozenset({"a"}))])
    assert lightened([(bank, found)], SHIPPED).mixing.relevance == 0


def test_evidence_is_that_of_the_candidates_that_were_read() -> None:
    unread = replace(candidate("c", 0.5, 0.5), reading=None)
    found = Found((candidate("a", 0.8, 0.1), candidate("b", 0.7, 0.9), unread), ())
    choices = choices_of(Asked("?", frozenset({"b"})), found)
    assert choices.right.tolist() == [False, True]
    assert choices.evidence[:, 0].tolist() == [0.8, 0.7]


def test_confidence_learns_from_scores_and_shares() -> None:
    asked = [Asked("?", frozenset({"a"} if n % 2 else set())) for n in range(200)]
    found = [
        Found((candidate("a", 0.9 if n % 2 else 0.3, 0.5), candidate("b", 0.2, 0.5)), ())
        for n in range(200)
    ]
    rows, right = sureness(Bank("bank", [], asked), found, SHIPPED)
    assert right.mean() == 0.5
    confidence = confidence_of([(rows, right)], SHIPPED.confidence)
    sure, unsure = (confidence.of(score, np.exp(share)) for score, share in (rows[1], rows[0]))
    assert sure > 0.8
    assert unsure < 0.2


def test_contrasts_come_in_pairs_and_splits_share_nothing() -> None:
    dev, test = contrasts("dev"), contrasts("test")
    assert len(dev.entries) == 2 * 66
    assert len(test.entries) >= 2 * 120
    assert not {e.question for e in dev.entries} & {e.question for e in test.entries}
    assert all(len(question.relevant) == 1 for question in test.questions)


def test_an_intent_without_entries_is_answered_by_none() -> None:
    bank = intents("i", [("hello", "greet"), ("hi", "greet")], [("hey", "greet"), ("x", "none")])
    assert [len(entry.alternates) for entry in bank.entries] == [1]
    assert [question.relevant for question in bank.questions] == [{"greet"}, frozenset()]
    assert bank.drawn(1).questions[0] in bank.questions

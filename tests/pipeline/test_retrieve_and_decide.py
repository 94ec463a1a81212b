from __future__ import annotations

import pytest

from data.answers import Candidate, Decision, Evidence
from data.records import Entry
from pipeline.decide import Confidence, Thresholds, decide
from pipeline.retrieve import Fusion
from pipeline.weighing import shipped_weights

ASKED = "What is it?"
THRESHOLDS = Thresholds(answer_at=0.6, suggest_at=0.2)
CONFIDENCE = Confidence(sharpness=30, score=3, share=3, bias=0.5, background=0.2, too_close=0.06)
FUSION = Fusion(similarity=0.2, fourth=0.2, eighth=0.1, answer=0.2, lexical=0.3)


def candidate(name: str, score: float, question: str = "", answer: str = "So.") -> Candidate:
    entry = Entry(name, question or f"{name}?", answer)
    return Candidate(entry, Evidence(name, 1, score, 0, 0, 0), score, score)


def crowd(*candidates: Candidate, score: float = 0.0) -> list[Candidate]:
    """The candidates of a library that is not small."""
    others = [candidate(f"other-{n}", score) for n in range(20 - len(candidates))]
    return [*candidates, *others]


def test_the_worked_example_of_fusion_holds() -> None:
    evidence = Evidence("e", 1, question=0.8, alternate=0.1, answer=0.5, lexical=0.4)
    assert FUSION.fused(evidence) == pytest.approx(0.479, abs=0.0005)


def test_the_shipped_weights_give_1_to_what_fits_in_every_way() -> None:
    fusion = shipped_weights().fusion
    assert fusion.fused(Evidence("e", 1, 1.0, 0, 1.0, 1.0)) == pytest.approx(1, abs=1e-3)


def test_the_better_of_question_and_alternates_counts() -> None:
    by_question = Evidence("e", 1, question=0.9, alternate=0.2, answer=0, lexical=0)
    by_alternate = Evidence("e", 1, question=0.2, alternate=0.9, answer=0, lexical=0)
    assert FUSION.fused(by_question) == FUSION.fused(by_alternate)


def test_opposite_vectors_count_as_no_likeness_at_all() -> None:
    assert FUSION.fused(Evidence("e", 1, -0.5, -0.9, -1, 0)) == 0


def test_the_worked_example_of_confidence_holds() -> None:
    verdict = decide(
        ASKED, crowd(candidate("a", 0.60), candidate("b", 0.55)), THRESHOLDS, CONFIDENCE
    )
    assert verdict.confidence == pytest.approx(0.85, abs=0.01)


def test_confidence_grows_with_the_score() -> None:
    of = [decide(ASKED, crowd(candidate("a", s / 10)), THRESHOLDS, CONFIDENCE) for s in range(11)]
    values = [verdict.confidence for verdict in of]
    assert values == sorted(values)
    assert 0 < values[0] < 0.05
    assert 0.95 < values[-1] < 1


def test_a_close_rival_takes_confidence() -> None:
    alone = decide(ASKED, crowd(candidate("a", 0.6)), THRESHOLDS, CONFIDENCE)
    rivalled = decide(
        ASKED, crowd(candidate("a", 0.6), candidate("b", 0.59)), THRESHOLDS, CONFIDENCE
    )
    assert rivalled.confidence < alone.confidence - 0.2


def test_an_entry_with_the_same_question_is_no_rival() -> None:
    alone = decide(ASKED, crowd(candidate("a", 0.6, "Dogs?")), THRESHOLDS, CONFIDENCE)
    twice = [candidate("a", 0.6, "Dogs?"), candidate("b", 0.6, "dogs?")]
    assert decide(ASKED, crowd(*twice), THRESHOLDS, CONFIDENCE).confidence == pytest.approx(
        alone.confidence
    )


def test_the_only_entry_of_a_library_does_not_answer_everything() -> None:
    verdict = decide(ASKED, [candidate("a", 0.2)], THRESHOLDS, CONFIDENCE)
    assert verdict.decision is Decision.UNANSWERED
    assert (
        decide(ASKED, [candidate("a", 0.9)], THRESHOLDS, CONFIDENCE).decision is Decision.ANSWERED
    )


def test_a_sure_candidate_answers_and_others_are_suggested() -> None:
    thresholds = Thresholds(answer_at=0.6, suggest_at=0.1)
    verdict = decide(
        ASKED,
        crowd(candidate("a", 0.60), candidate("b", 0.57), candidate("c", 0.1)),
        thresholds,
        CONFIDENCE,
    )
    assert verdict.decision is Decision.ANSWERED
    assert verdict.best is not None
    assert verdict.best.entry.id == "a"
    assert [s.id for s in verdict.suggestions] == ["b"]


def test_unsure_candidates_are_suggested_three_at_the_most() -> None:
    candidates = crowd(*(candidate(name, 0.6) for name in "abcd"))
    verdict = decide(ASKED, candidates, Thresholds(0.6, 0.05), CONFIDENCE)
    assert verdict.decision is Decision.SUGGESTED
    assert verdict.best is None
    assert [s.id for s in verdict.suggestions] == ["a", "b", "c"]


@pytest.mark.parametrize("candidates", [[], [candidate("a", 0.05)]])
def test_nothing_near_is_unanswered(candidates: list[Candidate]) -> None:
    verdict = decide(ASKED, candidates, THRESHOLDS, CONFIDENCE)
    assert verdict.decision is Decision.UNANSWERED
    assert verdict.suggestions == ()


def test_a_threshold_of_0_means_0() -> None:
    verdict = decide(
        ASKED, [candidate("a", 0.0)], Thresholds(answer_at=0, suggest_at=0), CONFIDENCE
    )
    assert verdict.decision is Decision.ANSWERED


def test_a_question_and_its_negation_are_both_suggested_where_they_score_alike() -> None:
    yes = candidate("yes", 0.9, "Can I return swimwear?", "Yes, in its bag.")
    no = candidate("no", 0.85, "Can I not return swimwear?", "Not without its bag.")
    verdict = decide(ASKED, crowd(yes, no), THRESHOLDS, CONFIDENCE)
    assert verdict.decision is Decision.SUGGESTED
    assert [s.id for s in verdict.suggestions] == ["yes", "no"]


def test_the_rival_is_suggested_though_a_twin_of_the_first_stands_before_it() -> None:
    yes = candidate("yes", 0.9, "Can I return swimwear?", "Yes, in its bag.")
    twin = candidate("twin", 0.89, "Can I return swimwear?", "Yes, for 30 days.")
    no = candidate("no", 0.88, "Can I not return swimwear?", "Not without its bag.")
    suggestions = decide(ASKED, crowd(yes, twin, no), THRESHOLDS, CONFIDENCE).suggestions
    assert [s.id for s in suggestions] == ["yes", "no", "twin"]


def test_two_that_score_apart_or_answer_alike_are_not_too_close() -> None:
    yes = candidate("yes", 0.9, "Can I return swimwear?", "Yes.")
    for no in (
        candidate("no", 0.7, "Can I not return swimwear?", "No."),
        candidate("no", 0.85, "Can I not return swimwear?", "Yes."),
        candidate("no", 0.8, "How do I pay?", "By card."),
    ):
        verdict = decide(ASKED, crowd(yes, no), THRESHOLDS, CONFIDENCE)
        assert verdict.decision is Decision.ANSWERED


def test_an_entry_of_which_the_opposite_is_asked_does_not_answer_where_another_is_near() -> None:
    asked = "when do i not need a passport"
    needed = candidate("needed", 0.8, "Do I need a passport?", "Yes, on R12.")
    other = candidate("other", 0.6, "When can I travel without identification?", "On R1.")
    verdict = decide(asked, crowd(needed, other), THRESHOLDS, CONFIDENCE)
    assert verdict.decision is Decision.SUGGESTED
    assert [s.id for s in verdict.suggestions] == ["other", "needed"]


@pytest.mark.parametrize(
    ("asked", "question", "answer", "decision"),
    [
        ("group of 15 discount", "Group of 20 discount?", "20 save 15%.", Decision.ANSWERED),
        ("group of 15 discount", "Group of 20 discount?", "Half price.", Decision.SUGGESTED),
        ("group of 20 discount", "Group of 20 discount?", "Half price.", Decision.ANSWERED),
        ("group discount", "Group of 20 discount?", "Half price.", Decision.ANSWERED),
        ("we are 15 of us", "Group of 20 discount?", "Half price.", Decision.ANSWERED),
        ("what is error E-12", "What is error E-11?", "The belt.", Decision.SUGGESTED),
        ("when does R99 leave", "Summer times of route R9?", "At noon.", Decision.SUGGESTED),
        ("when does R9 leave", "Summer times of route R9?", "At noon.", Decision.ANSWERED),
    ],
)
def test_an_entry_of_another_number_or_code_is_only_suggested(
    asked: str, question: str, answer: str, decision: Decision
) -> None:
    first = candidate("first", 0.8, question, answer)
    assert decide(asked, crowd(first), THRESHOLDS, CONFIDENCE).decision is decision


@pytest.mark.parametrize(
    ("asked", "rival", "near"),
    [
        ("do i need a passport", "When can I travel without identification?", 0.6),
        ("when do i not need a passport", "Which passports are taken?", 0.6),
        ("when do i not need a passport", "When can I travel without identification?", 0.3),
        ("no passport, what can I do about that now", "When may I go without one?", 0.6),
    ],
)
def test_an_entry_answers_where_no_opposite_is_asked_or_no_other_could_be_meant(
    asked: str, rival: str, near: float
) -> None:
    needed = candidate("needed", 0.8, "Do I need a passport?", "Yes, on R12.")
    other = candidate("other", near, rival, "On R1.")
    verdict = decide(asked, crowd(needed, other), THRESHOLDS, CONFIDENCE)
    assert verdict.decision is Decision.ANSWERED

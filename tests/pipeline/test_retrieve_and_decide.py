from __future__ import annotations

import pytest

from data.answers import Candidate, Decision, Evidence
from data.records import Entry
from pipeline.decide import Thresholds, confidence_of, decide
from pipeline.retrieve import Fusion

THRESHOLDS = Thresholds(answer_at=0.6, suggest_at=0.2)


def candidate(name: str, score: float) -> Candidate:
    return Candidate(
        Entry(name, f"{name}?", "So."), Evidence(name, 1, score, 0, 0, 0), score, score
    )


def test_the_worked_example_of_fusion_holds() -> None:
    evidence = Evidence("e", 1, question=0.8, alternate=0.1, answer=0.5, lexical=0.4)
    fusion = Fusion(answer=0.2, lexical=0.3)
    assert fusion.dense(evidence) == pytest.approx(0.74)
    assert fusion.fused(evidence) == pytest.approx(0.638)


def test_the_better_of_question_and_alternates_counts() -> None:
    fusion = Fusion()
    by_question = Evidence("e", 1, question=0.9, alternate=0.2, answer=0, lexical=0)
    by_alternate = Evidence("e", 1, question=0.2, alternate=0.9, answer=0, lexical=0)
    assert fusion.fused(by_question) == fusion.fused(by_alternate)


def test_opposite_vectors_count_as_no_likeness_at_all() -> None:
    assert Fusion().fused(Evidence("e", 1, -0.5, -0.9, -1, 0)) == 0


def test_confidence_grows_with_the_score_from_0_to_1() -> None:
    values = [confidence_of(score / 10) for score in range(11)]
    assert values == sorted(values)
    assert 0 < values[0] < 0.05
    assert 0.95 < values[-1] < 1


def test_a_sure_candidate_answers_and_others_are_suggested() -> None:
    verdict = decide([candidate("a", 0.9), candidate("b", 0.4), candidate("c", 0.1)], THRESHOLDS)
    assert verdict.decision is Decision.ANSWERED
    assert verdict.best is not None
    assert verdict.best.entry.id == "a"
    assert [s.id for s in verdict.suggestions] == ["b"]


def test_unsure_candidates_are_suggested_three_at_the_most() -> None:
    verdict = decide([candidate(name, 0.38) for name in "abcde"], THRESHOLDS)
    assert verdict.decision is Decision.SUGGESTED
    assert verdict.best is None
    assert [s.id for s in verdict.suggestions] == ["a", "b", "c"]


@pytest.mark.parametrize("candidates", [[], [candidate("a", 0.05)]])
def test_nothing_near_is_unanswered(candidates: list[Candidate]) -> None:
    verdict = decide(candidates, THRESHOLDS)
    assert verdict.decision is Decision.UNANSWERED
    assert verdict.suggestions == ()


def test_a_threshold_of_0_means_0() -> None:
    verdict = decide([candidate("a", 0.0)], Thresholds(answer_at=0, suggest_at=0))
    assert verdict.decision is Decision.ANSWERED

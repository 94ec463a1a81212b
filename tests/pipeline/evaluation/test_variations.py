from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pipeline.evaluation.variations import variations

QUESTION = "How do I bring my dog on board?"


def test_the_same_seed_makes_the_same_mistakes() -> None:
    assert list(variations(QUESTION, 1)) == list(variations(QUESTION, 1))
    assert list(variations(QUESTION, 1)) != list(variations(QUESTION, 2))


def test_each_kind_of_mistake_is_made_once() -> None:
    made = dict(variations(QUESTION, 0))
    assert set(made) == {"typo", "dropped word", "word order"}
    assert sorted(made["word order"].split()) == sorted(QUESTION.split())
    assert len(made["dropped word"].split()) == len(QUESTION.split()) - 1


def test_a_short_question_is_only_mistyped() -> None:
    assert [kind for kind, _ in variations("Dogs?", 0)] == ["typo"]


@given(st.text(min_size=1, max_size=60).filter(str.strip), st.integers(0, 5))
def test_a_variation_is_never_blank(question: str, seed: int) -> None:
    assert all(text.strip() for _, text in variations(question, seed))


@given(st.integers(0, 200))
def test_a_typo_is_one_slip_in_the_longest_word(seed: int) -> None:
    typed = dict(variations(QUESTION, seed))["typo"].split()
    wrong = [(a, b) for a, b in zip(QUESTION.split(), typed, strict=True) if a != b]
    assert len(wrong) <= 1
    assert all(abs(len(a) - len(b)) <= 1 for a, b in wrong)

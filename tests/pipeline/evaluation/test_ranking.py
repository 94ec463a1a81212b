"""The measures of ranking, against numbers worked out by hand."""

from __future__ import annotations

from math import log2

import numpy as np
import pytest

from pipeline.evaluation.bootstrap import figures
from pipeline.evaluation.ranking import (
    MEASURES,
    rank_statistics,
    ranking_scores,
    retrieval_figures,
)
from pipeline.evaluation.records import SOURCES, Figure
from tests.pipeline.evaluation.factories import outcome, report, row


def scores(ranking: str, relevant: str) -> dict[str, float]:
    """The measures of one ranking; each letter is an id."""
    found = ranking_scores([list(ranking)], [list(relevant)])
    return {name: float(values[0]) for name, values in found.items()}


def test_the_worked_example() -> None:
    ideal = 1 + 1 / log2(3)
    assert scores("bac", "ac") == pytest.approx(
        {
            "hit@1": 0,
            "hit@5": 1,
            "mrr@10": 1 / 2,
            "map": (1 / 2 + 2 / 3) / 2,
            "recall@20": 1,
            "ndcg@10": (1 / log2(3) + 1 / log2(4)) / ideal,
        }
    )


def test_right_in_the_first_place_is_one_in_everything() -> None:
    assert scores("ab", "a") == dict.fromkeys(MEASURES, 1.0)


def test_what_was_not_retrieved_counts_in_the_denominators() -> None:
    # Of a and z only a is there, in place 2: precision 1/2 there and nothing for z.
    found = scores("ba", "az")
    assert found["map"] == pytest.approx((1 / 2 + 0) / 2)
    assert found["recall@20"] == pytest.approx(1 / 2)
    assert found["ndcg@10"] == pytest.approx((1 / log2(3)) / (1 + 1 / log2(3)))


@pytest.mark.parametrize(("place", "hit5", "mrr"), [(5, 1, 1 / 5), (6, 0, 1 / 6), (11, 0, 0)])
def test_the_cut_offs(place: int, hit5: float, mrr: float) -> None:
    found = scores("bcdefghijklmnop"[: place - 1] + "a", "a")
    assert (found["hit@5"], found["mrr@10"]) == pytest.approx((hit5, mrr))
    assert found["ndcg@10"] == pytest.approx(1 / log2(place + 1) if place <= 10 else 0)
    assert found["map"] == pytest.approx(1 / place)


def test_recall_stops_at_twenty() -> None:
    ids = [f"e{at:02}" for at in range(40)]
    found = ranking_scores([ids, ids], [["e19", "e20"], ["e39"]])
    assert list(found["recall@20"]) == [0.5, 0]


def test_a_question_for_which_nothing_was_retrieved_counts_as_zero() -> None:
    found = ranking_scores([["a"], [], ["z"]], [["a"], ["a"], ["a"]])
    assert all(list(values) == [1, 0, 0] for values in found.values())
    figure = retrieval_figures([outcome(), outcome(ranking=[])], seed=0)["final"]["hit@1"]
    assert (figure.value, figure.n) == (0.5, 2)


def test_the_order_of_ids_never_decides() -> None:
    # Libraries break ties by id; here "z" stands before "a" and must stay there.
    assert scores("za", "z")["hit@1"] == 1
    assert scores("za", "a")["mrr@10"] == 0.5


def test_ids_may_be_any_text() -> None:
    odd = "id with blanks, ünicode and 'quotes'"
    assert list(ranking_scores([[odd]], [[odd]])["hit@1"]) == [1]


def test_only_questions_with_an_answer_count_and_each_source_has_its_own_figures() -> None:
    outcomes = [
        outcome(ranking="ab", rankings={"bm25": "ba"}),
        outcome(relevant=(), ranking="ab"),
    ]
    found = retrieval_figures(outcomes, seed=0)
    assert list(found) == list(SOURCES)
    assert found["dense"]["mrr@10"] == Figure(1, 1, 1, 1)
    assert found["bm25"]["mrr@10"] == Figure(0.5, 0.5, 0.5, 1)


def test_without_such_questions_there_are_no_figures() -> None:
    found = retrieval_figures([outcome(relevant=())], seed=0)
    assert {figure for each in found.values() for figure in each.values()} == {
        Figure(None, None, None, 0)
    }


def test_figures_from_ranks_are_those_of_the_library() -> None:
    orders = ["abc", "bac", "bca", "bcdefa", "bcdefghijka", "bc", ""]
    made = report(outcome(query=str(at), ranking=order) for at, order in enumerate(orders))
    found = figures(rank_statistics(made.rows), len(orders), seed=0)
    for name, figure in found.items():
        assert figure.value == made.retrieval["final"][name].value


def test_ranks_of_questions_without_an_answer_are_left_out() -> None:
    rows = [row(), row(rank=2), row(answerable=False, rank=0)]
    statistics = rank_statistics(rows)
    assert statistics["mrr@10"].n == 2
    assert statistics["mrr@10"].measure(np.ones((1, 3))) == pytest.approx([0.75])

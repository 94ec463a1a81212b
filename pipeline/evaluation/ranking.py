"""How well entries are put in order, by the measures of information retrieval (ir-measures).

The candidates of a source are few, 20 to 40. So `map` is the mean average precision over those that
were retrieved: relevant entries that are not among them add nothing to it and still count in its
denominator. Only questions that some entry answers are counted, and one for which nothing was
retrieved counts as 0.

Worked example: the ranking b, a, c where a and c answer gives hit@1 0, hit@5 1, mrr@10 1/2,
map (1/2 + 2/3) / 2 = .583, recall@20 1 and ndcg@10 (1/log2 3 + 1/log2 4) / (1 + 1/log2 3) = .693.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pipeline.evaluation.bootstrap import EMPTY, Floats, Statistic, among, figures, share
from pipeline.evaluation.records import SOURCES, Figure, Outcome, Row

# Our names, and those of https://ir-measur.es.
MEASURES = {
    "hit@1": "Success@1",
    "hit@5": "Success@5",
    "mrr@10": "RR@10",
    "ndcg@10": "nDCG@10",
    "map": "AP",
    "recall@20": "R@20",
}


def retrieval_figures(outcomes: Sequence[Outcome], seed: int) -> dict[str, dict[str, Figure]]:
    """The figures of each source, over the questions that some entry answers; each 0 to 1."""
    answerable = [outcome for outcome in outcomes if outcome.question.relevant]
    if not answerable:
        return {source: dict.fromkeys(MEASURES, EMPTY) for source in SOURCES}
    relevant = [outcome.question.relevant for outcome in answerable]
    found = {}
    for source in SOURCES:
        rankings = [outcome.rankings[source] for outcome in answerable]
        scores = ranking_scores(rankings, relevant)
        statistics = {name: share(values) for name, values in scores.items()}
        found[source] = figures(statistics, len(answerable), seed)
    return found


def ranking_scores(
    rankings: Sequence[Sequence[str]], relevant: Sequence[Sequence[str]]
) -> dict[str, Floats]:
    """Each measure of each ranking, 0 to 1, shape (questions,).

    `rankings` hold ids, best first, and `relevant` the ids that are right, at least one each.
    """
    import ir_measures

    names = {ir_measures.parse_measure(theirs): ours for ours, theirs in MEASURES.items()}
    qrels = {str(at): dict.fromkeys(ids, 1) for at, ids in enumerate(relevant)}
    run = {str(at): _scored(ranking) for at, ranking in enumerate(rankings)}
    # Zero is what a question gets for which nothing was retrieved, said by the library or not.
    scores = {name: np.zeros(len(rankings)) for name in MEASURES}
    for metric in ir_measures.iter_calc(list(names), qrels, run):
        scores[names[metric.measure]][int(metric.query_id)] = metric.value
    return scores


def rank_statistics(rows: Sequence[Row]) -> dict[str, Statistic]:
    """hit@1, hit@5 and mrr@10 of the order that visitors get, from the ranks alone."""
    answerable = np.array([bool(row.expected) for row in rows])
    ranks = np.array([row.rank for row in rows])
    found = ranks > 0
    reciprocal = np.where(found & (ranks <= 10), 1 / np.maximum(ranks, 1), 0.0)
    return {
        "hit@1": among(ranks == 1, answerable),
        "hit@5": among(found & (ranks <= 5), answerable),
        "mrr@10": among(reciprocal, answerable),
    }


def _scored(ranking: Sequence[str]) -> dict[str, float]:
    """Falling scores, all different: the libraries sort by score, and ties each in its own way."""
    return {entry: float(len(ranking) - at) for at, entry in enumerate(ranking)}

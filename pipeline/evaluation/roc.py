"""How well a score tells one kind of question from another."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pipeline.evaluation.bootstrap import Floats, Statistic

Flags = npt.NDArray[np.bool_]


def auroc(scores: Floats, positive: Flags) -> Statistic:
    """The chance that a positive scores higher than a negative, 0 to 1, a tie counting half.

    It is the area under the ROC curve (Hanley and McNeil 1982); there is none without both kinds.
    """
    order = np.argsort(scores, kind="stable")
    starts = np.flatnonzero(np.diff(scores[order], prepend=-np.inf))

    def measure(weights: Floats) -> Floats:
        drawn = weights[:, order]
        above = np.add.reduceat(drawn * positive[order], starts, axis=1)
        below = np.add.reduceat(drawn * ~positive[order], starts, axis=1)
        wins = (above * (below.cumsum(axis=1) - below / 2)).sum(axis=1)
        pairs = above.sum(axis=1) * below.sum(axis=1)
        area: Floats = np.where(pairs > 0, wins / np.maximum(pairs, 1), np.nan)
        return area

    both = bool(positive.any() and not positive.all())
    return Statistic(measure, len(scores) if both else 0)

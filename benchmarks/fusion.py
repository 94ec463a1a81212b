"""Chooses the two weights of the fusion: `python -m benchmarks.fusion FOLDER…`.

Cross-validation over FAQs: the entries of each bank are dealt into five folds, a question goes with
the first entry that answers it, and the weights that give the questions of four folds the highest
mean reciprocal rank are tried on the fifth. All entries can be found in every fold. The choice for
use is made on all folds; the figures to believe are those of the held-out ones.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import numpy as np

from benchmarks.retrieval import CUTOFF, Question, questions_of, rank
from pipeline.retrieve import Fusion

FOLDS = 5
ANSWER_WEIGHTS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
LEXICAL_WEIGHTS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
GRID = [Fusion(answer, lexical) for answer, lexical in product(ANSWER_WEIGHTS, LEXICAL_WEIGHTS)]


def folds_of(questions: Sequence[Question]) -> np.ndarray:
    """Which fold each question is in."""
    entries = sorted({min(question.relevant) for question in questions})
    dealt = np.random.default_rng(0).permutation(len(entries)) % FOLDS
    fold = dict(zip(entries, dealt.tolist(), strict=True))
    return np.array([fold[min(question.relevant)] for question in questions])


def ranks_of(questions: Sequence[Question]) -> np.ndarray:
    """The rank of the first right entry, 0 for none; shape (weights, questions)."""
    return np.array([[rank(q, fusion.fused) for q in questions] for fusion in GRID])


def reciprocal(ranks: np.ndarray) -> np.ndarray:
    """Reciprocal ranks, 0 beyond the tenth."""
    return np.where((ranks > 0) & (ranks <= CUTOFF), 1 / np.maximum(ranks, 1), 0.0)


def main(folders: Sequence[Path]) -> None:
    """Prints a line a fold and the weights to use."""
    banks = [questions_of(folder) for folder in folders]
    folds = [folds_of(questions) for questions in banks]
    ranks = [ranks_of(questions) for questions in banks]
    held_out = []
    for fold in range(FOLDS):
        learn = np.mean(
            [reciprocal(r[:, f != fold]).mean(1) for r, f in zip(ranks, folds, strict=True)], axis=0
        )
        best = int(learn.argmax())
        parts = [r[best, f == fold] for r, f in zip(ranks, folds, strict=True)]
        hits = [float((part == 1).mean()) for part in parts]
        held_out.append(hits)
        cells = ", ".join(f"{f.name} {h:.3f}" for f, h in zip(folders, hits, strict=True))
        weights = GRID[best]
        print(f"fold {fold}: answer {weights.answer}, lexical {weights.lexical}; hit@1 {cells}")
    means = np.mean(held_out, axis=0)
    print(
        "held out: " + ", ".join(f"{f.name} {m:.3f}" for f, m in zip(folders, means, strict=True))
    )
    every = np.mean([reciprocal(r).mean(1) for r in ranks], axis=0)
    chosen = GRID[int(every.argmax())]
    print(f"chosen on all folds: answer {chosen.answer}, lexical {chosen.lexical}")


if __name__ == "__main__":
    main([Path(argument) for argument in sys.argv[1:]])

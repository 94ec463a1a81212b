"""What a few labelled texts teach by what they are like.

Kernel ridge regression on the labels (Rifkin, Yeo and Poggio 2003, "Regularized Least-Squares
Classification"), as for the kinds of message: two texts are alike by the encoder's vectors and by
spelling. A text's score is about 1 for a label whose texts it is like and 0 for the others; that of
a text by all others but itself comes out of the same solution (Cawley and Talbot 2003, "Efficient
leave-one-out cross-validation of kernel Fisher discriminant classifiers").

Worked example: one text of each of two labels that are not alike at all, a kernel of 1.6 of a text
with itself and a ridge of 0.05. The texts' scores are 0.5 ± 0.5 × 1.6 / 1.65, 0.98 and 0.02; each
left out, there is nothing to go by but how common the labels are: 0.5 and 0.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from index.encoder import Vectors
from pipeline.intent.kinds import spelling

# Chosen by trying texts of the training splits of BANKING77, CLINC150 and HWU64 on one another.
MEANING_WIDTH = 3.0
SPELLING_WIDTH = 2.0
SPELLING_WEIGHT = 0.6
RIDGE = 0.05


@dataclass(frozen=True, slots=True)
class Alike:
    """The examples that were learnt from, and what each says for each label.

    `vectors` has shape (examples, dimension), `spelt` (examples, buckets), `weights` (examples,
    labels) and `shares`, how common each label is among them, (labels,).
    """

    vectors: Vectors
    spelt: Vectors
    weights: Vectors
    shares: Vectors

    def scores(self, texts: Sequence[str], vectors: Vectors) -> Vectors:
        """How much each text is of each label, about 0 to 1; (texts, labels)."""
        likeness = _likeness(vectors, spelling(texts), self.vectors, self.spelt)
        return np.asarray(likeness @ self.weights + self.shares, np.float32)


@dataclass(frozen=True, slots=True)
class Lesson:
    """What examples teach, and the scores of each by all the others, (examples, labels)."""

    alike: Alike
    left_out: Vectors


def learn_alike(
    texts: Sequence[str], vectors: Vectors, labels: Vectors, weights: Vectors
) -> Lesson:
    """Learns from examples; `labels` has a 1 for the label of each, (examples, labels).

    `weights` is how much each example counts, (examples,).
    """
    spelt = spelling(texts)
    shares = labels.mean(axis=0)
    kernel = _likeness(vectors, spelt, vectors, spelt).astype(np.float64)
    inverse = np.linalg.inv(kernel + np.diag(RIDGE / weights))
    solved = inverse @ (labels - shares)
    left_out = labels - solved / np.diag(inverse)[:, None]
    alike = Alike(vectors, spelt, np.asarray(solved, np.float32), np.asarray(shares, np.float32))
    return Lesson(alike, np.asarray(left_out, np.float32))


def _likeness(texts: Vectors, spelt: Vectors, known: Vectors, known_spelt: Vectors) -> Vectors:
    """Gaussian kernels of vectors and of spelling, added; 0 to 1 + `SPELLING_WEIGHT`."""
    by_meaning = np.exp(MEANING_WIDTH * (texts @ known.T - 1))
    by_spelling = np.exp(SPELLING_WIDTH * (spelt @ known_spelt.T - 1))
    return np.asarray(by_meaning + SPELLING_WEIGHT * by_spelling, np.float32)

"""What a classifier of texts is, and a linear one on the encoder's vectors.

Labels come from multinomial logistic regression on frozen vectors; its strength of regularisation
is the one that does best on a fifth of the training texts, held out. The labels' names are examples
as well. Where there are few texts, what each text is like and how it is spelt counts as much (the
kernels of `pipeline.intent.kinds`): probabilities are the geometric mean of the two.

Two signals say whether a text is of any label at all: the largest logit (Hendrycks et al. 2022,
"Scaling Out-of-Distribution Detection for Real-World Settings") and the mean cosine to the nearest
training texts (Sun et al. 2022, "Out-of-Distribution Detection with Deep Nearest Neighbors"). Each
is measured in standard deviations over the held-out texts, and they are added.

Worked example: held-out texts have largest logits of 9 ± 2 and cosines of 0.7 ± 0.1; a text with
logit 5 and cosine 0.6 gets −2 − 1 = −3. If 95 % of the held-out texts have more than −2.5, its
`in_scope` is 1 / (1 + e^0.5) = 0.38, below a half: more likely none of the labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from data.errors import InputError
from index.encoder import Encoder, Progress, Vectors
from pipeline.intent.kinds import Learnt, spelling

# From here on a classifier holds that a text is of one of its labels.
IN_SCOPE_AT = 0.5
# The share of held-out training texts that are above that.
KEPT_SHARE = 0.95

STRENGTHS = (3.0, 10.0, 30.0)
STARTING_STRENGTH = 10.0
HELD_OUT_SHARE = 0.2
NEIGHBOURS = 5
MAX_STEPS = 1000
# A label's own name is an example too; with few others it says a lot.
NAME_WEIGHT = 0.5
CHUNK = 512
# Up to so many texts likeness and spelling are learnt too: beyond, they add little and cost time.
MOST_ALIKE = 3000
# How sharply likeness becomes a probability.
SHARPNESS = 9.0

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Classified:
    """A text's likeliest label.

    `confidence` is the probability of the label if the text is of any, 0 to 1. `in_scope` is how
    sure the classifier is that it is of any, 0 to 1: below 0.5 its own verdict is that it is not.
    """

    label: str
    confidence: float
    in_scope: float


class Classifier(Protocol):
    """Tells which of its labels a text is of, and whether it is of any."""

    def classify(self, texts: Sequence[str]) -> list[Classified]:
        """One verdict a text, in their order."""


class LinearClassifier:
    """Logistic regression on an encoder's vectors, with nearest neighbours for what is foreign.

    `known` are the vectors of the texts that were learnt, shape (texts, dimension), and `alike`
    what they teach by likeness and spelling, where they are few.
    """

    def __init__(
        self,
        encoder: Encoder,
        labels: Sequence[str],
        head: Head,
        scope: Scope,
        known: Vectors,
        alike: Learnt | None = None,
    ) -> None:
        self.encoder = encoder
        self.labels = labels
        self.head = head
        self.scope = scope
        self.known = known
        self.alike = alike

    @classmethod
    def fit(
        cls,
        encoder: Encoder,
        texts: Sequence[str],
        labels: Sequence[str],
        *,
        seed: int = 0,
        progress: Progress | None = None,
    ) -> LinearClassifier:
        """A classifier that has learnt from texts with one label each.

        Raises:
            InputError: when there are fewer than two labels.
            ModelError: when the encoder cannot be loaded.
        """
        names = label_names(labels)
        number_of = {name: number for number, name in enumerate(names)}
        numbers = np.array([number_of[label] for label in labels], np.int64)
        vectors = encoder.encode(texts, progress)
        spoken = [_readable(name) for name in names]
        named = encoder.encode(spoken)
        head, scope = _learnt(vectors, numbers, named, seed)
        alike = None
        if len(texts) <= MOST_ALIKE:
            examples = np.concatenate([numbers, np.arange(len(names))])
            alike = Learnt.from_examples(
                np.concatenate([vectors, named]),
                spelling([*texts, *spoken]),
                np.eye(len(names), dtype=np.float32)[examples],
            )
        return cls(encoder, names, head, scope, vectors, alike)

    def classify(self, texts: Sequence[str]) -> list[Classified]:
        """One verdict a text, in their order."""
        return self.classify_encoded(texts, self.encoder.encode(texts))

    def classify_encoded(self, texts: Sequence[str], vectors: Vectors) -> list[Classified]:
        """One verdict a text; `vectors` are those of this classifier's encoder for the texts."""
        return [
            verdict
            for at in range(0, len(vectors), CHUNK)
            for verdict in self._verdicts(texts[at : at + CHUNK], vectors[at : at + CHUNK])
        ]

    def _verdicts(self, texts: Sequence[str], vectors: Vectors) -> Iterator[Classified]:
        logits = self.head.logits(vectors)
        in_scope = self.scope.in_scope(logits.max(axis=1), nearness(vectors, self.known))
        odds = _log_shares(logits)
        if self.alike is not None:
            scores = SHARPNESS * self.alike.scores(vectors, spelling(texts))
            odds = _log_shares((odds + _log_shares(np.asarray(scores, np.float64))) / 2)
        for row, inside in zip(odds, in_scope, strict=True):
            best = int(row.argmax())
            yield Classified(self.labels[best], float(np.exp(row[best])), float(inside))


@dataclass(frozen=True, slots=True)
class Head:
    """Weights, shape (labels, dimension), and biases, shape (labels,)."""

    weights: Vectors
    biases: Vectors

    def logits(self, vectors: Vectors) -> Floats:
        """Shape (texts, labels); a softmax over labels gives probabilities."""
        return np.asarray(vectors @ self.weights.T + self.biases, np.float64)


@dataclass(frozen=True, slots=True)
class Scope:
    """The scales of the two signals, and the sum that `KEPT_SHARE` of held-out texts reach."""

    logit_mean: float
    logit_deviation: float
    cosine_mean: float
    cosine_deviation: float
    bar: float = 0.0

    @classmethod
    def from_held_out(cls, logits: Floats, cosines: Floats) -> Scope:
        """Scales from the largest logits and the nearness of held-out texts of known labels."""
        # A deviation of nothing, where there is one text, would divide by zero.
        spreads = [float(signal.std()) or 1.0 for signal in (logits, cosines)]
        plain = cls(float(logits.mean()), spreads[0], float(cosines.mean()), spreads[1])
        bar = float(np.quantile(plain.sums(logits, cosines), 1 - KEPT_SHARE))
        return replace(plain, bar=bar)

    def sums(self, logits: Floats, cosines: Floats) -> Floats:
        """The two signals in standard deviations, added; higher is more like the known texts."""
        logit = (logits - self.logit_mean) / self.logit_deviation
        cosine = (cosines - self.cosine_mean) / self.cosine_deviation
        return np.asarray(logit + cosine, np.float64)

    def in_scope(self, logits: Floats, cosines: Floats) -> Floats:
        """How sure each text is of any label, 0 to 1; 0.5 at the bar."""
        above = np.clip(self.sums(logits, cosines) - self.bar, -30, 30)
        return np.asarray(1 / (1 + np.exp(-above)), np.float64)


def _log_shares(logits: Floats) -> Floats:
    """The logarithm of the softmax of each row."""
    above = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(above - np.log(np.exp(above).sum(axis=1, keepdims=True)), np.float64)


def label_names(labels: Sequence[str]) -> list[str]:
    """The different labels, in order.

    Raises:
        InputError: when there are fewer than two.
    """
    names = sorted(set(labels))
    if len(names) < 2:
        raise InputError(
            f"A classifier needs at least two labels to choose from, and there "
            f"{'is 1' if names else 'are none'}. Add texts with other labels."
        )
    return names


def starting_head(
    encoder: Encoder, texts: Sequence[str], numbers: Numbers, names: Sequence[str]
) -> Head:
    """A linear head on an encoder's vectors of texts with these numbers of labels.

    Raises:
        ModelError: when the encoder cannot be loaded.
    """
    named = encoder.encode([_readable(name) for name in names])
    return _head(encoder.encode(texts), numbers, named, STARTING_STRENGTH)


def _readable(label: str) -> str:
    """A label's name as words: `Refund_not_showing_up` gives `refund not showing up`."""
    return " ".join(label.replace("_", " ").replace("-", " ").lower().split()) or label


def nearness(vectors: Vectors, known: Vectors, *, skip: int = 0) -> Floats:
    """Each vector's mean cosine to its `NEIGHBOURS` nearest, −1 to 1, past the nearest `skip`."""
    count = min(NEIGHBOURS + skip, len(known))
    near = [
        np.sort(np.partition(vectors[at : at + CHUNK] @ known.T, -count, axis=1)[:, -count:])
        for at in range(0, len(vectors), CHUNK)
    ]
    nearest = np.concatenate(near)[:, : count - skip]
    return np.asarray(nearest.mean(axis=1), np.float64)


def _learnt(vectors: Vectors, numbers: Numbers, named: Vectors, seed: int) -> tuple[Head, Scope]:
    held = held_out(numbers, seed)
    kept, skip = ~held, 0
    if not held.any():
        # Every label has a single text: each is then judged among all, itself left out.
        held, skip = kept, 1
    strength, head = _best_head(vectors, numbers, named, kept, held)
    largest = head.logits(vectors[held]).max(axis=1)
    scope = Scope.from_held_out(largest, nearness(vectors[held], vectors[kept], skip=skip))
    return _head(vectors, numbers, named, strength), scope


def held_out(numbers: Numbers, seed: int, share: float = HELD_OUT_SHARE) -> npt.NDArray[np.bool_]:
    """Which texts are held out: a share of each label's, at least one where it has two."""
    random = np.random.default_rng(seed)
    held = np.zeros(len(numbers), np.bool_)
    for number in range(int(numbers.max()) + 1):
        places = random.permutation(np.flatnonzero(numbers == number))
        count = max(int(len(places) * share), int(len(places) > 1))
        held[places[:count]] = True
    return held


def _best_head(
    vectors: Vectors,
    numbers: Numbers,
    named: Vectors,
    kept: npt.NDArray[np.bool_],
    held: npt.NDArray[np.bool_],
) -> tuple[float, Head]:
    """The strength whose head is right most often on the held-out texts, and that head."""
    heads = [(s, _head(vectors[kept], numbers[kept], named, s)) for s in STRENGTHS]

    def accuracy(tried: tuple[float, Head]) -> float:
        return float((tried[1].logits(vectors[held]).argmax(axis=1) == numbers[held]).mean())

    return max(heads, key=accuracy)


def _head(vectors: Vectors, numbers: Numbers, named: Vectors, strength: float) -> Head:
    from sklearn.linear_model import LogisticRegression

    examples = np.concatenate([vectors, named])
    labels = np.concatenate([numbers, np.arange(len(named))])
    weights = np.concatenate([np.ones(len(vectors)), np.full(len(named), NAME_WEIGHT)])
    model = LogisticRegression(C=strength, max_iter=MAX_STEPS).fit(examples, labels, weights)
    weights, biases = model.coef_, model.intercept_
    if len(weights) == 1:
        # With two labels scikit-learn gives one row, for the second against the first.
        weights, biases = (np.concatenate([-rows / 2, rows / 2]) for rows in (weights, biases))
    return Head(np.asarray(weights, np.float32), np.asarray(biases, np.float32))

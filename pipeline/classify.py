"""What a classifier of texts is, and a linear one on the encoder's vectors.

Labels come from multinomial logistic regression on frozen vectors; its strength of regularisation
is the one that does best on a fifth of the training texts, held out. The labels' names are examples
as well. Where there are few texts, what a text is like and how it is spelt is a second opinion
(`pipeline.intent.alike`): the probabilities of the two are multiplied.

Whether a text is of any label at all is said by `pipeline.intent.belonging`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from data.errors import InputError
from index.encoder import Encoder, Progress, Vectors
from pipeline.intent.alike import Alike, Lesson, learn_alike
from pipeline.intent.belonging import CHUNK, Floats, Scope, nearness

# From here on a classifier holds that a text is of one of its labels.
IN_SCOPE_AT = 0.5

STRENGTHS = (3.0, 10.0, 30.0)
STARTING_STRENGTH = 10.0
HELD_OUT_SHARE = 0.2
MAX_STEPS = 1000
# A label's own name is an example too; with few others it says a lot.
NAME_WEIGHT = 0.5
# Up to so many texts a second opinion is asked for: it takes time that grows with their cube.
FEW_TEXTS = 3000
# There are too few to choose a strength by then.
FEW_STRENGTH = 30.0
# How sharply the second opinion's scores become probabilities.
SHARPNESS = 10.0

Numbers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


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

    `known` are the vectors of the texts that were learnt, shape (texts, dimension), and `alike` is
    the second opinion, where they are few.
    """

    def __init__(
        self,
        encoder: Encoder,
        labels: Sequence[str],
        head: Head,
        scope: Scope,
        known: Vectors,
        alike: Alike | None = None,
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
        examples = Examples(vectors, numbers, encoder.encode(spoken))
        if len(texts) > FEW_TEXTS:
            head, scope = _learnt(examples, seed)
            return cls(encoder, names, head, scope, vectors)
        lesson = _second_opinion([*texts, *spoken], examples)
        head, scope = _learnt(examples, seed, lesson)
        return cls(encoder, names, head, scope, vectors, lesson.alike)

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
        largest, odds = logits.max(axis=1), logits
        if self.alike is None:
            second = nearness(vectors, self.known)
        else:
            scores = np.asarray(self.alike.scores(texts, vectors), np.float64)
            second, odds = scores.max(axis=1), logits + SHARPNESS * scores
        in_scope = self.scope.in_scope(largest, second)
        highest = odds.max(axis=1, keepdims=True)
        confidence = 1 / np.exp(odds - highest).sum(axis=1)
        for label, sure, inside in zip(odds.argmax(axis=1), confidence, in_scope, strict=True):
            yield Classified(self.labels[label], float(sure), float(inside))


@dataclass(frozen=True, slots=True)
class Examples:
    """Vectors of texts, the number of the label of each, and the vectors of the labels' names."""

    vectors: Vectors
    numbers: Numbers
    named: Vectors


@dataclass(frozen=True, slots=True)
class Head:
    """Weights, shape (labels, dimension), and biases, shape (labels,)."""

    weights: Vectors
    biases: Vectors

    def logits(self, vectors: Vectors) -> Floats:
        """Shape (texts, labels); a softmax over labels gives probabilities."""
        return np.asarray(vectors @ self.weights.T + self.biases, np.float64)


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


def _learnt(examples: Examples, seed: int, lesson: Lesson | None = None) -> tuple[Head, Scope]:
    numbers, vectors, named = examples.numbers, examples.vectors, examples.named
    held = held_out(numbers, seed)
    kept, skip = ~held, 0
    if not held.any():
        # Every label has a single text: each is then judged among all, itself left out.
        held, skip = kept, 1
    strengths = STRENGTHS if lesson is None else (FEW_STRENGTH,)
    strength, head = _best_head(examples, kept, held, strengths)
    if lesson is None:
        second = nearness(vectors[held], vectors[kept], skip=skip)
    else:
        second = np.asarray(lesson.left_out[: len(numbers)][held].max(axis=1), np.float64)
    scope = Scope.from_held_out(head.logits(vectors[held]).max(axis=1), second)
    return _head(vectors, numbers, named, strength), scope


def _second_opinion(texts: Sequence[str], examples: Examples) -> Lesson:
    """What texts, and then the labels' names, teach by what they are like."""
    labels = len(examples.named)
    numbers = np.concatenate([examples.numbers, np.arange(labels)])
    weights = np.ones(len(numbers), np.float32)
    weights[len(examples.numbers) :] = NAME_WEIGHT
    vectors = np.concatenate([examples.vectors, examples.named])
    return learn_alike(texts, vectors, np.eye(labels, dtype=np.float32)[numbers], weights)


def held_out(numbers: Numbers, seed: int, share: float = HELD_OUT_SHARE) -> Mask:
    """Which texts are held out: a share of each label's, at least one where it has two."""
    random = np.random.default_rng(seed)
    held = np.zeros(len(numbers), np.bool_)
    for number in range(int(numbers.max()) + 1):
        places = random.permutation(np.flatnonzero(numbers == number))
        count = max(int(len(places) * share), int(len(places) > 1))
        held[places[:count]] = True
    return held


def _best_head(
    examples: Examples, kept: Mask, held: Mask, strengths: Sequence[float]
) -> tuple[float, Head]:
    """The strength whose head is right most often on the held-out texts, and that head."""
    vectors, numbers = examples.vectors, examples.numbers
    heads = [(s, _head(vectors[kept], numbers[kept], examples.named, s)) for s in strengths]

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

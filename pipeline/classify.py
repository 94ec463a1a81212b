"""What a classifier of texts is, and a linear one on the encoder's vectors.

Labels come from multinomial logistic regression; the labels' names are examples as well. Where
there are many texts it takes vectors and spelling. Where there are few it takes the vectors alone,
and what a text is like and how it is spelt is a second opinion (`pipeline.intent.alike`): the
probabilities of the two are multiplied.

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
from pipeline.intent.alike import Alike, learn_alike
from pipeline.intent.belonging import CHUNK, Floats, Scope, nearness
from pipeline.intent.kinds import spelling

# From here on a classifier holds that a text is of one of its labels.
IN_SCOPE_AT = 0.5

# Strengths of regularisation: the higher, the less of it.
STRENGTH = 10.0
FEW_STRENGTH = 30.0
HELD_OUT_SHARE = 0.2
MAX_STEPS = 1000
# A label's own name is an example too; with few others it says a lot.
NAME_WEIGHT = 0.5
# Up to so many texts a second opinion is asked for: it takes time that grows with their cube.
FEW_TEXTS = 3000
# How sharply the second opinion's scores become probabilities.
SHARPNESS = 10.0
# How much spelling counts, next to the vectors.
SPELLING_SHARE = 0.8

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
            wide = Examples(
                with_spelling(texts, vectors), numbers, with_spelling(spoken, examples.named)
            )
            scope = _scope_of_many(examples, wide, held_out(numbers, seed))
            return cls(encoder, names, _head(wide, STRENGTH), scope, vectors)
        head = _head(examples, FEW_STRENGTH)
        alike, scope = _second_opinion([*texts, *spoken], examples)
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
        wide = self.head.weights.shape[1] > vectors.shape[1]
        logits = self.head.logits(with_spelling(texts, vectors) if wide else vectors)
        belonging, odds = logits.max(axis=1), logits
        if self.alike is not None:
            scores = np.asarray(self.alike.scores(texts, vectors), np.float64)
            belonging, odds = scores.max(axis=1), logits + SHARPNESS * scores
        in_scope = self.scope.in_scope(belonging, nearness(vectors, self.known))
        highest = odds.max(axis=1, keepdims=True)
        confidence = 1 / np.exp(odds - highest).sum(axis=1)
        for label, sure, inside in zip(odds.argmax(axis=1), confidence, in_scope, strict=True):
            yield Classified(self.labels[label], float(sure), float(inside))


@dataclass(frozen=True, slots=True)
class Examples:
    """What is seen of texts, the number of the label of each, and the same of labels' names."""

    vectors: Vectors
    numbers: Numbers
    named: Vectors


@dataclass(frozen=True, slots=True)
class Head:
    """Weights, shape (labels, dimension), and biases, shape (labels,).

    The dimension is that of vectors, or of vectors with spelling.
    """

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
    return _head(Examples(encoder.encode(texts), numbers, named), STRENGTH)


def with_spelling(texts: Sequence[str], vectors: Vectors) -> Vectors:
    """Vectors of texts, and after each how it is spelt."""
    return np.concatenate([vectors, SPELLING_SHARE * spelling(texts)], axis=1, dtype=np.float32)


def _readable(label: str) -> str:
    """A label's name as words: `Refund_not_showing_up` gives `refund not showing up`."""
    return " ".join(label.replace("_", " ").replace("-", " ").lower().split()) or label


def _scope_of_many(examples: Examples, wide: Examples, held: Mask) -> Scope:
    """The scales of held-out texts by what the others teach."""
    vectors, kept, skip = examples.vectors, ~held, 0
    if not held.any():
        # Every label has a single text: each is then judged among all, itself left out.
        held, skip = kept, 1
    head = _head(Examples(wide.vectors[kept], wide.numbers[kept], wide.named), STRENGTH)
    near = nearness(vectors[held], vectors[kept], skip=skip)
    return Scope.from_held_out(head.logits(wide.vectors[held]).max(axis=1), near)


def _second_opinion(texts: Sequence[str], examples: Examples) -> tuple[Alike, Scope]:
    """What texts, and then the labels' names, teach by what they are like, and how near they are.

    The scales are of each text by all others.
    """
    vectors, labels, count = examples.vectors, len(examples.named), len(examples.numbers)
    numbers = np.concatenate([examples.numbers, np.arange(labels)])
    weights = np.ones(len(numbers), np.float32)
    weights[count:] = NAME_WEIGHT
    every = np.concatenate([vectors, examples.named])
    lesson = learn_alike(texts, every, np.eye(labels, dtype=np.float32)[numbers], weights)
    scores = np.asarray(lesson.left_out[:count].max(axis=1), np.float64)
    near = nearness(vectors, vectors, skip=1)
    return lesson.alike, Scope.from_held_out(scores, near)


def held_out(numbers: Numbers, seed: int, share: float = HELD_OUT_SHARE) -> Mask:
    """Which texts are held out: a share of each label's, at least one where it has two."""
    random = np.random.default_rng(seed)
    held = np.zeros(len(numbers), np.bool_)
    for number in range(int(numbers.max()) + 1):
        places = random.permutation(np.flatnonzero(numbers == number))
        count = max(int(len(places) * share), int(len(places) > 1))
        held[places[:count]] = True
    return held


def _head(examples: Examples, strength: float) -> Head:
    from sklearn.linear_model import LogisticRegression

    seen, numbers, named = examples.vectors, examples.numbers, examples.named
    every = np.concatenate([seen, named])
    labels = np.concatenate([numbers, np.arange(len(named))])
    weights = np.concatenate([np.ones(len(seen)), np.full(len(named), NAME_WEIGHT)])
    model = LogisticRegression(C=strength, max_iter=MAX_STEPS).fit(every, labels, weights)
    weights, biases = model.coef_, model.intercept_
    if len(weights) == 1:
        # With two labels scikit-learn gives one row, for the second against the first.
        weights, biases = (np.concatenate([-rows / 2, rows / 2]) for rows in (weights, biases))
    return Head(np.asarray(weights, np.float32), np.asarray(biases, np.float32))

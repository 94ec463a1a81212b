"""Trains the classifier of a library's questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import numpy as np

from index.encoder import Progress
from pipeline.build import Faqdesk
from pipeline.classify import LinearClassifier, held_out, label_names
from pipeline.evaluation.labelled import LabelledText, Role, read_texts
from pipeline.intent.topics import Made, save_topics
from pipeline.intent.tuned import remove_encoders
from pipeline.training.advice import advice, held_out_advice


@dataclass(frozen=True, slots=True)
class Trained:
    """What was learnt and what would make it better.

    `accuracy` is the share of the `held` held-out texts that got their label, 0 to 1, None where
    none could be held out.
    """

    texts: int
    labels: int
    held: int
    accuracy: float | None
    advice: tuple[str, ...]


def read_labelled(files: Sequence[str]) -> list[LabelledText]:
    """The texts of files, each with its label.

    Raises:
        SourceError: when a file cannot be used, naming the line.
    """
    return [text for file in files for text in read_texts(file, Role.TRAIN)]


def train_topics(
    faqdesk: Faqdesk, texts: Sequence[LabelledText], progress: Progress | None = None, seed: int = 0
) -> Trained:
    """Learns a linear head on the library's vectors and keeps it; progress counts texts once.

    Raises:
        InputError: when there are fewer than two labels.
        DiskError: when it cannot be kept.
    """
    right = _held_out(faqdesk, texts, seed)
    plain = [text.text for text in texts]
    classifier = LinearClassifier.fit(
        faqdesk.encoder, plain, _labels(texts), seed=seed, progress=progress
    )
    return _kept(faqdesk, texts, classifier, right, full=False)


def train_topics_fully(
    faqdesk: Faqdesk, texts: Sequence[LabelledText], progress: Progress | None = None, seed: int = 0
) -> Trained:
    """Learns a whole encoder with its head and keeps it; progress counts texts `passes` times.

    Raises:
        InputError: when there are fewer than two labels or nothing to fine-tune.
        ModelError: when the encoder is missing or damaged.
        DiskError: when it cannot be kept.
    """
    from pipeline.training.full import train_full
    from pipeline.training.tuning import TuningSettings

    plain = [text.text for text in texts]
    tuned = train_full(faqdesk, plain, _labels(texts), TuningSettings(seed=seed), progress)
    trained = _kept(faqdesk, texts, tuned.classifier, tuned.right, full=True)
    cost = (
        "To tell its category, each question is encoded once more, which takes "
        f"{tuned.beside:.1f} times as long as it takes already: {tuned.ms:.1f} ms just now."
    )
    return replace(trained, advice=(*trained.advice, cost))


def passes() -> int:
    """How often full training goes over each text, at most."""
    from pipeline.training.full import passes as most
    from pipeline.training.tuning import TuningSettings

    return most(TuningSettings())


def _held_out(faqdesk: Faqdesk, texts: Sequence[LabelledText], seed: int) -> tuple[bool, ...]:
    """Whether each held-out text gets its label by what the others teach."""
    labels = _labels(texts)
    names = label_names(labels)
    mask = held_out(np.array([names.index(label) for label in labels], np.int64), seed)
    held = [text for text, out in zip(texts, mask, strict=True) if out]
    kept = [text for text, out in zip(texts, mask, strict=True) if not out]
    if not held:
        return ()
    plain = [text.text for text in kept]
    classifier = LinearClassifier.fit(faqdesk.encoder, plain, _labels(kept), seed=seed)
    verdicts = classifier.classify([text.text for text in held])
    return tuple(v.label == text.label for v, text in zip(verdicts, held, strict=True))


def _kept(
    faqdesk: Faqdesk,
    texts: Sequence[LabelledText],
    classifier: LinearClassifier,
    right: Sequence[bool],
    *,
    full: bool,
) -> Trained:
    """Puts a classifier in the place of an earlier one."""
    accuracy = sum(right) / len(right) if right else None
    settings = faqdesk.settings
    now = datetime.now(UTC).isoformat(timespec="seconds")
    save_topics(settings.home, classifier, Made(now, len(texts), full, accuracy))
    remove_encoders(settings.home, settings.models, classifier.encoder.digest if full else "")
    said = (*held_out_advice(len(right), accuracy), *advice(texts, full=full))
    return Trained(len(texts), len(classifier.labels), len(right), accuracy, said)


def _labels(texts: Sequence[LabelledText]) -> list[str]:
    return [text.label or "" for text in texts]

"""Trains the classifier of a library's questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from index.encoder import Progress
from pipeline.build import Faqdesk
from pipeline.classify import LinearClassifier
from pipeline.evaluation.classifier import LabelledText, Role, read_texts
from pipeline.intent.topics import save_topics

HELD_OUT = 5
# With fewer texts a label is hardly learnt.
FEW = 5


@dataclass(frozen=True, slots=True)
class Trained:
    """What was learnt, its accuracy on held-out texts (0 to 1), and what would make it better."""

    texts: int
    labels: int
    accuracy: float
    advice: tuple[str, ...]


def train_topics(
    faqdesk: Faqdesk, files: Sequence[str], progress: Progress | None = None
) -> Trained:
    """Learns from labelled texts and keeps what was learnt.

    Raises:
        SourceError: when a file cannot be used, naming the line.
        InputError: when there are fewer than two labels.
        DiskError: when it cannot be kept.
    """
    texts = [text for file in files for text in read_texts(file, Role.TRAIN)]
    accuracy = _held_out_accuracy(faqdesk, texts)
    classifier = LinearClassifier.fit(
        faqdesk.encoder, [t.text for t in texts], _labels(texts), progress=progress
    )
    save_topics(faqdesk.settings.home, classifier, faqdesk.encoder)
    return Trained(len(texts), len(classifier.labels), accuracy, _advice(_labels(texts)))


def _held_out_accuracy(faqdesk: Faqdesk, texts: Sequence[LabelledText]) -> float:
    shuffled = Random(0).sample(list(texts), len(texts))
    held, kept = shuffled[::HELD_OUT], [t for n, t in enumerate(shuffled) if n % HELD_OUT]
    if len(set(_labels(kept))) < 2:
        return 0.0
    classifier = LinearClassifier.fit(faqdesk.encoder, [t.text for t in kept], _labels(kept))
    verdicts = classifier.classify([text.text for text in held])
    right = [v.label == text.label for v, text in zip(verdicts, held, strict=True)]
    return sum(right) / len(right)


def _labels(texts: Sequence[LabelledText]) -> list[str]:
    return [text.label or "" for text in texts]


def _advice(labels: Sequence[str]) -> tuple[str, ...]:
    rare = sorted(label for label, count in Counter(labels).items() if count < FEW)
    if not rare:
        return ()
    named = ", ".join(rare[:10]) + (", …" if len(rare) > 10 else "")
    return (f"{len(rare)} labels have fewer than {FEW} texts ({named}): write at least ten each.",)

"""A classifier of questions that the owner trained, kept in the home folder and used at once.

It says which category a question is of, in place of the categories of the entries that were found.
A linear one takes the vectors that a question is searched by; one that was trained as a whole has
an encoder of its own, which reads the question once more.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file

from data.errors import DiskError, ModelError
from index.encoder import Encoder, Vectors
from index.files import removed, written_whole
from pipeline.classify import IN_SCOPE_AT, Classified, Head, LinearClassifier
from pipeline.intent.alike import Alike
from pipeline.intent.belonging import Scope
from pipeline.intent.tuned import OpenEncoder, remove_encoders, tuned_encoder, tuned_files
from pipeline.watched import WatchedFile

logger = logging.getLogger(__name__)

FILE = "intent.safetensors"
# What is kept of likeness and spelling, where that was learnt.
ALIKE = ("vectors", "spelt", "weights", "shares")
# How many labels are named where they are described.
SHOWN = 5


@dataclass(frozen=True, slots=True)
class Made:
    """How a classifier came to be.

    `trained` is when, as ISO 8601, `texts` from how many, `full` whether the whole encoder was, and
    `accuracy` the share of held-out texts that it got right, 0 to 1, None where there were none.
    """

    trained: str = ""
    texts: int = 0
    full: bool = False
    accuracy: float | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """A classifier's file: what was learnt, of which encoder's vectors, and how."""

    labels: Sequence[str]
    head: Head
    scope: Scope
    known: Vectors
    alike: Alike | None
    encoder: str
    made: Made


class Topics:
    """The classifier of a library, if it has one; a newly trained one is noticed by itself."""

    def __init__(self, home: Path, encoder: Encoder, open_encoder: OpenEncoder) -> None:
        self._home = home
        self._encoder = encoder
        self._open_encoder = open_encoder
        self._classifier = WatchedFile(home / FILE, self._read)

    def of(self, texts: Sequence[str], vectors: Vectors) -> list[Classified | None]:
        """The label of each text, None where there is none to give.

        `vectors` are those of the texts, shape (texts, dimension).
        """
        classifier = self._classifier.content()
        if classifier is None or not texts:
            return [None] * len(texts)
        if classifier.encoder is self._encoder:
            verdicts = classifier.classify_encoded(texts, vectors)
        else:
            verdicts = classifier.classify(texts)
        return [each if each.in_scope >= IN_SCOPE_AT else None for each in verdicts]

    def load(self) -> LinearClassifier | None:
        """The classifier, or None where none was trained.

        Raises:
            ModelError: when it is damaged, or another encoder's vectors made it.
        """
        if not (self._home / FILE).exists():
            return None
        return load_topics(self._home, self._encoder, self._open_encoder)

    def _read(self) -> LinearClassifier | None:
        try:
            return self.load()
        except ModelError as error:
            logger.warning("Categories are those of the entries: %s", error)
            return None


def save_topics(home: Path, classifier: LinearClassifier, made: Made) -> None:
    """Keeps a classifier in place of an earlier one.

    Raises:
        DiskError: when it cannot be written; the earlier one stays.
    """
    tensors = {
        "weights": classifier.head.weights,
        "biases": classifier.head.biases,
        "known": classifier.known,
    }
    if classifier.alike:
        tensors |= {f"alike.{n}": getattr(classifier.alike, n) for n in ALIKE}
    about = {
        "encoder": classifier.encoder.digest,
        "labels": json.dumps(list(classifier.labels)),
        "scope": json.dumps(asdict(classifier.scope)),
        "made": json.dumps(asdict(made)),
    }
    try:
        with written_whole(home / FILE) as scratch:
            save_file({n: np.ascontiguousarray(t) for n, t in tensors.items()}, scratch, about)
    except (OSError, SafetensorError) as error:
        raise DiskError(
            f"What was learnt cannot be kept in {home} ({error}). "
            "Free some space, or mend the folder's permissions."
        ) from error


def load_topics(home: Path, encoder: Encoder, open_encoder: OpenEncoder) -> LinearClassifier:
    """The classifier that was kept.

    Raises:
        ModelError: when there is none, it is damaged, or another encoder's vectors made it.
    """
    kept = _usable(home, encoder)
    if kept.made.full:
        encoder = tuned_encoder(home, kept.encoder, open_encoder)
    return LinearClassifier(encoder, kept.labels, kept.head, kept.scope, kept.known, kept.alike)


def read_topics(home: Path) -> Kept:
    """What the file of the classifier says.

    Raises:
        ModelError: when there is none or it is damaged.
    """
    try:
        with safe_open(home / FILE, framework="numpy") as saved:
            about = saved.metadata() or {}
            weights, biases, known = map(saved.get_tensor, ("weights", "biases", "known"))
            there = set(saved.keys())
            alike = {n: saved.get_tensor(f"alike.{n}") for n in ALIKE if f"alike.{n}" in there}
        return Kept(
            labels=json.loads(about["labels"]),
            head=Head(weights, biases),
            scope=Scope(**json.loads(about["scope"])),
            known=known,
            alike=Alike(**alike) if alike else None,
            encoder=about["encoder"],
            # Files of earlier versions do not say; all of those are linear.
            made=Made(**json.loads(about.get("made", "{}"))),
        )
    except (OSError, SafetensorError, KeyError, ValueError, TypeError) as error:
        raise ModelError(
            f"{home / FILE} is missing or damaged. Run `faqdesk train intent` again, or "
            "`faqdesk train intent --undo` to do without."
        ) from error


def _usable(home: Path, encoder: Encoder) -> Kept:
    """The file's content, if the encoder that it belongs to is there."""
    kept = read_topics(home)
    if kept.made.full:
        tuned_files(home, kept.encoder)
    elif kept.encoder != encoder.digest:
        raise ModelError(
            f"{home / FILE} was trained with another encoder. Run `faqdesk train intent` again."
        )
    return kept


def described(home: Path, encoder: Encoder) -> str:
    """Which classifier is in use, when it was made, what it tells apart and how to undo it."""
    if not (home / FILE).exists():
        return "none trained: a question is of the category of the entries found for it"
    try:
        kept = _usable(home, encoder)
    except ModelError as error:
        return f"not usable, categories are those of the entries: {error}"
    how = "whole encoder" if kept.made.full else "linear head"
    when = f", {kept.made.trained[:16].replace('T', ' ')} UTC" if kept.made.trained else ""
    learnt = f" from {kept.made.texts:,} texts" if kept.made.texts else ""
    right = f", {kept.made.accuracy:.1%} right when made" if kept.made.accuracy is not None else ""
    named = ", ".join(kept.labels[:SHOWN]) + (", …" if len(kept.labels) > SHOWN else "")
    undo = "`faqdesk train intent --undo` takes it back"
    return f"{how}{when}{learnt}{right}; {len(kept.labels)} labels: {named}; {undo}"


def remove_topics(home: Path, models: Path) -> bool:
    """Goes back to the entries' categories; whether there was anything to go back from.

    `models` is the folder where encoders are kept compiled.
    """
    there = removed(home / FILE)
    remove_encoders(home, models)
    return there

"""A classifier of questions that the owner trained, kept in the home folder and used at once.

It says which category a question is of, in place of the categories of the entries that were found.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file

from data.errors import DiskError, ModelError
from index.encoder import Encoder, Vectors
from index.files import removed, written_whole
from pipeline.classify import IN_SCOPE_AT, Classified, Head, LinearClassifier, Scope
from pipeline.watched import WatchedFile

logger = logging.getLogger(__name__)

FILE = "intent.safetensors"


class Topics:
    """The classifier of a library, if it has one; a newly trained one is noticed by itself."""

    def __init__(self, home: Path, encoder: Encoder) -> None:
        self._home = home
        self._encoder = encoder
        self._classifier = WatchedFile(home / FILE, self._read)

    def of(self, vectors: Vectors) -> list[Classified | None]:
        """The label of each vector, shape (texts, dimension); None where there is none to give."""
        classifier = self._classifier.content()
        if classifier is None:
            return [None] * len(vectors)
        verdicts = classifier.classify_vectors(vectors)
        return [each if each.in_scope >= IN_SCOPE_AT else None for each in verdicts]

    def _read(self) -> LinearClassifier | None:
        try:
            return kept_topics(self._home, self._encoder)
        except ModelError as error:
            logger.warning("Categories are those of the entries: %s", error)
            return None


def save_topics(home: Path, classifier: LinearClassifier, encoder: Encoder) -> None:
    """Keeps a classifier in place of an earlier one.

    Raises:
        DiskError: when it cannot be written; the earlier one stays.
    """
    tensors = {
        "weights": classifier.head.weights,
        "biases": classifier.head.biases,
        "known": classifier.known,
    }
    about = {
        "encoder": encoder.digest,
        "labels": json.dumps(list(classifier.labels)),
        "scope": json.dumps(asdict(classifier.scope)),
    }
    try:
        with written_whole(home / FILE) as scratch:
            save_file({n: np.ascontiguousarray(t) for n, t in tensors.items()}, scratch, about)
    except (OSError, SafetensorError) as error:
        raise DiskError(
            f"What was learnt cannot be kept in {home} ({error}). "
            "Free some space, or mend the folder's permissions."
        ) from error


def kept_topics(home: Path, encoder: Encoder) -> LinearClassifier | None:
    """The classifier of a library, or None where none was trained.

    Raises:
        ModelError: as `load_topics`.
    """
    return load_topics(home, encoder) if (home / FILE).exists() else None


def load_topics(home: Path, encoder: Encoder) -> LinearClassifier:
    """The classifier that was kept.

    Raises:
        ModelError: when there is none, it is damaged, or another encoder's vectors made it.
    """
    try:
        with safe_open(home / FILE, framework="numpy") as saved:
            about = saved.metadata() or {}
            weights, biases, known = map(saved.get_tensor, ("weights", "biases", "known"))
        labels: Sequence[str] = json.loads(about["labels"])
        scope = Scope(**json.loads(about["scope"]))
    except (OSError, SafetensorError, KeyError, ValueError, TypeError) as error:
        raise ModelError(
            f"{home / FILE} is missing or damaged. Run `faqdesk train intent` again."
        ) from error
    if about.get("encoder") != encoder.digest:
        raise ModelError(
            f"{home / FILE} was trained with another encoder. Run `faqdesk train intent` again."
        )
    return LinearClassifier(encoder, labels, Head(weights, biases), scope, known)


def remove_topics(home: Path) -> bool:
    """Goes back to the entries' categories; whether there was anything to go back from."""
    return removed(home / FILE)

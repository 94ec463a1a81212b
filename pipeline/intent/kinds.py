"""Tells questions from greetings, thanks, complaints and the like.

Multinomial logistic regression on the encoder's vector and on spelling: hashed groups of two to
four letters (Weinberger et al. 2009, "Feature Hashing for Large Scale Multitask Learning"), for
typos, slang and random letters that the encoder knows nothing of. It is learnt from the messages
that come with faqdesk, once for each encoder, and kept beside the models.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file

import data
from data.answers import MessageKind
from index.encoder import Encoder, Vectors
from pipeline.classify import Head
from pipeline.intent.messages import heart_of

logger = logging.getLogger(__name__)

MESSAGES = Path(data.__file__).parent / "messages" / "train.jsonl"
KINDS = tuple(MessageKind)
BUCKETS = 2048
GROUPS = (2, 3, 4)
# How much longer the encoder's unit vector is than that of the spelling.
VECTOR_WEIGHT = 1.5
STRENGTH = 10.0
MAX_STEPS = 300


@dataclass(frozen=True, slots=True)
class KindGuess:
    """The likeliest kind of a message and its probability, 0 to 1."""

    kind: MessageKind
    confidence: float


class KindClassifier:
    """Tells which kind of message a text is; learns it when it is first asked, if it must."""

    def __init__(self, encoder: Encoder, folder: Path) -> None:
        self._encoder = encoder
        self._folder = folder
        self._head: Head | None = None

    def classify(self, texts: Sequence[str], vectors: Vectors) -> list[KindGuess]:
        """One guess a text; `vectors` are those of the texts, shape (texts, dimension).

        Raises:
            ModelError: when the encoder cannot be loaded.
        """
        if not texts:
            return []
        logits = self.ready().logits(_features(texts, vectors))
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        probabilities = odds / odds.sum(axis=1, keepdims=True)
        return [KindGuess(KINDS[row.argmax()], float(row.max())) for row in probabilities]

    def ready(self) -> Head:
        """The weights: those in memory, those on disk, or learnt and kept now."""
        if self._head is None:
            made_of = f"{self._encoder.digest} {BUCKETS} {GROUPS} {VECTOR_WEIGHT} {STRENGTH}"
            digest = hashlib.sha256(MESSAGES.read_bytes() + made_of.encode())
            file = self._folder / f"kinds-{digest.hexdigest()[:16]}.safetensors"
            self._head = _load(file) or self._learnt(file)
        return self._head

    def _learnt(self, file: Path) -> Head:
        lines = MESSAGES.read_text("utf-8").splitlines()
        rows = [json.loads(line) for line in lines]
        texts = [heart_of(row["text"]) for row in rows]
        kinds = np.array([KINDS.index(MessageKind(row["kind"])) for row in rows])
        features = _features(texts, self._encoder.encode(texts))
        head = _fitted(features, kinds)
        _keep(head, file)
        return head


def _features(texts: Sequence[str], vectors: Vectors) -> Vectors:
    return np.hstack([VECTOR_WEIGHT * vectors, spelling(texts)])


def spelling(texts: Sequence[str]) -> Vectors:
    """Groups of letters of each text, hashed with a sign and made a unit; (texts, `BUCKETS`)."""
    counts = np.zeros((len(texts), BUCKETS), np.float32)
    for row, text in zip(counts, texts, strict=True):
        for word in text.lower().split():
            for group in _groups(f" {word} "):
                code = zlib.crc32(group.encode())
                row[code % BUCKETS] += 1 if code & 0x80000000 else -1
    lengths = np.linalg.norm(counts, axis=1, keepdims=True)
    return np.asarray(counts / np.maximum(lengths, 1), np.float32)


def _groups(word: str) -> list[str]:
    return [word[i : i + n] for n in GROUPS for i in range(max(1, len(word) - n + 1))]


def _fitted(features: Vectors, kinds: np.ndarray) -> Head:
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(C=STRENGTH, max_iter=MAX_STEPS, tol=1e-3).fit(features, kinds)
    # Safetensors writes the bytes as they lie: columns first would come back as rows.
    return Head(*(np.ascontiguousarray(w, np.float32) for w in (model.coef_, model.intercept_)))


def _load(file: Path) -> Head | None:
    try:
        with safe_open(file, framework="numpy") as saved:
            return Head(saved.get_tensor("weights"), saved.get_tensor("biases"))
    except (OSError, SafetensorError):
        return None


def _keep(head: Head, file: Path) -> None:
    scratch = file.with_suffix(f".{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        save_file({"weights": head.weights, "biases": head.biases}, scratch)
        scratch.replace(file)
    except (OSError, SafetensorError) as error:
        logger.warning("What was learnt of messages cannot be kept (%s): next time anew.", error)

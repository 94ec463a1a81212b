"""Tells questions from greetings, thanks, complaints and the like.

Kernel ridge regression on the kinds (Rifkin, Yeo and Poggio 2003, "Regularized Least-Squares
Classification"). Two texts are alike by the encoder's vectors and by spelling: hashed groups of one
to five letters (Weinberger et al. 2009, "Feature Hashing for Large Scale Multitask Learning"), for
typos, slang and random letters that the encoder knows nothing of. It is learnt from the messages
that come with faqdesk, once for each encoder, and kept beside the models.
"""

from __future__ import annotations

import hashlib
import json
import logging
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load_file, save_file

import data
from data.answers import MessageKind
from index.encoder import Encoder, Vectors
from index.files import written_whole
from pipeline.intent.messages import heart_of

logger = logging.getLogger(__name__)

MESSAGES = Path(data.__file__).parent / "messages" / "train.jsonl"
KINDS = tuple(MessageKind)
BUCKETS = 512
GROUPS = (1, 2, 3, 4, 5)
# Chosen by cross-validation on the messages, as is how sharply scores become probabilities.
MEANING_WIDTH = 1.4
SPELLING_WIDTH = 2.0
SPELLING_WEIGHT = 0.6
RIDGE = 0.1
SHARPNESS = 9.0


@dataclass(frozen=True, slots=True)
class KindGuess:
    """The likeliest kind of a message and its probability, 0 to 1.

    `probabilities` are those of all kinds, in the order of `KINDS`.
    """

    kind: MessageKind
    confidence: float
    probabilities: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Learnt:
    """The messages that were learnt from, and what each says for each kind.

    `vectors` has shape (messages, dimension), `groups` of letters (`BUCKETS`, messages), `weights`
    (messages, kinds) and `shares`, how common each kind is among them, (kinds,).
    """

    vectors: Vectors
    groups: Vectors
    weights: Vectors
    shares: Vectors

    @classmethod
    def from_examples(cls, vectors: Vectors, spelt: Vectors, kinds: Vectors) -> Learnt:
        """What messages teach; `kinds` has a 1 for the kind of each, (messages, kinds)."""
        shares = kinds.mean(axis=0)
        groups = np.ascontiguousarray(spelt.T)
        likeness = _likeness(vectors, vectors, spelt, groups)
        ridge = RIDGE * np.eye(len(likeness), dtype=np.float32)
        weights = np.linalg.solve(likeness + ridge, kinds - shares)
        return cls(vectors, groups, np.asarray(weights, np.float32), shares)

    def fits(self, dimension: int) -> bool:
        """Whether all shapes are those of an encoder of this dimension, and all numbers finite."""
        count = len(self.vectors)
        shapes = [each.shape for each in (self.vectors, self.groups, self.weights, self.shares)]
        wanted = [(count, dimension), (BUCKETS, count), (count, len(KINDS)), (len(KINDS),)]
        return shapes == wanted and bool(np.isfinite(self.weights).all())

    def scores(self, vectors: Vectors, spelt: Vectors) -> Vectors:
        """How much each text is of each kind, about 0 to 1; (texts, kinds)."""
        likeness = _likeness(vectors, self.vectors, spelt, self.groups)
        return np.asarray(likeness @ self.weights + self.shares, np.float32)


class KindClassifier:
    """Tells which kind of message a text is; learns it when it is first asked, if it must."""

    def __init__(self, encoder: Encoder, folder: Path) -> None:
        self._encoder = encoder
        self._folder = folder
        self._learnt: Learnt | None = None

    def classify(self, texts: Sequence[str], vectors: Vectors) -> list[KindGuess]:
        """One guess a text; `vectors` are those of the texts, shape (texts, dimension).

        Raises:
            ModelError: when the encoder cannot be loaded.
        """
        if not texts:
            return []
        scores = self.ready().scores(vectors, spelling(texts))
        odds = np.exp(SHARPNESS * (scores - scores.max(axis=1, keepdims=True)))
        probabilities = odds / odds.sum(axis=1, keepdims=True)
        return [_guess(row) for row in map(tuple, probabilities.tolist())]

    def ready(self) -> Learnt:
        """What was learnt: from memory, from disk, or now, and then it is kept."""
        if self._learnt is None:
            file = self._file()
            kept = _load(file)
            fits = kept and kept.fits(self._encoder.dimension)
            self._learnt = kept if kept and fits else self._learn(file)
        return self._learnt

    def _file(self) -> Path:
        kernel = (BUCKETS, GROUPS, MEANING_WIDTH, SPELLING_WIDTH, SPELLING_WEIGHT, RIDGE)
        made_of = f"{self._encoder.digest} {kernel}"
        digest = hashlib.sha256(MESSAGES.read_bytes() + made_of.encode())
        return self._folder / f"kinds-{digest.hexdigest()[:16]}.safetensors"

    def _learn(self, file: Path) -> Learnt:
        rows = [json.loads(line) for line in MESSAGES.read_text("utf-8").splitlines()]
        texts = [heart_of(row["text"]) for row in rows]
        places = [KINDS.index(MessageKind(row["kind"])) for row in rows]
        kinds = np.eye(len(KINDS), dtype=np.float32)[places]
        learnt = Learnt.from_examples(self._encoder.encode(texts), spelling(texts), kinds)
        _keep(learnt, file)
        return learnt


def _guess(probabilities: tuple[float, ...]) -> KindGuess:
    highest = max(probabilities)
    return KindGuess(KINDS[probabilities.index(highest)], highest, probabilities)


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


def _likeness(texts: Vectors, known: Vectors, spelt: Vectors, known_groups: Vectors) -> Vectors:
    """Gaussian kernels of vectors and of spelling, added; 0 to 1 + `SPELLING_WEIGHT`.

    `spelt` has shape (texts, `BUCKETS`), `known_groups` (`BUCKETS`, known).
    """
    by_meaning = np.exp(MEANING_WIDTH * (texts @ known.T - 1))
    # A text has few of all groups of letters: only those are multiplied.
    had = np.flatnonzero(spelt.any(axis=0))
    by_spelling = np.exp(SPELLING_WIDTH * (spelt[:, had] @ known_groups[had] - 1))
    return np.asarray(by_meaning + SPELLING_WEIGHT * by_spelling, np.float32)


def _load(file: Path) -> Learnt | None:
    try:
        return Learnt(**load_file(file))
    except (OSError, SafetensorError, TypeError):
        return None


def _keep(learnt: Learnt, file: Path) -> None:
    # Safetensors writes the bytes as they lie: columns first would come back as rows.
    tensors = {
        name: np.ascontiguousarray(getattr(learnt, name), np.float32)
        for name in ("vectors", "groups", "weights", "shares")
    }
    try:
        with written_whole(file) as scratch:
            save_file(tensors, scratch)
    except (OSError, SafetensorError) as error:
        logger.warning("What was learnt of messages cannot be kept (%s): next time anew.", error)

"""What an encoder is, and the stand-in that needs no model."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]

# Called with how many more texts are done.
Progress = Callable[[int], None]


class Encoder(Protocol):
    """Turns texts into unit vectors, so that an inner product is a cosine similarity.

    `digest` is the SHA-256 of the weights: vectors of different digests never mix. `window` is how
    many tokens of a text are read; what comes after is not seen.
    """

    @property
    def name(self) -> str:
        """What people call the model."""

    @property
    def digest(self) -> str:
        """SHA-256 of the weights, in hex."""

    @property
    def dimension(self) -> int:
        """How long a vector is."""

    @property
    def window(self) -> int:
        """How many tokens of a text the model reads."""

    @property
    def runtime(self) -> str:
        """What runs the model, and where, in words."""

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Unit vectors, shape (texts, dimension), in the order of the texts."""

    def token_spans(self, texts: Sequence[str]) -> list[list[tuple[int, int]]]:
        """For each text the `[start, end)` code points of each of its tokens, none left out."""


class HashEncoder:
    """A stand-in: each word adds one pseudo-random direction, so shared words mean similar texts.

    It is deterministic, needs no model and knows nothing of meaning. Feature hashing after
    Weinberger et al. 2009, "Feature Hashing for Large Scale Multitask Learning".
    """

    name = "hash"
    dimension = 256
    window = 64
    runtime = "feature hashing (stand-in, no model)"
    digest = "0" * 63 + "1"

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Unit vectors, shape (texts, dimension); a text without words gets an even one."""
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            for word in re.findall(r"\w+", text.lower()):
                code = zlib.crc32(word.encode())
                vectors[row, code % self.dimension] += 1 if code & 0x10000 else -1
            if progress:
                progress(1)
        vectors[~vectors.any(axis=1)] = 1
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)

    def token_spans(self, texts: Sequence[str]) -> list[list[tuple[int, int]]]:
        """The spans of words and of single signs between them."""
        return [[m.span() for m in re.finditer(r"\w+|[^\w\s]", text)] for text in texts]

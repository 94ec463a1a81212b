"""Vectors for passages, from the database where they are known and from the encoder where not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from data.records import Passage
from data.vector_cache import StoredVector, VectorCache
from index.encoder import Encoder, Progress, Vectors
from index.passages import text_hash

# New vectors are kept after this many, so that a stopped ingest loses little.
TEXTS_PER_COMMIT = 512
# How far a unit vector's length can be from 1; what is further off was altered.
LENGTH_TOLERANCE = 0.01


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors in the order of the texts, and how many texts the encoder had to read."""

    vectors: Vectors
    new: int


def embed(
    passages: Sequence[Passage],
    encoder: Encoder,
    cache: VectorCache,
    progress: Progress | None = None,
) -> Embedded:
    """The passages' vectors; what the encoder computes is kept for the next time."""
    return embed_texts([passage.text for passage in passages], encoder, cache, progress)


def embed_texts(
    wanted: Sequence[str],
    encoder: Encoder,
    cache: VectorCache,
    progress: Progress | None = None,
) -> Embedded:
    """The vectors of texts, in their order; what the encoder computes is kept for the next time."""
    hashes = [text_hash(text) for text in wanted]
    texts = dict(zip(hashes, wanted, strict=True))
    vectors = kept_vectors(list(texts), cache, encoder.dimension)
    missing = sorted((h for h in texts if h not in vectors), key=lambda h: len(texts[h]))
    if progress:
        progress(len(texts) - len(missing))
    for start in range(0, len(missing), TEXTS_PER_COMMIT):
        part = missing[start : start + TEXTS_PER_COMMIT]
        new = encoder.encode([texts[name] for name in part], progress)
        cache.add([_stored(name, vector) for name, vector in zip(part, new, strict=True)])
        vectors.update(zip(part, new, strict=True))
    ordered = np.empty((len(hashes), encoder.dimension), np.float32)
    for row, name in enumerate(hashes):
        ordered[row] = vectors[name]
    return Embedded(ordered, len(missing))


def kept_vectors(hashes: Sequence[str], cache: VectorCache, dimension: int) -> dict[str, Vectors]:
    """The vectors in the database by text hash; what is no unit vector is as good as not there."""
    stored = [item for item in cache.get(hashes) if len(item.data) == 4 * dimension]
    vectors = np.frombuffer(b"".join(item.data for item in stored), "<f4")
    vectors = vectors.reshape(len(stored), dimension).astype(np.float32)
    with np.errstate(over="ignore", invalid="ignore"):
        sound = np.abs(np.linalg.norm(vectors, axis=1) - 1) <= LENGTH_TOLERANCE
    return {stored[row].text_hash: vectors[row] for row in np.flatnonzero(sound).tolist()}


def _stored(name: str, vector: Vectors) -> StoredVector:
    return StoredVector(name, vector.astype("<f4").tobytes())

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


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors in the order of the passages, and how many texts the encoder had to read."""

    vectors: Vectors
    new: int


def embed(
    passages: Sequence[Passage],
    encoder: Encoder,
    cache: VectorCache,
    progress: Progress | None = None,
) -> Embedded:
    """The passages' vectors; what the encoder computes is kept for the next time."""
    hashes = [text_hash(passage.text) for passage in passages]
    texts = {name: passage.text for name, passage in zip(hashes, passages, strict=True)}
    known = cache.known(list(texts))
    missing = sorted((h for h in texts if h not in known), key=lambda h: len(texts[h]))
    if progress:
        progress(len(texts) - len(missing))
    for start in range(0, len(missing), TEXTS_PER_COMMIT):
        part = missing[start : start + TEXTS_PER_COMMIT]
        vectors = encoder.encode([texts[name] for name in part], progress)
        cache.add([_stored(name, v) for name, v in zip(part, vectors, strict=True)])
    return Embedded(_in_order(hashes, cache, encoder.dimension), len(missing))


def _stored(name: str, vector: Vectors) -> StoredVector:
    return StoredVector(name, vector.astype("<f4").tobytes())


def _in_order(hashes: Sequence[str], cache: VectorCache, dimension: int) -> Vectors:
    row = {stored.text_hash: stored.data for stored in cache.get(list(dict.fromkeys(hashes)))}
    vectors = np.frombuffer(b"".join(row[name] for name in hashes), "<f4")
    return vectors.reshape(len(hashes), dimension).astype(np.float32)

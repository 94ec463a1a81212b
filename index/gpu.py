"""A copy of an index on a GPU, and the way back to the CPU when the GPU fails.

The vectors stay in main memory as well: candidates are scored from there, and a GPU that is full
or lost costs speed and nothing else. FAISS speaks to this module through `FaissGpus`; tests put a
stand-in in its place.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

logger = logging.getLogger(__name__)

# Half precision is used where it finds at least this share of the ten nearest of exact search.
HALF_PRECISION_RECALL = 0.99
SAMPLE_QUERIES = 200
NEIGHBOURS = 10
# The most neighbours that FAISS finds on a GPU; it refuses to look for more.
LARGEST_K = 2048

# (scores, ids), each of shape (queries, k).
Search = Callable[[Any, int], tuple[Any, Any]]


class Gpus(Protocol):
    """What is asked of a machine's GPUs."""

    def count(self) -> int:
        """How many there are."""

    def copy(self, index: Any, *, half: bool) -> Any:
        """A searchable copy on the first GPU. Raises RuntimeError when it does not fit."""


@dataclass(frozen=True, slots=True)
class _GpuCopy:
    """A FAISS index on a GPU and what it uses without owning it, so that both live as long."""

    index: Any
    resources: Any

    def search(self, queries: Any, k: int) -> tuple[Any, Any]:
        scores, ids = self.index.search(queries, k)
        return scores, ids


@dataclass(frozen=True, slots=True)
class FaissGpus:
    """The GPUs that the installed FAISS can use: none with `faiss-cpu`, or when not allowed."""

    allowed: bool = True

    def count(self) -> int:
        """How many there are."""
        if not self.allowed:
            return 0
        import faiss

        return int(faiss.get_num_gpus()) if hasattr(faiss, "StandardGpuResources") else 0

    def copy(self, index: Any, *, half: bool) -> Any:
        """A searchable copy on the first GPU. Raises RuntimeError when it does not fit."""
        import faiss

        options = faiss.GpuClonerOptions()
        options.useFloat16 = half
        resources = faiss.StandardGpuResources()
        return _GpuCopy(faiss.index_cpu_to_gpu(resources, 0, index, options), resources)


class GpuMirror:
    """An index's copy on a GPU."""

    def __init__(self, index: Any, *, half: bool) -> None:
        self._index: Any | None = index
        self._half = half
        # FAISS searches a GPU from one thread at a time.
        self._lock = threading.Lock()

    @classmethod
    def of(cls, index: Any, gpus: Gpus) -> GpuMirror | None:
        """A copy in half precision if that finds the same, else in full; None without a GPU."""
        if gpus.count() == 0 or index.ntotal == 0:
            return None
        try:
            half = gpus.copy(index, half=True)
            if _recall(index.search, half.search, _sample(index)) >= HALF_PRECISION_RECALL:
                return cls(half, half=True)
            del half
            return cls(gpus.copy(index, half=False), half=False)
        except RuntimeError as error:
            logger.warning("The GPU cannot hold the index (%s); searching on the CPU.", error)
            return None

    @property
    def place(self) -> str:
        """Where searches run, in words."""
        if self._index is None:
            return "CPU (the GPU failed)"
        return f"GPU, {'half' if self._half else 'full'} precision"

    def search(self, queries: Any, k: int, fallback: Search) -> tuple[Any, Any]:
        """The `k` nearest from the GPU, or from `fallback` once the GPU has failed."""
        if k > LARGEST_K:
            return fallback(queries, k)
        with self._lock:
            if self._index is not None:
                try:
                    scores, ids = self._index.search(queries, k)
                    return scores, ids
                except RuntimeError as error:
                    logger.warning("The GPU failed (%s); searching on the CPU from now on.", error)
                    self._index = None
        return fallback(queries, k)


def _sample(index: Any) -> Any:
    rows = np.linspace(0, index.ntotal - 1, min(SAMPLE_QUERIES, index.ntotal)).astype(np.int64)
    return np.stack([index.index.reconstruct(int(row)) for row in rows])


def _recall(exact: Search, other: Search, queries: Any) -> float:
    """Share of each query's ten nearest, by exact search, that the other search finds too."""
    _, wanted = exact(queries, NEIGHBOURS)
    _, found = other(queries, NEIGHBOURS)
    shared = [
        len(set(w.tolist()) & set(f.tolist()) - {-1}) / max(1, len(set(w.tolist()) - {-1}))
        for w, f in zip(wanted, found, strict=True)
    ]
    return float(np.mean(shared))

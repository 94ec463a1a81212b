"""Vectors under passage ids, searched exactly by FAISS.

FAISS pads a short result with id −1, takes the same id twice in silence and raises bare
AssertionErrors; this class filters the first, refuses the second and prevents the third.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import faiss
import numpy as np
import numpy.typing as npt

from data.errors import GenerationDamagedError
from index.encoder import Vectors
from index.gpu import GpuMirror

Ids = npt.NDArray[np.int64]

INDEX_KIND = "exact (IndexIDMap2, inner product)"
# As many as the machine, or OMP_NUM_THREADS, gives it.
THREADS = int(faiss.omp_get_max_threads())


class VectorIndex:
    """Exact inner-product search; on a GPU where `move_to_gpu` found one, else on the CPU."""

    def __init__(self, dimension: int) -> None:
        self._index = faiss.IndexIDMap2(faiss.IndexFlatIP(dimension))
        self._mirror: GpuMirror | None = None

    @classmethod
    def load(cls, path: Path) -> VectorIndex:
        """The index that `save` wrote.

        Raises:
            GenerationDamagedError: when the file is missing or not such an index.
        """
        try:
            loaded = faiss.read_index(str(path))
        except RuntimeError as error:
            raise GenerationDamagedError(
                f"{path} is missing or damaged. Run `faqdesk doctor --fix` to rebuild it."
            ) from error
        if not isinstance(loaded, faiss.IndexIDMap2):
            raise GenerationDamagedError(
                f"{path} is not a faqdesk index. Run `faqdesk doctor --fix` to rebuild it."
            )
        index = cls(loaded.d)
        index._index = loaded
        return index

    @property
    def ids(self) -> Ids:
        """The ids of all vectors, in the order in which they are kept."""
        return np.asarray(faiss.vector_to_array(self._index.id_map), np.int64)

    @property
    def dimension(self) -> int:
        """How long a vector is."""
        return int(self._index.d)

    @property
    def place(self) -> str:
        """Where searches run, in words."""
        return self._mirror.place if self._mirror else "CPU"

    def __len__(self) -> int:
        """How many vectors there are."""
        return int(self._index.ntotal)

    def add(self, ids: Ids, vectors: Vectors) -> None:
        """Adds vectors, shape (ids, dimension), under new ids.

        Raises:
            ValueError: when an id is taken or repeated, or the shapes do not fit.
        """
        if vectors.shape != (len(ids), self.dimension):
            raise ValueError(f"{len(ids)} ids of dimension {self.dimension} got {vectors.shape}")
        if len(np.unique(ids)) < len(ids) or np.isin(ids, self.ids).any():
            raise ValueError("an id is already in the index or given twice")
        if len(ids):
            self._index.add_with_ids(np.ascontiguousarray(vectors, np.float32), ids)
            self._mirror = None

    def remove(self, ids: Ids) -> None:
        """Removes the vectors under these ids; unknown ones are ignored."""
        if len(ids):
            self._index.remove_ids(faiss.IDSelectorBatch(ids))
            self._mirror = None

    def search(self, queries: Vectors, k: int) -> tuple[Vectors, Ids]:
        """The `k` nearest, as cosine similarities and ids of shape (queries, min(k, len)).

        The best comes first; equal scores are ordered as FAISS finds them.
        """
        k = min(k, len(self))
        if k == 0:
            empty = (len(queries), 0)
            return np.empty(empty, np.float32), np.empty(empty, np.int64)
        queries = np.ascontiguousarray(queries, np.float32)
        if self._mirror:
            return self._mirror.search(queries, k, fallback=self._searched)
        return self._searched(queries, k)

    def vectors(self, ids: Ids) -> Vectors:
        """The vectors under these ids, shape (ids, dimension)."""
        if not len(ids):
            return np.empty((0, self.dimension), np.float32)
        return np.asarray(self._index.reconstruct_batch(ids), np.float32)

    def save(self, path: Path) -> None:
        """Writes the index, ids and vectors, to a file.

        Raises:
            OSError: when the disk is full or refuses.
        """
        # FAISS does not notice when the disk is full as it closes a file of its own; Python does.
        untyped: Any = faiss  # whose stubs do not have what follows
        with path.open("wb") as file:
            untyped.write_index(self._index, untyped.PyCallbackIOWriter(file.write))

    def _searched(self, queries: Vectors, k: int) -> tuple[Vectors, Ids]:
        # For a single query FAISS wakes threads that only wait, and go on spinning after it. The
        # number is that of the calling thread alone.
        faiss.omp_set_num_threads(1 if len(queries) == 1 else THREADS)
        scores, ids = self._index.search(queries, k)
        return scores, ids

    def move_to_gpu(self, gpus: Any) -> None:
        """Searches on a GPU from now on, where there is one that holds the vectors."""
        self._mirror = GpuMirror.of(self._index, gpus)

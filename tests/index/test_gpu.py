"""The copy of an index on a GPU, with a stand-in for the GPU: it may be small, coarse or lost."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import faiss
import numpy as np
import pytest

from index.gpu import LARGEST_K, FaissGpus
from index.vectors import VectorIndex
from tests.index.test_vectors import DIMENSION, unit_vectors

COUNT = 3000


@dataclass
class Copy:
    """An index on the stand-in: how often it was searched, and what happens then."""

    index: Any
    lost_after: int | None = None
    searches: int = 0
    busy: threading.Lock = field(default_factory=threading.Lock)

    def search(self, queries: Any, k: int) -> tuple[Any, Any]:
        assert self.busy.acquire(blocking=False), "a GPU index is searched by one thread at a time"
        try:
            time.sleep(0.001)
            self.searches += 1
            if self.lost_after is not None and self.searches > self.lost_after:
                raise RuntimeError("CUDA error 46: device unavailable")
            scores, ids = self.index.search(queries, k)
            return scores, ids
        finally:
            self.busy.release()


@dataclass
class StandInGpus:
    """GPUs that round by `half`; `fits` holds True where half precision fits, False for full."""

    half: Callable[[Any], Any]
    fits: tuple[bool, ...] = (True, False)
    lost_after: int | None = None
    copies: list[Copy] = field(default_factory=list)

    def count(self) -> int:
        return 1

    def copy(self, index: Any, *, half: bool) -> Copy:
        if half not in self.fits:
            raise RuntimeError("out of memory")
        rounded = faiss.IndexIDMap2(faiss.IndexFlatIP(index.d))
        vectors = index.index.reconstruct_n(0, index.ntotal)
        ids = faiss.vector_to_array(index.id_map)
        rounded.add_with_ids(self.half(vectors) if half else vectors, ids)
        self.copies.append(Copy(rounded, self.lost_after))
        return self.copies[-1]


class NoGpus:
    """A machine without a GPU."""

    def count(self) -> int:
        return 0

    def copy(self, index: Any, *, half: bool) -> Any:
        raise AssertionError(f"there is no GPU to copy {index} to, {half=}")


def float16(vectors: np.ndarray) -> np.ndarray:
    return vectors.astype(np.float16).astype(np.float32)


def coarse(vectors: np.ndarray) -> np.ndarray:
    return np.sign(vectors).astype(np.float32)


@pytest.fixture
def index() -> VectorIndex:
    index = VectorIndex(DIMENSION)
    index.add(np.arange(COUNT, dtype=np.int64) * 7, unit_vectors(COUNT))
    return index


@pytest.fixture
def queries() -> np.ndarray:
    return unit_vectors(20, seed=1)


def test_without_a_gpu_searches_run_on_the_cpu(index: VectorIndex, queries: np.ndarray) -> None:
    index.move_to_gpu(NoGpus())
    assert index.place == "CPU"
    assert index.search(queries, 3)[1].shape == (20, 3)


def test_an_empty_index_stays_on_the_cpu() -> None:
    index = VectorIndex(DIMENSION)
    index.move_to_gpu(StandInGpus(float16))
    assert index.place == "CPU"
    assert index.search(unit_vectors(1), 3)[1].shape == (1, 0)


def test_half_precision_is_kept_where_it_finds_the_same(
    index: VectorIndex, queries: np.ndarray
) -> None:
    _, wanted = index.search(queries, 10)
    gpus = StandInGpus(float16)
    index.move_to_gpu(gpus)
    assert index.place == "GPU, half precision"
    before = gpus.copies[0].searches
    _, found = index.search(queries, 10)
    assert gpus.copies[0].searches == before + 1
    assert np.mean(found == wanted) > 0.95


def test_full_precision_is_used_where_half_finds_others(
    index: VectorIndex, queries: np.ndarray
) -> None:
    wanted = index.search(queries, 10)
    index.move_to_gpu(StandInGpus(coarse))
    assert index.place == "GPU, full precision"
    found = index.search(queries, 10)
    assert found[1].tolist() == wanted[1].tolist()
    assert found[0] == pytest.approx(wanted[0])


@pytest.mark.parametrize("fits", [(), (True,)], ids=["nothing", "half"])
def test_an_index_that_does_not_fit_stays_on_the_cpu_with_a_warning(
    fits: tuple[bool, ...], index: VectorIndex, caplog: pytest.LogCaptureFixture
) -> None:
    index.move_to_gpu(StandInGpus(coarse, fits))
    assert index.place == "CPU"
    assert "cannot hold the index (out of memory); searching on the CPU" in caplog.text


def test_a_gpu_that_is_lost_during_a_search_is_replaced_by_the_cpu_for_good(
    index: VectorIndex, queries: np.ndarray, caplog: pytest.LogCaptureFixture
) -> None:
    wanted = index.search(queries, 10)
    gpus = StandInGpus(float16, lost_after=2)
    index.move_to_gpu(gpus)
    index.search(queries, 10)
    assert index.place == "GPU, half precision"
    with caplog.at_level(logging.WARNING):
        found = index.search(queries, 10)
    assert index.place == "CPU (the GPU failed)"
    assert "device unavailable" in caplog.text
    assert found[1].tolist() == wanted[1].tolist()
    index.search(queries, 10)
    assert gpus.copies[0].searches == 3


def test_threads_search_a_gpu_one_at_a_time_and_survive_its_loss_together(
    index: VectorIndex, queries: np.ndarray
) -> None:
    wanted = index.search(queries, 10)[1].tolist()
    index.move_to_gpu(StandInGpus(lambda vectors: vectors, lost_after=30))
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: index.search(queries, 10)[1].tolist(), range(80)))
    assert found == [wanted] * 80
    assert index.place == "CPU (the GPU failed)"


def test_more_neighbours_than_a_gpu_can_give_are_searched_on_the_cpu(
    index: VectorIndex, queries: np.ndarray
) -> None:
    gpus = StandInGpus(float16)
    index.move_to_gpu(gpus)
    before = gpus.copies[0].searches
    _, found = index.search(queries, LARGEST_K + 1)
    assert found.shape == (20, LARGEST_K + 1)
    assert gpus.copies[0].searches == before
    assert index.place == "GPU, half precision"


@pytest.mark.parametrize("change", ["add", "remove"])
def test_a_changed_index_is_searched_on_the_cpu_again(
    change: str, index: VectorIndex, queries: np.ndarray
) -> None:
    index.move_to_gpu(StandInGpus(float16))
    if change == "add":
        index.add(np.array([1], np.int64), queries[:1])
        assert index.search(queries[:1], 1)[1].tolist() == [[1]]
    else:
        nearest = index.search(queries[:1], 1)[1][0]
        index.remove(nearest)
        assert index.search(queries[:1], 1)[1][0] != nearest
    assert index.place == "CPU"


def test_gpus_that_are_not_allowed_are_not_counted() -> None:
    assert FaissGpus(allowed=False).count() == 0

"""The vector index: what FAISS leaves to its callers is taken care of."""

from __future__ import annotations

import os
import resource
from pathlib import Path

import faiss
import numpy as np
import pytest

from data.errors import GenerationDamagedError
from index.vectors import THREADS, VectorIndex

DIMENSION = 16


def ids(*numbers: int) -> np.ndarray:
    return np.array(numbers, np.int64)


def unit_vectors(count: int, seed: int = 0) -> np.ndarray:
    vectors = np.random.default_rng(seed).normal(size=(count, DIMENSION)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@pytest.fixture
def index() -> VectorIndex:
    """Five vectors under the ids 10, 20, 30, 40 and 2⁶²."""
    index = VectorIndex(DIMENSION)
    index.add(ids(10, 20, 30, 40, 2**62), unit_vectors(5))
    return index


def test_the_nearest_comes_first_with_its_cosine(index: VectorIndex) -> None:
    scores, found = index.search(unit_vectors(5), 2)
    assert found[:, 0].tolist() == [10, 20, 30, 40, 2**62]
    assert scores[:, 0] == pytest.approx(1)
    assert (scores[:, 0] >= scores[:, 1]).all()
    exact = np.sort(unit_vectors(5) @ unit_vectors(5).T, axis=1)[:, ::-1]
    assert scores == pytest.approx(exact[:, :2], abs=1e-6)


@pytest.mark.parametrize("k", [5, 6, 1000])
def test_asking_for_more_than_there_is_gives_all_and_never_an_id_of_nothing(
    index: VectorIndex, k: int
) -> None:
    scores, found = index.search(unit_vectors(3, seed=1), k)
    assert scores.shape == found.shape == (3, 5)
    assert {*found.ravel().tolist()} == {10, 20, 30, 40, 2**62}


def test_an_empty_index_finds_nothing() -> None:
    index = VectorIndex(DIMENSION)
    scores, found = index.search(unit_vectors(2), 10)
    assert scores.shape == found.shape == (2, 0)
    assert len(index) == len(index.ids) == 0
    assert index.vectors(ids()).shape == (0, DIMENSION)


def test_no_queries_give_no_rows(index: VectorIndex) -> None:
    scores, found = index.search(np.empty((0, DIMENSION), np.float32), 3)
    assert scores.shape == found.shape == (0, 3)


@pytest.mark.parametrize("twice", [ids(10, 50), ids(50, 50)])
def test_an_id_that_is_taken_or_repeated_is_refused(index: VectorIndex, twice: np.ndarray) -> None:
    with pytest.raises(ValueError, match="already in the index or given twice"):
        index.add(twice, unit_vectors(2))
    assert len(index) == 5


@pytest.mark.parametrize("shape", [(2, DIMENSION), (1, DIMENSION + 1), (1, 0)])
def test_vectors_that_do_not_fit_are_refused(index: VectorIndex, shape: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="1 ids of dimension 16 got"):
        index.add(ids(50), np.ones(shape, np.float32))
    assert len(index) == 5


def test_removed_vectors_are_not_found_and_unknown_ones_are_ignored(index: VectorIndex) -> None:
    index.remove(ids(20, 2**62, 99))
    index.remove(ids())
    assert sorted(index.ids.tolist()) == [10, 30, 40]
    _, found = index.search(unit_vectors(5), 5)
    assert {*found.ravel().tolist()} == {10, 30, 40}
    index.add(ids(20), unit_vectors(1, seed=7))
    assert index.vectors(ids(20)) == pytest.approx(unit_vectors(1, seed=7))


def test_vectors_come_back_in_the_order_asked_for(index: VectorIndex) -> None:
    assert index.vectors(ids(30, 10, 2**62)) == pytest.approx(unit_vectors(5)[[2, 0, 4]])


@pytest.mark.parametrize("numbers", [(), (10, 20, 30, 40, 2**62)])
def test_what_is_saved_is_loaded(index: VectorIndex, tmp_path: Path, numbers: tuple[int]) -> None:
    index.remove(ids(*({*index.ids.tolist()} - {*numbers})))
    index.save(tmp_path / "vectors.faiss")
    loaded = VectorIndex.load(tmp_path / "vectors.faiss")
    assert loaded.dimension == DIMENSION
    assert tuple(loaded.ids.tolist()) == numbers
    assert loaded.vectors(ids(*numbers)) == pytest.approx(index.vectors(ids(*numbers)))
    loaded.add(ids(77), unit_vectors(1))
    loaded.remove(ids(77))


@pytest.mark.parametrize("share", [0, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_file_is_damaged(index: VectorIndex, tmp_path: Path, share: float) -> None:
    path = tmp_path / "vectors.faiss"
    index.save(path)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(GenerationDamagedError, match="is missing or damaged.*doctor --fix"):
        VectorIndex.load(path)


def test_a_missing_file_and_another_kind_of_index_are_damaged(tmp_path: Path) -> None:
    with pytest.raises(GenerationDamagedError, match="is missing or damaged.*doctor --fix"):
        VectorIndex.load(tmp_path / "vectors.faiss")
    faiss.write_index(faiss.IndexFlatL2(DIMENSION), str(tmp_path / "other.faiss"))
    with pytest.raises(GenerationDamagedError, match="is not a faqdesk index.*doctor --fix"):
        VectorIndex.load(tmp_path / "other.faiss")


def test_a_disk_that_is_full_at_any_byte_is_noticed(index: VectorIndex, tmp_path: Path) -> None:
    index.save(tmp_path / "whole")
    size = (tmp_path / "whole").stat().st_size
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        for limit in range(size):
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
            with pytest.raises(OSError, match="File too large"):
                index.save(tmp_path / "vectors.faiss")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    index.save(tmp_path / "vectors.faiss")
    assert os.path.getsize(tmp_path / "vectors.faiss") == size


def test_a_single_query_is_searched_on_one_thread_and_several_on_all(index: VectorIndex) -> None:
    index.search(unit_vectors(1), 2)
    assert faiss.omp_get_max_threads() == 1
    index.search(unit_vectors(2), 2)
    assert faiss.omp_get_max_threads() == THREADS

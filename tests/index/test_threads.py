"""One question's sums stay on one thread, and what comes after gets all of them back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from index.threads import one_thread


def threads_of_numpy() -> set[int]:
    """How many threads each library for linear algebra would use now."""
    return {each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"}


@pytest.fixture(autouse=True)
def two_threads() -> Iterator[None]:
    """Two of them, on whatever machine this is."""
    with threadpool_limits(2, "blas"):
        yield


def test_sums_are_on_one_thread_only_meanwhile() -> None:
    with one_thread():
        assert threads_of_numpy() == {1}
    assert threads_of_numpy() == {2}


def test_who_leaves_first_takes_nothing_from_who_is_still_there() -> None:
    with one_thread():
        with one_thread():
            pass
        assert threads_of_numpy() == {1}
    assert threads_of_numpy() == {2}


def test_threads_come_back_after_an_error() -> None:
    with pytest.raises(ValueError, match="no sum"), one_thread():
        raise ValueError("no sum")
    assert threads_of_numpy() == {2}

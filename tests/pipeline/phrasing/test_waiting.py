from __future__ import annotations

import time

import pytest

from data.errors import ModelError
from pipeline.phrasing.waiting import loaded


def test_while_something_loads_empty_pieces_come() -> None:
    def load() -> int:
        time.sleep(0.5)
        return 7

    steps = loaded(load, time.monotonic() + 10)
    assert next(steps) == ""
    with pytest.raises(StopIteration) as ended:
        while next(steps) == "":
            pass
    assert ended.value.value == 7


def test_what_loads_too_long_is_not_waited_for() -> None:
    with pytest.raises(TimeoutError, match="^$"):
        list(loaded(lambda: time.sleep(1), time.monotonic() + 0.2))


def test_why_something_cannot_be_loaded_is_passed_on() -> None:
    def load() -> None:
        raise ModelError("It is not here.")

    with pytest.raises(ModelError, match="It is not here"):
        list(loaded(load, time.monotonic() + 5))

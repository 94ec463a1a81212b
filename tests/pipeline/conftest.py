"""Processes to kill and to crowd, and libraries as they look from outside."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.pipeline.zygote import Zygote


@pytest.fixture(scope="module")
def zygote() -> Iterator[Zygote]:
    """What starts other processes."""
    started = Zygote()
    yield started
    started.close()

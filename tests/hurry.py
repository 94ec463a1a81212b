"""How long something may take. Machines are noisy: work is told by the processor's time alone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def little_work(seconds: float = 5) -> Iterator[None]:
    """Fails where what is done within keeps this thread's processor busy for longer.

    The limit is far over what the work takes and far under what it takes where it grows with the
    square of its size.
    """
    start = time.thread_time()
    yield
    assert time.thread_time() - start < seconds

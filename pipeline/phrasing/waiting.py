"""Takes pieces from an asynchronous stream, one by one, by a deadline.

Whoever takes them is never held up for long: while nothing comes, an empty piece does, so that they
can look whether anybody still wants the reply. Closing cancels what the stream waits for, at once.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncGenerator, Callable, Generator
from concurrent.futures import Future, wait
from contextlib import suppress
from typing import TypeVar

from data.errors import FaqdeskError

T = TypeVar("T")

# After so many seconds without a piece, an empty one is given.
HEARTBEAT_S = 0.2


def pieces_of(stream: AsyncGenerator[str], deadline: float) -> Generator[str]:
    """The stream's pieces, and empty ones while it is silent.

    Raises:
        TimeoutError: when it has not ended by the deadline, in seconds of the monotonic clock.
    """
    with asyncio.Runner() as runner:
        step: asyncio.Task[str | None] | None = None
        try:
            while True:
                step = step or runner.get_loop().create_task(_next(stream))
                if not runner.run(_done(step, deadline)):
                    yield ""
                    continue
                piece, step = step.result(), None
                if piece is None:
                    return
                yield piece
        finally:
            runner.run(_end(stream, step))


def loaded(load: Callable[[], T], deadline: float) -> Generator[str, None, T]:
    """What `load` returns, and empty pieces while it works; it goes on when nobody waits any more.

    Raises:
        TimeoutError: when it has not returned by the deadline, in seconds of the monotonic clock.
    """
    found: Future[T] = Future()
    threading.Thread(target=_fill, args=(found, load), daemon=True).start()
    while True:
        left = deadline - time.monotonic()
        done, _ = wait([found], timeout=max(min(left, HEARTBEAT_S), 0))
        if done:
            return found.result()
        if left <= 0:
            raise TimeoutError
        yield ""


def _fill(found: Future[T], load: Callable[[], T]) -> None:
    try:
        found.set_result(load())
    except FaqdeskError as error:
        found.set_exception(error)
    except BaseException as error:
        # Whoever waits shall not wait in vain.
        found.set_exception(error)
        raise


async def _next(stream: AsyncGenerator[str]) -> str | None:
    return await anext(stream, None)


async def _done(step: asyncio.Task[str | None], deadline: float) -> bool:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    done, _ = await asyncio.wait({step}, timeout=min(left, HEARTBEAT_S))
    return bool(done)


async def _end(stream: AsyncGenerator[str], step: asyncio.Task[str | None] | None) -> None:
    if step is not None and not step.done():
        step.cancel()
        with suppress(asyncio.CancelledError):
            await step
    await stream.aclose()

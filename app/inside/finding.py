"""What the phrasing model works out for people who look inside it, kept for everybody.

A click, or leaving the page, stops the work, which `st.cache_resource` would not let it do.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Generator, Hashable
from contextlib import closing
from typing import Any, TypeVar

import streamlit as st

from app import resources

T = TypeVar("T")
# A reply with what could have stood in its places takes 200 KB, a whole vocabulary over a megabyte.
MOST_KEPT = 60


class Found:
    """The last results, by what they are of."""

    def __init__(self) -> None:
        self._results: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, key: Hashable) -> Any:
        """What was kept of a key, or None."""
        return self._results.get(key)

    def keep(self, key: Hashable, result: Any) -> None:
        """Keeps a result, and forgets the oldest of too many."""
        with self._lock:
            self._results[key] = result
            while len(self._results) > MOST_KEPT:
                self._results.popitem(last=False)


@st.cache_resource(show_spinner=False)
def results() -> Found:
    """What has been found in this process."""
    return Found()


def found(key: Hashable, work: Generator[str, None, T], told: str) -> T:
    """What some work of the phrasing model returns, or returned before; `told` is said meanwhile.

    Raises:
        ModelError, PhrasingError: as the work.
    """
    # Another model is another work.
    whole = (resources.faqdesk().settings.phrasing, key)
    kept = results()
    known: T | None = kept.of(whole)
    if known is not None:
        return known
    with st.spinner(told), closing(work):
        result = _done(work)
    kept.keep(whole, result)
    return result


def _done(work: Generator[str, None, T]) -> T:
    beat = st.empty()
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result
        # Only when something is drawn, a click is noticed.
        beat.empty()

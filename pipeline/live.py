"""The generation that visitors are answered from, in whatever process asks for it."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Protocol

from data.errors import GenerationDamagedError, NothingPublishedError
from data.store import Store
from index.building import folder_name
from index.encoder import Encoder
from index.generation import Generation
from index.gpu import Gpus

# A generation can be replaced, and its folder pruned, between reading its number and opening it.
ATTEMPTS = 3


class Library(Protocol):
    """Where questions are answered from."""

    def current(self) -> Generation:
        """The generation to answer from now."""


class LiveLibrary:
    """Keeps the current generation open and notices, at each question, when there is a new one."""

    def __init__(self, store: Store, folder: Path, encoder: Encoder, gpus: Gpus) -> None:
        self._store = store
        self._folder = folder
        self._encoder = encoder
        self._gpus = gpus
        self._lock = threading.Lock()
        self._open: Generation | None = None

    def current(self) -> Generation:
        """The generation that is live now; questions under way keep the one that they began with.

        Raises:
            NothingPublishedError: when there is none yet.
            GenerationDamagedError: when its files are missing, altered or foreign.
        """
        number = self._store.current_generation_number()
        opened = self._open
        if opened is not None and opened.number == number:
            return opened
        with self._lock:
            return self._refreshed()

    def _refreshed(self) -> Generation:
        for attempt in range(1, ATTEMPTS + 1):
            number = self._current_number()
            if self._open is None or self._open.number != number:
                try:
                    self._open = self._load(number)
                except GenerationDamagedError:
                    if attempt == ATTEMPTS or self._current_number() == number:
                        raise
                    continue
            return self._open
        raise AssertionError("the last attempt returns or raises")

    def _current_number(self) -> int:
        number = self._store.current_generation_number()
        if number is None:
            raise NothingPublishedError(
                "The library is empty: nothing has been published yet. "
                "Run `faqdesk ingest FILE` with a table of questions and answers."
            )
        return number

    def _load(self, number: int) -> Generation:
        info = self._store.generation(number)
        generation = Generation.open(self._folder / folder_name(number), info, self._encoder)
        generation.move_to_gpu(self._gpus)
        return generation

"""Counts what a process does in each phase of an ingest, and ends it at a chosen instant.

An instant is any call or return of a Python or C function, numbered from 0 within its phase. A run
does the same things each time when it starts in the same state and PYTHONHASHSEED is fixed.
"""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

# A phase begins where its function is called, and lasts until the next phase.
PHASES = {
    ("data/database.py", "open_database"): "opening",
    ("data/importing/reading.py", "read_sources"): "parsing",
    ("index/embedding.py", "embed"): "embedding",
    ("index/building.py", "_write"): "writing",
    ("index/files.py", "move_folder_into_place"): "renaming",
    ("data/store.py", "publish"): "committing",
    ("pipeline/publish.py", "_prune"): "pruning",
    ("data/restoring.py", "rehearse"): "rehearsing",
    ("data/restoring.py", "restore_archive"): "restoring",
}
_NAMES = {name for _, name in PHASES}


class Instants:
    """How many instants each phase had so far; at `end`, "phase:number", the process is killed."""

    def __init__(self, end: str | None) -> None:
        phase, _, number = (end or ":-1").partition(":")
        self._end = (phase, int(number))
        self._phase = "starting"
        self.counts: dict[str, int] = {}

    def start(self) -> None:
        sys.setprofile(self._count)

    def stop(self) -> None:
        sys.setprofile(None)

    def _count(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_name in _NAMES:
            place = "/".join(code.co_filename.split("/")[-3:])
            for (file, name), phase in PHASES.items():
                if name == code.co_name and place.endswith(file):
                    self._phase = phase
        number = self.counts.get(self._phase, 0)
        self.counts[self._phase] = number + 1
        if (self._phase, number) == self._end:
            os.kill(os.getpid(), signal.SIGKILL)

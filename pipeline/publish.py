"""Makes changes to the library and puts them before visitors, in one step.

The order is what keeps database and index in step: the new generation's folder is written whole and
renamed; only then does one database transaction add the revisions and make the generation current.
A process killed before that transaction leaves the old state and a folder that nobody looks at, and
one killed after it leaves the new state.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from data.errors import GenerationDamagedError
from data.locking import exclusive_lock
from data.records import Entry, GenerationInfo, PendingChange, Revision, Status
from data.store import Store, new_revisions
from data.vector_cache import VectorCache
from index.building import BuildSteps, build_generation, folder_name
from index.encoder import Encoder
from index.files import remove_folder
from index.generation import Generation

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Published:
    """The generation that is live now, and how many texts had to be embedded for it."""

    generation: int
    embedded: int


class Publisher:
    """The only writer of entries and generations. Hold `lock` from planning to publishing."""

    def __init__(
        self,
        *,
        store: Store,
        encoder: Encoder,
        cache: VectorCache,
        folder: Path,
        lock: Path,
        keep: int,
    ) -> None:
        self.store = store
        self._encoder = encoder
        self._cache = cache
        self._folder = folder
        self._lock = lock
        self._keep = keep

    def lock(self) -> AbstractContextManager[None]:
        """A context in which no other process changes the library."""
        return exclusive_lock(self._lock)

    def publish(
        self,
        changed: Sequence[Entry],
        by: str,
        steps: BuildSteps | None = None,
        *,
        anew: bool = False,
        note: str = "",
        drafts: Sequence[PendingChange] = (),
    ) -> Published:
        """Keeps changed entries as new revisions and makes a generation with them current.

        With `anew` nothing is taken from the generation before it. `drafts` are those that the
        changed entries were made of; they are drafts no longer then.

        Raises:
            DiskError: when the disk is full; nothing has changed then.
        """
        last = self.store.last_revision_number()
        new = _by_their_writers(new_revisions(changed, after=last, created_by=by), drafts)
        revisions = _with_changes(self.store.current_revisions(), new)
        info = replace(self._next_generation(revisions, by), note=note)
        previous = None if anew else self.previous()
        embedded = build_generation(
            self._folder, info, revisions, previous, self._encoder, self._cache, steps
        )
        self.store.publish(info, new, [revision.number for revision in revisions], drafts)
        self._prune(info.number)
        return Published(info.number, embedded)

    def roll_back(self, number: int, by: str) -> Published:
        """Makes an earlier generation live again, and its entries the present ones.

        Entries that it does not hold are retired. Its folder is rebuilt where it is gone.

        Raises:
            UnknownGenerationError: when it was never published.
            DiskError: when the folder has to be rebuilt and the disk is full.
        """
        info = self.store.generation(number)
        held = self.store.generation_revisions(number)
        embedded = self._ensure_folder(info, held)
        gone = {r.entry.id for r in self.store.current_revisions()} - {r.entry.id for r in held}
        retired = [replace(r.entry, status=Status.RETIRED) for r in self._present(sorted(gone))]
        last = self.store.last_revision_number()
        self.store.roll_back(number, new_revisions(retired, after=last, created_by=by), by)
        return Published(number, embedded)

    def _present(self, entry_ids: Sequence[str]) -> list[Revision]:
        return [self.store.current_revision(entry_id) for entry_id in entry_ids]

    def _ensure_folder(self, info: GenerationInfo, held: Sequence[Revision]) -> int:
        try:
            Generation.open(self._folder / folder_name(info.number), info, self._encoder)
            return 0
        except GenerationDamagedError:
            previous = self.previous()
            return build_generation(self._folder, info, held, previous, self._encoder, self._cache)

    def _next_generation(self, revisions: Sequence[Revision], by: str) -> GenerationInfo:
        earlier = self.store.generations()
        number = earlier[0].number + 1 if earlier else 1
        digest = revisions_digest(revisions)
        return GenerationInfo(number, datetime.now(UTC), by, len(revisions), digest)

    def previous(self) -> Generation | None:
        """The current generation to build on, or None where there is none that can be trusted."""
        info = self.store.current_generation()
        if info is None:
            return None
        try:
            folder = self._folder / folder_name(info.number)
            return Generation.open(folder, info, self._encoder)
        except GenerationDamagedError as error:
            logger.warning("Building from the database alone: %s", error)
            return None

    def _prune(self, current: int) -> None:
        """Removes what no roll-back will want: old folders, and what killed processes left."""
        kept = {folder_name(g.number) for g in self.store.generations()[: self._keep]}
        kept.add(folder_name(current))
        for path in self._folder.iterdir():
            if path.name not in kept:
                remove_folder(path)


def revisions_digest(revisions: Sequence[Revision]) -> str:
    """SHA-256, in hex, that fixes which revisions, saying what, a generation holds."""
    rows = sorted(f"{revision.number} {revision.entry.digest}" for revision in revisions)
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()


def _by_their_writers(new: Sequence[Revision], drafts: Sequence[PendingChange]) -> list[Revision]:
    """The revisions by whoever wrote their drafts, not by whoever publishes them."""
    writers = {draft.entry.id: draft.changed_by for draft in drafts}
    return [replace(it, created_by=writers.get(it.entry.id, it.created_by)) for it in new]


def _with_changes(current: Sequence[Revision], new: Sequence[Revision]) -> list[Revision]:
    present = {revision.entry.id: revision for revision in current}
    present.update((revision.entry.id, revision) for revision in new)
    return [r for r in present.values() if r.entry.status is Status.LIVE]

"""The library as it would be after a publish, to be asked before anybody else can.

Its index is built on the live generation, so that it costs what changed, in a temporary folder
that is gone afterwards. The database is read and never written.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

from data.database import Engine
from data.evaluations import EvaluationLog
from data.records import Entry, GenerationInfo, Revision, Status
from data.store import Store, new_revisions
from index.building import BuildSteps, build_generation, folder_name
from index.encoder import Encoder
from index.generation import Generation
from pipeline.build import Faqdesk
from pipeline.intent.kinds import KindClassifier
from pipeline.publish import revisions_digest
from pipeline.rank import Ranker
from pipeline.validity import Validity

AUTHOR = "preview"


class DraftStore(Store):
    """The database's store, with one more generation that only this object knows of."""

    def __init__(self, engine: Engine, info: GenerationInfo, holds: Sequence[Revision]) -> None:
        super().__init__(engine)
        self._info = info
        self._holds = {revision.number: revision for revision in holds}

    def revisions(self, numbers: Sequence[int]) -> list[Revision]:
        """Revisions of the drafts' generation by number, in the order asked for."""
        return [self._holds[number] for number in numbers if number in self._holds]

    def generation_revisions(self, number: int) -> list[Revision]:  # noqa: ARG002  (it has one)
        """Everything that would be live."""
        return list(self._holds.values())

    def dated_revisions(self, number: int) -> list[Revision]:  # noqa: ARG002
        """Those that are valid from or until some day."""
        dated = (r for r in self._holds.values() if r.entry.valid_from or r.entry.valid_until)
        return list(dated)


class FixedLibrary:
    """One generation, whatever is published meanwhile."""

    def __init__(self, generation: Generation) -> None:
        self._generation = generation

    def current(self) -> Generation:
        """The generation."""
        return self._generation


@dataclass(frozen=True)
class DraftFaqdesk(Faqdesk):
    """A library like another one, and with its models, whose drafts are live."""

    original: Faqdesk
    revisions: DraftStore
    generation: Generation

    @cached_property
    def engine(self) -> Engine:
        """The database, already open."""
        return self.original.engine

    @cached_property
    def store(self) -> Store:
        """The drafts' entries."""
        return self.revisions

    @cached_property
    def library(self) -> FixedLibrary:
        """The drafts' generation."""
        return FixedLibrary(self.generation)

    @cached_property
    def evaluations(self) -> EvaluationLog:
        """Evaluation runs are those of the library itself."""
        return self.original.evaluations

    @cached_property
    def encoder(self) -> Encoder:
        """The encoder, already loaded."""
        return self.original.encoder

    @cached_property
    def ranker(self) -> Ranker:
        """The reader, already loaded."""
        return self.original.ranker

    @cached_property
    def kinds(self) -> KindClassifier:
        """What tells questions from small talk, already loaded."""
        return self.original.kinds

    @cached_property
    def validity(self) -> Validity:
        """Which entries are hidden today."""
        return Validity(self.revisions)


@contextmanager
def draft_library(
    faqdesk: Faqdesk, extra: Sequence[Entry] = (), steps: BuildSteps | None = None
) -> Iterator[Faqdesk]:
    """A library in which the drafts are live, and `extra` entries in place of theirs.

    Raises:
        LibraryError, ModelError: as when publishing.
    """
    previous = faqdesk.publisher.previous()
    with library_of(faqdesk, _revisions(faqdesk, extra), previous, steps) as drafts:
        yield drafts


@contextmanager
def library_of(
    faqdesk: Faqdesk,
    holds: Sequence[Revision],
    previous: Generation | None,
    steps: BuildSteps | None = None,
) -> Iterator[DraftFaqdesk]:
    """A library like another one in which these revisions are live, built on a generation of it.

    Raises:
        LibraryError, ModelError: as when publishing.
    """
    info = _info(faqdesk, holds)
    with tempfile.TemporaryDirectory(prefix="faqdesk-") as folder:
        parent = Path(folder)
        build_generation(
            parent, info, holds, previous, faqdesk.encoder, faqdesk.vector_cache, steps
        )
        generation = Generation.open(parent / folder_name(info.number), info, faqdesk.encoder)
        store = DraftStore(faqdesk.engine, info, holds)
        yield DraftFaqdesk(faqdesk.settings, faqdesk, store, generation)


def _revisions(faqdesk: Faqdesk, extra: Sequence[Entry]) -> list[Revision]:
    """What would be live, changed entries under numbers that no revision has."""
    replaced = {entry.id: entry for entry in extra}
    items = faqdesk.drafts.items()
    known = {item.entry.id for item in items}
    changed = [
        replaced.get(item.entry.id, item.entry)
        for item in items
        if item.change or item.entry.id in replaced
    ]
    changed += [entry for entry in extra if entry.id not in known]
    last = faqdesk.store.last_revision_number()
    new = {r.entry.id: r for r in new_revisions(changed, after=last, created_by=AUTHOR)}
    stays = [item.live for item in items if item.live and item.entry.id not in new]
    return [r for r in (*stays, *new.values()) if r.entry.status is Status.LIVE]


def _info(faqdesk: Faqdesk, holds: Sequence[Revision]) -> GenerationInfo:
    earlier = faqdesk.store.generations()
    number = earlier[0].number + 1 if earlier else 1
    digest = revisions_digest(holds)
    return GenerationInfo(number, datetime.now(UTC), AUTHOR, len(holds), digest)

"""Checks everything on disk against everything else, and mends what can be mended.

The database is the truth. What it says of itself is checked first, then the live generation against
it, passage by passage and vector by vector, then older generations, then the model files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path

import numpy as np

from data.database import Engine, damage
from data.errors import DatabaseError, FaqdeskError, GenerationDamagedError
from data.records import GenerationInfo, Revision
from data.store import Store
from data.vector_cache import VectorCache
from index.building import folder_name
from index.embedding import kept_vectors
from index.encoder import Encoder
from index.files import remove_folder
from index.generation import Generation
from index.passages import passages_of, text_hash
from pipeline.phrasing.choice import KEY_VARIABLE
from pipeline.publish import Publisher, revisions_digest
from pipeline.reading.reader import Reader, ToRead
from pipeline.settings import Settings
from pipeline.settings_file import PREFIX

FIX = "faqdesk doctor --fix"
RESTORE = "restore faqdesk.db from a backup"
# The same text in another batch comes out this much different in bfloat16, at the most.
LEAST_COSINE = 0.99
# From this likeness on, 0 to 1, a variable may be a setting whose name was mistyped; a machine may
# well have others that begin alike.
NEARLY = 0.85


class Severity(StrEnum):
    """How bad a finding is."""

    NOTE = "note"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it should be, and the command that mends it."""

    severity: Severity
    what: str
    mend: str


@dataclass(frozen=True, slots=True)
class Mending:
    """What was found and is mended now, and what is still wrong, worst first."""

    mended: tuple[Finding, ...]
    left: tuple[Finding, ...]


class Doctor:
    """Examines one library."""

    def __init__(
        self,
        *,
        engine: Engine,
        store: Store,
        cache: VectorCache,
        encoder: Encoder,
        publisher: Publisher,
        folder: Path,
    ) -> None:
        self._engine = engine
        self._store = store
        self._cache = cache
        self._encoder = encoder
        self._publisher = publisher
        self._folder = folder

    def examine(self) -> list[Finding]:
        """Everything that is wrong, worst first; an empty list when all is well."""
        # A publish in between would make one state look like damage to the other.
        with self._publisher.lock():
            return self._examined()

    def mend(self) -> Mending:
        """Rebuilds what is damaged from the database; says what that mended and what is left."""
        with self._publisher.lock():
            found = left = self._examined()
            if any(finding.mend == FIX for finding in found):
                left = self._mended()
            mended = tuple(finding for finding in found if finding not in left)
            return Mending(mended, tuple(left))

    def _mended(self) -> list[Finding]:
        """Clears away and rebuilds; returns what is still wrong then."""
        self._clear_away()
        left = self._examined()
        if any(f.severity is Severity.PROBLEM and f.mend == FIX for f in left):
            self._forget_doubtful_vectors()
            self._publisher.publish([], by="doctor --fix", anew=True)
            self._clear_away()
            left = self._examined()
        return left

    def _examined(self) -> list[Finding]:
        findings: list[Finding] = []
        try:
            findings.extend(self._database())
            findings.extend(self._entries())
            findings.extend(self._live_generation())
            findings.extend(self._older_generations())
            findings.extend(self._leftovers())
        except DatabaseError as error:
            findings.append(Finding(Severity.PROBLEM, str(error), RESTORE))
        return sorted(findings, key=lambda finding: finding.severity is Severity.NOTE)

    def _forget_doubtful_vectors(self) -> None:
        """Drops the kept vectors where they contradict a generation whose files are as written.

        Otherwise they stay: a lost folder is rebuilt from them without embedding anything.
        """
        info = self._store.current_generation()
        if info is None:
            return
        try:
            generation = self._opened(info)
        except GenerationDamagedError:
            return
        if any(self._compared(generation, self._store.generation_revisions(info.number))):
            self._cache.clear()

    def _clear_away(self) -> None:
        """Removes the folders that nobody is answered from and that nothing can be made of."""
        for number in self._damaged_older():
            remove_folder(self._folder / folder_name(number))
        for path in self._unknown_folders():
            remove_folder(path)

    def _database(self) -> Iterator[Finding]:
        for what in damage(self._engine):
            yield Finding(Severity.PROBLEM, what, RESTORE)

    def _entries(self) -> Iterator[Finding]:
        info = self._store.current_generation()
        if info is None:
            yield Finding(Severity.NOTE, "Nothing has been published yet", "faqdesk ingest FILE")
            return
        held = self._store.generation_revisions(info.number)
        live = self._store.current_revisions()
        if {r.number for r in held} != {r.number for r in live}:
            what = f"Generation {info.number} does not hold the entries that are live"
            yield Finding(Severity.PROBLEM, what, FIX)
        if revisions_digest(held) != info.digest:
            what = f"The entries of generation {info.number} were changed in the database"
            yield Finding(Severity.PROBLEM, what, FIX)

    def _live_generation(self) -> Iterator[Finding]:
        info = self._store.current_generation()
        if info is None:
            return
        try:
            generation = self._opened(info)
        except GenerationDamagedError as error:
            # What to do is told beside it, and must not be told again once it is done.
            what = str(error).partition(f" Run `{FIX}`")[0]
            yield Finding(Severity.PROBLEM, what, FIX)
            return
        yield from self._compared(generation, self._store.generation_revisions(info.number))

    def _compared(self, generation: Generation, held: list[Revision]) -> Iterator[Finding]:
        """The generation's entries, passages and vectors against those of the database."""
        name = f"Generation {generation.number}"
        if {(r.entry.id, r.number) for r in held} != {
            (entry.id, entry.revision) for entry in generation.entries
        }:
            yield Finding(Severity.PROBLEM, f"{name} lists other entries than the database", FIX)
            return
        cut = passages_of([revision.entry for revision in held], self._encoder)
        hashes = {p.id: text_hash(p.text) for passages in cut for p in passages}
        if set(hashes) != set(generation.vectors.ids.tolist()):
            yield Finding(Severity.PROBLEM, f"{name} holds other passages than the entries", FIX)
            return
        wrong = self._wrong_vectors(generation, hashes)
        if wrong:
            what = f"{wrong} vectors of {name.lower()} differ from those in the database"
            yield Finding(Severity.PROBLEM, what, FIX)

    def _wrong_vectors(self, generation: Generation, hashes: dict[int, str]) -> int:
        names = sorted(set(hashes.values()))
        kept = kept_vectors(names, self._cache, generation.vectors.dimension)
        missing = sum(name not in kept for name in hashes.values())
        ids = np.array([i for i, name in hashes.items() if name in kept], np.int64)
        if not len(ids):
            return missing
        expected = np.stack([kept[hashes[number]] for number in ids.tolist()])
        cosine = (expected * generation.vectors.vectors(ids)).sum(axis=1)
        return missing + int((cosine < LEAST_COSINE).sum())

    def _older_generations(self) -> Iterator[Finding]:
        for number in self._damaged_older():
            what = f"The files of generation {number}, which is not live, are damaged"
            yield Finding(Severity.PROBLEM, what, FIX)

    def _damaged_older(self) -> list[int]:
        current = self._store.current_generation_number()
        damaged = []
        for info in self._store.generations():
            if info.number == current or not (self._folder / folder_name(info.number)).exists():
                continue
            try:
                self._opened(info, any_encoder=True)
            except GenerationDamagedError:
                damaged.append(info.number)
        return damaged

    def _opened(self, info: GenerationInfo, *, any_encoder: bool = False) -> Generation:
        encoder = None if any_encoder else self._encoder
        return Generation.open(self._folder / folder_name(info.number), info, encoder)

    def _leftovers(self) -> Iterator[Finding]:
        count = len(self._unknown_folders())
        if count:
            what = f"{count} unfinished folders of interrupted publishes; they do no harm"
            yield Finding(Severity.NOTE, what, FIX)

    def _unknown_folders(self) -> list[Path]:
        known = {folder_name(info.number) for info in self._store.generations()}
        if not self._folder.is_dir():
            return []
        # A database that knows of no generation may be the wrong one: then folders are left alone.
        return [
            path
            for path in self._folder.iterdir()
            if path.name not in known and (known or path.name.startswith("."))
        ]


def model_findings(
    encoder: Encoder, reader: Callable[[], Reader | None], *others: Callable[[], object]
) -> list[Finding]:
    """What is wrong with the models: whether they can be loaded and do what they are for.

    Each of `others` loads something that is learnt.
    """
    found = [*_encoder_findings(encoder), *_reader_findings(reader)]
    for load in others:
        try:
            load()
        except FaqdeskError as error:
            found.append(Finding(Severity.PROBLEM, str(error), "what it says there"))
    return found


def variable_findings(names: Iterable[str]) -> list[Finding]:
    """Which environment variables of these names are nearly those of settings, and set nothing."""
    known = {f"{PREFIX}{setting}".upper() for setting in Settings.model_fields} | {KEY_VARIABLE}
    ours = [name for name in sorted(names) if name.upper().startswith(PREFIX)]
    unknown = [name for name in ours if name.upper() not in known]
    found = []
    for name in unknown:
        for meant in get_close_matches(name.upper(), known, n=1, cutoff=NEARLY):
            what = f"The variable {name} is no setting and changes nothing"
            found.append(Finding(Severity.NOTE, what, f"call it {meant} if you mean that"))
    return found


def _encoder_findings(encoder: Encoder) -> list[Finding]:
    try:
        vector = encoder.encode(["Is the encoder well?"])[0]
    except FaqdeskError as error:
        return [Finding(Severity.PROBLEM, str(error), "make setup")]
    if not np.isclose(np.linalg.norm(vector), 1, atol=1e-3):
        what = f"The encoder {encoder.name} gives vectors of the wrong length"
        return [Finding(Severity.PROBLEM, what, "make setup")]
    return []


def _reader_findings(reader: Callable[[], Reader | None]) -> list[Finding]:
    try:
        found = reader()
        if found:
            found.read([ToRead("Is the reader well?", "It is well.")])
    except FaqdeskError as error:
        return [Finding(Severity.PROBLEM, str(error), "set FAQDESK_READER=none to do without")]
    return []

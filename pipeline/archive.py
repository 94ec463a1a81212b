"""A whole library in one file, and back from it on another machine.

A restore changes nothing that visitors see until its last step, one database transaction: before it
come a rehearsal of that transaction, the files of the home folder, and the live generation's
folder. A process killed before that step leaves an empty library, and one killed after it leaves
the whole one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import tomlkit

from data.archive import ArchiveInfo, HomeFile, write_archive
from data.archive_reading import Archive, open_archive
from data.errors import ArchiveError, DiskError
from data.locking import exclusive_lock
from data.restoring import LiveState, rehearse, restore_archive
from index.building import BuildSteps, build_generation
from index.files import removed, written_whole
from pipeline import calibration, settings
from pipeline.build import Faqdesk, open_faqdesk
from pipeline.intent import topics
from pipeline.settings import Settings

# What the owner made; the rest of the home folder is the database or is made from it.
LEARNT = (calibration.FILE, topics.FILE)
# They say where things are on one machine, and a database's URL may hold its password.
OF_THE_MACHINE = ("home", "database_url", "models")


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored, from an archive of which day; `embedded` texts were read anew."""

    info: ArchiveInfo
    generation: int | None
    embedded: int
    home_files: tuple[str, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Portable:
    """Settings as they go to another machine, as TOML, and the names of those that do not."""

    toml: str
    left_out: tuple[str, ...]


def backup(faqdesk: Faqdesk, path: Path) -> ArchiveInfo:
    """Writes the library with its history to a .zip; others may go on writing meanwhile.

    Raises:
        InputError: the ending is another, the place cannot be written, or the library is empty.
        DiskError: the disk is full; the file is as it was.
    """
    home = faqdesk.settings.home
    files = [HomeFile(name, content) for name in LEARNT if (content := _content(home / name))]
    portable = _portable((_content(home / settings.FILE) or b"").decode("utf-8-sig"))
    if portable.toml:
        files.append(HomeFile(settings.FILE, portable.toml.encode()))
    left_out = [f"{name} of {settings.FILE}" for name in portable.left_out]
    return write_archive(faqdesk.engine, files, path, left_out=left_out)


def restore(faqdesk: Faqdesk, path: Path, *, by: str, steps: BuildSteps | None = None) -> Restored:
    """Fills an empty library from a .zip that `backup` wrote; nothing is restored on any error.

    Raises:
        ArchiveError: the file is missing, damaged, unsafe, foreign, or of a newer faqdesk.
        InputError: the library is not empty.
        ModelError: the encoder that the library needs is not on this machine.
        DiskError: the disk is full.
    """
    home = faqdesk.settings.home
    with ExitStack() as stack:
        archive = stack.enter_context(open_archive(path))
        # Opened before the lock is taken, since making its tables takes the same lock.
        engine = faqdesk.engine
        stack.enter_context(exclusive_lock(faqdesk.settings.writer_lock))
        rehearsal = rehearse(engine, archive)
        taken = _taken(home, archive)
        with _in_place(home, taken.files):
            embedded = _build(home, rehearsal.live, steps) if rehearsal.live else 0
            restore_archive(engine, archive, by)
        return Restored(
            info=archive.info,
            generation=rehearsal.live.generation.number if rehearsal.live else None,
            embedded=embedded,
            home_files=tuple(file.name for file in taken.files),
            warnings=(*rehearsal.warnings, *taken.warnings),
        )


@dataclass(frozen=True, slots=True)
class _Taken:
    """The files that an archive puts into the home folder, and what is to be said of others."""

    files: tuple[HomeFile, ...]
    warnings: tuple[str, ...]


def _taken(home: Path, archive: Archive) -> _Taken:
    files, warnings = [], []
    for file in archive.home_files():
        if file.name == settings.FILE:
            try:
                portable = _portable(file.content.decode("utf-8", "replace"), archive.path)
            except ArchiveError as error:
                # The entries are worth having without them, and nobody can mend an archive.
                why = f"cannot be read ({error.__cause__}) and was left out"
                warnings.append(f"{file.name} {why}: set again what it should say")
                continue
            file = replace(file, content=portable.toml.encode())
            warnings += [f"the setting {name} was left out" for name in portable.left_out]
        elif file.name not in LEARNT:
            warnings.append(f"{file.name} is not understood and was left alone")
            continue
        here = _content(home / file.name)
        if here is None:
            files.append(file)
        elif here != file.content:
            warnings.append(f"{file.name} was here already and stays as it is")
    return _Taken(tuple(files), tuple(warnings))


def _build(home: Path, live: LiveState, steps: BuildSteps | None) -> int:
    """Writes the live generation's folder, by the settings as they are with the archive's."""
    faqdesk = open_faqdesk(home)
    try:
        embedded = build_generation(
            faqdesk.settings.generations,
            live.generation,
            live.revisions,
            None,
            faqdesk.encoder,
            faqdesk.vector_cache,
            steps,
        )
        # Now, and not when the first visitor asks.
        faqdesk.kinds.ready()
    finally:
        faqdesk.engine.dispose()
    return embedded


def _portable(toml: str, source: Path = Path(settings.FILE)) -> _Portable:
    """What of the settings another machine can use.

    Written anew, because a remark beside a setting may hold a password too.
    """
    try:
        found = tomllib.loads(toml)
    except tomllib.TOMLDecodeError as error:
        raise ArchiveError(
            f"The settings in {source} cannot be read ({error}). Mend them first."
        ) from error
    names = [n for n in found if n in Settings.model_fields and n not in OF_THE_MACHINE]
    kept = tomlkit.dumps({name: found[name] for name in names})
    return _Portable(kept, tuple(name for name in found if name not in names))


@contextmanager
def _in_place(home: Path, files: Sequence[HomeFile]) -> Iterator[None]:
    """The files are in the home folder; taken away again when what follows fails."""
    written: list[Path] = []
    try:
        for file in files:
            with _explained(home), written_whole(home / file.name) as scratch:
                scratch.write_bytes(file.content)
            written.append(home / file.name)
        yield
    except BaseException:
        for path in written:
            removed(path)
        raise


@contextmanager
def _explained(home: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise DiskError(
            f"The files of the backup cannot be written to {home} ({error.strerror}). "
            "Free some space, or mend the folder's permissions."
        ) from error


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None

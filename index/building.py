"""Writes a generation's folder: what changed since the previous one is all that is worked on."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from data.errors import DiskError
from data.records import Entry, GenerationInfo, Passage, Revision
from data.vector_cache import VectorCache
from index.embedding import embed
from index.encoder import Encoder, Progress
from index.files import move_folder_into_place, scratch_folder, sync_folder
from index.generation import Generation, IndexedEntry, save_entries
from index.lexical import LexicalIndex
from index.manifest import Manifest, write_manifest
from index.models import file_sha256
from index.passage_table import PassageTable
from index.passages import CUTTING_VERSION, passages_of
from index.vectors import INDEX_KIND, VectorIndex


class BuildSteps(Protocol):
    """Who is told of progress."""

    @property
    def total(self) -> Progress:
        """Called with how many texts there are to embed."""

    @property
    def advance(self) -> Progress:
        """Called with how many more of them are done."""


def folder_name(number: int) -> str:
    """The name of a generation's folder."""
    return f"{number:06d}"


def build_generation(
    parent: Path,
    info: GenerationInfo,
    revisions: Sequence[Revision],
    previous: Generation | None,
    encoder: Encoder,
    cache: VectorCache,
    steps: BuildSteps | None = None,
) -> int:
    """Writes the folder of a new generation, whole or not at all; returns how many texts were new.

    Passages of revisions that `previous` holds are taken from it.

    Raises:
        DiskError: when the disk is full or refuses; nothing is left behind.
    """
    old = _old_passages(previous, revisions)
    fresh = [revision for revision in revisions if revision.number not in old]
    cut = passages_of([revision.entry for revision in fresh], encoder)
    passages = [passage for group in cut for passage in group]
    if steps:
        steps.total(len({passage.text for passage in passages}))
    embedded = embed(passages, encoder, cache, steps.advance if steps else None)

    table = _table(revisions, old, dict(zip([r.number for r in fresh], cut, strict=True)))
    vectors = _vectors(previous, table, encoder.dimension)
    new = ~np.isin([passage.id for passage in passages], vectors.ids)
    ids = np.array([passage.id for passage in passages], np.int64)
    vectors.add(ids[new], embedded.vectors[new])
    _write(parent, info, revisions, table, vectors, encoder)
    return embedded.new


def lexical_text(entry: Entry) -> str:
    """The words under which BM25 finds an entry."""
    return "\n".join([entry.question, *entry.alternates, entry.answer, entry.category, *entry.tags])


def _old_passages(
    previous: Generation | None, revisions: Sequence[Revision]
) -> dict[int, PassageTable]:
    """The previous generation's passages of each revision that stays, by revision number."""
    if previous is None:
        return {}
    stays = {revision.number for revision in revisions}
    return {
        entry.revision: previous.passages_of(row)
        for row, entry in enumerate(previous.entries)
        if entry.revision in stays
    }


def _table(
    revisions: Sequence[Revision],
    old: dict[int, PassageTable],
    fresh: dict[int, list[Passage]],
) -> PassageTable:
    parts = [
        old[revision.number]
        if revision.number in old
        else PassageTable.from_passages(fresh[revision.number])
        for revision in revisions
    ]
    return PassageTable.joined(parts)


def _vectors(previous: Generation | None, table: PassageTable, dimension: int) -> VectorIndex:
    """The previous generation's vectors without those that are no longer wanted."""
    vectors = VectorIndex(dimension)
    if previous is not None:
        stays = previous.vectors.ids[np.isin(previous.vectors.ids, table.ids)]
        vectors.add(stays, previous.vectors.vectors(stays))
    return vectors


def _write(
    parent: Path,
    info: GenerationInfo,
    revisions: Sequence[Revision],
    table: PassageTable,
    vectors: VectorIndex,
    encoder: Encoder,
) -> None:
    folder = None
    try:
        folder = scratch_folder(parent, "building")
        vectors.save(folder / "vectors.faiss")
        LexicalIndex.from_texts([lexical_text(r.entry) for r in revisions]).save(folder / "bm25")
        save_entries(folder, [IndexedEntry(r.entry.id, r.number) for r in revisions])
        table.save(folder)
        write_manifest(folder, _manifest(folder, info, len(vectors), encoder))
        sync_folder(folder)
        move_folder_into_place(folder, parent / folder_name(info.number))
    except OSError as error:
        raise DiskError(
            f"The new generation could not be written ({error.strerror or error}). Free some "
            "space on the disk and try again; visitors still get the generation before it."
        ) from error
    finally:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


def _manifest(folder: Path, info: GenerationInfo, passages: int, encoder: Encoder) -> Manifest:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return Manifest(
        generation=info.number,
        encoder=encoder.name,
        encoder_digest=encoder.digest,
        dimension=encoder.dimension,
        cutting=CUTTING_VERSION,
        entries=info.entries,
        passages=passages,
        digest=info.digest,
        index_kind=INDEX_KIND,
        recall=1.0,
        created_at=info.created_at.isoformat(),
        created_by=info.created_by,
        files={str(path.relative_to(folder)): file_sha256(path) for path in files},
    )

"""One published state of the library, as it is searched.

A generation is a folder: `vectors.faiss`, `bm25/`, `passages.npz` (which passage belongs to which
entry), `entries.json` (entry ids and revision numbers) and `manifest.json`. It never changes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from data.records import Evidence, GenerationInfo, PassageKind
from index.encoder import Encoder, Vectors
from index.gpu import Gpus
from index.lexical import LexicalIndex
from index.manifest import Manifest, check_files, damaged, read_manifest
from index.passage_table import KINDS, PassageTable
from index.passages import CUTTING_VERSION
from index.vectors import VectorIndex


@dataclass(frozen=True, slots=True)
class IndexedEntry:
    """An entry's id and the revision of it that was indexed."""

    id: str
    revision: int


class Generation:
    """A generation that is open for searching."""

    def __init__(
        self,
        manifest: Manifest,
        entries: Sequence[IndexedEntry],
        passages: PassageTable,
        vectors: VectorIndex,
        lexical: LexicalIndex,
    ) -> None:
        self.manifest = manifest
        self.entries = entries
        self.passages = passages
        self.vectors = vectors
        self.lexical = lexical
        self._rows = _rows_by_entry(passages.entry, len(entries))
        self._by_id = np.argsort(passages.ids)
        self._sorted_ids = passages.ids[self._by_id]

    @classmethod
    def open(cls, folder: Path, info: GenerationInfo, encoder: Encoder | None) -> Generation:
        """A generation whose every file is as it was written, made by this encoder.

        Without an encoder it is opened whatever made it, to be looked at and not to be searched.

        Raises:
            GenerationDamagedError: when a file is missing, altered or foreign.
        """
        manifest = read_manifest(folder)
        _check_origin(folder, manifest, info)
        if encoder is not None:
            _check_maker(folder, manifest, encoder)
        check_files(folder, manifest)
        return cls(
            manifest,
            load_entries(folder),
            PassageTable.load(folder),
            VectorIndex.load(folder / "vectors.faiss"),
            LexicalIndex.load(folder / "bm25"),
        )

    @property
    def number(self) -> int:
        """The generation's number."""
        return self.manifest.generation

    def passages_of(self, entry: int) -> PassageTable:
        """The passages of the entry in this row."""
        return self.passages.take(self._rows[entry])

    def move_to_gpu(self, gpus: Gpus) -> None:
        """Searches vectors on a GPU from now on, where there is one."""
        self.vectors.move_to_gpu(gpus)

    def evidence(self, text: str, vector: Vectors, limit: int) -> list[Evidence]:
        """The entries nearest to a question by vectors or by words, at most `limit` of each kind.

        `vector` has shape (dimension,). Each entry is compared in every way, however it was found;
        the order is that of the index.
        """
        lexical = self.lexical.scores(text)
        found = set(self._nearest_by_vector(vector, limit)) | set(_best(lexical, limit))
        return [self._compare(entry, vector, float(lexical[entry])) for entry in sorted(found)]

    def _nearest_by_vector(self, vector: Vectors, limit: int) -> list[int]:
        # An entry with many alternates can fill the list by itself: look further until there are
        # enough entries or no more passages.
        wanted, k = min(limit, len(self.entries)), 4 * limit
        while True:
            _, ids = self.vectors.search(vector[None, :], k)
            rows = self._by_id[np.searchsorted(self._sorted_ids, ids[0])]
            found = list(dict.fromkeys(self.passages.entry[rows].tolist()))
            if len(found) >= wanted or k >= len(self.vectors):
                return found[:limit]
            k *= 4

    def _compare(self, entry: int, vector: Vectors, lexical: float) -> Evidence:
        rows = self._rows[entry]
        similarity = self.vectors.vectors(self.passages.ids[rows]) @ vector
        is_question, is_alternate, is_answer = (
            self.passages.kind[rows] == KINDS.index(kind) for kind in PassageKind
        )
        answer = similarity[is_answer]
        nearest = rows[is_answer][int(answer.argmax())] if len(answer) else None
        return Evidence(
            entry_id=self.entries[entry].id,
            revision=self.entries[entry].revision,
            question=_highest(similarity[is_question]),
            alternate=_highest(similarity[is_alternate]),
            answer=_highest(answer),
            lexical=lexical,
            answer_start=int(self.passages.start[nearest]) if nearest is not None else 0,
            answer_end=int(self.passages.end[nearest]) if nearest is not None else 0,
        )


def save_entries(folder: Path, entries: Sequence[IndexedEntry]) -> None:
    """Writes entries.json."""
    rows = [[entry.id, entry.revision] for entry in entries]
    (folder / "entries.json").write_text(json.dumps(rows, ensure_ascii=False), "utf-8")


def load_entries(folder: Path) -> list[IndexedEntry]:
    """What `save_entries` wrote.

    Raises:
        GenerationDamagedError: when the file is missing or damaged.
    """
    try:
        rows = json.loads((folder / "entries.json").read_text("utf-8"))
        return [IndexedEntry(str(name), int(revision)) for name, revision in rows]
    except (OSError, ValueError, TypeError) as error:
        raise damaged(folder, "entries.json is missing or damaged") from error


def _check_origin(folder: Path, manifest: Manifest, info: GenerationInfo) -> None:
    if manifest.generation != info.number or manifest.digest != info.digest:
        raise damaged(folder, "it was not made from this database")


def _check_maker(folder: Path, manifest: Manifest, encoder: Encoder) -> None:
    if manifest.encoder_digest != encoder.digest:
        raise damaged(
            folder, f"it was made by the encoder {manifest.encoder}, not by {encoder.name}"
        )
    if manifest.cutting != CUTTING_VERSION:
        raise damaged(folder, "another version of faqdesk cut its passages")


def _rows_by_entry(entry: npt.NDArray[np.int32], count: int) -> list[npt.NDArray[np.int64]]:
    order = np.argsort(entry, kind="stable")
    edges = np.searchsorted(entry[order], np.arange(count + 1))
    return [order[edges[i] : edges[i + 1]] for i in range(count)]


def _best(scores: npt.NDArray[np.float32], limit: int) -> list[int]:
    positive = np.flatnonzero(scores > 0)
    order = np.argsort(-scores[positive], kind="stable")
    best: list[int] = positive[order[:limit]].tolist()
    return best


def _highest(similarity: Any) -> float:
    return float(similarity.max()) if len(similarity) else 0.0

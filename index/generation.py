"""One published state of the library, as it is searched.

A generation is a folder: `vectors.faiss`, `bm25/`, `passages.npz` (which passage belongs to which
entry), `entries.json` (entry ids and revision numbers) and `manifest.json`. It never changes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from data.answers import Evidence
from data.records import GenerationInfo, PassageKind
from index.encoder import Encoder, Vectors
from index.gpu import Gpus
from index.lexical import LexicalIndex, TermShare
from index.manifest import Manifest, check_files, damaged, read_manifest
from index.passage_table import KINDS, PassageTable
from index.passages import CUTTING_VERSION
from index.vectors import VectorIndex

# The kinds of passage that are ways of asking.
ASKED = (PassageKind.QUESTION, PassageKind.ALTERNATE)


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

    def evidence(
        self, texts: Sequence[str], vectors: Vectors, limit: int
    ) -> list[tuple[Evidence, ...]]:
        """For each question the entries nearest to it, at most `limit` by vectors and by words.

        `vectors` has shape (texts, dimension). Each entry is compared in every way, however it was
        found; the order is that of the index.
        """
        nearest = self._nearest_by_vector(vectors, limit)
        return [
            self._compared(text, vector, entries, limit)
            for text, vector, entries in zip(texts, vectors, nearest, strict=True)
        ]

    def term_shares(self, text: str, entry_ids: Sequence[str]) -> list[tuple[TermShare, ...]]:
        """For each entry what each term of a text adds to its BM25; none for an unknown entry."""
        rows = {entry.id: row for row, entry in enumerate(self.entries)}
        return [self.lexical.shares(text, rows[name]) if name in rows else () for name in entry_ids]

    def _nearest_by_vector(self, vectors: Vectors, limit: int) -> list[list[int]]:
        # An entry with many alternates can fill the list by itself: look further, for those
        # questions, until there are enough entries or no more passages.
        wanted, k = min(limit, len(self.entries)), 4 * limit
        found: list[list[int]] = [[] for _ in vectors]
        short = list(range(len(vectors)))
        while short:
            _, ids = self.vectors.search(vectors[short], k)
            for question, row in zip(short, ids, strict=True):
                found[question] = self._entries_of(row)[:limit]
            short = [q for q in short if len(found[q]) < wanted and k < len(self.vectors)]
            k *= 4
        return found

    def _entries_of(self, ids: npt.NDArray[np.int64]) -> list[int]:
        rows = self._by_id[np.searchsorted(self._sorted_ids, ids)]
        return list(dict.fromkeys(self.passages.entry[rows].tolist()))

    def _compared(
        self, text: str, vector: Vectors, nearest: Sequence[int], limit: int
    ) -> tuple[Evidence, ...]:
        lexical = self.lexical.scores(text)
        entries = sorted({*nearest, *_best(lexical, limit)})
        rows = [self._rows[entry] for entry in entries]
        if not rows:
            return ()
        similarity = self.vectors.vectors(self.passages.ids[np.concatenate(rows)]) @ vector
        parts = np.split(similarity, np.cumsum([len(part) for part in rows])[:-1])
        return tuple(
            self._evidence(entry, part, float(lexical[entry]))
            for entry, part in zip(entries, parts, strict=True)
        )

    def _evidence(self, entry: int, similarity: Vectors, lexical: float) -> Evidence:
        """The evidence for one entry; `similarity` holds the cosine of each of its passages."""
        rows = self._rows[entry]
        best: dict[PassageKind, tuple[float, int]] = {}
        kinds = self.passages.kind[rows].tolist()
        for row, kind, cosine in zip(rows.tolist(), kinds, similarity.tolist(), strict=True):
            if KINDS[kind] not in best or cosine > best[KINDS[kind]][0]:
                best[KINDS[kind]] = (cosine, row)
        answer, at = best.get(PassageKind.ANSWER, (0.0, None))
        asked = [best[kind] for kind in ASKED if kind in best]
        # An entry's forms stand first in its passages, in their own order.
        first = int(rows[0])
        alternate, other = best.get(PassageKind.ALTERNATE, (0.0, first))
        return Evidence(
            entry_id=self.entries[entry].id,
            revision=self.entries[entry].revision,
            question=best.get(PassageKind.QUESTION, (0.0, 0))[0],
            alternate=alternate,
            answer=answer,
            lexical=lexical,
            answer_start=0 if at is None else int(self.passages.start[at]),
            answer_end=0 if at is None else int(self.passages.end[at]),
            nearest=max(asked)[1] - first if asked else 0,
            nearest_alternate=other - first,
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
    """The rows of the highest scores over 0, at most `limit`."""
    highest = np.argpartition(-scores, limit)[:limit] if limit < len(scores) else scores.argsort()
    best: list[int] = highest[scores[highest] > 0].tolist()
    return best

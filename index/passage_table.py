"""Which passage belongs to which entry, as columns of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from data.records import Passage, PassageKind
from index.manifest import damaged

# A passage's kind is kept as its place in this list.
KINDS = (PassageKind.QUESTION, PassageKind.ALTERNATE, PassageKind.ANSWER)
FILE = "passages.npz"


@dataclass(frozen=True, slots=True)
class PassageTable:
    """One row a passage: its id, the row of its entry, its kind, and where in that text it is."""

    ids: npt.NDArray[np.int64]
    entry: npt.NDArray[np.int32]
    kind: npt.NDArray[np.int8]
    start: npt.NDArray[np.int32]
    end: npt.NDArray[np.int32]

    @classmethod
    def from_passages(cls, passages: Sequence[Passage]) -> PassageTable:
        """The rows of one entry's passages; `entry` is 0 throughout."""
        return cls(
            ids=np.array([passage.id for passage in passages], np.int64),
            entry=np.zeros(len(passages), np.int32),
            kind=np.array([KINDS.index(passage.kind) for passage in passages], np.int8),
            start=np.array([passage.start for passage in passages], np.int32),
            end=np.array([passage.end for passage in passages], np.int32),
        )

    @classmethod
    def joined(cls, tables: Sequence[PassageTable]) -> PassageTable:
        """The rows of several entries, numbered from 0 in their order."""
        numbered = [
            replace(table, entry=np.full(len(table.ids), row, np.int32))
            for row, table in enumerate(tables)
        ] or [cls.from_passages([])]
        names = [field.name for field in fields(cls)]
        return cls(**{n: np.concatenate([getattr(t, n) for t in numbered]) for n in names})

    @classmethod
    def load(cls, folder: Path) -> PassageTable:
        """What `save` wrote.

        Raises:
            GenerationDamagedError: when the file is missing or damaged.
        """
        try:
            # NumPy does not close a file of its own that it cannot read.
            with (folder / FILE).open("rb") as file, np.load(file, allow_pickle=False) as columns:
                return cls(**{name: columns[name] for name in columns.files})
        except (OSError, ValueError, TypeError, EOFError, BadZipFile) as error:
            raise damaged(folder, f"{FILE} is missing or damaged") from error

    def save(self, folder: Path) -> None:
        """Writes passages.npz."""
        columns = {field.name: getattr(self, field.name) for field in fields(self)}
        np.savez(folder / FILE, **columns)

    def take(self, rows: npt.NDArray[np.int64]) -> PassageTable:
        """Some of the rows."""
        return PassageTable(**{f.name: getattr(self, f.name)[rows] for f in fields(self)})

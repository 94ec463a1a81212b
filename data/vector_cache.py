"""Vectors by model and text, so that a text is embedded once and never again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Engine, Executable, delete, func, select

from data.database import translated
from data.tables import VectorRow

MAX_VALUES = 500


@dataclass(frozen=True, slots=True)
class StoredVector:
    """A text's hash and its vector as little-endian float32."""

    text_hash: str
    data: bytes


class VectorCache:
    """The vectors of one model. `model` is the hash of its weights."""

    def __init__(self, engine: Engine, model: str) -> None:
        self._engine = engine
        self._model = model

    def get(self, hashes: Sequence[str]) -> list[StoredVector]:
        """The vectors of these texts, in no particular order; texts without one are left out."""
        query = select(VectorRow.text_hash, VectorRow.data).where(VectorRow.model == self._model)
        found: list[StoredVector] = []
        with translated(), self._engine.connect() as connection:
            for start in range(0, len(hashes), MAX_VALUES):
                part = hashes[start : start + MAX_VALUES]
                rows = connection.execute(query.where(VectorRow.text_hash.in_(part)))
                found.extend(StoredVector(text_hash, data) for text_hash, data in rows)
        return found

    def add(self, vectors: Sequence[StoredVector]) -> None:
        """Keeps vectors, in place of those that these texts had."""
        if not vectors:
            return
        rows = [
            {"model": self._model, "text_hash": vector.text_hash, "data": vector.data}
            for vector in vectors
        ]
        engine = self._engine.execution_options(writes=True)
        with translated(), engine.begin() as connection:
            connection.execute(_insert_or_replace(self._engine.dialect.name), rows)

    def forget(self, hashes: Sequence[str]) -> None:
        """Forgets the vectors of texts, by whatever model."""
        engine = self._engine.execution_options(writes=True)
        with translated(), engine.begin() as connection:
            for start in range(0, len(hashes), MAX_VALUES):
                part = hashes[start : start + MAX_VALUES]
                connection.execute(delete(VectorRow).where(VectorRow.text_hash.in_(part)))

    def clear(self) -> None:
        """Forgets every vector of this model; they are computed anew when they are needed."""
        engine = self._engine.execution_options(writes=True)
        with translated(), engine.begin() as connection:
            connection.execute(delete(VectorRow).where(VectorRow.model == self._model))

    def count(self) -> int:
        """How many texts have a vector."""
        query = select(func.count()).where(VectorRow.model == self._model)
        with translated(), self._engine.connect() as connection:
            return connection.scalar(query) or 0


def _insert_or_replace(dialect: str) -> Executable:
    """An insert that takes the place of a row which is there already."""
    key = [VectorRow.model, VectorRow.text_hash]
    if dialect == "postgresql":
        from sqlalchemy.dialects import postgresql

        added = postgresql.insert(VectorRow)
        return added.on_conflict_do_update(index_elements=key, set_={"data": added.excluded.data})
    from sqlalchemy.dialects import sqlite

    row = sqlite.insert(VectorRow)
    return row.on_conflict_do_update(index_elements=key, set_={"data": row.excluded.data})

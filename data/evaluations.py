"""Evaluation runs that were kept, so that later ones can be compared with them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from data.database import translated
from data.errors import UnknownEvaluationError
from data.records import EvaluationInfo
from data.tables import EvaluationRow, evaluation_record


class EvaluationLog:
    """The stored runs, each with its whole report as JSON."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, name: str, generation: int, report: Mapping[str, Any]) -> int:
        """Keeps a run of the question set `name`; returns the run's number."""
        row = EvaluationRow(
            created_at=datetime.now(UTC), name=name, generation=generation, report=dict(report)
        )
        writer = self._engine.execution_options(writes=True)
        with translated(), Session(writer) as session, session.begin():
            session.add(row)
            session.flush()
            return row.id

    def runs(self) -> list[EvaluationInfo]:
        """Every run, newest first, without its report."""
        columns = (
            EvaluationRow.id,
            EvaluationRow.created_at,
            EvaluationRow.name,
            EvaluationRow.generation,
        )
        query = select(*columns).order_by(EvaluationRow.id.desc())
        with translated(), self._engine.connect() as connection:
            return [evaluation_record(*row) for row in connection.execute(query)]

    def report(self, run: int) -> Mapping[str, Any]:
        """The report of a run.

        Raises:
            UnknownEvaluationError: when there is no such run.
        """
        query = select(EvaluationRow.report).where(EvaluationRow.id == run)
        with translated(), self._engine.connect() as connection:
            report: Mapping[str, Any] | None = connection.scalar(query)
        if report is None:
            known = ", ".join(str(info.id) for info in self.runs()) or "none"
            raise UnknownEvaluationError(
                f"There is no evaluation run {run}. Stored runs: {known}. "
                "`faqdesk evaluate QUESTIONS` makes one."
            )
        return report

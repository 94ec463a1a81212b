from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from data.database import open_database
from data.errors import UnknownEvaluationError
from data.evaluations import EvaluationLog


def test_runs_are_kept_and_listed_newest_first(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'faqdesk.db'}", tmp_path / "lock")
    log = EvaluationLog(engine)
    assert [log.add("first", 1, {"a": 1}), log.add("second", 2, {"b": [0.5, None]})] == [1, 2]
    assert [(run.id, run.name, run.generation) for run in log.runs()] == [
        (2, "second", 2),
        (1, "first", 1),
    ]
    assert log.report(2) == {"b": [0.5, None]}
    with pytest.raises(UnknownEvaluationError, match=r"no evaluation run 9.*Stored runs: 2, 1"):
        log.report(9)
    engine.dispose()


def test_a_database_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'faqdesk.db'}"
    engine = open_database(url, tmp_path / "lock")
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE evaluations"))
        for column in ("kind", "category"):
            connection.execute(text(f"ALTER TABLE turns DROP COLUMN {column}"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    engine.dispose()
    engine = open_database(url, tmp_path / "lock")
    assert EvaluationLog(engine).runs() == []
    engine.dispose()

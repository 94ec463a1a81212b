from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import inspect

from data.database import open_database
from data.errors import UnknownEvaluationError
from data.evaluations import EvaluationLog

MIGRATIONS = Path(__file__).parents[2] / "data" / "migrations"


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
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
        assert not inspect(connection).has_table("evaluations")
    engine.dispose()
    engine = open_database(url, tmp_path / "lock")
    assert EvaluationLog(engine).runs() == []
    engine.dispose()

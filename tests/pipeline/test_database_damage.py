"""A database that was altered behind our back is found out, and mended where that is possible."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from data.errors import (
    DatabaseError,
    DatabaseNewerError,
    FaqdeskError,
    LibraryError,
    NothingPublishedError,
)
from pipeline.build import Faqdesk
from pipeline.doctor import Severity
from tests.conftest import Publish
from tests.pipeline.looks import index_agrees, look_at, problems
from tests.sample_library import ENTRIES, UNKNOWN

QUESTIONS = [*(entry.question for entry in ENTRIES), UNKNOWN]
HALF = "substr(data, 1, 512)"
LONGER = "CAST(data || data AS BLOB)"
NEGATIVE = -np.ones(256, "<f4") / 16
NAN = np.full(256, np.nan, "<f4")
HUGE = np.full(256, 1e30, "<f4")


def alter(home: Path, statement: str, *values: object) -> None:
    """Changes the database as someone would who does not know faqdesk."""
    with closing(sqlite3.connect(home / "faqdesk.db")) as connection, connection:
        assert connection.execute(statement, values).rowcount


def _alter_vectors(home: Path, how: str | np.ndarray) -> None:
    if isinstance(how, str):
        alter(home, f"UPDATE vectors SET data = {how}")
    else:
        alter(home, "UPDATE vectors SET data = ?", how.tobytes())


VECTORS = pytest.mark.parametrize(
    "how",
    [HALF, LONGER, "x''", NEGATIVE, NAN, HUGE],
    ids=["half", "longer", "empty", "others", "nan", "huge"],
)


@VECTORS
def test_altered_vectors_are_a_problem_and_are_computed_anew(
    how: str | np.ndarray, filled: Faqdesk, home: Path
) -> None:
    before = look_at(filled, QUESTIONS)
    _alter_vectors(home, how)
    (problem,) = problems(filled)
    assert problem == "27 vectors of generation 1 differ from those in the database"
    assert filled.doctor.mend().left == ()
    assert problems(filled) == []
    after = look_at(filled, QUESTIONS)
    assert replace(after, generation=1, answers=()) == replace(before, answers=())
    assert filled.answerer.answer(QUESTIONS[0]).entry == ENTRIES[0]


def test_lost_vectors_are_a_problem_and_are_computed_anew(filled: Faqdesk, home: Path) -> None:
    alter(home, "DELETE FROM vectors WHERE rowid IN (SELECT rowid FROM vectors LIMIT 3)")
    assert problems(filled) == ["3 vectors of generation 1 differ from those in the database"]
    assert filled.doctor.mend().left == ()
    assert filled.vector_cache.count() == 27


@pytest.mark.parametrize("how", [HALF, LONGER, "x''", NAN, HUGE])
def test_a_kept_vector_that_cannot_be_one_is_not_used(
    how: str | np.ndarray, filled: Faqdesk, publish: Publish, home: Path
) -> None:
    dogs = ENTRIES[0]
    sound = filled.answerer.answer(dogs.question)
    filled.ingester.retire(["dogs"], by="test")
    _alter_vectors(home, how)
    publish(dogs)
    answer = filled.answerer.answer(dogs.question)
    assert answer.entry == dogs
    assert answer.confidence == pytest.approx(sound.confidence)


def test_an_altered_answer_is_a_problem_and_becomes_what_is_searched(
    filled: Faqdesk, home: Path
) -> None:
    alter(home, "UPDATE revisions SET question = 'May cats come?' WHERE entry_id = 'dogs'")
    assert "The entries of generation 1 were changed in the database" in problems(filled)
    assert filled.doctor.mend().left == ()
    answer = filled.answerer.answer("May cats come?")
    assert answer.entry == replace(ENTRIES[0], question="May cats come?")
    assert answer.generation == 2


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("DELETE FROM entries WHERE id = 'dogs'", "does not hold the entries that are live"),
        (
            "DELETE FROM generation_revisions WHERE revision = 1",
            "does not hold the entries that are live",
        ),
        ("UPDATE generations SET digest = 'x'", "were changed in the database"),
        ("UPDATE revisions SET status = 'retired' WHERE number = 1", "does not hold the entries"),
    ],
)
def test_rows_that_contradict_each_other_are_a_problem_and_are_mended(
    statement: str, problem: str, filled: Faqdesk, home: Path
) -> None:
    alter(home, statement)
    assert problem in "\n".join(problems(filled))
    assert filled.doctor.mend().left == ()
    assert index_agrees(filled)
    assert filled.answerer.answer(QUESTIONS[1]).entry == ENTRIES[1]


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM revisions WHERE entry_id = 'dogs'",
        "INSERT INTO feedback VALUES (99, 'up', '2026-01-01 00:00:00')",
        "INSERT INTO entries VALUES ('ghost', 4711)",
    ],
)
def test_orphaned_rows_are_a_problem_that_a_backup_mends(
    statement: str, filled: Faqdesk, home: Path
) -> None:
    alter(home, statement)
    orphans = [f for f in filled.doctor.examine() if "refer to rows that do not exist" in f.what]
    assert [(f.severity, f.mend) for f in orphans] == [
        (Severity.PROBLEM, "restore faqdesk.db from a backup")
    ]
    assert filled.doctor.mend().left == tuple(orphans)
    assert filled.answerer.answer(QUESTIONS[1]).entry == ENTRIES[1]


def test_what_only_a_backup_mends_makes_no_new_generation(filled: Faqdesk, home: Path) -> None:
    alter(home, "INSERT INTO feedback VALUES (99, 'up', '2026-01-01 00:00:00')")
    filled.doctor.mend()
    assert filled.store.current_generation_number() == 1


def test_a_database_of_a_newer_faqdesk_is_not_touched(
    filled: Faqdesk, opened: Callable[[], Faqdesk], home: Path
) -> None:
    alter(home, "UPDATE alembic_version SET version_num = '9999'")
    for do in (
        lambda: opened().answerer.answer("Can I bring my dog?"),
        lambda: opened().doctor.examine(),
        lambda: opened().ingester.retire(["dogs"], by="test"),
    ):
        with pytest.raises(DatabaseNewerError, match="schema 9999.*Install that version"):
            do()


@pytest.mark.parametrize(
    "content", [b"not a database" * 400, b"SQLite format 3\0" + b"\xff" * 4096]
)
def test_a_file_that_is_no_database_is_a_sentence(
    content: bytes, opened: Callable[[], Faqdesk], home: Path
) -> None:
    home.mkdir()
    (home / "faqdesk.db").write_bytes(content)
    with pytest.raises(DatabaseError, match="Check that the file is a faqdesk database"):
        opened().answerer.answer("Can I bring my dog?")
    assert (home / "faqdesk.db").read_bytes() == content


def test_an_empty_database_file_is_an_empty_library(
    filled: Faqdesk, opened: Callable[[], Faqdesk], home: Path
) -> None:
    filled.engine.dispose()
    for path in home.glob("faqdesk.db*"):
        path.unlink()
    (home / "faqdesk.db").touch()
    desk = opened()
    with pytest.raises(NothingPublishedError, match="Run `faqdesk ingest FILE`"):
        desk.answerer.answer("Can I bring my dog?")
    assert desk.publisher.publish(ENTRIES[:2], by="test").generation == 1
    assert desk.answerer.answer("Can I bring my dog?").entry == ENTRIES[0]
    assert problems(desk) == []


@pytest.mark.slow
def test_damaged_bytes_anywhere_in_the_database_never_end_in_a_traceback(
    filled: Faqdesk, home: Path, tmp_path: Path
) -> None:
    filled.engine.dispose()
    sound = (home / "faqdesk.db").read_bytes()
    shutil.rmtree(home / "generations")
    explained = 0
    for number, position in enumerate(range(0, len(sound), 1009)):
        other = tmp_path / str(number)
        other.mkdir()
        data = bytearray(sound)
        data[position : position + 3] = bytes(byte ^ 0xA5 for byte in data[position : position + 3])
        (other / "faqdesk.db").write_bytes(data)
        desk = Faqdesk(filled.settings.model_copy(update={"home": other}))
        try:
            desk.doctor.mend()
            desk.answerer.answer("Can I bring my dog?")
        except (LibraryError, FaqdeskError) as error:
            assert error.args[0].count("\n") == 0
            explained += 1
        if "engine" in vars(desk):
            desk.engine.dispose()
    assert explained


def test_an_index_of_the_database_that_lacks_a_row_is_a_problem(
    filled: Faqdesk, home: Path
) -> None:
    filled.engine.dispose()
    data = (home / "faqdesk.db").read_bytes()
    start = data.index(b"dogs", _in_index(home))
    (home / "faqdesk.db").write_bytes(data[:start] + b"cats" + data[start + 4 :])
    assert "The database file is damaged" in problems(filled)[0]
    assert [r.entry for r in filled.store.current_revisions()] == list(ENTRIES)


def _in_index(home: Path) -> int:
    """Where the page of the index of revisions by entry begins in the file."""
    with closing(sqlite3.connect(home / "faqdesk.db")) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'ix_revisions_entry_id'"
        (page,) = connection.execute(query).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    return int((page - 1) * size)


def test_an_entry_that_lost_its_revision_is_left_out_of_answers(
    filled: Faqdesk, home: Path
) -> None:
    alter(home, "DELETE FROM revisions WHERE entry_id = 'dogs'")
    answer = filled.answerer.answer("Can I bring my dog?")
    assert answer.entry != ENTRIES[0]
    assert "dogs" not in {candidate.entry.id for candidate in answer.candidates}

"""Questions are kept as long as the owner wants, and no longer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from data.errors import DatabaseError
from data.turn_log import TurnLog
from index.passages import text_hash
from pipeline.build import Faqdesk
from pipeline.housekeeping import Housekeeping
from pipeline.review.groups import grouped, waiting_turns
from tests.turns import log, no_answer, set_asked_at

NOW = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)


def keep(faqdesk: Faqdesk, *ages: int) -> None:
    """Keeps a question for each age in days."""
    for age in ages:
        [turn] = log(faqdesk.turns, no_answer(f"question from {age} days ago"))
        set_asked_at(faqdesk.engine, turn, NOW - timedelta(days=age, minutes=1))


def kept(faqdesk: Faqdesk) -> list[str]:
    return [turn.question.split()[2] for turn in faqdesk.turns.latest(10)]


def test_questions_are_kept_for_a_year_unless_the_owner_says_otherwise(faqdesk: Faqdesk) -> None:
    keep(faqdesk, 365, 364)
    assert Housekeeping(faqdesk).delete_old_questions(NOW) == 1
    assert kept(faqdesk) == ["364"]


@pytest.mark.parametrize(
    ("days", "left"), [("30", ["29"]), ("0", ["29", "400"]), ("99999999999", ["29", "400"])]
)
def test_the_owner_chooses_for_how_long(
    opened: Callable[[], Faqdesk], monkeypatch: pytest.MonkeyPatch, days: str, left: list[str]
) -> None:
    monkeypatch.setenv("FAQDESK_KEEP_QUESTIONS_DAYS", days)
    desk = opened()
    keep(desk, 400, 29)
    Housekeeping(desk).delete_old_questions(NOW)
    assert kept(desk) == left


def test_vectors_of_deleted_questions_go_too_unless_the_library_needs_them(
    filled: Faqdesk,
) -> None:
    for question in ("is there a pool", "Can I bring my dog?"):
        [turn] = log(filled.turns, no_answer(question))
        set_asked_at(filled.engine, turn, NOW - timedelta(days=400))
    grouped(waiting_turns(filled), filled)
    Housekeeping(filled).delete_old_questions(NOW)
    hashes = [text_hash("is there a pool"), text_hash("Can I bring my dog?")]
    assert [each.text_hash for each in filled.vector_cache.get(hashes)] == hashes[1:]


def test_it_is_done_once_a_day(faqdesk: Faqdesk) -> None:
    housekeeping = Housekeeping(faqdesk)
    keep(faqdesk, 4000)
    housekeeping.when_due()
    assert kept(faqdesk) == []
    keep(faqdesk, 4000)
    housekeeping.when_due()
    assert kept(faqdesk) == ["4000"]


def test_what_goes_wrong_with_it_troubles_nobody(
    faqdesk: Faqdesk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def locked(*_: object) -> None:
        raise DatabaseError("The database is locked.")

    monkeypatch.setattr(TurnLog, "questions_before", locked)
    Housekeeping(faqdesk).when_due()
    assert "Old questions were not deleted: The database is locked." in caplog.text

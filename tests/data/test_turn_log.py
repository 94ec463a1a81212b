"""One turn by its number."""

from __future__ import annotations

import pytest

from data.answers import Vote
from data.errors import UnknownTurnError
from pipeline.build import Faqdesk
from tests.turns import answered, log, no_answer


def test_a_turn_is_found_by_its_number_with_its_vote(faqdesk: Faqdesk) -> None:
    log(faqdesk.turns, no_answer("what"))
    [number] = log(faqdesk.turns, answered("may dogs come", "dogs"), vote=Vote.DOWN)
    turn = faqdesk.turns.turn(number)
    assert (turn.id, turn.question, turn.entry_id) == (number, "may dogs come", "dogs")
    assert turn.vote is Vote.DOWN
    assert turn == faqdesk.turns.latest(1)[0]


def test_a_turn_that_is_not_there_is_unknown(faqdesk: Faqdesk) -> None:
    with pytest.raises(UnknownTurnError, match="no question number 7"):
        faqdesk.turns.turn(7)

from __future__ import annotations

import pytest

from data.answers import Evidence
from pipeline.presence import Presence
from pipeline.weighing import shipped_weights

PRESENCE = Presence(lexical=0.3, answer=0.3)


def test_the_worked_examples_hold() -> None:
    with_answer = Evidence("e", 1, question=0.1, alternate=0.8, answer=0.5, lexical=0.4)
    without = Evidence("e", 1, question=0.8, alternate=0, answer=0, lexical=0.4)
    assert PRESENCE.of(with_answer) == pytest.approx(0.626)
    assert PRESENCE.of(without) == pytest.approx(0.68)


@pytest.mark.parametrize("answer", [0.0, 1.0])
def test_what_fits_in_every_way_has_all_of_it(answer: float) -> None:
    shipped = shipped_weights().presence
    assert shipped.of(Evidence("e", 1, 1.0, 0, answer, 1.0)) == pytest.approx(1)


def test_opposite_vectors_speak_for_nothing() -> None:
    assert PRESENCE.of(Evidence("e", 1, -0.5, -0.9, -1.0, 0)) == 0

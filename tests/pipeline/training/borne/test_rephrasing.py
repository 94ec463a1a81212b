"""Other syntax for the same statement, and figures in other forms."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from pipeline.training.borne import figures, rephrasing


@pytest.mark.parametrize(
    ("rule", "sentence", "expected"),
    [
        (rephrasing.with_other_possibility, "You can pay.", "It is possible to pay."),
        (rephrasing.with_other_possibility, "You can only pay.", None),
        (rephrasing.with_other_ban, "You may not smoke.", "It is not allowed to smoke."),
        (rephrasing.with_other_ban, "Dogs are not allowed here.", "No dogs are allowed here."),
        (rephrasing.with_other_voice, "We send the money back.", "The money is sent back."),
        (rephrasing.with_other_absence, "There is no lift.", "There is not any lift."),
        (rephrasing.with_other_price, "The card costs €5.", "The price of the card is €5."),
        (rephrasing.with_other_condition, "If you pay late, wait.", "Should you pay late, wait."),
        (rephrasing.with_let_know, "Tell us at once.", "Let us know at once."),
    ],
)
def test_a_statement_has_other_syntax(
    rule: Callable[[str], str | None], sentence: str, expected: str | None
) -> None:
    assert rule(sentence) == expected


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        (figures.with_other_money, "It is €5.", {"It is EUR 5.", "It is 5 euros."}),
        (figures.with_other_percent, "10% off.", {"10 percent off.", "10 per cent off."}),
        (figures.with_other_ranges, "In 4 to 7 days.", {"In 4–7 days."}),
        (figures.with_other_days, "Closed on Mondays.", {"Closed every Monday."}),
        (
            figures.with_other_dates,
            "By 1 March.",
            {"By March 1.", "By 1st March.", "By the 1st of March."},
        ),
    ],
)
def test_figures_have_other_forms(
    rule: Callable[[str, Random], str | None], text: str, expected: set[str]
) -> None:
    assert {rule(text, Random(n)) for n in range(30)} == expected

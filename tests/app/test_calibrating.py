"""`faqdesk calibrate` as a person runs it, with the stand-in encoder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.test_command import faqdesk
from tests.app.test_evaluating import with_questions

QUESTIONS = "".join(
    f'{{"query": "Can I bring my dog? ({n})", "relevant": ["dog"]}}\n' for n in range(20)
)


@pytest.fixture
def questions(tmp_path: Path, hashing: None) -> str:
    return with_questions(tmp_path, QUESTIONS)


@pytest.mark.parametrize("given", ["5", "100", "0.9", "0", "-1", "nan", "inf"])
def test_what_is_no_share_is_refused_with_what_a_share_is(questions: str, given: str) -> None:
    ran = faqdesk("calibrate", questions, f"--max-wrong={given}")
    told = " ".join(ran.err.replace("│", " ").split())
    assert ran.status == 2
    assert f"{given} is no share from 0.001 to 0.5: 0.05 means 5 %." in told


@pytest.mark.parametrize("given", ["0.5", "0.2"])
def test_a_share_is_promised_and_can_be_taken_back(questions: str, given: str) -> None:
    promised = faqdesk("calibrate", questions, f"--max-wrong={given}")
    assert (promised.status, f"at most {float(given):.1%} of" in promised.out) == (0, True)
    assert faqdesk("calibrate", "--undo").out == "Back to the settings.\n"

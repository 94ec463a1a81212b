from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from data.answers import Decision
from data.errors import DiskError, InputError, SettingsError
from data.records import Entry
from pipeline.build import Faqdesk
from pipeline.calibration import (
    FILE,
    Calibration,
    LiveThresholds,
    load_calibration,
    remove_calibration,
    save_calibration,
)
from pipeline.decide import Thresholds
from pipeline.evaluation.calibrating import calibrate_library, made_with
from pipeline.evaluation.question_sets import questions_in
from pipeline.settings import Settings
from pipeline.status import calibration_of, stale_calibration
from tests.conftest import Publish

SETTINGS = Thresholds(answer_at=0.6, suggest_at=0.2)


def thresholds(home: Path, *, set_by_hand: bool = False) -> Thresholds:
    """Those that hold with default settings, or with these very ones set by hand."""
    settings = Settings(home=home, answer_at=0.6) if set_by_hand else Settings(home=home)
    return LiveThresholds(home, lambda: settings)()


def questions(faqdesk: Faqdesk, times: int) -> bytes:
    entries = [revision.entry for revision in faqdesk.store.current_revisions()]
    rows = [
        f'{{"query": "{entry.question} ({n})", "relevant": ["{entry.id}"]}}'
        for entry in entries
        for n in range(times)
    ]
    return "\n".join(rows).encode()


def calibrated(faqdesk: Faqdesk, times: int = 20, max_wrong: float = 0.2) -> Calibration:
    asked = questions_in("q.jsonl", questions(faqdesk, times), None)
    return calibrate_library(faqdesk, asked.questions, max_wrong)


def test_a_calibration_says_from_when_on_to_answer(filled: Faqdesk) -> None:
    calibration = calibrated(filled)
    assert calibration.questions == 240
    assert 0 < calibration.answer_at < 1
    assert calibration.wrong <= 0.2 * calibration.answered


def test_too_few_questions_are_refused_with_how_many_it_takes(filled: Faqdesk) -> None:
    with pytest.raises(InputError, match=r"There are 12 labelled questions.*it takes about \d+"):
        calibrated(filled, times=1, max_wrong=0.05)


def test_it_is_used_from_the_next_question_on_and_undone_as_easily(filled: Faqdesk) -> None:
    home = filled.settings.home
    question = filled.store.current_revisions()[0].entry.question
    assert filled.answerer.answer(question).decision is Decision.ANSWERED
    save_calibration(home, replace(calibrated(filled), answer_at=1.0))
    assert filled.answerer.answer(question).decision is Decision.SUGGESTED
    assert remove_calibration(home)
    assert filled.answerer.answer(question).decision is Decision.ANSWERED
    assert not remove_calibration(home)


def test_it_is_stale_once_the_library_has_changed(filled: Faqdesk, publish: Publish) -> None:
    save_calibration(filled.settings.home, calibrated(filled))
    assert stale_calibration(filled) == ""
    assert calibration_of(filled).startswith("at most 20.0% of the answers wrong")
    publish(Entry("new", "Is there a sauna?", "No."))
    assert "The calibration is stale (generation changed since)" in calibration_of(filled)


def test_a_calibration_comes_back_as_it_was_kept(filled: Faqdesk) -> None:
    calibration = calibrated(filled)
    save_calibration(filled.settings.home, calibration)
    assert load_calibration(filled.settings.home) == calibration
    assert calibration.made_with == made_with(filled)
    assert [path.name for path in filled.settings.home.glob(".calibration*")] == []


WRONG = (
    '{"answer_at": %s, "max_wrong": 0.1, "questions": 9, "answered": 9, "wrong": 0, "made_at": "",'
    ' "made_with": {"encoder": "", "reader": "", "weights": "", "generation": 1}}'
)


@pytest.mark.parametrize(
    "damage",
    [
        "",
        "{",
        "[]",
        '{"answer_at": 1}',
        WRONG % '"abc"',
        WRONG % "null",
        WRONG % "-5",
        WRONG % "NaN",
    ],
)
def test_a_damaged_file_is_told_of_and_the_settings_hold(
    tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FILE).write_text(damage, "utf-8")
    with pytest.raises(SettingsError, match="Run `faqdesk calibrate` again"):
        load_calibration(tmp_path)
    assert thresholds(tmp_path) == SETTINGS
    assert "The thresholds of the settings hold" in caplog.text


def test_a_threshold_set_by_hand_goes_first(filled: Faqdesk) -> None:
    save_calibration(filled.settings.home, replace(calibrated(filled), answer_at=0.9))
    home = filled.settings.home
    assert thresholds(home, set_by_hand=True) == SETTINGS
    assert thresholds(home).answer_at == 0.9


def test_what_is_suggested_never_asks_for_more_than_what_is_answered(filled: Faqdesk) -> None:
    save_calibration(filled.settings.home, replace(calibrated(filled), answer_at=0.1))
    found = thresholds(filled.settings.home)
    assert found == Thresholds(answer_at=0.1, suggest_at=0.1)


def test_the_same_question_many_times_counts_once(filled: Faqdesk) -> None:
    entry = filled.store.current_revisions()[0].entry
    row = f'{{"query": "{entry.question}", "relevant": ["{entry.id}"]}}\n'
    asked = questions_in("q.jsonl", (row * 200).encode(), None)
    with pytest.raises(InputError, match="There are 1 labelled questions"):
        calibrate_library(filled, asked.questions, 0.2)


def test_questions_that_nothing_answers_cannot_be_calibrated_with(filled: Faqdesk) -> None:
    asked = questions_in("q.jsonl", b'{"query": "a zebra?", "relevant": []}', None)
    with pytest.raises(InputError, match="None of the labelled questions has an entry"):
        calibrate_library(filled, asked.questions, 0.2)


def test_what_cannot_be_removed_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(DiskError, match="cannot be removed"):
        remove_calibration(tmp_path)

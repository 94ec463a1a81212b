"""The Settings page, run in this process without a browser."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from app import resources
from data.records import Entry
from data.roles import Role
from pipeline.build import Faqdesk
from pipeline.calibration import load_calibration
from pipeline.evaluation.question_sets import questions_in
from pipeline.evaluation.report_json import report_as_json
from pipeline.evaluation.service import Choice, evaluate_library, live_entries
from pipeline.live_settings import LIVE
from pipeline.personal import PersonalKind
from tests.app.signing import signed_in
from tests.app.test_pages import Visitor

Publish = Callable[[Path, Sequence[Entry]], None]
WAIT_S = 20
REPLIES = [name for name in LIVE if name.endswith("_text")]

pytestmark = pytest.mark.usefixtures("fresh_pages")


class Owner(Visitor):
    """Somebody on the Settings page."""

    def __init__(self, role: Role = Role.OWNER) -> None:
        super().__init__()
        signed_in(Path(os.environ["FAQDESK_HOME"]), role).enter(self.page)
        self.visit("screens/settings.py")


def keep_run(desk: Faqdesk, times: int) -> None:
    lines = [
        f'{{"query": "{question} ({n})", "relevant": ["{name}"]}}'
        for n in range(times)
        for name, question in (
            ("dog", "Can I bring my dog aboard?"),
            ("cat", "Can I bring my cat aboard?"),
        )
    ]
    questions = questions_in("mine.jsonl", "\n".join(lines).encode(), None)
    report = evaluate_library(desk, questions, live_entries(desk), Choice()).report
    desk.evaluations.add("mine.jsonl", 1, report_as_json(report))


def test_texts_are_changed_and_hold_from_the_next_question_on(desk: Faqdesk) -> None:
    owner = Owner()
    owner.page.text_area(key="setting-organisation").set_value("Skerry Ferries")
    # The stand-in encoder takes nonsense for any kind of message.
    for name in REPLIES:
        owner.page.text_area(key=f"setting-{name}").set_value("Ahoy!")
    owner.press("settings-save")
    assert [toast.value for toast in owner.page.toast] == [f"{1 + len(REPLIES)} settings changed."]
    assert "Skerry Ferries" in owner.text
    visitor = Visitor()
    visitor.ask("zebra quantum")
    assert "Ahoy!" in visitor.text
    assert desk.live_settings().model_fields_set & {"contact", "answer_at"} == set()


def test_thresholds_that_make_no_sense_are_refused_in_words(desk: Faqdesk) -> None:
    owner = Owner()
    owner.page.slider(key="setting-suggest_at").set_value(90)
    owner.run()
    owner.press("settings-save")
    assert "not be above answer_at, how sure" in owner.text
    assert not (desk.settings.home / "settings.toml").exists()


def test_a_promise_is_made_by_the_questions_of_a_run_and_taken_back(desk: Faqdesk) -> None:
    keep_run(desk, 20)
    owner = Owner()
    owner.page.selectbox(key="promise-share").set_value(20)
    owner.run()
    owner.press("promise-make")
    assert resources.promises().wait(WAIT_S)
    owner.run()
    assert "Promised: at most 20 in 100 answers are wrong." in owner.text
    assert "questions that this was judged by" in owner.text
    assert "The first slider below counts only if you move it and save" in owner.text
    assert load_calibration(desk.settings.home) is not None
    owner.press("promise-back")
    assert load_calibration(desk.settings.home) is None


def test_a_promise_with_too_few_questions_is_refused_with_the_number_needed(
    desk: Faqdesk,
) -> None:
    keep_run(desk, 2)
    owner = Owner()
    owner.press("promise-make")
    assert resources.promises().wait(WAIT_S)
    owner.run()
    assert "too few to promise that at most 5.0%" in owner.text
    owner.page.selectbox(key="promise-share").set_value(20)
    owner.run()
    owner.press("promise-make")
    assert resources.promises().wait(WAIT_S)
    owner.run()
    # What was refused before it is no news any more.
    assert "too few to promise that at most 5.0%" not in owner.text
    assert "too few to promise that at most 20.0%" in owner.text


def test_what_the_environment_says_cannot_be_changed_here(
    desk: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAQDESK_CONTACT", "call us")
    owner = Owner()
    assert owner.page.text_area(key="setting-contact").disabled
    assert not owner.page.text_area(key="setting-organisation").disabled


@pytest.mark.parametrize("role", [Role.READER, Role.EDITOR])
def test_others_than_owners_do_not_get_in(desk: Faqdesk, role: Role) -> None:
    page = Owner(role)
    assert not page.page.text_area


def test_more_days_than_the_page_offers_are_shown(desk: Faqdesk) -> None:
    (desk.settings.home / "settings.toml").write_text("keep_questions_days = 99999\n", "utf-8")
    owner = Owner()
    assert not owner.page.exception
    assert owner.page.number_input(key="setting-keep_questions_days").value == 99999


def test_what_is_kept_of_questions_is_the_owners_to_choose(desk: Faqdesk) -> None:
    owner = Owner()
    owner.page.multiselect(key="setting-mask").set_value([PersonalKind.MAIL])
    owner.page.number_input(key="setting-keep_questions_days").set_value(30)
    owner.press("settings-save")
    live = desk.live_settings()
    assert (live.mask, live.keep_questions_days) == ((PersonalKind.MAIL,), 30)
    assert Owner().page.multiselect(key="setting-mask").value == [PersonalKind.MAIL]

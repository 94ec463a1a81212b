"""Answers in fresh words on the pages, run in this process without a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from app import resources
from data.records import Entry
from pipeline.build import Faqdesk, open_faqdesk
from tests.app.test_pages import Visitor
from tests.app.test_settings_page import Owner

Publish = Callable[[Path, Sequence[Entry]], None]
FERRY = Entry(
    "ferry",
    "When does the night ferry sail?",
    "The night ferry sails at 21:30. Be there an hour before.",
    alternates=("what time is the night boat",),
)
ASKED = "what time is the night boat"

pytestmark = pytest.mark.usefixtures("fresh_pages")


@pytest.fixture
def desk(
    page_home: Path, publish: Publish, entries: Sequence[Entry], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Faqdesk]:
    monkeypatch.setenv("FAQDESK_PHRASING", "counting")
    publish(page_home, (*entries, FERRY))
    opened = open_faqdesk(page_home)
    yield opened
    opened.engine.dispose()


def test_an_answer_is_said_afresh_with_the_entrys_words_below_it(desk: Faqdesk) -> None:
    visitor = Visitor()
    visitor.ask(ASKED)
    assert "The night ferry sails at 21:30." in visitor.text
    assert "The entry says: " in visitor.text
    assert "Be there an hour before." not in visitor.text
    assert desk.turns.latest(1)[0].phrasing == "shown"


def test_a_switch_shows_the_entry_word_for_word(desk: Faqdesk) -> None:
    visitor = Visitor()
    visitor.ask(ASKED)
    visitor.page.toggle(key="own-0").set_value(True)
    visitor.run()
    assert FERRY.answer in visitor.text
    assert "The entry says: " not in visitor.text


def test_where_nothing_is_answered_nothing_is_written(desk: Faqdesk) -> None:
    visitor = Visitor()
    visitor.ask("zebra quantum")
    reworder = resources.faqdesk().reworder
    assert reworder is not None
    assert desk.turns.latest(1)[0].phrasing == ""
    assert "The entry says: " not in visitor.text


def test_a_model_that_is_not_there_leaves_the_entrys_own_words(
    desk: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAQDESK_PHRASING", "/nowhere/model.gguf")
    visitor = Visitor()
    visitor.ask(ASKED)
    assert FERRY.answer in visitor.text


def test_where_phrasing_is_off_there_is_no_switch(
    desk: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAQDESK_PHRASING", "off")
    visitor = Visitor()
    visitor.ask(ASKED)
    assert FERRY.answer in visitor.text
    assert list(visitor.page.toggle) == []


def test_an_owner_chooses_the_manner_and_it_holds_at_once(desk: Faqdesk) -> None:
    owner = Owner()
    owner.page.number_input(key="setting-phrasing_sentences").set_value(1)
    owner.page.text_area(key="setting-phrasing_examples").set_value("Ahoy, you sail at eight.")
    owner.press("settings-save")
    live = desk.live_settings()
    assert live.phrasing_sentences == 1
    assert live.phrasing_examples == "Ahoy, you sail at eight."
    assert live.model_fields_set & {"phrasing_tone", "phrasing_temperature"} == set()


def test_numbers_of_sampling_are_asked_for_where_words_are_sampled(desk: Faqdesk) -> None:
    owner = Owner()
    keys = {number.key for number in owner.page.number_input}
    assert "setting-phrasing_temperature" not in keys
    owner.page.radio(key="setting-phrasing_decoding").set_value("sample")
    owner.run()
    owner.page.number_input(key="setting-phrasing_temperature").set_value(0.3)
    owner.press("settings-save")
    live = desk.live_settings()
    assert (live.phrasing_decoding, live.phrasing_temperature) == ("sample", 0.3)


@pytest.mark.parametrize("line", ["temperature = 0.01", "top_p = 0.01", "top_k = 50000"])
def test_numbers_beyond_what_the_page_offers_are_shown(desk: Faqdesk, line: str) -> None:
    decoding = 'phrasing_decoding = "sample"'
    (desk.settings.home / "settings.toml").write_text(f"{decoding}\nphrasing_{line}\n", "utf-8")
    owner = Owner()
    assert not owner.page.exception
    name, value = line.split(" = ")
    assert owner.page.number_input(key=f"setting-phrasing_{name}").value == float(value)


def test_questions_are_tried_with_what_is_not_saved_yet(desk: Faqdesk) -> None:
    owner = Owner()
    asked = desk.turns.count()
    owner.page.text_area(key="manner-asked").set_value(f"{ASKED}\nzebra quantum")
    owner.page.number_input(key="setting-phrasing_sentences").set_value(1)
    owner.press("manner-try")
    assert "The night ferry sails at 21:30." in owner.text
    assert "The entry says: " in owner.text
    assert desk.turns.count() == asked
    assert desk.live_settings().phrasing_sentences == 3


def test_where_phrasing_is_off_an_owner_reads_how_to_turn_it_on(
    desk: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAQDESK_PHRASING", "off")
    owner = Owner()
    assert "faqdesk models get phrasing" in owner.text
    assert "setting-phrasing_sentences" not in {n.key for n in owner.page.number_input}

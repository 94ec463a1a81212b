"""Settings that an owner changes take effect at once and leave the rest of the file alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from data.audit import Action
from data.errors import DiskError, NotAllowedError, SettingsError
from data.roles import Role, User
from data.tables import as_utc
from pipeline.archive import backup
from pipeline.build import Faqdesk
from pipeline.settings import load_settings
from pipeline.settings_file import fixed_by_environment

NOBODY_KNOWS = "zebra quantum saxophone"


def person(role: Role) -> User:
    from datetime import UTC, datetime

    return User("Ada", role, as_utc(datetime.now(UTC)))


OWNER = person(Role.OWNER)


@pytest.fixture
def file(filled: Faqdesk) -> Path:
    return filled.settings.home / "settings.toml"


def test_a_reply_is_changed_and_given_to_the_next_visitor(filled: Faqdesk) -> None:
    assert "could not find" in filled.answerer.answer(NOBODY_KNOWS).text
    assert filled.settings_file.change({"unanswered_text": "No idea. Sorry!"}, OWNER) == 1
    assert filled.answerer.answer(NOBODY_KNOWS).text == "No idea. Sorry!"
    assert filled.settings_file.change({"unanswered_text": None}, OWNER) == 1
    assert "could not find" in filled.answerer.answer(NOBODY_KNOWS).text


def test_an_empty_text_is_empty_and_a_threshold_of_0_is_0(filled: Faqdesk) -> None:
    values = {"unanswered_text": "", "suggest_at": 0.0, "answer_at": 0.0}
    filled.settings_file.change(values, OWNER)
    live = filled.live_settings()
    assert (live.unanswered_text, live.answer_at, live.suggest_at) == ("", 0.0, 0.0)
    assert filled.thresholds().answer_at == 0.0


def test_a_file_that_begins_with_a_byte_order_mark_is_read_changed_and_backed_up(
    filled: Faqdesk, file: Path, tmp_path: Path
) -> None:
    file.write_text('contact = "us"\n', "utf-8-sig")
    assert load_settings(file.parent).contact == "us"
    filled.settings_file.change({"organisation": "Ferries"}, OWNER)
    settings = load_settings(file.parent)
    assert (settings.contact, settings.organisation) == ("us", "Ferries")
    file.write_text('contact = "us"\n', "utf-8-sig")
    assert backup(filled, tmp_path / "library.zip").rows("entries")


def test_what_else_stands_in_the_file_stays_with_its_comments(filled: Faqdesk, file: Path) -> None:
    file.write_text('# our own\nkeep_generations = 3\ncontact = "old" # call\n', "utf-8")
    filled.settings_file.change(
        {"contact": 'A "new" \\ line\nand more', "organisation": "X"}, OWNER
    )
    text = file.read_text("utf-8")
    assert "# our own\nkeep_generations = 3\n" in text
    settings = load_settings(filled.settings.home)
    assert settings.contact == 'A "new" \\ line\nand more'
    assert (settings.keep_generations, settings.organisation) == (3, "X")


def test_settings_that_make_no_sense_change_nothing(filled: Faqdesk, file: Path) -> None:
    with pytest.raises(
        SettingsError, match=r"suggest an entry \(0.9\), must not be above answer_at"
    ):
        filled.settings_file.change({"suggest_at": 0.9, "answer_at": 0.5}, OWNER)
    with pytest.raises(SettingsError, match="answer_at = 2"):
        filled.settings_file.change({"answer_at": 2.0}, OWNER)
    assert not file.exists()


def test_a_file_that_cannot_be_read_is_left_alone(filled: Faqdesk, file: Path) -> None:
    file.write_text("contact = ", "utf-8")
    with pytest.raises(SettingsError, match="settings.toml cannot be read"):
        filled.settings_file.change({"contact": "x"}, OWNER)
    assert file.read_text("utf-8") == "contact = "
    assert filled.live_settings() == filled.settings


def test_a_disk_that_refuses_changes_nothing(
    filled: Faqdesk, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("index.files.os.replace", full)
    with pytest.raises(DiskError, match="settings.toml cannot be written"):
        filled.settings_file.change({"contact": "x"}, OWNER)
    assert not file.exists()


def test_each_change_is_in_the_audit_log(filled: Faqdesk) -> None:
    filled.settings_file.change({"contact": "Call us"}, OWNER)
    (event,) = filled.audit.search(limit=1)
    assert (event.change.who, event.change.action) == ("Ada", Action.SETTINGS_CHANGED)
    assert [(f.name, f.value) for f in event.change.before] == [("contact", "")]
    assert [(f.name, f.value) for f in event.change.after] == [("contact", "Call us")]
    assert filled.settings_file.change({"contact": "Call us"}, OWNER) == 0
    assert filled.audit.count() == event.id


def test_only_an_owner_changes_settings(filled: Faqdesk, file: Path) -> None:
    for role in (Role.READER, Role.EDITOR):
        with pytest.raises(NotAllowedError, match="may not change settings"):
            filled.settings_file.change({"contact": "x"}, person(role))
    assert not file.exists()


def test_what_the_environment_says_is_named_and_goes_first(
    filled: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert fixed_by_environment() == frozenset()
    monkeypatch.setenv("FAQDESK_CONTACT", "from the environment")
    assert fixed_by_environment() == {"contact"}
    filled.settings_file.change({"contact": "from the file"}, OWNER)
    assert filled.live_settings().contact == "from the environment"


def test_other_settings_hold_until_a_restart(filled: Faqdesk, file: Path) -> None:
    file.write_text('max_question_length = 5\ncontact = "x"\n', "utf-8")
    live = filled.live_settings()
    assert (live.contact, live.max_question_length) == ("x", 2000)


def test_personal_data_is_masked_in_what_is_kept_and_not_in_what_is_shown(filled: Faqdesk) -> None:
    question = "Can I bring my dog? Write to jo.bell@example.com or call 020 7946 0123."
    shown = filled.answerer.answer(question)
    assert shown.question == question
    (kept,) = filled.turns.latest(1)
    assert kept.question == "Can I bring my dog? Write to [mail] or call [phone]."
    assert not any("jo.bell" in path.read_bytes().decode("latin-1") for path in logs(filled))


def logs(desk: Faqdesk) -> list[Path]:
    return [path for path in desk.settings.home.iterdir() if path.name.startswith("faqdesk.db")]


def test_the_owner_chooses_what_is_masked(filled: Faqdesk) -> None:
    assert filled.settings_file.change({"mask": ("phone",)}, OWNER) == 1
    filled.answerer.answer("Is jo.bell@example.com right? Or 020 7946 0123?")
    assert filled.turns.latest(1)[0].question == "Is jo.bell@example.com right? Or [phone]?"
    assert filled.settings_file.change({"mask": ()}, OWNER) == 1
    filled.answerer.answer("Is jo.bell@example.com right? Or 020 7946 0123?")
    assert filled.turns.latest(1)[0].question.endswith("0123?")
    (event,) = filled.audit.search(limit=1)
    assert (event.change.before[0].value, event.change.after[0].value) == ("phone", "")


def test_what_cannot_be_masked_is_refused(filled: Faqdesk) -> None:
    with pytest.raises(SettingsError, match="mask"):
        filled.settings_file.change({"mask": ("name",)}, OWNER)

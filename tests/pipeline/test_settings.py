from __future__ import annotations

from pathlib import Path

import pytest

from data.database import open_database
from data.errors import SettingsError
from pipeline.settings import load_settings


def write(home: Path, text: str) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "settings.toml").write_text(text, "utf-8")


def test_the_file_in_the_home_folder_is_read(home: Path) -> None:
    write(home, 'answer_at = 0.9\norganisation = "Skerryline"\n')
    settings = load_settings()
    assert (settings.answer_at, settings.organisation) == (0.9, "Skerryline")


def test_the_environment_wins_over_the_file(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(home, "answer_at = 0.9\n")
    monkeypatch.setenv("FAQDESK_ANSWER_AT", "0.7")
    assert load_settings().answer_at == 0.7


def test_a_given_home_wins_over_the_environment(tmp_path: Path) -> None:
    other = tmp_path / "other"
    write(other, "answer_at = 0.5\n")
    settings = load_settings(other)
    assert (settings.home, settings.answer_at) == (other, 0.5)
    assert settings.url == f"sqlite:///{other}/faqdesk.db"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("answer_at = 2\n", r"answer_at = 2: Input should be less than or equal to 1"),
        ("suggest_at = 0.9\n", r"suggest an entry \(0\.9\), must not be above answer_at"),
        ("anser_at = 0.5\n", r"anser_at is no setting"),
        ('device = "tpu"\n', r"device = 'tpu'"),
        ("answer_at = \n", r"settings\.toml cannot be read"),
    ],
)
def test_what_makes_no_sense_is_named(home: Path, text: str, says: str) -> None:
    write(home, text)
    with pytest.raises(SettingsError, match=says):
        load_settings()


def test_a_threshold_of_0_and_an_empty_text_stay_as_they_are(home: Path) -> None:
    write(home, 'answer_at = 0\nsuggest_at = 0\nunanswered_text = ""\n')
    settings = load_settings()
    assert (settings.answer_at, settings.suggest_at, settings.unanswered_text) == (0, 0, "")


@pytest.mark.parametrize("name", ["FAQDESK_MASK", "FAQDESK_OIDC_ROLES"])
def test_a_variable_that_is_no_json_is_named(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "mail")
    with pytest.raises(SettingsError, match=rf"{name[8:].lower()}.*Write lists as \["):
        load_settings()


@pytest.mark.parametrize("name", ["FAQDESK_HOME", "FAQDESK_MODELS"])
def test_the_home_folder_of_nobody_is_named(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "~nobody-has-this-name/x")
    with pytest.raises(SettingsError, match=r"~nobody-has-this-name/x is not there"):
        load_settings()


@pytest.mark.parametrize("name", ["100% sure?", "a%20b", "é ü #;&'"])
def test_the_database_is_in_the_home_folder_whatever_its_name(tmp_path: Path, name: str) -> None:
    settings = load_settings(tmp_path / name)
    settings.home.mkdir()
    open_database(settings.url, settings.writer_lock).dispose()
    assert (tmp_path / name / "faqdesk.db").is_file()
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_home_folder_whose_name_is_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"caf\? has a name that is no text"):
        load_settings(tmp_path / "caf\udce9")

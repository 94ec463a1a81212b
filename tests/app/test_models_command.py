from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.command import cli
from index.fetched import FETCHED, PHRASING


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FAQDESK_MODELS", str(tmp_path))
    return tmp_path


def test_models_are_listed_with_size_licence_and_state(cache: Path) -> None:
    shown = CliRunner().invoke(cli, ["models", "list"], terminal_width=200).output
    for words in ("phrasing", "491 MB", "Apache-2.0", "Gemma Terms of Use", "not here", "encoder"):
        assert words in shown


def test_verify_says_when_a_model_is_wrong(cache: Path) -> None:
    runner = CliRunner()
    assert runner.invoke(cli, ["models", "verify"]).exit_code == 0
    (cache / FETCHED[PHRASING].file).write_bytes(b"GGUF, but not all of it")
    result = runner.invoke(cli, ["models", "verify", "--json"])
    assert result.exit_code == 1
    states = {model["name"]: model["state"] for model in json.loads(result.output)}
    assert states == {
        "encoder": "right",
        "reader": "right",
        "entailment": "right",
        "phrasing": "wrong",
        "phrasing-small": "not here",
    }


def test_a_name_that_cannot_be_got_is_refused(cache: Path) -> None:
    result = CliRunner().invoke(cli, ["models", "get", "gpt-9"])
    assert "There are phrasing and phrasing-small" in str(result.exception)

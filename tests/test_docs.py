"""The README tells the truth about commands, settings and files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from app.command import cli
from pipeline.settings import Settings

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = sorted(get_command(cli).commands)
SHELL = "\n".join(re.findall(r"^```sh\n(.*?)^```", README, re.MULTILINE | re.DOTALL))
DOCUMENTED = re.findall(r"^faqdesk (\w+)(.*)$", SHELL, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_is_in_the_readme_and_has_help(command: str) -> None:
    assert f"`faqdesk {command}" in README
    result = CliRunner().invoke(cli, [command, "--help"])
    assert result.exit_code == 0
    assert len(result.output.splitlines()) > 4


@pytest.mark.parametrize("setting", sorted(Settings.model_fields))
def test_each_setting_is_in_the_readme_with_its_default(setting: str) -> None:
    row = re.search(rf"^\| `FAQDESK_{setting.upper()}` \| (.*?) \|", README, re.MULTILINE)
    assert row, setting
    default = Settings.model_fields[setting].default
    if isinstance(default, int | float):
        assert row[1] == f"`{default}`"


def test_no_setting_in_the_readme_is_unknown() -> None:
    named = {name.lower() for name in re.findall(r"^\| `FAQDESK_(\w+)`", README, re.MULTILINE)}
    assert named == set(Settings.model_fields)


@pytest.mark.parametrize(("command", "rest"), DOCUMENTED)
def test_each_example_uses_options_that_exist(command: str, rest: str) -> None:
    assert command in COMMANDS
    help_text = CliRunner().invoke(cli, [command, "--help"], terminal_width=200).output
    for subcommand in {"questions", "reader", "intent"} if command in {"evaluate", "train"} else ():
        help_text += CliRunner().invoke(cli, [command, subcommand, "--help"]).output
    for option in re.findall(r"--[a-z-]+", rest):
        assert option in help_text


@pytest.mark.parametrize("target", re.findall(r"\]\(((?!http)[^)#]+)\)", README))
def test_each_link_and_picture_is_there(target: str) -> None:
    assert (ROOT / target).is_file(), target


@pytest.mark.parametrize("target", re.findall(r"^make (\w+)", SHELL, re.MULTILINE))
def test_each_make_target_is_there(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)

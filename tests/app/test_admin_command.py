"""`faqdesk admin`, and the link that `faqdesk serve` shows before there is an owner."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from data.roles import Role
from pipeline.build import Faqdesk
from tests.app.test_command import faqdesk as run

PASSWORD = "a boat on the lake"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def roles(desk: Faqdesk) -> list[str]:
    return run("admin", "list").out.split()


def test_people_are_added_listed_changed_and_removed(faqdesk: Faqdesk) -> None:
    added = run("admin", "add", "Ann", "--password-stdin", stdin=f"{PASSWORD}\n")
    assert (added.status, added.out) == (0, "Ann may sign in as owner.\n")
    asked = run("admin", "add", "Bob", "--role", "reader", stdin=f"{PASSWORD}\n{PASSWORD}\n")
    assert asked.status == 0
    assert PASSWORD not in asked.out + asked.err
    assert roles(faqdesk) == ["Ann", "owner", "Bob", "reader"]
    assert run("admin", "role", "bob", "editor").status == 0
    new = run("admin", "password", "bob", "--password-stdin", stdin="another password\r\n")
    assert new.status == 0
    assert faqdesk.accounts.user_of(faqdesk.accounts.sign_in("Bob", "another password"))
    assert roles(faqdesk) == ["Ann", "owner", "Bob", "editor"]
    assert run("admin", "remove", "Bob").status == 0
    assert roles(faqdesk) == ["Ann", "owner"]
    assert {event.change.who for event in faqdesk.audit.search(limit=9)} == {
        "(command line)",
        "Bob",
    }


def test_a_list_of_nobody_says_so_and_how_to_add_somebody(faqdesk: Faqdesk) -> None:
    ran = run("admin", "list")
    assert (ran.status, ran.out) == (0, "")
    assert "Nobody may sign in yet. Run `faqdesk admin add NAME`" in ran.err


def test_passwords_that_differ_are_asked_for_again(faqdesk: Faqdesk) -> None:
    ran = run("admin", "add", "Ann", stdin=f"{PASSWORD}\nother\n{PASSWORD}\n{PASSWORD}\n")
    assert ran.status == 0
    assert "do not match" in ran.out + ran.err


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (("add", "Ann", "--password-stdin"), "", "holds no password"),
        (("add", "Ann", "--password-stdin"), "short\n", "10 to 1,000 characters"),
        (("remove", "Eve"), "", "no user Eve"),
        (("add", "Ann", "--role", "king", "--password-stdin"), PASSWORD, "king"),
    ],
)
def test_what_cannot_be_done_is_told(
    faqdesk: Faqdesk, arguments: tuple[str, ...], stdin: str, words: str
) -> None:
    ran = run("admin", *arguments, stdin=stdin)
    assert ran.status == 2
    assert words in ran.err


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, hashing: None) -> Callable[..., str]:
    """What `faqdesk serve` says before the server takes its place."""
    monkeypatch.setattr(os, "execve", lambda *_: None)
    monkeypatch.setattr(os, "chdir", lambda _: None)

    def serve(*arguments: str) -> str:
        port = () if "--port" in arguments else ("--port", str(free_port()))
        return run("serve", *port, *arguments).err

    return serve


def test_serving_shows_a_link_for_the_first_owner_until_there_is_one(
    served: Callable[..., str], faqdesk: Faqdesk, home: Path
) -> None:
    port = str(free_port())
    said = served("--port", port, "--address", "0.0.0.0")
    code = (home / "setup-code").read_text()
    assert f"http://localhost:{port}/sign_in?setup={code}" in said
    faqdesk.accounts.create_first_owner(code, "Ann", PASSWORD)
    assert "setup=" not in served()


def test_no_link_is_shown_where_the_port_is_taken(
    served: Callable[..., str], faqdesk: Faqdesk
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = served("--port", port, "--address", "127.0.0.1")
    assert said.startswith(f"faqdesk: faqdesk cannot listen on 127.0.0.1, port {port} (")
    assert "setup=" not in said


@pytest.mark.parametrize("address", ["999.1.1.1", "a..b"])
def test_an_address_that_is_none_is_told(
    served: Callable[..., str], faqdesk: Faqdesk, address: str
) -> None:
    assert f"cannot listen on {address}" in served("--address", address)


@pytest.mark.parametrize("port", ["0", "65536"])
def test_a_port_that_is_none_is_told(served: Callable[..., str], port: str) -> None:
    assert "Invalid value for '--port'" in served("--port", port)


def test_no_link_is_shown_where_an_identity_provider_signs_people_in(
    served: Callable[..., str], monkeypatch: pytest.MonkeyPatch, faqdesk: Faqdesk
) -> None:
    monkeypatch.setenv("FAQDESK_OIDC_ROLES", '{"*": "reader"}')
    assert "setup=" not in served()
    monkeypatch.setenv("FAQDESK_OIDC_ROLES", '{"*": "king"}')
    assert "reader" in served()


def test_roles_can_be_given_in_the_file_of_settings(
    home: Path, opened: Callable[[], Faqdesk]
) -> None:
    home.mkdir()
    (home / "settings.toml").write_text('[oidc_roles]\n"ann@example.org" = "owner"\n')
    assert opened().settings.oidc_roles == {"ann@example.org": Role.OWNER}

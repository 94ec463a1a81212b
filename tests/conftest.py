"""What every test gets: a home of its own, no network, and a small library for those who ask."""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import hypothesis
import pytest

from data.records import Entry
from pipeline.build import Faqdesk, open_faqdesk
from tests.sample_library import ENTRIES

# These machines are noisy: a slow example is no fault.
hypothesis.settings.register_profile("faqdesk", deadline=None)
hypothesis.settings.load_profile("faqdesk")

# Adds or changes entries in the library of the `faqdesk` fixture; returns the new generation.
Publish = Callable[..., int]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The library's folder, not made yet; no other FAQDESK_… variable is set."""
    for name in [name for name in os.environ if name.startswith("FAQDESK_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("FAQDESK_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails the test that connects to anything but this machine."""
    for name in ("connect", "connect_ex"):
        monkeypatch.setattr(socket.socket, name, _only_here(getattr(socket.socket, name)))


@pytest.fixture
def hashing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Libraries are opened with the stand-in encoder and reader, which need no model."""
    monkeypatch.setenv("FAQDESK_ENCODER", "hash")
    monkeypatch.setenv("FAQDESK_READER", "overlap")


@pytest.fixture
def opened(hashing: None) -> Iterator[Callable[[], Faqdesk]]:
    """Opens the library in `home` as a new process would; all are closed at the end."""
    desks: list[Faqdesk] = []

    def open_another() -> Faqdesk:
        desks.append(open_faqdesk())
        return desks[-1]

    yield open_another
    for desk in desks:
        if "engine" in vars(desk):
            desk.engine.dispose()


@pytest.fixture
def faqdesk(opened: Callable[[], Faqdesk]) -> Faqdesk:
    """An empty library with the stand-in encoder."""
    return opened()


@pytest.fixture
def entries() -> tuple[Entry, ...]:
    """Twelve entries."""
    return ENTRIES


@pytest.fixture
def publish(faqdesk: Faqdesk) -> Publish:
    """Publishes entries, given one by one; without any, it publishes the library as it is."""

    def publish_entries(*changed: Entry) -> int:
        with faqdesk.publisher.lock():
            return faqdesk.publisher.publish(changed, by="test").generation

    return publish_entries


@pytest.fixture
def filled(faqdesk: Faqdesk, publish: Publish, entries: tuple[Entry, ...]) -> Faqdesk:
    """A library with the twelve entries published as generation 1."""
    publish(*entries)
    return faqdesk


def _only_here(connect: Callable[..., Any]) -> Callable[..., Any]:
    def guarded(self: socket.socket, address: Any) -> Any:
        if self.family != socket.AF_UNIX and not _is_loopback(str(address[0])):
            _refuse(self, address)
        return connect(self, address)

    return guarded


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _refuse(refused: socket.socket, address: Any) -> NoReturn:
    # Left open, it would be a ResourceWarning that hides the reason.
    refused.close()
    pytest.fail(f"tests run offline, and this one connects to {address}")

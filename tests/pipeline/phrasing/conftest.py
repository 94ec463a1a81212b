"""A tiny model that llama.cpp runs, its server, and servers that go wrong in a way of their own."""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from pipeline.phrasing.phraser import Decoding, PhraseRequest
from tests.pipeline.phrasing.tiny_gguf import tiny_gguf

REQUEST = PhraseRequest(
    question="when does it go",
    entry_question="What time does it sail?",
    answer="It sails at 9:30. Be there early.",
    span="9:30",
    decoding=Decoding(max_tokens=20),
)
KEY = "s3cret"

Behaviour = Callable[[BaseHTTPRequestHandler, int], None]


@pytest.fixture(scope="session")
def llama_cpp() -> None:
    """Skips where llama.cpp is not installed: `make phrasing` installs it."""
    if importlib.util.find_spec("xllamacpp") is None:
        pytest.skip("xllamacpp is not installed (`make phrasing`)")


@pytest.fixture(scope="session")
def gguf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of a few kilobytes."""
    return tiny_gguf(tmp_path_factory.mktemp("gguf") / "tiny.gguf")


@pytest.fixture(scope="session")
def llama_url(llama_cpp: None, gguf: Path) -> Iterator[str]:
    """The address of a llama.cpp server that wants a key."""
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(gguf)
    parameters.api_keys = [KEY]
    parameters.n_ctx = 4096
    parameters.verbosity = -1
    parameters.cpuparams.n_threads = 1
    server = xllamacpp.Server(parameters)
    yield server.listening_address
    del server


@dataclass(frozen=True, slots=True)
class BadServer:
    """A server, and how often it was asked."""

    url: str
    asked: list[float] = field(default_factory=list)
    gone: threading.Event = field(default_factory=threading.Event)


@pytest.fixture
def bad_server() -> Iterator[Callable[[Behaviour], BadServer]]:
    """Starts servers that do to each request, which are numbered from 1, what they are told."""
    started: list[ThreadingHTTPServer] = []

    def start(behaviour: Behaviour) -> BadServer:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                bad.asked.append(0.0)
                try:
                    behaviour(self, len(bad.asked))
                except OSError:
                    bad.gone.set()

            def log_message(self, *_: Any) -> None:
                """Says nothing."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        bad = BadServer(f"http://127.0.0.1:{server.server_port}")
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        started.append(server)
        return bad

    yield start
    for server in started:
        server.shutdown()
        server.server_close()

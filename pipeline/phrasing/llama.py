"""GGUF models through llama.cpp, in this process and without a network.

llama.cpp computes in its own server, which listens on a socket in a folder that nobody else may
open: closing the connection stops it in the middle of a reply, which a call of its library cannot.
"""

from __future__ import annotations

import importlib.util
import os
import secrets
import shutil
import tempfile
import threading
import time
import weakref
from collections.abc import AsyncGenerator, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from data.errors import ModelError, PhrasingError
from index.models import file_sha256
from pipeline.phrasing.endpoint import CHAT, no_beams
from pipeline.phrasing.phraser import Decoding, Method, PhraseRequest
from pipeline.phrasing.prompt import chat_prompt, plain_prompt
from pipeline.phrasing.route import Route, streamed
from pipeline.phrasing.waiting import loaded, pieces_of

TEXT = "/completions"
CONNECT_S = 3.0
# Tokens that prompts and replies may have together, of all that are at work at once.
CONTEXT = 16_384
AT_ONCE = 4
# Between batches of so many tokens it looks whether anybody still waits.
BATCH = 256
MOST_THREADS = 8
# A spinning thread takes the processor from the one that it waits for, when others want it too:
# with two threads on two busy cores, 1.4 words a second instead of 20.
WAIT_POLICY = "OMP_WAIT_POLICY"

MAGIC = b"GGUF"
# What is said about a model, its words included, is well within so many bytes.
HEAD = 32 * 2**20
TEMPLATE = b"tokenizer.chat_template"


class LlamaPhraser:
    """Writes replies with a GGUF file, which is loaded when it is first used."""

    def __init__(self, model: Path, timeout_s: float, *, on_gpu: bool, digest: str = "") -> None:
        self._model = model
        self._digest = digest
        self._timeout = timeout_s
        self._on_gpu = on_gpu
        self._lock = threading.Lock()
        self._running: Running | None = None

    def phrase(self, request: PhraseRequest) -> Generator[str]:
        """The reply in pieces; the time that loading takes counts.

        Raises:
            SettingsError: when beam search is wanted, which llama.cpp does not have.
            ModelError: when the model is missing, damaged or cannot be loaded.
            PhrasingError: when the reply is not there in time.
        """
        no_beams(request.decoding, "llama.cpp")
        deadline = time.monotonic() + self._timeout
        try:
            running = self._running or (yield from loaded(self._load, deadline))
            yield from pieces_of(running.reply(request), deadline)
        except TimeoutError as error:
            raise self._late() from error

    def opened(self) -> Generator[str, None, Running]:
        """llama.cpp with the model in it, and empty pieces while it loads.

        Raises:
            ModelError: when the model is missing, damaged or cannot be loaded.
            PhrasingError: when it is not loaded in time.
        """
        try:
            deadline = time.monotonic() + self._timeout
            return self._running or (yield from loaded(self._load, deadline))
        except TimeoutError as error:
            raise self._late() from error

    def _late(self) -> PhrasingError:
        return PhrasingError(
            f"The phrasing model took longer than {self._timeout:g} s. Give it more time with "
            "FAQDESK_PHRASING_TIMEOUT_S, or take a smaller one."
        )

    def _load(self) -> Running:
        with self._lock:
            if self._running is None:
                self._running = Running(self._model, self._digest, self._timeout, self._on_gpu)
            return self._running


class Running:
    """llama.cpp with a model in it; both go when nothing refers to this any more.

    `chats` says that the model was trained to; `route` is the way to it.
    """

    def __init__(self, model: Path, digest: str, timeout_s: float, on_gpu: bool) -> None:
        self.chats = _check(model, digest)
        llama = _library()
        folder = tempfile.mkdtemp(prefix="faqdesk-")
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        socket = Path(folder) / "llama.sock"
        key = secrets.token_hex(16)
        try:
            self._server = llama.Server(_parameters(llama, model, socket, key, on_gpu=on_gpu))
        except RuntimeError as error:
            raise ModelError(
                f"llama.cpp cannot load {model.name}. Check that there is enough memory, or get it "
                "again with `faqdesk models get phrasing`."
            ) from error
        self.route = Route("http://llama/v1", CONNECT_S, timeout_s, key, socket)

    def reply(self, request: PhraseRequest) -> AsyncGenerator[str]:
        """The reply in pieces."""
        body = {**sampling(request.decoding), "stream": True, "cache_prompt": True}
        if self.chats:
            messages = [asdict(message) for message in chat_prompt(request)]
            return streamed(self.route, CHAT, {**body, "messages": messages})
        prompt = {"prompt": plain_prompt(request), "stop": ["\n"]}
        return streamed(self.route, TEXT, {**body, **prompt})


def _parameters(llama: Any, model: Path, socket: Path, key: str, *, on_gpu: bool) -> Any:
    threads = min(len(os.sched_getaffinity(0)), MOST_THREADS)
    values: Mapping[str, Any] = {
        "hostnames": [str(socket)],
        "api_keys": [key],
        "n_ctx": CONTEXT,
        "n_parallel": AT_ONCE,
        "kv_unified": True,
        "n_batch": BATCH,
        "n_ubatch": BATCH,
        # What visitors asked is kept no longer than until the next question.
        "cache_ram_mib": 0,
        "endpoint_slots": False,
        "ui": False,
        "verbosity": -1,
    }
    parameters = llama.CommonParams()
    for name, value in values.items():
        setattr(parameters, name, value)
    parameters.model.path = str(model)
    parameters.cpuparams.n_threads = threads
    parameters.cpuparams_batch.n_threads = threads
    if not on_gpu:
        parameters.n_gpu_layers = 0
    return parameters


def sampling(decoding: Decoding) -> dict[str, Any]:
    """How words are chosen, in llama.cpp's names; everything else of that kind is off."""
    sampled = decoding.method is Method.SAMPLE
    return {
        "max_tokens": decoding.max_tokens,
        "repeat_penalty": decoding.repetition_penalty,
        "temperature": decoding.temperature if sampled else 0.0,
        "top_k": decoding.top_k if sampled else 1,
        "top_p": decoding.top_p if sampled else 1.0,
        "min_p": 0.0,
        "seed": decoding.seed,
    }


def _check(model: Path, digest: str) -> bool:
    """Whether the model was trained to chat: its file then says how its turns are written.

    Raises:
        ModelError: when it cannot be read, is no GGUF file or not the one of this SHA-256.
    """
    if digest and file_sha256(model) != digest:
        raise ModelError(
            f"{model.name} is not the model that faqdesk expects (SHA-256 differs). Get it again "
            "with `faqdesk models get phrasing`."
        )
    try:
        with model.open("rb") as file:
            head = file.read(HEAD)
    except OSError as error:
        raise ModelError(
            f"{model} cannot be read ({error.strerror}). Get it again with `faqdesk models get "
            "phrasing`, or give another with FAQDESK_PHRASING."
        ) from error
    if not head.startswith(MAGIC):
        raise ModelError(f"{model} is no GGUF file. Give another with FAQDESK_PHRASING.")
    return TEMPLATE in head


def check_installed() -> None:
    """Looks whether llama.cpp is there, without loading it.

    Raises:
        ModelError: when it is not.
    """
    if importlib.util.find_spec("xllamacpp") is None:
        raise ModelError(
            "llama.cpp is not installed. Install it with `pip install xllamacpp`, or set "
            "FAQDESK_PHRASING=off."
        )


def _library() -> Any:
    check_installed()
    with _waiting_quietly():
        import xllamacpp
    return xllamacpp


@contextmanager
def _waiting_quietly() -> Iterator[None]:
    """Tells OpenMP, which looks when it is loaded, that waiting threads are to sleep."""
    before = os.environ.get(WAIT_POLICY)
    os.environ.setdefault(WAIT_POLICY, "passive")
    try:
        yield
    finally:
        if before is None:
            del os.environ[WAIT_POLICY]

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from data.errors import ModelError, PhrasingError, SettingsError
from index.fetched import FETCHED, PHRASING, State, state_of
from pipeline.phrasing.llama import LlamaPhraser
from pipeline.phrasing.phraser import Decoding, Method, PhraseRequest
from pipeline.settings import Settings
from tests.pipeline.phrasing.conftest import REQUEST
from tests.pipeline.phrasing.tiny_gguf import tiny_gguf

pytestmark = pytest.mark.usefixtures("llama_cpp")

LONG = replace(REQUEST, decoding=Decoding(max_tokens=3000))


@pytest.fixture(scope="module")
def phraser(llama_cpp: None, gguf: Path) -> LlamaPhraser:
    return LlamaPhraser(gguf, 20, on_gpu=False)


def reply(phraser: LlamaPhraser, request: PhraseRequest = REQUEST) -> str:
    return "".join(phraser.phrase(request))


def test_a_reply_comes_in_pieces_and_greedily_it_is_always_the_same(phraser: LlamaPhraser) -> None:
    pieces = [piece for piece in phraser.phrase(REQUEST) if piece]
    assert len(pieces) == REQUEST.decoding.max_tokens
    assert reply(phraser) == "".join(pieces)


def test_a_seed_makes_sampling_repeatable(phraser: LlamaPhraser) -> None:
    decoding = Decoding(method=Method.SAMPLE, temperature=1.5, seed=1, max_tokens=20)
    once = replace(REQUEST, decoding=decoding)
    other = replace(REQUEST, decoding=replace(decoding, seed=2))
    assert reply(phraser, once) == reply(phraser, once) != reply(phraser, other)


def test_sampling_from_one_word_is_greedy(phraser: LlamaPhraser) -> None:
    decoding = Decoding(method=Method.SAMPLE, top_k=1, seed=5, max_tokens=20)
    assert reply(phraser, replace(REQUEST, decoding=decoding)) == reply(phraser)


def test_a_penalty_makes_for_fewer_repetitions(phraser: LlamaPhraser) -> None:
    decoding = replace(REQUEST.decoding, repetition_penalty=1.9)
    penalised = reply(phraser, replace(REQUEST, decoding=decoding)).split()
    assert len(set(penalised)) > len(set(reply(phraser).split()))


def test_a_model_that_was_not_trained_to_chat_writes_one_line(tmp_path: Path) -> None:
    said = reply(LlamaPhraser(tiny_gguf(tmp_path / "base.gguf", chats=False), 20, on_gpu=False))
    assert said.strip()
    assert "\n" not in said


def test_closing_stops_the_model(phraser: LlamaPhraser) -> None:
    pieces = phraser.phrase(LONG)
    assert next(piece for piece in pieces if piece)
    pieces.close()  # type: ignore[attr-defined]
    time.sleep(1.5)
    before = time.process_time()
    time.sleep(0.5)
    assert time.process_time() - before < 0.25


def test_several_visitors_are_served_at_once(phraser: LlamaPhraser) -> None:
    said: list[str] = []
    threads = [threading.Thread(target=lambda: said.append(reply(phraser))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(said) == 6
    assert all(len(words.split()) == REQUEST.decoding.max_tokens for words in said)


def test_a_reply_that_takes_too_long_is_given_up(gguf: Path) -> None:
    phraser = LlamaPhraser(gguf, 0.3, on_gpu=False)
    with pytest.raises(PhrasingError, match=r"took longer than 0\.3 s"):
        reply(phraser, replace(REQUEST, decoding=Decoding(max_tokens=8000)))


def test_it_listens_where_nobody_else_may_look(phraser: LlamaPhraser) -> None:
    reply(phraser)
    assert phraser._running is not None
    socket = phraser._running.route.socket
    assert socket is not None
    assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700
    assert stat.S_ISSOCK(socket.stat().st_mode)
    assert phraser._running.route.key not in repr(phraser._running.route)


def test_beam_search_is_refused(phraser: LlamaPhraser) -> None:
    with pytest.raises(SettingsError, match=r"Beam search cannot be had from llama\.cpp"):
        reply(phraser, replace(REQUEST, decoding=Decoding(method=Method.BEAM)))


def test_a_file_that_is_no_gguf_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.gguf").write_bytes(b"PK\3\4 something else")
    with pytest.raises(ModelError, match="is no GGUF file"):
        reply(LlamaPhraser(tmp_path / "a.gguf", 5, on_gpu=False))


def test_half_a_gguf_cannot_be_loaded(tmp_path: Path, gguf: Path) -> None:
    half = tmp_path / "half.gguf"
    half.write_bytes(gguf.read_bytes()[:60_000])
    with pytest.raises(ModelError, match=r"cannot load half\.gguf"):
        reply(LlamaPhraser(half, 5, on_gpu=False))


def test_another_model_than_the_expected_one_is_refused(gguf: Path) -> None:
    with pytest.raises(ModelError, match="SHA-256 differs"):
        reply(LlamaPhraser(gguf, 5, on_gpu=False, digest="0" * 64))


def test_the_policy_for_threads_is_not_left_behind(phraser: LlamaPhraser) -> None:
    reply(phraser)
    assert "OMP_WAIT_POLICY" not in os.environ


def test_a_process_ends_while_the_model_is_loaded(gguf: Path) -> None:
    program = (
        "import sys\nfrom pathlib import Path\n"
        "from pipeline.phrasing.llama import LlamaPhraser\n"
        "from tests.pipeline.phrasing.conftest import REQUEST\n"
        "phraser = LlamaPhraser(Path(sys.argv[1]), 20, on_gpu=False)\n"
        "pieces = phraser.phrase(REQUEST)\n"
        "next(piece for piece in pieces if piece)\n"
    )
    command = [sys.executable, "-c", program, str(gguf)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_the_default_model_says_what_the_entry_says() -> None:
    cache = Settings().models.expanduser()
    model = FETCHED[PHRASING]
    if state_of(model, cache) is not State.PRESENT:
        pytest.skip("the model is not in the cache (`faqdesk models get phrasing`)")
    phraser = LlamaPhraser(cache / model.file, 120, on_gpu=False, digest=model.digest)
    request = replace(REQUEST, decoding=Decoding(max_tokens=60))
    assert "9:30" in reply(phraser, request)

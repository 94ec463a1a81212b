from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from data.errors import ModelError, PhrasingError
from pipeline.phrasing.phraser import Decoding, Method, PhraseRequest
from pipeline.phrasing.transformers_lm import TransformersPhraser
from tests.pipeline.phrasing.conftest import REQUEST
from tests.pipeline.tiny_models import tiny_writer

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_writer(tmp_path_factory.mktemp("writer"))


@pytest.fixture(scope="module")
def phraser(folder: Path) -> TransformersPhraser:
    return TransformersPhraser(str(folder), 60, on_gpu=False)


def reply(phraser: TransformersPhraser, request: PhraseRequest = REQUEST) -> str:
    return "".join(phraser.phrase(request))


def choosing(**values: object) -> PhraseRequest:
    return replace(REQUEST, decoding=Decoding(max_tokens=20, **values))  # type: ignore[arg-type]


def generating() -> Iterator[threading.Thread]:
    return (thread for thread in threading.enumerate() if "_generate" in thread.name)


def test_a_reply_comes_in_pieces_and_greedily_it_is_always_the_same(
    phraser: TransformersPhraser,
) -> None:
    pieces = [piece for piece in phraser.phrase(REQUEST) if piece]
    assert len(pieces) > 3
    assert reply(phraser) == "".join(pieces)


def test_a_seed_makes_sampling_repeatable(phraser: TransformersPhraser) -> None:
    once, other = (choosing(method=Method.SAMPLE, temperature=1.5, seed=seed) for seed in (1, 2))
    assert reply(phraser, once) == reply(phraser, once) != reply(phraser, other)


def test_sampling_from_one_word_is_greedy(phraser: TransformersPhraser) -> None:
    assert reply(phraser, choosing(method=Method.SAMPLE, top_k=1)) == reply(phraser)


def test_beam_search_gives_the_whole_reply_at_once(phraser: TransformersPhraser) -> None:
    pieces = [piece for piece in phraser.phrase(choosing(method=Method.BEAM, beams=3)) if piece]
    assert len(pieces) == 1
    assert pieces[0] != reply(phraser)


def test_a_penalty_makes_for_fewer_repetitions(phraser: TransformersPhraser) -> None:
    penalised = reply(phraser, choosing(repetition_penalty=1.9)).split()
    assert len(set(penalised)) >= len(set(reply(phraser).split()))


def test_a_model_that_was_not_trained_to_chat_writes_one_line(tmp_path: Path) -> None:
    phraser = TransformersPhraser(str(tiny_writer(tmp_path, chats=False)), 60, on_gpu=False)
    said = reply(phraser)
    assert said.strip()
    assert "\n" not in said


@pytest.mark.parametrize("method", [Method.GREEDY, Method.BEAM])
def test_closing_stops_the_model(phraser: TransformersPhraser, method: Method) -> None:
    reply(phraser)
    pieces = phraser.phrase(replace(REQUEST, decoding=Decoding(method=method, max_tokens=500)))
    next(pieces)
    pieces.close()  # type: ignore[attr-defined]
    begun = time.monotonic()
    while list(generating()):
        assert time.monotonic() - begun < 30
        time.sleep(0.02)


def test_a_reply_that_takes_too_long_is_given_up(folder: Path) -> None:
    phraser = TransformersPhraser(str(folder), 0.3, on_gpu=False)
    phraser._load()
    begun = time.monotonic()
    with pytest.raises(PhrasingError, match=r"took longer than 0\.3 s"):
        reply(phraser, replace(REQUEST, decoding=Decoding(method=Method.BEAM, max_tokens=500)))
    assert time.monotonic() - begun < 30


def test_an_entry_that_does_not_fit_is_said_not_to(phraser: TransformersPhraser) -> None:
    with pytest.raises(PhrasingError, match="has room for 1024"):
        reply(phraser, replace(REQUEST, decoding=Decoding(max_tokens=1000)))


def test_a_model_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="'nobody/nothing' is not on this machine"):
        reply(TransformersPhraser("nobody/nothing", 5, on_gpu=False))
    with pytest.raises(ModelError, match="is no causal language model"):
        reply(TransformersPhraser(str(tmp_path), 5, on_gpu=False))

"""The models that phrase answers, opened: the same contract for llama.cpp and transformers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from data.errors import ModelError
from pipeline.inside.decoding import KNOWN, NAMED, Choosing, left
from pipeline.inside.llama_writer import LlamaWriter
from pipeline.inside.transformers_writer import TransformersWriter
from pipeline.inside.writer import Writer, opened
from pipeline.phrasing.counting import CountingPhraser
from pipeline.phrasing.endpoint import EndpointPhraser
from pipeline.phrasing.llama import LlamaPhraser
from pipeline.phrasing.phraser import Decoding, Method, Phraser
from pipeline.phrasing.transformers_lm import TransformersPhraser
from tests.pipeline.inside.test_beams import done
from tests.pipeline.phrasing.conftest import REQUEST, gguf, llama_cpp  # noqa: F401
from tests.pipeline.phrasing.tiny_gguf import tiny_gguf
from tests.pipeline.tiny_models import tiny_writer

KINDS = ["llama.cpp", pytest.param("transformers", marks=pytest.mark.slow)]
SAMPLED = Decoding(Method.SAMPLE, top_k=9, top_p=0.8, temperature=1.4, seed=3, max_tokens=12)


@pytest.fixture(scope="module")
def phrasers(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> dict[str, Phraser]:
    return {}


@pytest.fixture(params=KINDS)
def phraser(
    request: pytest.FixtureRequest,
    phrasers: dict[str, Phraser],
    tmp_path_factory: pytest.TempPathFactory,
) -> Phraser:
    kind = request.param
    if kind not in phrasers:
        if kind == "llama.cpp":
            request.getfixturevalue("llama_cpp")
            phrasers[kind] = LlamaPhraser(request.getfixturevalue("gguf"), 60, on_gpu=False)
        else:
            folder = tiny_writer(tmp_path_factory.mktemp("writer"))
            phrasers[kind] = TransformersPhraser(str(folder), 60, on_gpu=False)
    return phrasers[kind]


@pytest.fixture
def writer(phraser: Phraser) -> Writer:
    return done(opened(phraser))


@pytest.mark.parametrize("decoding", [REQUEST.decoding, SAMPLED, replace(SAMPLED, seed=4)])
def test_it_writes_the_very_reply_that_is_phrased(
    phraser: Phraser, writer: Writer, decoding: Decoding
) -> None:
    said = "".join(phraser.phrase(replace(REQUEST, decoding=decoding)))
    written = done(writer.written(done(writer.prompt(REQUEST)), decoding, 100))
    assert written.text == said
    assert len(written.steps) == decoding.max_tokens
    assert not written.ended


def test_the_likeliest_come_first_and_greedily_the_first_is_taken(writer: Writer) -> None:
    prompt = done(writer.prompt(REQUEST))
    for step in done(writer.written(prompt, REQUEST.decoding, 5)).steps:
        following = step.following
        assert step.chosen == following.tokens[0]
        assert len(following.tokens) == NAMED
        assert len(following.probabilities) == KNOWN < following.size
        assert (np.diff(following.probabilities) <= 0).all()
        named = [token.probability for token in following.tokens]
        assert named == pytest.approx(following.probabilities[:NAMED].tolist())


def test_a_step_is_what_follows_the_tokens_before_it(writer: Writer) -> None:
    prompt = done(writer.prompt(REQUEST))
    steps = done(writer.written(prompt, SAMPLED, 6)).steps
    ids = tuple(step.chosen.id for step in steps)
    for at, step in enumerate(steps):
        again = done(writer.following((*prompt, *ids[:at])))
        assert again.probabilities == pytest.approx(step.following.probabilities, abs=1e-3)


def test_what_is_known_of_a_step_is_the_beginning_of_the_whole(writer: Writer) -> None:
    prompt = done(writer.prompt(REQUEST))
    # What was read before is not read again, and a prompt in one go differs in the last digits.
    done(writer.following(prompt))
    part, whole = (done(writer.following(prompt, whole=each)) for each in (False, True))
    assert len(whole.probabilities) == whole.size == part.size
    assert whole.probabilities.sum() == pytest.approx(1, abs=1e-5)
    assert whole.probabilities[:KNOWN] == pytest.approx(part.probabilities, abs=1e-6)
    # llama.cpp adds up in single precision.
    assert part.entropy.low - 1e-3 <= whole.entropy.low <= part.entropy.high + 1e-3


def test_from_another_token_it_goes_on_otherwise(writer: Writer) -> None:
    prompt = done(writer.prompt(REQUEST))
    first = done(writer.written(prompt, REQUEST.decoding, 4))
    other = first.steps[0].following.tokens[1]
    branch = done(writer.written((*prompt, other.id), REQUEST.decoding, 4))
    assert branch.steps[0].following.tokens != first.steps[1].following.tokens
    assert done(writer.text((other.id,))).strip() == other.text.strip()


def test_nobody_waits_when_it_is_closed(writer: Writer) -> None:
    prompt = done(writer.prompt(REQUEST))
    long = Decoding(max_tokens=800)
    work = writer.written(prompt, long, 800)
    next(work)
    work.close()
    begun = time.monotonic()
    done(writer.following(prompt))
    assert time.monotonic() - begun < 10


@pytest.fixture(scope="module")
def llama(llama_cpp: None, gguf: Path) -> Iterator[LlamaWriter]:  # noqa: F811
    found = done(opened(LlamaPhraser(gguf, 60, on_gpu=False)))
    assert isinstance(found, LlamaWriter)
    yield found


@pytest.mark.parametrize("temperature", [0.4, 1.0, 1.7])
@pytest.mark.parametrize(("count", "share"), [(40, 0.9), (5, 0.99), (8, 0.3), (60, 1.0)])
def test_it_is_what_llama_cpp_leaves(
    llama: LlamaWriter, temperature: float, count: int, share: float
) -> None:
    """llama.cpp tells what its samplers left where it is asked for that."""
    prompt = done(llama.prompt(REQUEST))
    done(llama.following(prompt))
    decoding = Decoding(Method.SAMPLE, count, share, temperature)
    body = llama._body(prompt, decoding, 64) | {"n_predict": 1, "post_sampling_probs": True}
    told = done(llama._asked("/completion", body))["completion_probabilities"][0]
    theirs = [each["prob"] for each in told["top_probs"] if each["prob"] > 0]
    following = done(llama.following(prompt))
    ours = left(following.probabilities, Choosing.of(decoding, cuts_first=llama.cuts_first))
    assert ours[ours > 0].tolist() == pytest.approx(theirs, abs=1e-5)


def test_a_model_that_was_not_trained_to_chat_ends_with_the_line(
    llama_cpp: None,  # noqa: F811
    tmp_path: Path,
) -> None:
    phraser = LlamaPhraser(tiny_gguf(tmp_path / "base.gguf", chats=False), 20, on_gpu=False)
    writer = done(opened(phraser))
    written = done(writer.written(done(writer.prompt(REQUEST)), REQUEST.decoding, 100))
    assert written.text == "".join(phraser.phrase(REQUEST))


@pytest.mark.parametrize(
    ("phraser", "why"),
    [
        (EndpointPhraser("http://localhost:1/v1", "m", 5, ""), "An endpoint gives words"),
        (CountingPhraser(), "a stand-in and no language model"),
    ],
)
def test_what_cannot_be_opened_says_why(phraser: Phraser, why: str) -> None:
    with pytest.raises(ModelError, match=why):
        done(opened(phraser))


@pytest.mark.slow
def test_the_same_tokens_are_given_as_in_phrasing(tmp_path: Path) -> None:
    phraser = TransformersPhraser(str(tiny_writer(tmp_path)), 60, on_gpu=False)
    writer = done(opened(phraser))
    assert isinstance(writer, TransformersWriter)
    assert done(writer.prompt(REQUEST)) == tuple(phraser.inputs(REQUEST)["input_ids"][0].tolist())

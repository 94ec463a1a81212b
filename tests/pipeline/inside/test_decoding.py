"""How tokens are picked, by hand: against Hugging Face transformers, and by sums."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pipeline.inside.attention import Floats
from pipeline.inside.decoding import (
    Choosing,
    Next,
    Token,
    entropy,
    left,
    tempered,
    top_k,
    top_p,
)
from pipeline.phrasing.phraser import Decoding, Method

SIZE = 500


def made_up(seed: int, sharpness: float = 3.0) -> Floats:
    scores = sharpness * np.random.default_rng(seed).normal(size=SIZE)
    raised = np.exp(scores - scores.max())
    return np.asarray(-np.sort(-raised / raised.sum()))


def following(probabilities: Floats, size: int = SIZE) -> Next:
    tokens = tuple(Token(at, f"t{at}", float(p)) for at, p in enumerate(probabilities[:10]))
    return Next(tokens, probabilities, size, entropy(probabilities, size))


def test_the_worked_example_comes_out() -> None:
    start = np.array([0.5, 0.3, 0.15, 0.05])
    cut = top_k(start, 3)
    assert cut == pytest.approx([0.5263, 0.3158, 0.1579, 0], abs=1e-4)
    nucleus = top_p(cut, 0.75)
    assert nucleus == pytest.approx([0.625, 0.375, 0, 0])
    assert tempered(nucleus, 0.5) == pytest.approx([0.7353, 0.2647, 0, 0], abs=1e-4)
    assert left(start, Choosing(0.5, 3, 0.75, cuts_first=True)) == pytest.approx(
        [0.7353, 0.2647, 0, 0], abs=1e-4
    )


@pytest.mark.parametrize("temperature", [0.3, 1.0, 1.8])
@pytest.mark.parametrize("count", [0, 1, 7, 60])
@pytest.mark.parametrize("share", [0.2, 0.9, 1.0])
def test_it_is_what_the_warpers_of_transformers_leave(
    temperature: float, count: int, share: float
) -> None:
    torch = pytest.importorskip("torch")
    from transformers import TemperatureLogitsWarper, TopKLogitsWarper, TopPLogitsWarper

    start = made_up(7)
    scores = torch.tensor(np.log(start))[None]
    scores = TemperatureLogitsWarper(temperature)(None, scores)
    if count:
        scores = TopKLogitsWarper(count)(None, scores)
    if share < 1:
        scores = TopPLogitsWarper(share)(None, scores)
    theirs = scores.softmax(-1)[0].numpy()
    ours = left(start, Choosing(temperature, count, share, cuts_first=False))
    assert ours == pytest.approx(theirs, abs=1e-9)


def test_the_order_of_temperature_and_cutting_matters() -> None:
    start = made_up(3, sharpness=1.0)
    first, last = (left(start, Choosing(2.0, 0, 0.5, cuts_first=c)) for c in (True, False))
    assert np.count_nonzero(first) < np.count_nonzero(last)


def test_a_very_low_temperature_leaves_the_likeliest() -> None:
    assert tempered(made_up(1), 0.001)[0] == pytest.approx(1)


def test_greedily_one_token_is_left() -> None:
    choosing = Choosing.of(Decoding(temperature=1.7), cuts_first=True)
    assert left(made_up(2), choosing).tolist() == [1.0, *[0.0] * (SIZE - 1)]
    sampled = Decoding(method=Method.SAMPLE, top_k=3, top_p=0.8, temperature=0.4)
    assert Choosing.of(sampled, cuts_first=False) == Choosing(0.4, 3, 0.8, cuts_first=False)


def test_entropy_is_in_bits_and_where_not_all_is_known_between_bounds() -> None:
    even = np.full(8, 1 / 8)
    assert entropy(even, 8).low == entropy(even, 8).high == pytest.approx(3)
    whole = made_up(5)
    exact = entropy(whole, SIZE)
    assert exact.low == pytest.approx(-sum(p * math.log2(p) for p in whole))
    part = entropy(whole[:40], SIZE)
    assert part.low < exact.low < part.high
    assert entropy(whole[:200], SIZE).high - entropy(whole[:200], SIZE).low < part.high - part.low


@pytest.mark.parametrize("cuts_first", [True, False])
@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("count", [0, 5, 60, 300])
@pytest.mark.parametrize("share", [0.5, 0.9999, 1.0])
def test_where_the_known_are_said_to_be_enough_they_are(
    cuts_first: bool, temperature: float, count: int, share: float
) -> None:
    whole, choosing = made_up(9), Choosing(temperature, count, share, cuts_first)
    known = following(whole[:100])
    assert following(whole).tells(choosing)
    if known.tells(choosing):
        assert left(known.probabilities, choosing) == pytest.approx(
            left(whole, choosing)[:100], abs=1e-12
        )
    else:
        assert count in (0, 300)

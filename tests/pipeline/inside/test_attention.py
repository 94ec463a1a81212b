"""Attention by hand, against a case worked on paper and against PyTorch."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from data.errors import InputError
from pipeline.inside.attention import (
    Block,
    Floats,
    Heads,
    Linear,
    Norm,
    attend,
    causal_mask,
    encoder_block,
    gelu,
    look,
    multi_head,
    positions,
    softmax,
)
from pipeline.inside.walk import LARGEST, changed_case, walk, whole_block, worked_case

SAME = {"atol": 1e-6, "rtol": 0}
TOKENS, WIDTH, HEADS, INNER = 7, 12, 3, 20


def near(values: Floats, wanted: Any, digits: float = 5e-5) -> bool:
    return np.allclose(values, wanted, atol=digits, rtol=0)


def test_the_case_worked_on_paper_comes_out_step_by_step() -> None:
    walked = walk(worked_case(), causal=False)
    assert (walked.query == [[2, 0], [0, 4], [2, 2]]).all()
    assert (walked.value == [[0, 2], [4, 0], [2, 2]]).all()
    assert (walked.steps.scores == [[4, 0, 4], [0, 16, 8], [4, 8, 8]]).all()
    # The scores are those before scaling; the weights are of the scaled ones.
    assert near(walked.steps.scaled * math.sqrt(2), walked.steps.scores)
    weights = [[0.4856, 0.0287, 0.4856], [0, 0.9965, 0.0035], [0.0287, 0.4856, 0.4856]]
    assert near(walked.steps.weights, weights)
    assert near(walked.steps.output[-1], [2.914, 1.029], 5e-4)


def test_under_the_causal_mask_the_first_token_sees_itself_and_the_last_sees_all() -> None:
    free, masked = (walk(worked_case(), causal=causal).steps for causal in (False, True))
    assert (masked.weights[0] == [1, 0, 0]).all()
    assert (masked.weights[-1] == free.weights[-1]).all()
    assert (masked.output[-1] == free.output[-1]).all()
    assert np.isneginf(masked.scaled[causal_mask(3)]).all()


def test_another_second_token_changes_all_weights_that_it_takes_part_in() -> None:
    weights = walk(changed_case(), causal=False).steps.weights
    assert near(weights[0], [1 / 3] * 3)
    assert near(weights[1], [0, 0.9965, 0.0035])
    assert near(weights[2], [0.0033, 0.9411, 0.0556])


@pytest.mark.parametrize("wrong", [np.nan, np.inf, LARGEST + 1])
def test_a_number_that_is_missing_or_too_large_is_refused(wrong: float) -> None:
    numbers = worked_case()
    numbers.key[0, 0] = wrong
    with pytest.raises(InputError, match="Write a small one in every field"):
        walk(numbers, causal=False)


def test_softmax_is_the_same_for_scores_that_are_all_higher_and_never_overflows() -> None:
    scores = np.array([[1.0, 2.0, 3.0]])
    assert near(softmax(scores), softmax(scores + 5000), 1e-12)
    assert near(softmax(np.array([[1e4, -1e4]])), [[1, 0]], 1e-12)


@pytest.mark.parametrize("causal", [False, True])
def test_attention_is_that_of_pytorch(causal: bool) -> None:
    torch = pytest.importorskip("torch")
    query, key, value = np.random.default_rng(0).normal(size=(3, 2, TOKENS, WIDTH))
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *map(torch.tensor, (query, key, value)), is_causal=causal
    )
    assert np.allclose(attend(query, key, value, causal=causal).output, theirs.numpy(), **SAME)


@pytest.mark.parametrize("causal", [False, True])
def test_multi_head_attention_is_that_of_pytorch(causal: bool) -> None:
    torch = pytest.importorskip("torch")
    torch.manual_seed(1)
    theirs = torch.nn.MultiheadAttention(WIDTH, HEADS, batch_first=True, dtype=torch.float64)
    _stirred(theirs)
    states = np.random.default_rng(1).normal(size=(TOKENS, WIDTH))
    mask = torch.tensor(causal_mask(TOKENS)) if causal else None
    given = torch.tensor(states)[None]
    output, weights = theirs(given, given, given, attn_mask=mask, average_attn_weights=False)
    ours = _heads(theirs)
    assert np.allclose(multi_head(states, ours, causal=causal), output[0].detach(), **SAME)
    assert np.allclose(look(states, ours, causal=causal).weights, weights[0].detach(), **SAME)


@pytest.mark.parametrize("causal", [False, True])
def test_an_encoder_block_is_that_of_pytorch(causal: bool) -> None:
    torch = pytest.importorskip("torch")
    torch.manual_seed(2)
    theirs = torch.nn.TransformerEncoderLayer(
        WIDTH, HEADS, INNER, dropout=0.0, activation="gelu", batch_first=True, dtype=torch.float64
    )
    _stirred(theirs)
    block = Block(
        _heads(theirs.self_attn),
        _norm(theirs.norm1),
        _linear(theirs.linear1.weight, theirs.linear1.bias),
        _linear(theirs.linear2.weight, theirs.linear2.bias),
        _norm(theirs.norm2),
    )
    states = np.random.default_rng(2).normal(size=(TOKENS, WIDTH))
    mask = torch.tensor(causal_mask(TOKENS)) if causal else None
    wanted = theirs(torch.tensor(states)[None], src_mask=mask)[0].detach()
    assert np.allclose(encoder_block(states, block, causal=causal).output, wanted, **SAME)


def test_gelu_is_that_of_pytorch_and_lets_large_values_pass() -> None:
    torch = pytest.importorskip("torch")
    values = np.linspace(-6, 6, 101)
    assert np.allclose(gelu(values), torch.nn.functional.gelu(torch.tensor(values)), **SAME)
    assert near(gelu(np.array([-40.0, 0.0, 40.0])), [0, 0, 40], 1e-9)


def test_positions_are_sines_and_cosines_that_turn_ever_more_slowly() -> None:
    made = positions(50, 8)
    assert made.shape == (50, 8)
    for place, i in ((0, 0), (3, 0), (7, 2), (49, 3)):
        angle = place / 10000 ** (2 * i / 8)
        assert near(made[place, 2 * i : 2 * i + 2], [math.sin(angle), math.cos(angle)], 1e-12)


def test_how_two_positions_compare_depends_on_their_distance_alone() -> None:
    made = positions(60, 16)
    assert near(made[3] @ made[10], made[40] @ made[47], 1e-12)


def test_without_positions_tokens_in_another_order_give_the_same_in_that_order() -> None:
    order = [2, 0, 1]
    tokens = worked_case().tokens
    straight, moved = (whole_block(each, causal=False) for each in (tokens, tokens[order]))
    assert near(straight.block.output[order], moved.block.output, 1e-12)
    assert near(straight.heads.weights[:, order][:, :, order], moved.heads.weights, 1e-12)


def test_the_two_heads_of_the_walk_see_half_of_each_token() -> None:
    numbers = worked_case()
    first, second = whole_block(numbers.tokens, causal=False).heads.scores
    assert (first == numbers.tokens[:, :2] @ numbers.tokens[:, :2].T).all()
    assert (second == numbers.tokens[:, 2:] @ numbers.tokens[:, 2:].T).all()


def test_what_leaves_a_block_has_mean_0_and_variance_1() -> None:
    output = whole_block(worked_case().tokens, causal=True).block.output
    assert near(output.mean(axis=1), 0, 1e-9)
    # A token with four equal numbers has no variance to bring to 1.
    assert near(output.var(axis=1)[:2], 1, 1e-6)


def test_a_norm_with_gain_and_bias_is_that_of_pytorch() -> None:
    torch = pytest.importorskip("torch")
    generator = np.random.default_rng(3)
    states, gain, bias = generator.normal(size=(4, 6)), *generator.normal(size=(2, 6))
    ours = replace(Norm(gain, bias), epsilon=1e-5)(states)
    theirs = torch.nn.functional.layer_norm(
        torch.tensor(states), (6,), torch.tensor(gain), torch.tensor(bias), eps=1e-5
    )
    assert np.allclose(ours, theirs.numpy(), **SAME)


def _stirred(module: Any) -> None:
    """Biases and gains start as 0 and 1, which would hide that one of them was left out."""
    import torch

    with torch.no_grad():
        for weights in module.parameters():
            weights.add_(torch.randn_like(weights) / 4)


def _linear(weight: Any, bias: Any) -> Linear:
    return Linear(weight.detach().numpy().T, bias.detach().numpy())


def _heads(theirs: Any) -> Heads:
    parts = zip(theirs.in_proj_weight.chunk(3), theirs.in_proj_bias.chunk(3), strict=True)
    query, key, value = (_linear(*part) for part in parts)
    return Heads(HEADS, query, key, value, _linear(theirs.out_proj.weight, theirs.out_proj.bias))


def _norm(theirs: Any) -> Norm:
    return Norm(theirs.weight.detach().numpy(), theirs.bias.detach().numpy(), theirs.eps)

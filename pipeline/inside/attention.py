"""Attention and all that an encoder is made of, computed by hand.

A row of `states` is a token, as the numbers that stand for it. Each formula is one function:

- Vaswani et al. 2017, "Attention Is All You Need": scaled dot-product attention (section 3.2.1),
  multi-head attention (3.2.2), sinusoidal positions (3.5) and the block that repeats (3.1);
- Devlin et al. 2019, "BERT": the same block, with GELU, over tokens that see each other both ways;
- Ba, Kiros and Hinton 2016, "Layer Normalization";
- Hendrycks and Gimpel 2016, "Gaussian Error Linear Units (GELUs)".

Worked example. Three tokens [1,0,1,0], [0,2,0,2], [1,1,1,1] become queries and keys [2,0], [0,4],
[2,2] and values [0,2], [4,0], [2,2]. The query of the last meets the keys with scores 4, 8, 8;
divided by √2 they are 2.83, 5.66, 5.66, their softmax is .0287, .4856, .4856, and so much of each
value makes the output: .0287·[0,2] + .4856·[4,0] + .4856·[2,2] = [2.914, 1.029].
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

# BERT's; it keeps a token whose numbers are all equal from being divided by 0.
EPSILON = 1e-12


@dataclass(frozen=True, slots=True)
class Attended:
    """Each step of attention: a row is the token that looks, a column the one that is looked at.

    `scores` are query · key, `scaled` those over √(width of a key), with −∞ where looking is not
    allowed, and `weights` what the softmax makes of them: each row adds up to 1. `output` is the
    mean of the values with these weights.
    """

    scores: Floats
    scaled: Floats
    weights: Floats
    output: Floats


@dataclass(frozen=True, slots=True)
class Linear:
    """Numbers that are learnt: `matrix` of shape (width in, width out), and what is added."""

    matrix: Floats
    bias: Floats

    def __call__(self, states: Floats) -> Floats:
        """What comes out: states · matrix + bias."""
        return states @ self.matrix + self.bias


@dataclass(frozen=True, slots=True)
class Heads:
    """What multi-head attention has learnt; `count` heads share the width between them."""

    count: int
    query: Linear
    key: Linear
    value: Linear
    output: Linear


@dataclass(frozen=True, slots=True)
class Norm:
    """What layer normalisation has learnt: a gain and a bias for each place in a row."""

    gain: Floats
    bias: Floats
    epsilon: float = EPSILON

    def __call__(self, states: Floats) -> Floats:
        """Each row brought to mean 0 and variance 1, then times gain, plus bias."""
        mean = states.mean(axis=-1, keepdims=True)
        variance = states.var(axis=-1, keepdims=True)
        even = (states - mean) / np.sqrt(variance + self.epsilon)
        return np.asarray(even * self.gain + self.bias)


@dataclass(frozen=True, slots=True)
class Block:
    """What an encoder block has learnt."""

    heads: Heads
    first_norm: Norm
    inner: Linear
    outer: Linear
    second_norm: Norm


@dataclass(frozen=True, slots=True)
class BlockSteps:
    """What comes out of each half of a block; `output` is what the next block gets."""

    attended: Floats
    after_attention: Floats
    fed_forward: Floats
    output: Floats


def softmax(scores: Floats) -> Floats:
    """e^score of each over the sum of its row: shares that add up to 1."""
    # Taking the highest from all changes nothing but keeps e^score from overflowing.
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def causal_mask(tokens: int) -> npt.NDArray[np.bool_]:
    """True where a token would look at a later one, as GPT's must not; shape (tokens, tokens)."""
    return np.triu(np.ones((tokens, tokens), np.bool_), k=1)


def attend(query: Floats, key: Floats, value: Floats, *, causal: bool = False) -> Attended:
    """Scaled dot-product attention: softmax(Q·Kᵀ / √d) · V, step by step.

    The last two axes are (tokens, width); any before them are computed side by side.
    """
    scores = query @ np.swapaxes(key, -1, -2)
    scaled = scores / math.sqrt(key.shape[-1])
    if causal:
        scaled = np.where(causal_mask(scores.shape[-1]), -np.inf, scaled)
    weights = softmax(scaled)
    return Attended(scores, scaled, weights, weights @ value)


def look(states: Floats, heads: Heads, *, causal: bool = False) -> Attended:
    """Each head's attention over its own share of the width; arrays begin with (heads, tokens)."""
    query, key, value = (
        _parted(linear(states), heads.count) for linear in (heads.query, heads.key, heads.value)
    )
    return attend(query, key, value, causal=causal)


def multi_head(states: Floats, heads: Heads, *, causal: bool = False) -> Floats:
    """What the heads found, side by side again and mixed; shape (tokens, width)."""
    return heads.output(_joined(look(states, heads, causal=causal).output))


def positions(tokens: int, width: int) -> Floats:
    """Sines and cosines that tell a token where it stands, shape (tokens, width); width is even.

    Columns 2i and 2i + 1 are sin and cos of place / 10000^(2i / width): the first pair turns with
    each token like the second hand of a clock, the last hardly at all.
    """
    place = np.arange(tokens)[:, None]
    angle = place / 10000 ** (np.arange(0, width, 2) / width)
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(tokens, width)


def gelu(values: Floats) -> Floats:
    """Lets large values pass and holds small ones: x · Φ(x), with Φ the normal distribution."""
    half = np.vectorize(math.erf, otypes=[np.float64])(values / math.sqrt(2))
    return np.asarray(values * (1 + half) / 2)


def encoder_block(states: Floats, block: Block, *, causal: bool = False) -> BlockSteps:
    """Look around, then think: each half is added to what there was, and normalised."""
    attended = multi_head(states, block.heads, causal=causal)
    after_attention = block.first_norm(states + attended)
    fed_forward = block.outer(gelu(block.inner(after_attention)))
    output = block.second_norm(after_attention + fed_forward)
    return BlockSteps(attended, after_attention, fed_forward, output)


def _parted(states: Floats, heads: int) -> Floats:
    """(tokens, width) as (heads, tokens, width / heads)."""
    tokens, width = states.shape
    return states.reshape(tokens, heads, width // heads).swapaxes(0, 1)


def _joined(states: Floats) -> Floats:
    """(heads, tokens, width) as (tokens, heads · width)."""
    heads, tokens, width = states.shape
    return states.swapaxes(0, 1).reshape(tokens, heads * width)

"""A walk through attention with numbers small enough to follow with a pencil."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from data.errors import InputError
from pipeline.inside.attention import (
    Attended,
    Block,
    BlockSteps,
    Floats,
    Heads,
    Linear,
    Norm,
    attend,
    encoder_block,
    look,
)

# Numbers beyond this are no small ones, and e to their power tells nobody anything.
LARGEST = 100.0


@dataclass(frozen=True, slots=True)
class Numbers:
    """What the walk begins with: three tokens of width 4, and what makes q, k and v of them."""

    tokens: Floats
    query: Floats
    key: Floats
    value: Floats


@dataclass(frozen=True, slots=True)
class Walk:
    """The queries, keys and values, and each step of attention over them."""

    query: Floats
    key: Floats
    value: Floats
    steps: Attended


@dataclass(frozen=True, slots=True)
class Whole:
    """The same tokens through two heads and through a whole block."""

    heads: Attended
    block: BlockSteps


_PICKS = [[1, 0], [0, 1], [1, 0], [0, 1]]
_SWAPS = [[0, 1], [1, 0], [0, 1], [1, 0]]


def worked_case() -> Numbers:
    """Tokens [1,0,1,0], [0,2,0,2] and [1,1,1,1]."""
    tokens = [[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]]
    return Numbers(*(np.array(part, np.float64) for part in (tokens, _PICKS, _PICKS, _SWAPS)))


def changed_case() -> Numbers:
    """The worked case with [0,2,2,2] for its second token."""
    numbers = worked_case()
    numbers.tokens[1] = [0, 2, 2, 2]
    return numbers


def walk(numbers: Numbers, *, causal: bool) -> Walk:
    """Every step from the tokens to the output.

    Raises:
        InputError: when a number is missing, or too large to be a small one.
    """
    every = (numbers.tokens, numbers.query, numbers.key, numbers.value)
    if not all(np.isfinite(part).all() and (np.abs(part) <= LARGEST).all() for part in every):
        raise InputError(
            f"A number is missing or beyond ±{LARGEST:.0f}. Write a small one in every field."
        )
    query, key, value = (numbers.tokens @ matrix for matrix in every[1:])
    return Walk(query, key, value, attend(query, key, value, causal=causal))


def whole_block(tokens: Floats, *, causal: bool) -> Whole:
    """The tokens, of width 4, through a block of two heads that has learnt nothing.

    Whatever could be learnt leaves its input as it is: the first head sees the first two numbers
    of each token, the second the other two, and all that changes them are the formulas.
    """
    same = Linear(np.eye(4), np.zeros(4))
    heads = Heads(2, same, same, same, same)
    norm = Norm(np.ones(4), np.zeros(4))
    block = Block(heads, norm, same, same, norm)
    seen = look(tokens, heads, causal=causal)
    return Whole(seen, encoder_block(tokens, block, causal=causal))

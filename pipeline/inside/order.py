"""Whether a network hears the order of words: the same sentence with its words turned round.

Attention by itself does not know where a token stands (Vaswani et al. 2017, section 3.5): what it
makes of a token in another order is what it made of it before, in another place. Positions added to
the tokens change that. So when they are taken away, every weight only moves with its two words.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pipeline.inside.network import Floats, Network, Seen, Text


@dataclass(frozen=True, slots=True)
class Turned:
    """A sentence, and the same with its words in the opposite order.

    `came_from` says, for each token of `backward`, which of `forward` it is. `weights` is the
    largest difference between a weight and that of the same two words turned round, 0 to 1, in any
    layer and head, and `states` the least cosine between a token's vector and its own, −1 to 1.
    """

    forward: Seen
    backward: Seen
    came_from: tuple[int, ...]
    weights: float
    states: float


def turned(network: Network, text: Text, *, positions: bool) -> Turned:
    """A sentence read forward and backward, with positions or without."""
    order = backward_order(text)
    forward = network.see(text, positions=positions)
    backward = network.see(_in_order(text, order), positions=positions)
    expected = forward.weights[:, :, order][:, :, :, order]
    weights = float(np.abs(expected - backward.weights).max())
    states = float(_row_cosines(forward.states[order], backward.states).min())
    return Turned(forward, backward, tuple(order), weights, states)


def backward_order(text: Text) -> list[int]:
    """The numbers of the tokens with the words from last to first.

    The pieces of a word keep their order, and the marks around the text their places.

    Example: for "[CLS] my ferry ##boat [SEP]" it is 0, 2, 3, 1, 4.
    """
    inside = [at for at, word in enumerate(text.words) if word >= 0]
    moved = iter(sorted(inside, key=lambda at: -text.words[at]))
    return [next(moved) if word >= 0 else at for at, word in enumerate(text.words)]


def _in_order(text: Text, order: list[int]) -> Text:
    return Text(
        tuple(text.tokens[at] for at in order),
        tuple(text.ids[at] for at in order),
        tuple(text.offsets[at] for at in order),
        tuple(text.words[at] for at in order),
        tuple(text.types[at] for at in order),
    )


def _row_cosines(left: Floats, right: Floats) -> Floats:
    lengths = np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1)
    return np.asarray((left * right).sum(axis=1) / lengths, np.float32)

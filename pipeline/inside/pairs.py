"""Which words of two texts are related, and how the similarity of the texts comes of it.

The encoder's vector of a text is the mean of its tokens' vectors, brought to length 1. So the
cosine of two texts is a sum over all pairs of tokens, t of the one and u of the other:

    cosine = Σ t·u / (number of t · number of u · |mean of t| · |mean of u|)

and each pair has a part in it that can be told. [CLS] and [SEP] are tokens as well: what is left of
the cosine when all pairs of words are counted is theirs.

Worked example: tokens [1,0] and [0,1] against one token [1,0]. The means are [.5,.5] and [1,0],
their lengths .707 and 1; the pairs have parts 1/(2·1·.707·1) = .707 and 0, and .707 is the cosine.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pipeline.inside.network import Floats, Network, Text, is_word


@dataclass(frozen=True, slots=True)
class TokenPair:
    """A token of the one text and a token of the other.

    `cosine` is how near their vectors are, −1 to 1, and `part` what they add to the texts' cosine.
    """

    left: str
    right: str
    cosine: float
    part: float


@dataclass(frozen=True, slots=True)
class Related:
    """The most related tokens, and the cosine of the two texts as a sum of parts.

    `words` is what all pairs of tokens add to it that are no marks.
    """

    pairs: tuple[TokenPair, ...]
    cosine: float
    words: float


def related(network: Network, left: str, right: str, limit: int) -> Related:
    """Each token of the left with the nearest of the right; those that add most come first."""
    first, second = (network.see(network.cut(text)) for text in (left, right))
    cosines = _unit(first.states) @ _unit(second.states).T
    parts = parts_of(first.states, second.states)
    rows, columns = (_word_places(seen.text) for seen in (first, second))
    best = [(row, max(columns, key=lambda column: cosines[row, column])) for row in rows if columns]
    best.sort(key=lambda pair: -parts[pair])
    pairs = tuple(
        TokenPair(
            first.text.tokens[row],
            second.text.tokens[column],
            float(cosines[row, column]),
            float(parts[row, column]),
        )
        for row, column in best[:limit]
    )
    own = [[at for at, word in enumerate(seen.text.words) if word >= 0] for seen in (first, second)]
    return Related(pairs, float(parts.sum()), float(parts[np.ix_(*own)].sum()))


def parts_of(left: Floats, right: Floats) -> Floats:
    """What each pair of tokens adds to the cosine of two texts, shape (left, right)."""
    lengths = np.linalg.norm(left.mean(axis=0)) * np.linalg.norm(right.mean(axis=0))
    return np.asarray(left @ right.T / (len(left) * len(right) * lengths), np.float32)


def _word_places(text: Text) -> list[int]:
    return [at for at, token in enumerate(text.tokens) if text.words[at] >= 0 and is_word(token)]


def _unit(states: Floats) -> Floats:
    return np.asarray(states / np.linalg.norm(states, axis=1, keepdims=True), np.float32)

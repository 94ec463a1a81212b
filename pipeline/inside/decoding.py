"""How a writing model picks the next token, computed by hand.

A model gives each token of its vocabulary a probability of being next; the rest is how one is
picked. Each rule is one function over probabilities from the likeliest down:

- temperature: Ackley, Hinton and Sejnowski 1985, "A Learning Algorithm for Boltzmann Machines";
- top-k: Fan, Lewis and Dauphin 2018, "Hierarchical Neural Story Generation" (section 5.4);
- top-p, or nucleus: Holtzman et al. 2020, "The Curious Case of Neural Text Degeneration";
- entropy: Shannon 1948, "A Mathematical Theory of Communication".

Worked example. Of .5, .3, .15, .05, top-k with k = 3 leaves .5, .3, .15, over their sum .95: .526,
.316, .158. Top-p with .75 leaves of these the fewest that make up .75: .526 and .316, over .842:
.625, .375. A temperature of 0.5 squares them, .391 and .141, over .531: .735, .265.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pipeline.inside.attention import Floats
from pipeline.phrasing.phraser import Decoding, Method

# So many of the likeliest tokens are named.
NAMED = 10
# So many probabilities are kept at each step: a vocabulary has 150,000, and a reply 100 steps.
KNOWN = 200
# Whoever looks inside is readier to wait than a visitor.
PATIENCE_S = 120.0


@dataclass(frozen=True, slots=True)
class Token:
    """A token that could be next, with its probability, 0 to 1, before anything is done to it.

    `ends` says that the reply ends with it; such a mark may have no text.
    """

    id: int
    text: str
    probability: float
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Choosing:
    """How a token is picked. 0 of `top_k` and 1 of `top_p` leave out none.

    With `cuts_first` tokens are left out before the temperature is applied, as llama.cpp does it,
    and else after, as Hugging Face transformers does.
    """

    temperature: float
    top_k: int
    top_p: float
    cuts_first: bool

    @classmethod
    def of(cls, decoding: Decoding, *, cuts_first: bool) -> Choosing:
        """What a way of decoding comes to; greedily one token is left."""
        if decoding.method is Method.SAMPLE:
            return cls(decoding.temperature, decoding.top_k, decoding.top_p, cuts_first)
        return cls(1.0, 1, 1.0, cuts_first)


@dataclass(frozen=True, slots=True)
class Entropy:
    """How undecided a model is, in bits: between these, which are equal where all is known."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Next:
    """What could be next: the likeliest tokens by name, and the probabilities of more.

    `probabilities` go from the likeliest down; `size` is how many tokens there are at all.
    """

    tokens: tuple[Token, ...]
    probabilities: Floats
    size: int
    entropy: Entropy

    def tells(self, choosing: Choosing) -> bool:
        """Whether the known probabilities are enough to say what `choosing` leaves."""
        known = len(self.probabilities)
        if known >= self.size or 0 < choosing.top_k <= known:
            return True
        if choosing.top_k or not (choosing.cuts_first or choosing.temperature == 1):
            return False
        if choosing.top_p < 1:
            return float(self.probabilities.sum()) >= choosing.top_p
        return choosing.temperature == 1


@dataclass(frozen=True, slots=True)
class Step:
    """One token of a reply, and all that could have stood there."""

    chosen: Token
    following: Next


@dataclass(frozen=True, slots=True)
class Written:
    """What a model wrote; `ended` says that it ended by itself."""

    steps: tuple[Step, ...]
    text: str
    ended: bool


def tempered(probabilities: Floats, temperature: float) -> Floats:
    """p^(1/T) of each over their sum: below 1 the likely become likelier, above 1 less so.

    It is the softmax of the model's scores divided by T.
    """
    if temperature == 1:
        return probabilities
    # Over the likeliest, so that none but the unlikely become 0.
    raised = (probabilities / probabilities[0]) ** (1 / temperature)
    return np.asarray(raised / raised.sum())


def top_k(probabilities: Floats, count: int) -> Floats:
    """The first so many over their sum, and 0 for the rest; all of them for 0."""
    if not count:
        return probabilities
    return _kept(probabilities, np.arange(len(probabilities)) < count)


def top_p(probabilities: Floats, share: float) -> Floats:
    """The fewest of the first that make up a share over their sum, and 0 for the rest."""
    if share >= 1:
        return probabilities
    # One stays as long as those before it do not make up the share.
    before = probabilities.cumsum() - probabilities
    return _kept(probabilities, before < share)


def left(probabilities: Floats, choosing: Choosing) -> Floats:
    """What a way of choosing makes of probabilities that go from the likeliest down."""
    if choosing.cuts_first:
        cut = top_p(top_k(probabilities, choosing.top_k), choosing.top_p)
        return tempered(cut, choosing.temperature)
    warm = tempered(probabilities, choosing.temperature)
    return top_p(top_k(warm, choosing.top_k), choosing.top_p)


def _kept(probabilities: Floats, keep: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Floats:
    kept = np.where(keep, probabilities, 0.0)
    return np.asarray(kept / kept.sum())


def entropy(probabilities: Floats, size: int) -> Entropy:
    """−Σ p·log₂ p in bits; where some of `size` probabilities are not known, between two bounds.

    What is not known weighs least if it is in few tokens, each as likely as the last that is known,
    and most if it is spread evenly over all of them.
    """
    known = probabilities[probabilities > 0]
    sure = float(-(known * np.log2(known)).sum())
    rest = max(1.0 - float(known.sum()), 0.0)
    unknown = size - len(probabilities)
    if unknown <= 0 or rest == 0:
        return Entropy(sure, sure)
    low = sure - rest * math.log2(known[-1])
    high = sure + rest * math.log2(unknown / rest)
    return Entropy(min(low, high), high)

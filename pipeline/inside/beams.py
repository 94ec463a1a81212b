"""Beam search: the likeliest whole text, sought along several beginnings at once.

At each step every beginning is continued by each token, and the likeliest of all these go on; how
likely a beginning is, is the product of its tokens' probabilities (Lowerre 1976, "The Harpy Speech
Recognition System"; Sutskever et al. 2014, "Sequence to Sequence Learning", section 3.2). Texts of
different lengths are compared by the mean of ln p over their tokens, without which the shortest
would win (Wu et al. 2016, "Google's Neural Machine Translation System", section 7, with α = 1).

Worked example, two beams, two steps. First come a .6 and b .4; after a come c .5 and d .5, after b
comes c 1. The texts are ac .3, ad .3, bc .4: b, which seemed worse, leads to the likeliest.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass

from pipeline.inside.decoding import Next, Token
from pipeline.inside.writer import Writer

MOST_BEAMS, MOST_STEPS = 4, 8


@dataclass(frozen=True, slots=True)
class Branch:
    """A beginning with one more token, numbered from 1; the parent of the first ones is 0.

    `total` is the sum of ln p over its tokens. `place` is where it stood among all of its step,
    from 0, and `kept` says that it was one of the beams.
    """

    number: int
    parent: int
    step: int
    place: int
    token: Token
    total: float
    kept: bool


@dataclass(frozen=True, slots=True)
class Beam:
    """A text that was found: the numbers of its branches, in order, and the mean of ln p."""

    branches: tuple[int, ...]
    text: str
    total: float
    mean: float


@dataclass(frozen=True, slots=True)
class Beams:
    """Every branch that was weighed, and the texts that were found, the best first."""

    branches: tuple[Branch, ...]
    found: tuple[Beam, ...]


def beam_search(
    writer: Writer, prompt: tuple[int, ...], width: int, steps: int
) -> Generator[str, None, Beams]:
    """The tree of a search with so many beams, and empty pieces while work goes on.

    Of each step twice as many branches as there are beams are in it.

    Raises:
        PhrasingError: when the model fails or takes too long.
    """
    tree: dict[int, Branch] = {}
    live, done = [0], list[int]()
    for step in range(1, steps + 1):
        options: list[Branch] = []
        for parent in live:
            before = (*prompt, *_ids(tree, parent))
            following = yield from writer.following(before)
            options += _continued(tree, parent, following, step)
        options.sort(key=lambda branch: -branch.total)
        live = []
        for place, option in enumerate(options[: 2 * width]):
            # One that ends takes no beam from those that go on.
            kept = place < width if option.token.ends else len(live) < width
            branch = _placed(option, len(tree) + 1, place, kept=kept)
            tree[branch.number] = branch
            if kept:
                (done if branch.token.ends else live).append(branch.number)
        if not live:
            break
    found = yield from _found(writer, tree, [*done, *live])
    return Beams(tuple(tree.values()), tuple(found[:width]))


def _continued(tree: dict[int, Branch], parent: int, following: Next, step: int) -> list[Branch]:
    total = tree[parent].total if parent else 0.0
    return [
        Branch(0, parent, step, 0, token, total + math.log(token.probability), kept=False)
        for token in following.tokens
        if token.probability > 0
    ]


def _placed(branch: Branch, number: int, place: int, *, kept: bool) -> Branch:
    return Branch(number, branch.parent, branch.step, place, branch.token, branch.total, kept)


def _line(tree: dict[int, Branch], number: int) -> tuple[int, ...]:
    """The numbers of the branches that lead to one, itself included."""
    numbers: list[int] = []
    while number:
        numbers.append(number)
        number = tree[number].parent
    return tuple(reversed(numbers))


def _ids(tree: dict[int, Branch], number: int) -> tuple[int, ...]:
    return tuple(tree[each].token.id for each in _line(tree, number))


def _found(
    writer: Writer, tree: dict[int, Branch], ends: list[int]
) -> Generator[str, None, list[Beam]]:
    beams: list[Beam] = []
    for end in ends:
        line = _line(tree, end)
        words = tuple(tree[each].token.id for each in line if not tree[each].token.ends)
        text = yield from writer.text(words)
        beams.append(Beam(line, text, tree[end].total, tree[end].total / len(line)))
    return sorted(beams, key=lambda beam: -beam.mean)

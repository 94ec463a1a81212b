"""Ways in which people mistype a question, made up and the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

# Which keys lie beside which on a keyboard, for slips of the finger.
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
MIN_WORDS_TO_DROP = 4
MIN_WORDS_TO_TURN = 3


def variations(question: str, seed: int) -> Iterator[tuple[str, str]]:
    """The question with a typing error, without a word, and with its words in another order.

    Each comes with the name of what was done to it; those that are too short for it are left out.
    """
    chance = random.Random(f"{seed} {question}")
    words = question.split()
    yield "typo", " ".join(_with_typo(words, chance))
    if len(words) >= MIN_WORDS_TO_DROP:
        dropped = chance.randrange(len(words))
        yield "dropped word", " ".join(words[:dropped] + words[dropped + 1 :])
    if len(words) >= MIN_WORDS_TO_TURN:
        cut = chance.randrange(1, len(words))
        yield "word order", " ".join(words[cut:] + words[:cut])


def _with_typo(words: list[str], chance: random.Random) -> list[str]:
    """One letter in the longest word doubled, left out, swapped with the next or mistaken."""
    at = max(range(len(words)), key=lambda i: len(words[i]), default=None)
    if at is None:
        return words
    word = words[at]
    spot = chance.randrange(max(1, len(word) - 1))
    slips = [
        word[:spot] + word[spot] + word[spot:],
        word[:spot] + word[spot + 1 :],
        word[:spot] + word[spot + 1 : spot + 2] + word[spot] + word[spot + 2 :],
        word[:spot] + _neighbour(word[spot], chance) + word[spot + 1 :],
    ]
    return [*words[:at], chance.choice(slips) or word, *words[at + 1 :]]


def _neighbour(letter: str, chance: random.Random) -> str:
    for row in _ROWS:
        at = row.find(letter.lower())
        if at >= 0:
            return chance.choice(row[max(0, at - 1) : at] + row[at + 1 : at + 2])
    return letter

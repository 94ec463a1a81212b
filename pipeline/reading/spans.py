"""From the scores of tokens to the words that answer, exact to the code point.

A span's margin is the log of how much likelier its two ends are than that there are no such words
(Devlin et al. 2019, "BERT", section 4.3):

    margin = first[i] + last[j] − 2 · none,   i ≤ j < i + MAX_TOKENS

The softmax's denominators cancel in it, so that margins compare across the windows of an answer and
across entries. Of equal margins the earliest and then the shortest is taken.

Worked example: with first = [1, 3], last = [0, 2] and none = 1, the span of the second token alone
has margin 3 + 2 − 2 = 3; that of both has 1 + 2 − 2 = 1.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

MAX_TOKENS = 96
# What goes on for longer on either side is no word, and not taken whole.
LONGEST_WORD = 100


@dataclass(frozen=True, slots=True)
class TokenSpan:
    """The first and last token of a span, and its margin: over 0, words are likelier than none.

    `none` is the score of there being none, which the margin is over.
    """

    first: int
    last: int
    margin: float
    none: float = 0.0


def best_span(first: Floats, last: Floats, none: float) -> TokenSpan | None:
    """The likeliest span of the tokens with these scores, or None where there are no tokens."""
    if not len(first):
        return None
    sums = first[:, None] + last[None, :]
    places = np.arange(len(first))
    length = places[None, :] - places[:, None]
    sums[(length < 0) | (length >= MAX_TOKENS)] = -np.inf
    start, end = divmod(int(sums.argmax()), len(first))
    return TokenSpan(start, end, float(sums[start, end]) - 2 * none, 2 * none)


def code_points(
    text: str, offsets: Sequence[tuple[int, int]], first: int, last: int
) -> tuple[int, int]:
    """`[start, end)` of the whole words that tokens `first` to `last` touch.

    Example: a token for "zeiten" of "Öffnungszeiten" gives the whole word, one for the 9 of "9:30"
    the time, and one for a letter the accent that follows it.
    """
    start, end = offsets[first][0], offsets[last][1]
    while start < end and _is_edge(text[start]):
        start += 1
    while start < end and _is_edge(text[end - 1]):
        end -= 1
    if start == end:
        return start, start
    earliest, latest = max(0, start - LONGEST_WORD), min(len(text), end + LONGEST_WORD)
    while start > earliest and _one_word(text, start):
        start -= 1
    while end < latest and _one_word(text, end):
        end += 1
    return start, end


def _is_edge(sign: str) -> bool:
    """Whether a sign at the edge of words is none of theirs."""
    return sign.isspace() or sign in _MARKUP


# Signs of markdown, which are no part of the words that they stand around.
_MARKUP = "#>*_~`|"
_JOINER = "\u200d"
_DIGIT_SIGNS = ".,:"


def _one_word(text: str, at: int) -> bool:
    """Whether what stands before and at a place must not be parted."""
    left, right = text[at - 1], text[at]
    if _JOINER in (left, right) or _clings(right):
        return not left.isspace()
    if "\U0001f1e6" <= left <= "\U0001f1ff" and "\U0001f1e6" <= right <= "\U0001f1ff":
        return True
    if left in _DIGIT_SIGNS or right in _DIGIT_SIGNS:
        return _between_digits(text, at)
    return _is_letter(left) and _is_letter(right) and not (_unspaced(left) or _unspaced(right))


def _between_digits(text: str, at: int) -> bool:
    """Whether a place touches a sign with a digit on both its sides, as in 9:30."""
    sign = at if text[at] in _DIGIT_SIGNS else at - 1
    around = text[sign - 1 : sign] + text[sign + 1 : sign + 2]
    return len(around) == 2 and around.isdigit()


def _clings(sign: str) -> bool:
    """Whether a sign changes the one before it: accents, variation selectors, skin tones."""
    return unicodedata.category(sign)[0] == "M" or "\U0001f3fb" <= sign <= "\U0001f3ff"


def _is_letter(sign: str) -> bool:
    return sign.isalnum() or sign == "_" or unicodedata.category(sign)[0] == "M"


def _unspaced(sign: str) -> bool:
    """Whether a letter is of a script without blanks between words."""
    return (
        "\u0e00" <= sign <= "\u0eff" or "\u3040" <= sign <= "\u9fff" or "\uf900" <= sign <= "\ufaff"
    )

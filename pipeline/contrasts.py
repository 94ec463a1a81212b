"""What tells apart two questions that look alike: a number, a code, a negation, the order of words.

Vectors and bags of words blur these, so they are compared by themselves. Each clash is 0 to 1.

Worked example: "refund after 90 days" against "Can I get a refund within 30 days?" clashes in
numbers (1.0: each has one that the other lacks) and not in negation; "can I not return it" against
"Can I return it?" clashes in negation.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

# What a word says by itself; a sentence that says it twice says the opposite.
_NEGATIONS = (
    "no not never none nobody nothing nowhere neither nor without cannot cant dont doesnt didnt "
    "isnt arent wasnt werent wont wouldnt shouldnt couldnt havent hasnt hadnt aint nt unable "
    "impossible except excluding excluded exclude excludes unless lack lacking lacks non "
    "forbidden prohibited refuse refused fails failed"
)
NEGATIONS = frozenset(_NEGATIONS.split())
_COUNT = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty"
)
NUMBER_WORDS = {word: str(number) for number, word in enumerate(_COUNT.split())} | {
    "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70",
    "eighty": "80", "ninety": "90", "hundred": "100", "thousand": "1000",
    "first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5",
    "once": "1", "twice": "2", "single": "1", "double": "2", "dozen": "12",
    "1st": "1", "2nd": "2", "3rd": "3", "4th": "4", "5th": "5",
}  # fmt: skip
# "One" and its like are mostly no numbers: "this one", "at first", "one more".
WEAK_NUMBERS = frozenset({"one", "first", "second", "once", "single", "double"})

# Two forms of which so many of all words are shared differ in one thing.
NEARLY_SAME = 0.5

_WORD = re.compile(r"[a-z0-9]+(?:[-./:][a-z0-9]+)*", re.IGNORECASE)
_APOSTROPHES = str.maketrans("", "", "'’‘`´")
# "Is it original or not" asks what "is it original" asks.
_EITHER_WAY = re.compile(r"\bor not\b")
_UNPREFIXED = re.compile(r"^non-?(?=[a-z]{4})")


@dataclass(frozen=True, slots=True)
class Marks:
    """The numbers and codes of a text, and whether it says no."""

    numbers: frozenset[str]
    codes: frozenset[str]
    negated: bool


@dataclass(frozen=True, slots=True)
class Clash:
    """How much a question and an entry contradict each other, each 0 to 1.

    `missing` is the share of the question's numbers and codes that the entry says nowhere.
    """

    numbers: float = 0.0
    codes: float = 0.0
    negation: float = 0.0
    missing: float = 0.0


@lru_cache(maxsize=50_000)
def marks(text: str) -> Marks:
    """What in a text could be the one thing that matters."""
    numbers: set[str] = set()
    codes: set[str] = set()
    negations = 0
    plain = unicodedata.normalize("NFKC", text).lower().translate(_APOSTROPHES)
    for word in _WORD.findall(_EITHER_WAY.sub(" ", plain)):
        digits, letters = any(map(str.isdigit, word)), any(map(str.isalpha, word))
        if digits and letters and word not in NUMBER_WORDS:
            codes.add(re.sub(r"\W", "", word))
        elif digits and not letters:
            numbers.add(word.lstrip("0") or "0")
        elif word in NUMBER_WORDS and word not in WEAK_NUMBERS:
            numbers.add(NUMBER_WORDS[word])
        negations += word in NEGATIONS or bool(_UNPREFIXED.match(word))
    return Marks(frozenset(numbers), frozenset(codes), negations % 2 == 1)


def clash(question: str, form: str, answer: str) -> Clash:
    """How much a question contradicts a form of an entry, and what its answer does not say."""
    asked, known = marks(question), marks(form)
    wanted = asked.numbers | asked.codes
    said = known.numbers | known.codes
    if wanted - said:
        inside = marks(answer)
        said |= inside.numbers | inside.codes
    return Clash(
        numbers=_apart(asked.numbers, known.numbers),
        codes=_apart(asked.codes, known.codes),
        negation=float(asked.negated != known.negated),
        missing=len(wanted - said) / len(wanted) if wanted else 0.0,
    )


def nearly_same(form: str, other: str) -> bool:
    """Whether two ways of asking share most of their words."""
    words, others = (set(_WORD.findall(text.lower())) for text in (form, other))
    return len(words & others) >= NEARLY_SAME * len(words | others)


def of_another(question: str, form: str, answer: str) -> bool:
    """Whether a question asks of another code than a form, or in nearly its words of a number.

    "Group of 15" is of another than "Group of 20", unless the answer speaks of 15. A code means one
    thing whatever the words round it; a number may be told in many ways.
    """
    apart = clash(question, form, answer)
    if not apart.missing:
        return False
    return apart.codes == 1 or (apart.numbers == 1 and nearly_same(question, form))


def opposed(question: str, form: str) -> bool:
    """Whether a question asks for the opposite of a form in nearly the same words."""
    return marks(question).negated != marks(form).negated and nearly_same(question, form)


def _apart(asked: frozenset[str], known: frozenset[str]) -> float:
    """1 where both have some and none in common, 0 where they agree or one has none."""
    if not asked or not known:
        return 0.0
    return 1 - len(asked & known) / min(len(asked), len(known))

"""A sentence in clauses: words with whether they are negated, numbers with what bounds them.

Worked example: "Food is not allowed inside, but you may eat in the foyer" has two clauses; in the
first "may" and "inside" are negated, in the second nothing is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from pipeline.phrasing.facts import read
from pipeline.phrasing.lexicon import LIGHT
from pipeline.phrasing.polarity import (
    CUES,
    MAY,
    MUST,
    Cue,
    bound_of,
    is_negating,
    reshaped,
    universals,
)
from pipeline.phrasing.tokens import Kind, Token, concepts_of, without_opener
from pipeline.phrasing.vocabulary import words

_BEGINNING = words(
    "but while whereas although though however otherwise unless if because when except whenever "
    "instead"
)
_AFTER_AND = words(
    "can cannot could may might must is are was were will would need needs have has do does you "
    "we it they he she your our everyone everybody nobody pay pays costs cost not no never add "
    "choose bring send then keep use tell be get put show take drop write takes lasts includes "
    "include goes go gets contains contain works work arrives arrive opens closes ends starts "
    "stays makes sends gives offers allows lets keeps comes should may"
)
# After these words a "but" means "except".
_EXCEPTED = words("the a an on in for at two one three our your this that")
_SUBJECTS = words("you we it they he she your our everyone everybody nobody there")
# Stands where a "not" has nothing after it to negate: "fast is good, slow is not".
NOT = "@not"
MOST_OPTIONS = 6
_OPTIONS = words("options ways steps things possibilities choices cases reasons")
_COUNTED = (Kind.NUMBER, Kind.CODE)
_CONDITION = words("if unless except when only whenever")


@dataclass(frozen=True, slots=True)
class Said:
    """A word that says something, and whether it is negated.

    `inherent` is a no that the word has in itself, such as "free" that says no fee.
    """

    text: str
    concepts: frozenset[str]
    negated: bool
    name: bool = False
    inherent: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact and what bounds it: "most", "least" or nothing.

    `counts_options` is said of the three in "you have three options", which sums up a list.
    """

    token: Token
    bound: str = ""
    counts_options: bool = False

    @property
    def vague(self) -> bool:
        """Whether it is an "a day", which may well be no count of days."""
        return self.token.text.startswith("a ")


@dataclass(frozen=True, slots=True)
class Clause:
    """What a clause says; `conditional` where it only says when the rest holds."""

    words: tuple[Said, ...]
    facts: tuple[Fact, ...]
    cues: frozenset[Cue]
    conditional: bool
    universals: frozenset[str] = frozenset()
    goes_on: bool = False
    noes: int = 0
    actors: frozenset[str] = frozenset()

    @property
    def anchors(self) -> frozenset[str]:
        """The concepts and codes that say what its numbers are about."""
        codes = {fact.token.text for fact in self.facts if fact.token.kind is Kind.CODE}
        ordinals = {f"#{f.token.value:g}" for f in self.facts if f.token.unit == "ordinal"}
        words = (word for word in self.words if not word.text.startswith("@"))
        return frozenset(c for word in words for c in word.concepts) | codes | ordinals

    @property
    def amounts(self) -> frozenset[str]:
        """Its numbers, that say what its codes are about."""
        numbers = (fact.token for fact in self.facts if fact.token.kind is Kind.NUMBER)
        return frozenset(f"{number.value:g} {number.unit}" for number in numbers)

    @property
    def content(self) -> tuple[Said, ...]:
        """The words that are neither "may" nor "must" nor a "not" by itself."""
        return tuple(word for word in self.words if word.text not in (MAY, MUST, NOT))


@lru_cache(maxsize=4096)
def clauses_of(sentence: str) -> tuple[Clause, ...]:
    """The clauses of a sentence that say anything, in order."""
    parts = _joined(list(_parts(read(without_opener(sentence)))))
    clauses: list[Clause] = []
    for part in parts:
        clause = _clause(part)
        if clauses and part[0].text in ("or", "nor"):
            # "Not by card, or by cheque" denies both.
            clause = replace(clause, noes=clause.noes + clauses[-1].noes % 2)
        clauses.append(clause)
    return tuple(clause for clause in clauses if clause.words or clause.facts)


def _parts(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The tokens between breaks and joining words; a joining word begins its part."""
    part: list[Token] = []
    for place, token in enumerate(tokens):
        if token.text == ":":
            continue
        if token.kind is Kind.BREAK or _begins(part, token, tokens[place + 1 :]):
            yield part
            part = []
            if token.kind is Kind.BREAK and token.text != ",":
                yield []
        if token.kind is not Kind.BREAK:
            part.append(token)
    yield part


def _begins(part: Sequence[Token], token: Token, after: Sequence[Token]) -> bool:
    """Whether a new part begins with this word."""
    if token.kind is not Kind.WORD or token.text != "and" or not after:
        return token.kind is Kind.WORD and token.text in _BEGINNING
    if after[0].kind is not Kind.NUMBER and after[0].text in _AFTER_AND:
        return True
    # "£4 for these and £15 for those" are two; "between 5 and 7" is one.
    units = {(t.kind, t.unit) for t in part if t.kind in _COUNTED}
    ahead = next((t for t in after if t.kind in (*_COUNTED, Kind.BREAK)), None)
    closed = bool(part) and part[-1].kind is after[0].kind and part[-1].kind in _COUNTED
    return ahead is not None and (ahead.kind, ahead.unit) in units and not closed


def _joined(parts: Sequence[list[Token]]) -> list[list[Token]]:
    """A part with hardly a word joined with the next one; an empty part keeps them apart."""
    joined: list[list[Token]] = []
    held: list[Token] = []
    for part in parts:
        begins = bool(part) and (part[0].text in _BEGINNING or part[0].text == "and")
        if begins and part[0].text == "and" and _weight(part) < 2 and joined and not held:
            joined[-1] = [*joined[-1], *part]
            continue
        if held and (not part or (begins and _weight(held) > 0)):
            joined.append(held)
            held = []
        held = [*held, *part]
        if _weight(held) >= 2 or (begins and _weight(held) > 0):
            joined.append(held)
            held = []
    return [part for part in [*joined, held] if part]


def _weight(part: Sequence[Token]) -> int:
    return sum(
        token.kind is not Kind.WORD or token.text not in LIGHT or is_negating(token.text)
        for token in part
    )


def _clause(part: Sequence[Token]) -> Clause:
    spelt = _spelt(part)
    facts = {place: _fact(part, spelt, place) for place, word in enumerate(spelt) if _marks(word)}
    said, noes = _said_in(spelt, facts, {token.text for token in part if token.name})
    cues = {
        cue
        for place, word in enumerate(spelt)
        if word != MAY or not _is_denied(spelt, place)
        for cue in CUES.get(word, ())
    }
    return Clause(
        tuple(said),
        tuple(facts.values()),
        frozenset(cues),
        _is_conditional(spelt),
        frozenset(universals(spelt)),
        _goes_on(part),
        noes,
        frozenset(_actors(spelt)),
    )


def _spelt(part: Sequence[Token]) -> list[str]:
    """The words of a part reshaped, with a numbered mark such as "03" in place of each fact."""
    marked = " ".join(t.text if t.kind is Kind.WORD else f"0{n}" for n, t in enumerate(part))
    verbs = any(token.text in _AFTER_AND for token in part)
    if part[0].text == "but" and len(part) > 1 and part[1].text in _EXCEPTED and not verbs:
        marked = "but_for" + marked.removeprefix("but")
    return reshaped(marked).split()


def _marks(word: str) -> bool:
    return word.isdecimal() and word.startswith("0")


def _fact(part: Sequence[Token], spelt: Sequence[str], place: int) -> Fact:
    token, after = part[int(spelt[place])], list(spelt[place + 1 :])
    few = token.value <= MOST_OPTIONS and bool(after) and after[0] in _OPTIONS
    return Fact(token, bound_of(list(spelt[:place]), after), few)


def _said_in(
    spelt: Sequence[str], facts: Mapping[int, Fact], names: set[str]
) -> tuple[list[Said], int]:
    """What the words say, and how often it is denied."""
    said: list[Said] = []
    negated, modal, noes = False, False, 0
    for place, word in enumerate(spelt):
        if place in facts:
            said += _unit_word(facts[place])
        elif is_negating(word):
            negated, noes = not negated, noes + 1
        elif _speaks(word) or word in names:
            said.append(_said(word, negated, names))
            # What may not be is not: "cannot pay" negates both.
            modal = negated and word in (MAY, MUST)
            negated = modal
    if negated and not modal:
        said.append(Said(NOT, frozenset({NOT}), negated=True))
    return said, noes


def _is_denied(spelt: Sequence[str], place: int) -> bool:
    return place > 0 and is_negating(spelt[place - 1])


def _is_conditional(spelt: Sequence[str]) -> bool:
    """Whether a clause begins with "if" and the like, "and" before it or not."""
    first = [word for word in spelt[:2] if word != "and"]
    return bool(first) and first[0] in _CONDITION


def _goes_on(part: Sequence[Token]) -> bool:
    """Whether a clause has the subject of the one before: "and costs nothing"."""
    return part[0].text == "and" and len(part) > 1 and part[1].text not in _SUBJECTS


def _said(word: str, negated: bool, names: set[str]) -> Said:
    """A word, turned round by a "no" before it or by what it says itself: "free" is no fee."""
    heart = word.removeprefix("not_")
    inherent = heart != word
    return Said(heart, concepts_of(heart), negated != inherent, word in names, inherent)


def _actors(words: Sequence[str]) -> Iterator[str]:
    """Who does what: "we" or "you" with the word that follows it, such as "we send"."""
    for place, word in enumerate(words):
        if word in ("we", "you"):
            after = (w for w in words[place + 1 : place + 4] if _speaks(w) and w not in (MAY, MUST))
            yield from (
                f"{word} {concept}" for w in [next(after, "")] for concept in concepts_of(w)
            )


def _unit_word(fact: Fact) -> list[Said]:
    word = fact.token.text[2:]
    return [Said(word, concepts_of(word), negated=False)] if fact.vague else []


def _speaks(word: str) -> bool:
    return "@" in word or (word not in LIGHT and "_" not in word and len(word) > 1)

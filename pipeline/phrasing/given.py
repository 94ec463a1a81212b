"""Whether a source gives the facts, dates and names of a phrasing."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.phrasing.clauses import Clause, Fact, Said
from pipeline.phrasing.facts import MONTHS, WEEKDAYS, agrees
from pipeline.phrasing.source import Source
from pipeline.phrasing.tokens import Kind
from pipeline.phrasing.vocabulary import words

SAME_BEGINNING = 5
_DAILY = {"day": "daily", "week": "weekly", "month": "monthly", "year": "yearly", "hour": "hourly"}
_SHARES = words("half quarter double triple twice thrice")


def clauses_in(source: Source) -> list[Clause]:
    """All clauses of a source, in order."""
    return [clause for sentence in source.sentences for clause in sentence.clauses]


def gives(fact: Fact, clauses: Sequence[Clause]) -> bool:
    """Whether one of these clauses gives a fact."""
    return any(agrees(fact.token, other.token) for c in clauses for other in c.facts)


def is_given(fact: Fact, source: Source) -> bool:
    """Whether a source gives a fact; "a day" is given where days are spoken of."""
    if fact.counts_options:
        return True
    if any(agrees(fact.token, other.token) for other in source.facts):
        return True
    if fact.token.kind is Kind.CODE and fact.token.text in source.codes:
        return shape(fact) not in {shape(f) for f in source.facts if f.token.kind is Kind.CODE}
    if fact.vague:
        word = fact.token.text[2:].removesuffix("s")
        return any(w.removesuffix("s") in (word, _DAILY.get(word)) for w in source.words)
    return False


def shape(fact: Fact) -> str:
    """The letters of a code, which those of one sort share."""
    return "".join(sign for sign in fact.token.text if sign.isalpha())


def is_strange_date(word: str, source: Source) -> bool:
    """Whether a word is a weekday, a month or a share of which the source does not speak."""
    day = word.removesuffix("s")
    if day in WEEKDAYS:
        near = {day, day + "s", day[:3]}
        near |= {"weekend", "weekends"} if day in ("saturday", "sunday") else set()
        return not near & source.words
    if word in _SHARES:
        return word not in source.words
    return word in MONTHS and word != "may" and not {word, word[:3]} & source.words


def is_known_name(word: Said, source: Source) -> bool:
    """Whether a name, or a word that begins like it, stands in the source."""
    known = source.words | source.topic_words
    long = len(word.text) >= SAME_BEGINNING
    return word.text in known or (long and any(k.startswith(word.text[:5]) for k in known))


def is_date(word: str) -> bool:
    """Whether a word names a weekday or a month."""
    return word.removesuffix("s") in WEEKDAYS or (word in MONTHS and word != "may")

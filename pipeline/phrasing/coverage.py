"""Whether the words of a phrasing stand in its source, and where."""

from __future__ import annotations

from pipeline.phrasing.clauses import Clause, Said
from pipeline.phrasing.given import SAME_BEGINNING, clauses_in
from pipeline.phrasing.polarity import FEE, MAY, MUST, OPEN
from pipeline.phrasing.source import Source, SourceSentence
from pipeline.phrasing.vocabulary import words

STATED = frozenset({MAY, MUST, FEE, OPEN})
_UNITS = words("minute minutes hour hours day days week weeks month months year years")


def is_covered(word: Said, source: Source) -> bool:
    """Whether a word stands in the source, or in what it is about."""
    return is_alike(word, source.concepts) or is_alike(word, source.topic) or word.text in STATED


def is_within(word: Said, sentence: SourceSentence, source: Source) -> bool:
    """Whether a word stands in the sentence, or in what the source is about."""
    return is_alike(word, sentence.concepts) or is_alike(word, source.topic) or word.text in STATED


def is_astray(word: Said, sentence: SourceSentence, source: Source) -> bool:
    """Whether a word of the question stands in other sentences of the answer, and not in this."""
    asked = is_alike(word, source.topic) and is_alike(word, source.concepts)
    return asked and not is_alike(word, sentence.concepts)


def is_alike(word: Said, concepts: frozenset[str]) -> bool:
    """Whether one of the concepts is the word's, or begins like it."""
    if word.concepts & concepts:
        return True
    start = word.text[: max(SAME_BEGINNING, len(word.text) * 2 // 3)]
    return len(word.text) >= SAME_BEGINNING and any(c.startswith(start) for c in concepts)


def is_forbidden(clause: Clause, source: Source) -> bool:
    """Whether something may be that the source only says may not be."""
    words = clause.words
    allowed = any(w.text == MAY and not w.negated for w in words) and not clause.noes
    if not allowed or words[0].text.startswith("@"):
        return False
    about = [c for c in clauses_in(source) if c.words and c.words[0].concepts & words[0].concepts]
    said = {w.negated for c in about for w in c.words if w.text == MAY}
    return said == {True}


def swapped(clause: Clause, sentence: SourceSentence, source: Source, *, known: bool) -> int:
    """How many words stand before one of the sentence where that has another before it.

    Only those are counted that stand elsewhere in the source, or only those that do not.
    """
    before: dict[str, set[str]] = {}
    for theirs in sentence.clauses:
        for one, other in zip(theirs.content, theirs.content[1:], strict=False):
            for concept in other.concepts:
                before.setdefault(concept, set()).update(one.concepts)
    said = {c for word in clause.content for c in word.concepts}
    swapped = 0
    for one, other in zip(clause.content, clause.content[1:], strict=False):
        usual = {c for concept in other.concepts for c in before.get(concept, ())}
        strange = not is_within(one, sentence, source) and is_covered(one, source) == known
        swapped += bool(usual) and not usual & said and strange
    return swapped


def is_strange_unit(word: Said, source: Source) -> bool:
    """Whether a word is a length of time of which the source does not speak."""
    return word.text in _UNITS and not is_covered(word, source)

"""What a phrasing is held against: an entry, prepared once for any number of sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from pipeline.phrasing.clauses import Clause, Fact, clauses_of
from pipeline.phrasing.cutting import source_sentences
from pipeline.phrasing.tokens import Kind, tokens_of
from pipeline.phrasing.vocabulary import words

_YES = words("yes yeah sure certainly absolutely")
_NO = words("no not never nobody none")


class Stance(StrEnum):
    """Whether a text begins by saying yes or no."""

    YES = "yes"
    NO = "no"
    OPEN = ""


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """One sentence of an entry's answer with its clauses."""

    text: str
    clauses: tuple[Clause, ...]
    concepts: frozenset[str]


@dataclass(frozen=True, slots=True)
class Source:
    """An entry as the guard needs it.

    `topic` holds the concepts of its question, alternates and the organisation's name: a phrasing
    may name them, but they state nothing. `codes` are the codes that stand there.
    """

    question: str
    sentences: tuple[SourceSentence, ...]
    facts: tuple[Fact, ...]
    words: frozenset[str]
    concepts: frozenset[str]
    topic: frozenset[str]
    topic_words: frozenset[str]
    codes: frozenset[str]
    stance: Stance
    texts: tuple[str, ...] = field(repr=False)

    @classmethod
    def of(
        cls, question: str, answer: str, alternates: Sequence[str] = (), organisation: str = ""
    ) -> Source:
        """The source that an entry's texts make."""
        texts = tuple(source_sentences(answer)) or (answer,)
        sentences = tuple(_sentence(text) for text in texts)
        about = [question, *alternates, organisation]
        clauses = [clause for sentence in sentences for clause in sentence.clauses]
        asked = [clause for text in about for clause in clauses_of(text)]
        return cls(
            question=question,
            sentences=sentences,
            facts=tuple(fact for clause in clauses for fact in clause.facts),
            words=frozenset(t.text for text in texts for t in tokens_of(text)),
            concepts=frozenset(c for sentence in sentences for c in sentence.concepts),
            topic=frozenset(c for clause in asked for w in clause.words for c in w.concepts),
            topic_words=frozenset(t.text for text in about for t in tokens_of(text)),
            codes=frozenset(_codes(asked)),
            stance=stance_of(answer),
            texts=texts,
        )


def _sentence(text: str) -> SourceSentence:
    clauses = clauses_of(text)
    concepts = frozenset(c for clause in clauses for word in clause.words for c in word.concepts)
    return SourceSentence(text, clauses, concepts)


def _codes(clauses: Sequence[Clause]) -> list[str]:
    facts = [fact for clause in clauses for fact in clause.facts]
    return [fact.token.text for fact in facts if fact.token.kind is Kind.CODE]


def stance_of(text: str) -> Stance:
    """Whether a text begins with a yes or a no."""
    first = next((t.text for t in tokens_of(text) if t.kind is Kind.WORD), "")
    if first in _YES:
        return Stance.YES
    return Stance.NO if first in _NO else Stance.OPEN

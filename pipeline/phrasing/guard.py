"""Lets a generated sentence through only where its entry says what it says.

First come rules: every number, date, amount, code, link, address and weekday must stand in the
entry. Then what speaks against the sentence (a "no" that turned round, a number that belongs to
something else, a condition that is gone, a word that is nowhere) is weighed by logistic regression,
together with what a trained network thinks of it, where there is one; the weights are numbers in
`data/models/guard.json`.

Worked example: of an entry that says "Returns are free within 30 days", "You can return it free of
charge for 30 days" passes; "within 90 days" is stopped by a rule and "are not free" by its weight.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from index.encoder import Encoder
from pipeline.contrasts import marks
from pipeline.phrasing.clauses import clauses_of
from pipeline.phrasing.cutting import LONGEST
from pipeline.phrasing.entailment import Entailment
from pipeline.phrasing.evidence import Evidence, Gatherer
from pipeline.phrasing.given import is_given, is_strange_date
from pipeline.phrasing.harmless import is_harmless
from pipeline.phrasing.source import Source, Stance, stance_of
from pipeline.phrasing.weights import GuardWeights, guard_weights


class GuardReason(StrEnum):
    """Why a sentence was let through, or stopped."""

    SUPPORTED = "the entry says so"
    HARMLESS = "it states nothing"
    FACT = "the entry does not give this number, date, code or address"
    POLARITY = "it turns a yes into a no, or a no into a yes"
    SCOPE = "it says more, or less, than the entry does of how far this goes"
    CONDITION = "it leaves out a condition"
    SUBJECT = "it says of one thing what the entry says of another"
    UNSUPPORTED = "the entry does not say this"
    ASKS = "it asks or says what the visitor does"
    TOO_LONG = "it is too long to be checked"


@dataclass(frozen=True, slots=True)
class SentenceVerdict:
    """Whether a sentence may be shown and why; `detail` names what gave rise to it."""

    sentence: str
    supported: bool
    reason: GuardReason
    detail: str = ""


# What in a misfit stands for which reason, the plainest first.
_REASONS = {
    GuardReason.POLARITY: (
        "flipped", "modal", "fee", "denied", "opposite", "also", "forbidden", "excepted",
    ),
    GuardReason.SUBJECT: ("misbound", "actor", "strayed", "misdated", "replaced"),
    GuardReason.CONDITION: ("condition_lost", "unconditional", "exception_lost"),
    GuardReason.SCOPE: (
        "all_added", "only_lost", "none_added", "hedge_turned", "sure_added", "bound_turned",
        "period", "weakened",
    ),
}  # fmt: skip


CONDITIONS = frozenset(
    {"if", "when", "unless", "once", "until", "where", "while", "after", "before"}
)
_SELF = frozenset({"i", "my", "me", "mine"})
# As many letters tell one word from another, whatever its ending.
STEM = 5
_ASKS = re.compile(
    r"\b(?:am|are|can|could|did|do|does|has|have|may|might|must|shall|should|was|were|will|would)"
    r" (?:I|my)\b"
)


class Guard:
    """Holds sentences against the entries that they are made from. One thread at a time."""

    def __init__(
        self,
        encoder: Encoder,
        weights: GuardWeights | None = None,
        entailment: Entailment | None = None,
    ) -> None:
        """Without the trained check of `entailment`, it goes by rules alone."""
        self._gatherer = Gatherer(encoder, entailment)
        self._weights = weights or guard_weights(entailed=entailment is not None)

    def warm_up(self) -> None:
        """Loads what sentences are checked with.

        Raises:
            ModelError: when it cannot be loaded.
        """
        self.evidence("All of it is well.", Source.of("Is it well?", "It is well."))

    def check(
        self, sentence: str, source: Source, question: str = "", earlier: Sequence[str] = ()
    ) -> SentenceVerdict:
        """Whether a source bears out a sentence that follows earlier ones.

        `question` is the visitor's. It supports nothing; it only says what a "yes" is about.

        Raises:
            ModelError: when the encoder cannot be loaded.
        """
        if len(sentence) > LONGEST:
            return SentenceVerdict(sentence, False, GuardReason.TOO_LONG)
        if asks(sentence, source) or echoes(sentence, question):
            return SentenceVerdict(sentence, False, GuardReason.ASKS)
        stance = _stance(source, question)
        if not states(sentence):
            return self._bare(sentence, source, question or source.question, stance)
        missing = _missing(sentence, source)
        if missing:
            return SentenceVerdict(sentence, False, GuardReason.FACT, missing)
        if is_quoted(sentence, source):
            return SentenceVerdict(sentence, True, GuardReason.SUPPORTED)
        if is_turned(sentence, stance):
            return SentenceVerdict(sentence, False, GuardReason.POLARITY, sentence.strip())
        if is_unconditional(sentence, source):
            return SentenceVerdict(sentence, False, GuardReason.CONDITION)
        evidence = self._gatherer.evidence(sentence, source, earlier)
        if self.doubt(evidence) <= self._weights.threshold:
            return SentenceVerdict(sentence, True, GuardReason.SUPPORTED)
        return _stopped(sentence, evidence, source)

    def _bare(
        self, sentence: str, source: Source, question: str, stance: Stance
    ) -> SentenceVerdict:
        """The verdict on "Sure!" and the like.

        A yes by itself must be the entry's own, or what is asked must be what the entry says; a no
        the other way round.
        """
        said = stance_of(sentence)
        if said and not stance:
            asked = question.rstrip("?!. ")
            holds = states(asked) and not breaks_rules(asked, source)
            if holds:
                evidence = self._gatherer.evidence(asked, source, ())
                holds = self.doubt(evidence) <= self._weights.threshold
            stance = Stance.YES if holds else Stance.NO
        if said and said is not stance:
            return SentenceVerdict(sentence, False, GuardReason.POLARITY, sentence.strip())
        return SentenceVerdict(sentence, True, GuardReason.HARMLESS)

    def doubt(self, evidence: Evidence) -> float:
        """How likely a sentence with this evidence is not borne out, 0 to 1."""
        return self._weights.doubt(evidence.values)

    def guarded(
        self, sentences: Iterable[str], source: Source, question: str = ""
    ) -> Iterator[SentenceVerdict]:
        """The verdict on each sentence, as soon as the sentence is there."""
        kept: list[str] = []
        for sentence in sentences:
            verdict = self.check(sentence, source, question, kept)
            if verdict.supported:
                kept.append(sentence)
            yield verdict

    def answers(self, kept: Sequence[str], span: str, question: str) -> bool:
        """Whether the sentences that are kept still answer.

        They do with all the facts of the marked words, or, where these have none, if they are
        enough like the marked words or the question.
        """
        if not any(states(sentence) for sentence in kept):
            return False
        facts = [fact for clause in clauses_of(span) for fact in clause.facts if not fact.vague]
        if facts:
            told = Source.of("", " ".join(kept))
            return all(is_given(fact, told) for fact in facts)
        others = [text for text in (span, question) if text.strip()]
        return self._gatherer.likeness(" ".join(kept), others) >= self._weights.answers

    def likeness(self, question: str, source: Source) -> list[float]:
        """The cosine of a question and each sentence of a source, −1 to 1."""
        return self._gatherer.likeness_of_each(question, source)

    def evidence(self, sentence: str, source: Source, earlier: Sequence[str] = ()) -> Evidence:
        """What is known about a sentence that the rules do not stop, to learn from."""
        return self._gatherer.evidence(sentence, source, earlier)


def states(sentence: str) -> bool:
    """Whether a sentence says anything that could be true or not."""
    said = any(clause.content or clause.facts for clause in clauses_of(sentence))
    return said and not is_harmless(sentence)


def asks(sentence: str, source: Source) -> bool:
    """Whether a sentence asks in the visitor's person, as its source does not."""
    found = _ASKS.search(sentence)
    return found is not None and not any(found[0] in text for text in source.texts)


def echoes(sentence: str, question: str) -> bool:
    """Whether a sentence is the visitor's own about themselves, said back."""
    said, asked = (" ".join(_words(text)) for text in (sentence, question))
    return f" {said} " in f" {asked} " and not _SELF.isdisjoint(said.split())


def is_quoted(sentence: str, source: Source) -> bool:
    """Whether a sentence is one of its source's, word for word, or that without its yes or no.

    One that itself begins with a yes or a no is none: to what, depends on what was asked.
    """
    said = _words(sentence)
    if not said or stance_of(sentence):
        return False
    return any(said == _words(text)[bool(stance_of(text)) :] for text in source.texts)


def is_unconditional(sentence: str, source: Source) -> bool:
    """Whether a sentence is one of its source's without the "if" or "when" that it begins with."""
    said = [word[:STEM] for word in _words(sentence)]
    return any(
        said == [word[:STEM] for word in rest]
        for first, *rest in filter(None, map(_words, source.texts))
        if first in CONDITIONS
    )


def _words(text: str) -> list[str]:
    return re.findall(r"\w+|[€£$%+–-]", text.lower().replace("’", "'"))


def is_turned(sentence: str, stance: Stance) -> bool:
    """Whether a sentence begins with a yes where the source says no, or the reverse."""
    said = stance_of(sentence)
    return bool(said and stance and said is not stance)


def breaks_rules(sentence: str, source: Source) -> bool:
    """Whether a sentence has a fact or a yes or no that its source does not give."""
    return bool(_missing(sentence, source)) or is_turned(sentence, source.stance)


def _stance(source: Source, question: str) -> Stance:
    """What the entry's yes or no is worth: nothing where the visitor asked the other way round."""
    asked = question or source.question
    same = marks(asked).negated == marks(source.question).negated
    return source.stance if same else Stance.OPEN


def _missing(sentence: str, source: Source) -> str:
    """The first fact of a sentence that its source does not give, as the sentence has it."""
    for clause in clauses_of(sentence):
        for fact in clause.facts:
            if not is_given(fact, source):
                return fact.token.text
        for word in clause.words:
            if is_strange_date(word.text, source):
                return word.text
    return ""


def _stopped(sentence: str, evidence: Evidence, source: Source) -> SentenceVerdict:
    for reason, names in _REASONS.items():
        for clause, fit in zip(evidence.clauses, evidence.misfits, strict=True):
            if any(getattr(fit, name) for name in names):
                detail = " ".join(word.text for word in clause.content)
                return SentenceVerdict(sentence, False, reason, detail.replace("@", ""))
    strange = [w.text for c in evidence.clauses for w in c.content if _is_foreign(w.text, source)]
    return SentenceVerdict(sentence, False, GuardReason.UNSUPPORTED, ", ".join(strange))


def _is_foreign(word: str, source: Source) -> bool:
    return word not in source.words and word not in source.topic_words

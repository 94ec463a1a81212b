"""What is known about one generated sentence beside its source, as numbers to decide by."""

from __future__ import annotations

import math
import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from index.encoder import Encoder, Vectors
from pipeline.phrasing.clauses import Clause, Said, clauses_of
from pipeline.phrasing.entailment import Entailment
from pipeline.phrasing.fitting import Spoken
from pipeline.phrasing.given import is_known_name
from pipeline.phrasing.source import Source
from pipeline.phrasing.support import Misfit, misfit

# Cosines of single words below the first say nothing, and above the second mean the same.
UNLIKE, ALIKE = 0.4, 0.75
# More than this says no more.
MOST_AGAINST = 2.0
# Each more costs a millisecond.
MOST_WEIGHED = 4
KEPT_SOURCES = 16
KEPT_WORDS = 20_000

# What a sentence that is borne out hardly ever does; these count alike.
AGAINST = (
    "misbound", "flipped", "modal", "opposite", "fee", "actor", "all_added", "only_lost",
    "none_added", "hedge_turned", "sure_added", "bound_turned", "exception_lost",
    "condition_lost", "unconditional", "period", "weakened", "also", "forbidden", "excepted",
    "strayed", "misdated", "strange_unit", "denied",
)  # fmt: skip
DOUBTS = (
    "uneven", "no_lost", "replaced", "astray", "elsewhere", "subject", "modified", "any_added",
    "bound_added", "bound_lost", "hedge_lost", "foreign", "foreign_clause",
)  # fmt: skip
FEATURES = ("against", *DOUBTS, "weight", "weight_most", "distance", "length")
# With the trained check there is its number as well.
ENTAILED_FEATURES = (*FEATURES, "unentailed")


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence beside its source: its clauses, how each misfits, and the numbers in all."""

    clauses: tuple[Clause, ...]
    misfits: tuple[Misfit, ...]
    values: tuple[float, ...]

    @property
    def content(self) -> int:
        """How many words and facts say something."""
        return sum(len(clause.content) + len(clause.facts) for clause in self.clauses)


class Gatherer:
    """Gathers evidence, keeping the vectors of what was seen lately."""

    def __init__(self, encoder: Encoder, entailment: Entailment | None = None) -> None:
        self._encoder = encoder
        self._entailment = entailment
        self._sources: OrderedDict[tuple[str, ...], Vectors] = OrderedDict()
        self._words: OrderedDict[str, Vectors] = OrderedDict()

    def evidence(self, sentence: str, source: Source, earlier: Sequence[str]) -> Evidence:
        """The evidence for and against a sentence that follows earlier ones."""
        clauses = clauses_of(sentence)
        spoken = _spoken(clauses, [c for text in earlier for c in clauses_of(text)])
        near = self._nearness(clauses, source)
        misfits = _best_misfits(spoken, source, near)
        vector, weights = self._weighed(sentence, near)
        distance = 1 - float((self._vectors(source) @ vector).max())
        against = _against(sentence, clauses, misfits, source)
        values = _values(clauses, misfits, (against, distance), weights)
        if self._entailment is not None:
            values = (*values, self._entailment.against(sentence, source))
        return Evidence(clauses, misfits, values)

    def _weighed(self, sentence: str, near: _Nearness) -> tuple[Vectors, list[float]]:
        """The sentence's vector, and how much each foreign word adds to what it means.

        A word adds as much as the sentence is unlike itself without it, less what is near to it.
        """
        foreign = list(near.known)[:MOST_WEIGHED]
        vectors = self._encoded([sentence, *(_lacking(sentence, w) for w in foreign)])
        changes = 1 - vectors[1:] @ vectors[0]
        unlike = [1 - near.known[word] for word in foreign]
        return vectors[0], [float(c) * u for c, u in zip(changes, unlike, strict=True)]

    def likeness(self, text: str, others: Sequence[str]) -> float:
        """The largest cosine of a text and others, −1 to 1."""
        vectors = self._encoded([text, *others])
        return float((vectors[1:] @ vectors[0]).max()) if others else 0.0

    def likeness_of_each(self, text: str, source: Source) -> list[float]:
        """The cosine of a text and each sentence of a source, −1 to 1."""
        cosines = self._vectors(source)[:-1] @ self._encoded([text])[0]
        return [float(cosine) for cosine in cosines]

    def _encoded(self, texts: Sequence[str]) -> Vectors:
        """The vectors of texts; halves of signs, that no encoder reads, become question marks."""
        whole = [text.encode("utf-8", "replace").decode() for text in texts]
        return self._encoder.encode(whole)

    def _vectors(self, source: Source) -> Vectors:
        """The vectors of a source's sentences and of the whole answer, which is the last."""
        if source.texts not in self._sources:
            texts = [*source.texts, " ".join(source.texts)]
            self._sources[source.texts] = self._encoded(texts)
            if len(self._sources) > KEPT_SOURCES:
                self._sources.popitem(last=False)
        return self._sources[source.texts]

    def _nearness(self, clauses: Sequence[Clause], source: Source) -> _Nearness:
        known = source.concepts | source.topic
        foreign = {w.text for c in clauses for w in c.content if not w.concepts & known}
        words = sorted(source.words | source.topic_words) if foreign else []
        words = [word for word in words if len(word) > 2 and word.isalpha()]
        self._learn([*foreign, *words])
        theirs = np.stack([self._words[w] for w in words]) if words else None
        return _Nearness({w: _closest(self._words[w], theirs) for w in sorted(foreign)})

    def _learn(self, words: Sequence[str]) -> None:
        new = [word for word in dict.fromkeys(words) if word not in self._words]
        if new:
            self._words.update(zip(new, self._encoded(new), strict=True))
        while len(self._words) > KEPT_WORDS:
            self._words.popitem(last=False)


@dataclass(frozen=True, slots=True)
class _Nearness:
    """How near each foreign word is to one of the source, 0 to 1."""

    known: dict[str, float]

    def __call__(self, word: Said) -> float:
        return self.known.get(word.text, 0.0)


def _closest(vector: Vectors, others: Vectors | None) -> float:
    if others is None:
        return 0.0
    cosine = float((others @ vector).max())
    return min(max((cosine - UNLIKE) / (ALIKE - UNLIKE), 0.0), 1.0)


def _spoken(clauses: Sequence[Clause], earlier: Sequence[Clause]) -> list[Spoken]:
    """The clauses with what their sentence says, and what was said before it."""
    every = [*earlier, *clauses]
    concepts = frozenset(c for clause in every for c in clause.anchors)
    cues = {cue for clause in clauses for cue in clause.cues}
    return [Spoken(clause, concepts, frozenset(cues)) for clause in clauses]


def _best_misfits(spoken: Sequence[Spoken], source: Source, near: _Nearness) -> tuple[Misfit, ...]:
    """The misfit of each clause with the sentence of the source that it fits best.

    A clause without a subject of its own is about what the one before is about.
    """
    best: list[Misfit] = []
    place = -1
    for each in spoken:
        found = [misfit(each, sentence, source, near) for sentence in source.sentences]
        costs = [
            fit.cost + 3 * (each.clause.goes_on and place not in (-1, number))
            for number, fit in enumerate(found)
        ]
        place = costs.index(min(costs))
        best.append(found[place])
    return tuple(best)


def _lacking(sentence: str, word: str) -> str:
    return re.sub(rf"\b{re.escape(word)}\b", " ", sentence, flags=re.IGNORECASE)


def _against(
    sentence: str, clauses: Sequence[Clause], misfits: Sequence[Misfit], source: Source
) -> float:
    """How many things speak against the sentence."""
    names = [w for c in clauses for w in c.words if w.name and not is_known_name(w, source)]
    # A question states nothing but what it takes for granted, and that is its facts.
    asks = sentence.rstrip("\"'”’)*_ ").endswith("?")
    counted = 0 if asks else sum(getattr(fit, name) for fit in misfits for name in AGAINST)
    return float(counted + len(names))


def _values(
    clauses: Sequence[Clause],
    misfits: Sequence[Misfit],
    known: tuple[float, float],
    weights: Sequence[float],
) -> tuple[float, ...]:
    against, distance = known
    doubts = (sum(getattr(fit, name) for fit in misfits) for name in DOUBTS)
    content = sum(len(clause.content) for clause in clauses)
    heaviest = max(weights, default=0.0)
    return (
        min(against, MOST_AGAINST), *doubts, sum(weights), heaviest, distance, math.log1p(content)
    )  # fmt: skip

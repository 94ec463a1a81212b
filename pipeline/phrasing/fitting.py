"""A clause of a phrasing beside the clause of a source that it is most like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.phrasing.clauses import Clause, Said
from pipeline.phrasing.coverage import STATED, is_alike, is_within
from pipeline.phrasing.facts import agrees
from pipeline.phrasing.given import gives
from pipeline.phrasing.lexicon import OPPOSITES
from pipeline.phrasing.polarity import FEE, MAY, MUST, Cue
from pipeline.phrasing.source import Source, SourceSentence
from pipeline.phrasing.tokens import concepts_of
from pipeline.phrasing.vocabulary import words

_OTHER_ACTOR = {"we": "you", "you": "we"}


@dataclass(frozen=True, slots=True)
class Spoken:
    """A clause of a phrasing with what the rest of its sentence says."""

    clause: Clause
    concepts: frozenset[str]
    cues: frozenset[Cue]


@dataclass(frozen=True, slots=True)
class Fit:
    """A clause beside the clause of a sentence that it is most like."""

    spoken: Spoken
    sentence: SourceSentence
    place: int
    source: Source

    @property
    def other(self) -> Clause | None:
        """The clause of the sentence, None where none is like it."""
        return self.sentence.clauses[self.place] if self.place >= 0 else None

    def apart(self, words: Sequence[Said]) -> int:
        """How many words stand in the sentence, but not near the clause."""
        near = self.sentence.clauses[max(0, self.place - 1) : self.place + 2]
        anchors = frozenset(c for clause in near for c in clause.anchors)
        return sum(
            is_within(w, self.sentence, self.source)
            and not is_alike(w, anchors | self.source.topic)
            and w.text not in STATED
            for w in words
        )

    def polarity(self) -> dict[str, float]:
        """What turns a yes into a no, or says it of something else."""
        clause, other = self.spoken.clause, self.other
        if other is None:
            return {}
        alike = [c for c in self.sentence.clauses if self._is_beside(c)]
        uneven = all(says_no(clause) != says_no(c) for c in alike)
        every = tuple(w for c in self.sentence.clauses for w in c.words)
        stated = [w for w in clause.words if w.text in (MAY, MUST)]
        modal = [w for w in stated if _is_turned(w, every) or _is_turned(w, other.words)]
        both = says_no(clause) and says_no(other)
        fees = [w for w in clause.words if w.text == FEE and not both]
        fee = [w for w in fees if _is_turned(w, other.words)]
        conditional = clause.conditional or other.conditional
        return {
            "flipped": float((self._flips(every) if uneven else 0) + len(fee)),
            "denied": float(uneven and not conditional and says_no(clause) and not self._limits()),
            "also": float(self._adds()),
            "uneven": float(uneven and not conditional),
            "modal": float(0 if both else len(modal)),
            "opposite": float(sum(_is_opposed(w, every) for w in clause.words)),
            "fee": float(self._is_freed(every)),
            "actor": float(self._swaps_actors()),
            "no_lost": float(uneven and says_no(other) and not conditional),
        }

    def excepted(self, words: Sequence[Said]) -> int:
        """How many words stand in the sentence as exceptions alone, and not so in the clause."""
        if self.spoken.clause.noes or self.spoken.cues & {Cue.EXCEPT, Cue.ONLY}:
            return 0
        inside = [w for c in self.sentence.clauses if Cue.EXCEPT in c.cues for w in c.words]
        rest = [w for c in self.sentence.clauses if Cue.EXCEPT not in c.cues for w in c.words]
        out = {concept for w in inside for concept in w.concepts}
        kept = {concept for w in rest for concept in w.concepts}
        return sum(bool(w.concepts & out) and not w.concepts & kept for w in words)

    def _adds(self) -> bool:
        """Whether something is "also" so of which the sentence says no, or that it alone is."""
        theirs = {cue for clause in self.sentence.clauses for cue in clause.cues}
        limits = Cue.ONLY in theirs or any(c.noes for c in self.sentence.clauses)
        adds = Cue.ALSO in self.spoken.clause.cues and Cue.ALSO not in theirs
        return adds and limits and not self.spoken.clause.noes

    def _limits(self) -> bool:
        """Whether the sentence says no to anything at all."""
        cues = {cue for clause in self.sentence.clauses for cue in clause.cues}
        negated = any(w.negated for clause in self.sentence.clauses for w in clause.words)
        return negated or bool(cues & {Cue.ONLY, Cue.EXCEPT, Cue.NONE})

    def _flips(self, every: Sequence[Said]) -> int:
        """How many words are negated in the clause and nowhere in the sentence, or the reverse."""
        clause, other = self.spoken.clause, self.other
        if clause.conditional and "otherwise" in self.source.words:
            return 0
        said = [w for w in clause.words if w.text != FEE]
        denied = [w for w in said if w.negated and _is_turned(w, every)]
        negating = any(w.negated for w in said)
        affirmed = [w for w in said if other and not negating and _is_turned(w, other.words)]
        return len(denied) + len(affirmed)

    def _swaps_actors(self) -> bool:
        """Whether "we" do what "you" do in the sentence, or the reverse."""
        theirs = {actor for clause in self.sentence.clauses for actor in clause.actors}
        swapped = {
            _OTHER_ACTOR[actor.split()[0]] + actor[actor.index(" ") :]
            for actor in self.spoken.clause.actors
        }
        return bool(swapped & theirs) and not self.spoken.clause.actors & theirs

    def _is_freed(self, every: Sequence[Said]) -> bool:
        """Whether something is said to be free in a sentence that only names amounts."""
        free = any(w.text == FEE and w.negated for w in self.spoken.clause.words)
        freed = any(w.text == FEE and w.negated for w in every)
        return free and not freed

    def _is_beside(self, clause: Clause) -> bool:
        """Whether a clause shares as much with the one spoken as that which shares most."""
        if self.other is None:
            return False
        said = self.spoken.clause.anchors
        return clause is self.other or len(said & clause.anchors) >= max(
            1, len(said & self.other.anchors)
        )

    def scope(self) -> dict[str, float]:
        """What goes further, or less far, than the sentence."""
        cues, other = self.spoken.clause.cues, self.other
        theirs = other.cues if other else frozenset()
        whole = frozenset(c for clause in self.sentence.clauses for c in clause.cues)
        hedges = {Cue.MAYBE, Cue.USUALLY, Cue.SOME}
        conditional = self.spoken.clause.conditional
        lost = (theirs & {Cue.MAYBE, Cue.USUALLY}) - self.spoken.cues
        return {
            "all_added": float(0 if conditional else self._widens()),
            "any_added": float(Cue.ANY in cues and not whole & {Cue.ALL, Cue.ANY, Cue.NONE}),
            "none_added": float(self._denies_all() and not conditional),
            "only_added": float(Cue.ONLY in cues and Cue.ONLY not in whole),
            "only_lost": float(Cue.ONLY in theirs and not self.spoken.cues & {Cue.ONLY, Cue.IF}),
            "hedge_lost": float(bool(lost) and not self.spoken.cues & hedges),
            "hedge_turned": float(
                bool(lost) and not cues & hedges and bool(cues & {Cue.SURE, Cue.ALL})
            ),
            "some_lost": float(Cue.SOME in theirs and not self.spoken.cues & hedges),
            "weakened": float(Cue.USUALLY in cues and Cue.ALL in theirs and Cue.ALL not in cues),
            "sure_added": float(Cue.SURE in cues and bool(theirs & hedges) and not cues & hedges),
        }

    def _denies_all(self) -> bool:
        """Whether there is a "never" or "nobody" and the sentence says no to nothing."""
        theirs = {cue for clause in self.sentence.clauses for cue in clause.cues}
        nothing = Cue.NONE in self.spoken.clause.cues and Cue.NONE not in theirs
        return nothing and not self._limits()

    def _widens(self) -> int:
        """How many things are spoken of as a whole that the sentence does not speak of so."""
        said = self.spoken.clause.anchors
        theirs = {u for clause in self.sentence.clauses for u in clause.universals}
        return sum(not _widely(one, theirs, said) for one in self.spoken.clause.universals)

    def bounds(self) -> dict[str, float]:
        """How numbers are bounded that the source bounds otherwise."""
        turned = added = lost = 0
        for fact in self.spoken.clause.facts:
            given = [f for f in self.source.facts if agrees(fact.token, f.token)]
            given = [f for f in given if f.token.unit == fact.token.unit] or given
            bounds = {f.bound for f in given}
            if given and fact.bound not in bounds:
                turned += bool(fact.bound) and "" not in bounds
                added += bool(fact.bound) and "" in bounds
                lost += not fact.bound
        return {
            "bound_turned": float(turned),
            "bound_added": float(added),
            "bound_lost": float(lost),
        }

    def _loses_period(self) -> bool:
        """Whether "every second Tuesday" has become "every Tuesday"."""
        clause = self.spoken.clause
        ordinals = [f for f in self.other.facts if f.token.unit == "ordinal"] if self.other else []
        lost = [f for f in ordinals if not gives(f, (clause,))]
        return bool(lost) and bool(clause.cues & {Cue.ALL, Cue.ANY})

    def conditions(self) -> dict[str, float]:
        """What holds only if something else does, and is said without."""
        spoken = self.spoken
        free = not spoken.cues & {Cue.IF, Cue.ONLY, Cue.EXCEPT}
        said = spoken.concepts
        near = self.sentence.clauses[max(0, self.place - 1) : self.place + 2]
        conditions = [c for c in near if c.conditional]
        dropped = [c for c in conditions if len(c.anchors & said) * 3 <= len(c.anchors)]
        excepted = [c for c in near if Cue.EXCEPT in c.cues]
        main = self.other.anchors if self.other else frozenset()
        told = len(main & said) * 2 > len(main)
        lost = bool(dropped) and free and self.other not in dropped and told
        return {
            "condition_lost": float(lost),
            "exception_lost": float(bool(excepted) and free and told),
            "unconditional": float(lost and Cue.ALL in spoken.clause.cues),
            "period": float(self._loses_period()),
        }


def beside(clause: Clause, sentence: SourceSentence) -> int:
    """Which clause of a sentence a clause is most like; the first of several, -1 without any."""
    best, most = -1, 0.0
    for place, other in enumerate(sentence.clauses):
        shared = len(clause.anchors & _with_subject(sentence.clauses, place))
        facts = sum(gives(fact, (other,)) for fact in clause.facts)
        modal = len({w.text for w in clause.words} & {w.text for w in other.words} & STATED)
        likeness = shared + facts + 0.3 * modal - 0.01 * len(other.anchors)
        if likeness > most:
            best, most = place, likeness
    return best


def _with_subject(clauses: Sequence[Clause], place: int) -> frozenset[str]:
    """A clause's anchors, and those of the one before where it speaks of the same thing."""
    anchors = clauses[place].anchors
    if place and clauses[place].goes_on:
        return anchors | clauses[place - 1].anchors
    return anchors


def says_no(clause: Clause) -> bool:
    """Whether a clause says no, all in all; that something is free says none."""
    inherent = sum(word.inherent and word.text != FEE for word in clause.words)
    return (clause.noes + inherent) % 2 == 1


def _is_turned(word: Said, others: Sequence[Said]) -> bool:
    """Whether a word is negated where it is said, and not where others say it, or the reverse."""
    same = [other for other in others if other.concepts & word.concepts]
    return bool(same) and all(other.negated != word.negated for other in same)


def _is_opposed(word: Said, others: Sequence[Said]) -> bool:
    """Whether a sentence says the opposite of a word, and not the word."""
    opposites = OPPOSITES.get(word.text, ())
    said = any(theirs.concepts & word.concepts for theirs in others)
    return not said and any(theirs.text in opposites for theirs in others)


_WHOLE = words("all every each both any")
_OFTEN = words("day week month year night")


def _widely(one: str, theirs: set[str], said: frozenset[str]) -> bool:
    """Whether a sentence speaks of something as a whole as well."""
    word, _, noun = one.partition(" ")
    classes = {other.split()[0] for other in theirs}
    if word not in _WHOLE:
        return word in classes or (word != "sure" and bool(classes & {"all", "every"}))
    if word in ("each", "any") or (word == "every" and concepts_of(noun) & _OFTEN):
        return True
    wholes = {other.partition(" ")[2] for other in theirs if other.split()[0] in _WHOLE}
    if (not noun and wholes) or "" in wholes or classes & {"who", "what"}:
        return True
    return any(concepts_of(other) & (concepts_of(noun) | said) for other in wholes)

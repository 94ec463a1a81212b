"""Whether the numbers of a phrasing stand beside what they belong to in its source."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.phrasing.clauses import Clause, Fact
from pipeline.phrasing.given import clauses_in, gives, shape
from pipeline.phrasing.polarity import FEE
from pipeline.phrasing.source import Source
from pipeline.phrasing.tokens import Kind

# A clause of so few words mostly leans on the one before it.
LEANING = 4


def is_misbound(fact: Fact, clause: Clause, source: Source) -> bool:
    """Whether a number stands beside what the source gives another number of its unit for."""
    if fact.token.kind not in (Kind.NUMBER, Kind.CODE) or fact.vague:
        return False
    every = clauses_in(source)
    own = [other for other in every if gives(fact, (other,))]
    code = fact.token.kind is Kind.CODE
    said = _about(clause, code) - {fact.token.text}
    rivals = [rival for rival in every if rival not in own and _rivals(fact, rival)]
    about = source.topic
    return bool(own) and any(
        all(
            _prefers(said, _about(rival, code), _about(mine, code), about)
            or _is_mistaken(said, rival, mine, every)
            for mine in own
        )
        for rival in rivals
    )


def _prefers(
    said: frozenset[str], rival: frozenset[str], mine: frozenset[str], topic: frozenset[str]
) -> bool:
    """Whether what is said fits a rival clause alone, though the other has words of its own."""
    lacking = mine - rival - topic
    return bool((said & rival) - mine - topic) and not (said & mine) - rival and bool(lacking)


def _is_mistaken(
    said: frozenset[str], rival: Clause, mine: Clause, every: Sequence[Clause]
) -> bool:
    """Whether a number is said of what a few words right after its clause name another for.

    Example: in "£4 for adults and £2 for children" the second clause leans on the first.
    """
    follows = any(a is mine and b is rival for a, b in zip(every, every[1:], strict=False))
    leans = follows and len(rival.words) <= LEANING and "instead" not in rival.anchors
    theirs = (said & rival.anchors) - mine.anchors
    return leans and bool(theirs) and len(theirs) >= len((said & mine.anchors) - rival.anchors)


def _about(clause: Clause, code: bool) -> frozenset[str]:
    return clause.anchors | clause.amounts if code else clause.anchors


def _rivals(fact: Fact, clause: Clause) -> bool:
    kind, sort = fact.token.kind, _sort(fact)
    money = sort in ("GBP", "EUR", "USD", "CHF")
    if money and any(word.text == FEE and word.negated for word in clause.words):
        return True
    return any(f.token.kind is kind and _sort(f) == sort and not f.vague for f in clause.facts)


def _sort(fact: Fact) -> str:
    """Its unit, the same for all lengths of time, or the letters of a code."""
    if fact.token.kind is Kind.CODE:
        return shape(fact)
    return "time" if fact.token.unit in ("minute", "month", "workday") else fact.token.unit

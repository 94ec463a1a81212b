"""What a candidate's score and the confidence in it are made of.

The formulas are those of `pipeline.retrieve`, `pipeline.rank` and `pipeline.decide`, term by term.
A share of the belief is 1 / (1 + Σ r) over the rivals' beliefs r beside the first one's, so that
its logarithm is taken apart rival by rival, the strongest first:

    log share = −log(1 + r₁) − (log(1 + r₁ + r₂) − log(1 + r₁)) − …

Worked example with a weight of 2 and rivals of .5 and .25: the first takes 2 · log 1.5 = .81 from
the log-odds and the second 2 · (log 1.75 − log 1.5) = .31; together that is 2 · log 1.75.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from data.answers import Candidate
from pipeline.contrasts import Clash
from pipeline.decide import CROWD, Confidence, asks_the_same
from pipeline.explaining.records import Feature, ScorePart
from pipeline.rank import UNREAD_RELEVANCE, Mixing
from pipeline.reading.windowed import logistic
from pipeline.retrieve import Fusion, similarity

SHOWN_RIVALS = 3


def fused_parts(candidate: Candidate, fusion: Fusion) -> tuple[ScorePart, ...]:
    """What retrieval's score is made of."""
    near, evidence = similarity(candidate.evidence), candidate.evidence
    return (
        _part("similarity", near, fusion.similarity),
        _part("fourth", near**4, fusion.fourth),
        _part("eighth", near**8, fusion.eighth),
        _part("answer", max(evidence.answer, 0.0), fusion.answer),
        _part("lexical", evidence.lexical, fusion.lexical),
    )


def read_parts(
    candidate: Candidate, clashes: Clash, fewest: float, mixing: Mixing
) -> tuple[ScorePart, ...]:
    """What reading adds; `fewest` is what the clashes take from the candidate with the fewest."""
    reading = candidate.reading
    relevance = reading.relevance if reading else UNREAD_RELEVANCE
    return (
        _part("relevance", relevance - UNREAD_RELEVANCE, mixing.relevance),
        _part("numbers", clashes.numbers, -mixing.numbers),
        _part("codes", clashes.codes, -mixing.codes),
        _part("negation", clashes.negation, -mixing.negation),
        _part("missing", clashes.missing, -mixing.missing),
        ScorePart("common", fewest, 1.0, fewest),
    )


def with_rest(parts: tuple[ScorePart, ...], score: float) -> tuple[ScorePart, ...]:
    """The parts, and what keeps the score within bounds, if anything does."""
    rest = score - sum(part.adds for part in parts)
    return parts if abs(rest) < 1e-9 else (*parts, ScorePart("bounds", rest, 1.0, rest))


def features(candidates: Sequence[Candidate], confidence: Confidence) -> tuple[Feature, ...]:
    """What the log-odds that the first candidate answers are made of; they add up to them."""
    if not candidates:
        return ()
    adds = [("start", confidence.bias, ""), ("score", confidence.score * candidates[0].score, "")]
    adds += [
        (name, -confidence.share * taken, entry_id)
        for name, taken, entry_id in _rivals(candidates, confidence)
    ]
    found, total = [], 0.0
    for name, add, entry_id in adds:
        total += add
        found.append(Feature(name, add, logistic(total), entry_id))
    return tuple(found)


def _rivals(
    candidates: Sequence[Candidate], confidence: Confidence
) -> Iterator[tuple[str, float, str]]:
    """What each rival takes from the logarithm of the first one's share, the strongest first."""
    first = candidates[0]
    rivals = [other for other in candidates if not asks_the_same(other, first)]
    belief = [_belief(other.score - first.score, confidence) for other in rivals]
    absent = max(0, CROWD - len(candidates))
    groups = [
        ("rival", sum(belief[at : at + 1]), rivals[at].entry.id)
        for at in range(min(SHOWN_RIVALS, len(rivals)))
    ]
    groups.append(("others", sum(belief[SHOWN_RIVALS:]), ""))
    groups.append(("crowd", absent * _belief(confidence.background - first.score, confidence), ""))
    total = 1.0
    for name, weight, entry_id in groups:
        if weight:
            yield name, math.log(total + weight) - math.log(total), entry_id
        total += weight


def _belief(above: float, confidence: Confidence) -> float:
    """The belief in what scores by so much more than the first, whose own is 1."""
    return math.exp(confidence.sharpness * above)


def _part(name: str, value: float, weight: float) -> ScorePart:
    return ScorePart(name, value, weight, value * weight)

"""Whether anything answers at all, from what retrieval found for the entry that came first.

The order of candidates needs to tell entries from each other, and the score that is best at that is
not best at telling questions that something answers from those that nothing does: there the plain
cosine has more to say, and the powers of it and the reader less.

    presence = (1 − answer) · ((1 − lexical) · x + lexical · BM25) + answer · y

x is the cosine to the nearest way of asking and y that to the answer, which an entry without one
does not have: for it the first of the two terms counts whole.

Worked example with lexical .3 and answer .3: x = .80, BM25 = .40 and y = .50 give .68 · .7 + .15 =
.626, and .68 without an answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from data.answers import Evidence
from pipeline.retrieve import similarity


@dataclass(frozen=True, slots=True)
class Presence:
    """The shares, 0 to 1, of the words in common and of the answer."""

    lexical: float
    answer: float

    def of(self, evidence: Evidence) -> float:
        """How much speaks for an answer being there, 0 to 1; it is no probability."""
        asked = (1 - self.lexical) * similarity(evidence) + self.lexical * evidence.lexical
        if not evidence.answer:
            return asked
        return (1 - self.answer) * asked + self.answer * max(evidence.answer, 0.0)

"""Which sentences of an entry a reply is made from.

The marked words may stand in a sentence that does not answer by itself, as "R7 isn't reduced" does
not answer "is it cheaper for pensioners?". So the sentence that is most like the question comes in
too, and of a short answer the first, which mostly holds the yes, the no or the rule. In a long one
the words are marked wrongly more often, so that two like the question come in.

Worked example: of "From 65 you pay less. Choose Senior. R7 isn't reduced.", asked "is it cheaper
for pensioners" and with "R7" marked, the reply is made from the first and the last sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.phrasing.cutting import source_sentences
from pipeline.phrasing.prompt import fact
from pipeline.phrasing.source import Source

# The first sentence of a longer answer mostly only leads up to it, in characters.
SHORT = 600
# From this cosine on a sentence of a long answer is like the question.
ALIKE = 0.4
# From this one on, one that goes with a sentence that would stand alone.
RATHER_ALIKE = 0.3

_WORD = re.compile(r"\w+")


def told(source: Source, answer: str, span: str, likeness: Sequence[float], most: int) -> str:
    """At most so many sentences of the answer that a reply is made from, in their order.

    `likeness` is how much each sentence of the source is like the question, −1 to 1.
    """
    marked = _marked(source, fact(answer, span))
    if not marked:
        return ""
    closest = sorted(range(len(likeness)), key=lambda number: -likeness[number])[:2]
    if len(answer) <= SHORT:
        wanted = [*marked, closest[0], 0]
    else:
        wanted = [*marked, *(number for number in closest if likeness[number] >= ALIKE)]
    if len(set(wanted)) == 1 and likeness[closest[-1]] >= RATHER_ALIKE:
        wanted.append(closest[-1])
    chosen = list(dict.fromkeys(wanted))[:most]
    return " ".join(" ".join(source.texts[number].split()) for number in sorted(chosen))


def _marked(source: Source, marked: str) -> list[int]:
    """The numbers of the source's sentences that hold the marked ones: those with most words."""
    found = []
    # A row by itself would be taken for the names of columns.
    for sentence in source_sentences(marked.replace("|", " ")):
        said = set(_WORD.findall(sentence))
        shared = [len(said & set(_WORD.findall(text))) for text in source.texts]
        if said:
            found.append(shared.index(max(shared)))
    return list(dict.fromkeys(found))

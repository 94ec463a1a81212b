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
from itertools import takewhile

from pipeline.phrasing.cutting import source_sentences
from pipeline.phrasing.prompt import fact
from pipeline.phrasing.source import Source

# The first sentence of a longer answer mostly only leads up to it, in characters.
SHORT = 600
# From this cosine on a sentence of a long answer is like the question.
ALIKE = 0.4
# From this one on, one that goes with a sentence that would stand alone.
RATHER_ALIKE = 0.3

_ENDS = (".", "!", "?", "…", ":", ";", "。")
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
    chosen = sorted(list(dict.fromkeys(wanted))[:most])
    return " ".join(map(_ended, _whole(chosen, source, answer, likeness)))


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


def _whole(
    chosen: Sequence[int], source: Source, answer: str, likeness: Sequence[float]
) -> list[str]:
    """The texts of the chosen sentences, with what those that say nothing alone lead up to.

    After "Two." that is the next sentence, and after "Fares:" the row that is most like the
    question, or the next sentence where no table follows.
    """
    numbers: list[int] = []
    for number in chosen:
        numbers.append(number)
        text, led = source.texts[number].rstrip(" *_"), _led_up_to(number, source, answer)
        bare = text.endswith(":") or len(text.split()) == 1
        if led and bare and not set(led) & set(chosen):
            numbers.append(max(led, key=lambda row: likeness[row]))
    return [source.texts[number] for number in dict.fromkeys(numbers)]


def _ended(text: str) -> str:
    """A sentence on one line, with a point if it has no end of its own, as rows have none."""
    line = " ".join(text.split())
    return line if line.rstrip("*_\"'”’)").endswith(_ENDS) else line + "."


def _led_up_to(number: int, source: Source, answer: str) -> list[int]:
    """The numbers of the rows that follow a sentence, or that of the next one with words."""
    after = [n for n in range(number + 1, len(source.texts)) if _WORD.search(source.texts[n])]
    # Rows are put into words that do not stand in the answer.
    rows = list(takewhile(lambda n: source.texts[n] not in answer, after))
    return rows or after[:1]

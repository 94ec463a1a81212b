"""The passages that people wrote, and what was asked about them, from files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from data.importing.reading import read_sources
from pipeline.squad import read_examples

MAX_PASSAGE = 6000
MOST_REPEATED = 3
_ENDS = re.compile(r"(?<=[.!?])[\"”')]*\s+(?=[\"“'(]?[A-Z0-9])")
_SHORT_FORM = re.compile(r"\b(?:Mr|Mrs|Dr|St|Jr|No|vs|e\.g|i\.e|U\.S|Inc|Co|[A-Z])\.$")
_MARKUP = re.compile(r"&#\d+;|\[\d+\]|``|''")


@dataclass(frozen=True, slots=True)
class Answered:
    """A question about a passage, and the words of the passage that answer it."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Read:
    """The sentences of a passage, and what was asked about it."""

    sentences: tuple[str, ...]
    asked: tuple[Answered, ...] = ()
    unanswerable: tuple[str, ...] = ()


def read_passages(readers: Sequence[Path], faqs: Sequence[Path]) -> list[Read]:
    """The passages of the reader's examples, and the answers of files of entries."""
    asked: dict[str, list[Answered]] = {}
    unanswerable: dict[str, list[str]] = {}
    for file in readers:
        for example in read_examples(file):
            known = asked.setdefault(example.context, [])
            if example.answers:
                known.append(Answered(example.question, example.answers[0].text))
            else:
                unanswerable.setdefault(example.context, []).append(example.question)
    read = [
        Read(sentences_of(text), tuple(about), tuple(unanswerable.get(text, ())))
        for text, about in asked.items()
    ]
    for item in read_sources([str(file) for file in faqs]) if faqs else ():
        read += [Read(sentences_of(draft.answer.replace(" - ", " "))) for draft in item.drafts]
    return [passage for passage in _without_stock(read) if passage.sentences]


def _without_stock(passages: Sequence[Read]) -> Iterator[Read]:
    """The passages without the sentences that many of them have."""
    counts = Counter(text for passage in passages for text in passage.sentences)
    for passage in passages:
        kept = tuple(text for text in passage.sentences if counts[text] <= MOST_REPEATED)
        yield replace(passage, sentences=kept)


def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of a text without its markup; none of a text that is too long."""
    if len(text) > MAX_PASSAGE:
        return ()
    text = " ".join(_MARKUP.sub("", text).split())
    text = re.sub(r"\s+([,.;:!?)])", r"\1", text)
    found: list[str] = []
    for part in _ENDS.split(text):
        if found and _SHORT_FORM.search(found[-1]):
            found[-1] += " " + part
        elif part:
            found.append(part.strip())
    return tuple(found)


def is_plain(sentence: str) -> bool:
    """Whether it is a whole sentence of ordinary length."""
    return (
        5 <= len(sentence.split()) <= 32
        and sentence[0].isupper()
        and sentence.endswith(".")
        and sentence.count('"') % 2 == 0
        and "http" not in sentence
    )

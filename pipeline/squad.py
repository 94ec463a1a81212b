"""Questions about passages, as SQuAD JSON (1.1 or 2.0) or as JSON lines, gzip or not.

The shape is that of Rajpurkar, Jia and Liang 2018, "Know What You Don't Know"; offsets are code
points.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from data.errors import SourceError
from data.importing.sources import load

SHAPE = "Give SQuAD JSON, or JSON lines with id, question, context and answers."


@dataclass(frozen=True, slots=True)
class GoldAnswer:
    """Words that answer; they begin at `start`, in code points of the context."""

    start: int
    text: str


@dataclass(frozen=True, slots=True)
class ReaderExample:
    """A question, the passage to read, and the words in it that answer; none if it does not.

    `title` is that of what the passage was taken from, where the file tells it.
    """

    id: str
    source: str
    question: str
    context: str
    answers: tuple[GoldAnswer, ...]
    title: str = ""

    @property
    def golds(self) -> tuple[str, ...]:
        """The texts of the answers."""
        return tuple(answer.text for answer in self.answers)


def read_examples(path: str | Path) -> Iterator[ReaderExample]:
    """The questions of a file, SQuAD JSON (1.1 or 2.0) or JSON lines, gzip or not, one by one.

    Raises:
        SourceError: naming the line or question, what is wrong with it and what to do.
    """
    name = str(path)
    places: dict[str, str] = {}
    for place, row in _rows(name):
        example = _example(place, row, Path(name).name.split(".")[0])
        if example.id in places:
            problem = f"the id '{example.id}' is that of {places[example.id]} too"
            raise _fault(place, problem, "Give each question an id of its own.")
        places[example.id] = place
        yield example
    if not places:
        raise SourceError(f"{name} holds no questions. {SHAPE}")


def _rows(name: str) -> Iterator[tuple[str, object]]:
    """Each question of a file, as its JSON has it, with the place where it stands."""
    data = load(name)
    raw = io.BytesIO(data)
    packed = data.startswith(b"\x1f\x8b")
    try:
        with io.TextIOWrapper(gzip.GzipFile(fileobj=raw) if packed else raw, "utf-8-sig") as text:
            yield from _parsed(name, text)
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise _fault(name, f"it is damaged or not UTF-8 ({error})", "Fetch it again.") from error


def _parsed(name: str, text: io.TextIOWrapper) -> Iterator[tuple[str, object]]:
    """JSON lines where the first line is an object by itself, one SQuAD object elsewhere."""
    if not (first := text.readline()):
        return
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        value = None
    if value is None and ".jsonl" not in Path(name).name:
        yield from _questions(name, _json(name, first + text.read()))
    elif isinstance(value, dict) and "data" in value:
        yield from _questions(name, value)
    else:
        for number, line in enumerate(chain([first], text), start=1):
            if line.strip():
                yield f"{name}, line {number}", _json(f"{name}, line {number}", line)


def _json(place: str, text: str) -> object:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _fault(place, f"it is not valid JSON ({error})", "Mend it there.") from error
    return value


def _questions(name: str, value: object) -> Iterator[tuple[str, object]]:
    for place, article in _children(name, value, "data"):
        about = {"title": article.get("title")}
        for within, paragraph in _children(place, article, "paragraphs"):
            for where, question in _children(within, paragraph, "qas"):
                yield where, about | question | {"context": paragraph.get("context")}


def _children(place: str, parent: Any, key: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects in a list of SQuAD JSON, each with its place, such as "data 2, paragraphs 1"."""
    items = parent.get(key) if isinstance(parent, dict) else None
    if not isinstance(items, list):
        raise _fault(place, f"there is no list '{key}'", SHAPE)
    for number, item in enumerate(items, start=1):
        if not isinstance(item, dict):
            raise _fault(f"{place}, {key} {number}", "it is not an object", SHAPE)
        yield f"{place}, {key} {number}", item


def _example(place: str, row: object, file: str) -> ReaderExample:
    if not isinstance(row, dict):
        raise _fault(place, "it is not an object", SHAPE)
    context = _text(place, row, "context")
    answers = tuple(_answers(place, row.get("answers"), context))
    if bool(answers) == bool(row.get("is_impossible")):
        problem = "it has answers and is_impossible" if answers else "it has no answers"
        raise _fault(place, problem, "Set is_impossible where nothing answers, and only there.")
    id_, question = _text(place, row, "id"), _text(place, row, "question")
    source, title = str(row.get("source") or file), str(row.get("title") or "")
    return ReaderExample(id_, source, question, context, answers, title)


def _text(place: str, row: dict[str, Any], key: str) -> str:
    value = str(row[key]) if type(row.get(key)) is int else row.get(key)
    if not isinstance(value, str) or not value.strip():
        raise _fault(place, f"'{key}' is missing, empty or not text", SHAPE)
    return value


def _answers(place: str, answers: object, context: str) -> Iterator[GoldAnswer]:
    """The gold answers, from a list of answers or from one object with a list of each part."""
    if isinstance(answers, dict):
        texts, starts = answers.get("text"), answers.get("answer_start")
        if not (isinstance(texts, list) and isinstance(starts, list)) or len(texts) != len(starts):
            raise _fault(place, "'text' and 'answer_start' are not lists of one length", SHAPE)
        answers = [{"text": t, "answer_start": at} for t, at in zip(texts, starts, strict=True)]
    if not isinstance(answers, list) or not all(isinstance(item, dict) for item in answers):
        raise _fault(place, "'answers' is missing or not a list of answers", SHAPE)
    for answer in answers:
        text, start = answer.get("text"), answer.get("answer_start")
        if not isinstance(text, str) or not text or type(start) is not int or start < 0:
            raise _fault(place, "an answer has no text or no answer_start from 0 up", SHAPE)
        if not context.startswith(text, start):
            problem = f"'{text[:60]}' does not stand at {start} of its context"
            raise _fault(place, problem, "Count answer_start in code points, from 0.")
        yield GoldAnswer(start, text)


def _fault(place: str, problem: str, remedy: str) -> SourceError:
    return SourceError(f"{place}: {problem}. {remedy}")

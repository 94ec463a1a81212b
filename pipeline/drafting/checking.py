"""What an entry must be before it is kept: the same limits and the same tidying as in a file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from data.errors import InputError
from data.importing import MAX_ALTERNATE, MAX_ANSWER, MAX_QUESTION
from data.importing.cells import clean
from data.records import Entry

# A category or a tag is a name, and a source or an address is a line.
MAX_NAME = 200
MAX_LINE = 2_000


def checked(entry: Entry) -> Entry:
    """The entry, tidied.

    Raises:
        InputError: naming the field and what to do about it.
    """
    question = _within("question", entry.question, MAX_QUESTION)
    answer = _within("answer", entry.answer, MAX_ANSWER)
    if not question or not answer:
        missing = "question" if not question else "answer"
        raise InputError(f"The {missing} is empty. Write one, or retire the entry.")
    if entry.valid_from and entry.valid_until and entry.valid_until < entry.valid_from:
        raise InputError(
            f"The entry would be valid from {entry.valid_from} until {entry.valid_until}, which "
            "is before that. Swap the days or leave one empty."
        )
    alternates = _several("alternate", entry.alternates, MAX_ALTERNATE)
    return replace(
        entry,
        question=question,
        answer=answer,
        alternates=tuple(text for text in alternates if text != question),
        category=_within("category", entry.category, MAX_NAME),
        tags=_several("tag", entry.tags, MAX_NAME),
        source=_within("source", entry.source, MAX_LINE),
        url=_within("link", entry.url, MAX_LINE),
    )


def _within(field: str, text: str, limit: int) -> str:
    tidy = clean(text)
    if len(tidy) > limit:
        raise InputError(
            f"The {field} has {len(tidy):,} characters, more than {limit:,}. Shorten it."
        )
    return tidy


def _several(field: str, texts: Iterable[str], limit: int) -> tuple[str, ...]:
    tidy = [_within(field, text, limit) for text in texts]
    return tuple(dict.fromkeys(text for text in tidy if text))

"""Documents of headings and text: which headings are questions, and what answers them.

A heading with text below it is a question, and the text its answer. One without text of its own is
the category of those below it. What stands under smaller headings belongs to the answer only where
the heading asks and the smaller ones do not:

    # Returns                       category of all three
    ## How long do I have?          question
    Thirty days.                    … its answer, down to the next heading of its size
    ### In December                 … part of that answer
    Sixty days.
    ## Parcels                      question (it has text of its own), and category of the next
    We take them back.
    ### Who pays?                   question
    We do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from data.importing.cells import BLANK
from data.importing.notes import Notes, quoted
from data.importing.sheets import Sheet, row_of

# The level of questions in bold, below all headings.
BOLD_LEVEL = 10
_QUESTION_MARKS = ("?", "？", "؟", "⁇", "❓")
_AFTER_MARK = BLANK + "\"'”’»)]*_."
_ASKED = re.compile(r"(?:q|question|frage|pregunta|domanda|pergunta)\s?\d{0,4}\s?[:.)]\s*", re.I)
_ANSWERED = re.compile(
    r"\**(?:a|answer|antwort|respuesta|réponse|risposta|resposta)\s?\d{0,4}\s?[:.)]\**\s*", re.I
)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, as plain text, and the Markdown below it up to the next heading of any size.

    `level` is 1 for the largest. `source` is the heading as Markdown, for where it becomes part of
    an answer; `source` and `text` end as lines do.
    """

    level: int
    title: str
    line: int
    source: str
    text: str


@dataclass(frozen=True, slots=True)
class Found:
    """A question with its answer, and the number of the row or line on which it stands."""

    line: int
    question: str
    answer: str
    category: str = ""


@dataclass(frozen=True, slots=True)
class Names:
    """What question, answer and category are called in a kind of document."""

    question: str
    answer: str
    category: str


HEADINGS = Names("heading", "text below it", "heading above it")


def is_question(title: str) -> bool:
    """Whether a title asks: it ends with a question mark, or begins with a Spanish one."""
    return title.rstrip(_AFTER_MARK).endswith(_QUESTION_MARKS) or title.startswith("¿")


def entries(sections: Sequence[Section], notes: Notes) -> list[Found]:
    """The questions and answers of a document; headings that have neither are noted."""
    ends = _ends(sections)
    asking = list(accumulate((is_question(section.title) for section in sections), initial=0))
    found: list[Found] = []
    bare: list[str] = []
    above: list[Section] = []
    at = 0
    while at < len(sections):
        section, end = sections[at], ends[at]
        above = [other for other in above if other.level < section.level]
        asks, asks_below = is_question(section.title), asking[end] > asking[at + 1]
        last = end if asks and not asks_below else at + 1
        answer = section.text + "".join(it.source + it.text for it in sections[at + 1 : last])
        has_text = bool(answer.strip(BLANK))
        if _is_title(at, end, sections, asks) and has_text and asks_below:
            notes.say(f"the introduction under '{section.title[:60]}' answers nothing: left out")
        elif has_text or (asks and not asks_below):
            found.append(_found(section, answer, above))
        elif end == at + 1:
            bare.append(section.title)
        if not (asks and has_text):
            above.append(section)
        at = last
    if bare:
        notes.say(f"headings without text below them were left out: {quoted(bare, limit=5)}")
    return found


def sheet_of(
    file: str,
    found: Iterable[Found],
    names: Names = HEADINGS,
    more: Mapping[str, object] | None = None,
) -> Sheet:
    """A sheet with a row for each entry; `more` are values, by field, that hold for all of them."""
    found, more = list(found), dict(more or {})
    if "category" in more and any(it.category for it in found):
        shared = more.pop("category")
        wanting = shared if isinstance(shared, str) else ""
        found = [Found(it.line, it.question, it.answer, it.category or wanting) for it in found]
    header = [names.question, names.answer]
    hints = {"question": names.question, "answer": names.answer}
    if any(it.category for it in found):
        header.append(names.category)
        hints["category"] = names.category
    width = len(header)
    rows = [
        row_of(it.line, [*(it.question, it.answer, it.category)[:width], *more.values()])
        for it in found
    ]
    hints |= {field: field for field in more}
    return Sheet(file, (*header, *more), tuple(rows), hints=hints, is_document=True)


def _ends(sections: Sequence[Section]) -> list[int]:
    """For each section the position of the next one that is not below it."""
    ends = [len(sections)] * len(sections)
    open_ones: list[int] = []
    for at, section in enumerate(sections):
        while open_ones and sections[open_ones[-1]].level >= section.level:
            ends[open_ones.pop()] = at
        open_ones.append(at)
    return ends


def _is_title(at: int, end: int, sections: Sequence[Section], asks: bool) -> bool:
    """Whether a heading is the title of the whole document."""
    return at == 0 and end == len(sections) and not asks


def _found(section: Section, answer: str, above: Sequence[Section]) -> Found:
    category = above[-1].title if above else ""
    asked = _ASKED.match(section.title)
    question = section.title[asked.end() :] if asked else section.title
    answer = answer.strip("\n")
    answered = _ANSWERED.match(answer) if asked else None
    return Found(section.line, question, answer[answered.end() :] if answered else answer, category)

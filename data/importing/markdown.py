"""Markdown: a page with front matter is one entry, and headings are questions.

Answers are the lines of the file as they are, but for what is no text and would be shown as such:
comments, rules at the end of a section, and the attribute lines of kramdown (`{: .note}`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from data.errors import SourceError
from data.importing.cells import BLANK
from data.importing.front_matter import FrontMatter, split_front_matter
from data.importing.markup import one_line
from data.importing.notes import Notes
from data.importing.outline import BOLD_LEVEL, Found, Names, Section, entries, is_question, sheet_of
from data.importing.sheets import Sheet
from data.records import Place, Rejection

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MAX_MARKDOWN_CHARS = 2 * 1024**2
_ANCHOR = re.compile(r"\{[#:.][^{}]*\}\Z")
_ATTRIBUTES = re.compile(r" {0,3}\{:[^{}]*\}\s*")
_BOLD = re.compile(r" {0,3}(\*\*|__)([^*_\n]{1,500})\1\s*$")
_COMMENT = re.compile(r"\s*<!--(?:(?!-->).)*-->\s*", re.DOTALL)
_LABEL = re.compile(r"\[([^\[\]]{1,300})\]")
# Bounded, so that a text full of openings without an end is not gone through for each of them.
_NO_WORDS = re.compile(r"<[^<>]{0,2000}>|\{%.{0,300}?%\}|\{\{.{0,300}?\}\}", re.DOTALL)
_WORD = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class _Body:
    """The lines of a text, its headings, and what in it is no text."""

    lines: Sequence[str]
    headings: Sequence[_Heading]
    silent: frozenset[int]
    rules: frozenset[int]
    definitions: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Heading:
    """A heading, or a question in bold with which a paragraph begins.

    Its lines count from 0, and `end` is the first one below it.
    """

    level: int
    title: str
    start: int
    end: int


def read_markdown(name: str, text: str, notes: Notes) -> Sheet:
    """The questions of a Markdown text, each on the line on which it stands.

    Raises:
        SourceError: it is too large, or holds neither front matter with a title nor headings.
    """
    if len(text) > MAX_MARKDOWN_CHARS:
        size = MAX_MARKDOWN_CHARS // 1024**2
        raise SourceError(f"{name} is larger than {size} MB. Split it into several files.")
    front = split_front_matter(name, text)
    body = _body(front.body)
    sections = _sections(body, front.body_line)
    if front.question and not (front.is_title and _are_questions(sections)):
        return _one_entry(name, front, body)
    found = entries(sections, notes)
    if not found:
        raise SourceError(
            f"{name} has no headings with text below them. Write each question as a heading, "
            "such as '## How long is delivery?', and its answer below it."
        )
    _note_text_above(sections, body, front.body_line, notes)
    more = dict(front.more)
    if front.question:
        more.setdefault("category", front.question)
    found = [_with_definitions(it, body) for it in found]
    return _without_wordless(sheet_of(name, found, more=more))


def _one_entry(name: str, front: FrontMatter, body: _Body) -> Sheet:
    """The whole text as the answer to what its front matter asks."""
    answer = front.answer or _joined(body, 0, len(body.lines))
    found = Found(front.question_line, front.question, answer.strip("\n"))
    names = Names(front.question_key, "answer" if front.answer else "text below", "category")
    return _without_wordless(sheet_of(name, [found], names, front.more))


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    # Only blocks are told apart; what stands within them is kept as it is.
    return MarkdownIt("commonmark").enable("table").disable("inline")


@cache
def _inline_parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark")


def _body(text: str) -> _Body:
    environment: dict[str, dict[str, dict[str, object]]] = {}
    lines = text.split("\n")
    headings: list[_Heading] = []
    silent: set[int] = set()
    rules: set[int] = set()
    tokens = _parser().parse(text, environment)
    code = {at for token in tokens if token.type in ("fence", "code_block") for at in _span(token)}
    for at, token in enumerate(tokens):
        if token.level or not token.map:
            continue
        if token.type == "heading_open":
            title = _plain(tokens[at + 1].content)
            headings.append(_Heading(int(token.tag[1]), title, *token.map))
        elif token.type == "paragraph_open" and (bold := _BOLD.match(lines[token.map[0]])):
            if is_question(title := _plain(bold[2])):
                headings.append(_Heading(BOLD_LEVEL, title, token.map[0], token.map[0] + 1))
        elif token.type == "hr":
            rules |= _span(token)
        elif token.type == "html_block" and _COMMENT.fullmatch(token.content):
            silent |= _span(token)
    silent |= {at for at, line in enumerate(lines) if _is_attributes(line) and at not in code}
    definitions = {
        label: "\n".join(lines[slice(*found["map"])])  # type: ignore[misc]
        for label, found in environment.get("references", {}).items()
    }
    return _Body(lines, headings, frozenset(silent), frozenset(rules), definitions)


def _is_attributes(line: str) -> bool:
    return "{:" in line and _ATTRIBUTES.fullmatch(line) is not None


def _span(token: Token) -> set[int]:
    return set(range(*token.map)) if token.map else set()


def _plain(source: str) -> str:
    """A heading's text without its markup."""
    (root,) = _inline_parser().parseInline(_ANCHOR.sub("", source[:5000].rstrip()))
    kinds = {"text": "", "code_inline": "", "softbreak": " ", "hardbreak": " ", "image": ""}
    texts = (kinds[it.type] or it.content for it in root.children or () if it.type in kinds)
    return one_line("".join(texts))


def _sections(body: _Body, first_line: int) -> list[Section]:
    ends = [*(heading.start for heading in body.headings), len(body.lines)][1:]
    return [
        Section(
            heading.level,
            heading.title,
            heading.start + first_line,
            _joined(body, heading.start, heading.end),
            _joined(body, heading.end, end),
        )
        for heading, end in zip(body.headings, ends, strict=True)
    ]


def _joined(body: _Body, start: int, end: int) -> str:
    """Lines as they are, without those that are no text and without a rule at their end."""
    at = end
    while at > start and (at - 1 in body.rules or not body.lines[at - 1].strip()):
        at -= 1
        end = at if at in body.rules else end
    return "".join(f"{body.lines[at]}\n" for at in range(start, end) if at not in body.silent)


def _are_questions(sections: Sequence[Section]) -> bool:
    """Whether most headings of the largest size, or of the next one, ask something."""
    for level in sorted({section.level for section in sections})[:2]:
        asking = [is_question(it.title) for it in sections if it.level == level]
        if sum(asking) * 2 > len(asking):
            return True
    return False


def _note_text_above(
    sections: Sequence[Section], body: _Body, first_line: int, notes: Notes
) -> None:
    end = sections[0].line - first_line
    if _joined(body, 0, end).strip(BLANK):
        notes.say("the text above the first heading was left out")


def _with_definitions(found: Found, body: _Body) -> Found:
    """The entry with the definitions of its links, which stand elsewhere in the file."""
    used = _definitions_used(found.answer, body)
    missing = [text for text in used if text not in found.answer]
    if not missing:
        return found
    return Found(
        found.line, found.question, "\n".join([found.answer, "", *missing]), found.category
    )


def _definitions_used(answer: str, body: _Body) -> Iterable[str]:
    if not body.definitions:
        return ()
    from markdown_it.common.utils import normalizeReference

    labels = (normalizeReference(match[1]) for match in _LABEL.finditer(answer))
    return dict.fromkeys(body.definitions[it] for it in labels if it in body.definitions)


def _without_wordless(sheet: Sheet) -> Sheet:
    """The sheet, with answers that are nothing but tags and template commands turned away."""
    wordless = [row for row in sheet.rows if _is_wordless(str(row.cells.get(1, "")))]
    if not wordless:
        return sheet
    reason = (
        "the answer is only HTML tags or template commands, without words of its own: "
        "write it as text, or leave the file out"
    )
    return Sheet(
        sheet.file,
        sheet.header,
        tuple(row for row in sheet.rows if row not in wordless),
        tuple(
            Rejection(Place(sheet.file, row.number, sheet.header[1]), reason) for row in wordless
        ),
        hints=sheet.hints,
        is_document=True,
    )


def _is_wordless(answer: str) -> bool:
    return answer.lstrip()[:1] in ("<", "{") and not _WORD.search(_NO_WORDS.sub("", answer))

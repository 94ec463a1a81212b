"""Questions that a web page marks up for search engines: FAQPage of schema.org.

https://schema.org/FAQPage, as JSON-LD in a script or as microdata in attributes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from data.importing.markup import one_line
from data.importing.notes import Notes
from data.importing.outline import Found
from data.importing.page_text import markdown_of, parsed, plain_text

MAX_NODES = 200_000
# Each miss is a search through the whole script.
MAX_MISSES = 20
_WRAPPERS = (
    ("<!--", "-->"),
    ("/*<![CDATA[*/", "/*]]>*/"),
    ("//<![CDATA[", "//]]>"),
    ("<![CDATA[", "]]>"),
)
_MARKUP = re.compile(r"<[a-zA-Z/!]|&[#\w]+;")


def questions_of_scripts(root: Any, base: str, notes: Notes) -> list[Found]:
    """The questions in a page's JSON-LD; blocks that are not JSON are noted."""
    found: list[Found] = []
    for script in root.iter("script"):
        if "ld+json" not in (script.get("type") or "").lower():
            continue
        text, line = script.text or "", script.sourceline or 1
        try:
            # Line breaks inside a text are forbidden and common.
            value = json.loads(_unwrapped(text), strict=False)
        except (ValueError, RecursionError):
            notes.at(line, "the page's data for search engines is not valid JSON in {rows}")
            continue
        found += _with_lines(_questions(value, base), text, line)
    return found


def questions_of_microdata(root: Any, base: str) -> list[Found]:
    """The questions in elements that say of themselves that they are some."""
    found = []
    for item in root.xpath("//*[@itemscope][contains(@itemtype, 'schema.org/Question')]"):
        names = _properties(item, "name") or _properties(item, "text")
        answers = _properties(item, "acceptedAnswer") or _properties(item, "suggestedAnswer")
        texts = [text for answer in answers[:1] for text in _properties(answer, "text")] or answers
        if names and texts:
            line = names[0].sourceline or 1
            question = names[0].get("content") or plain_text(names[0])
            answer = texts[0].get("content") or markdown_of(texts[:1], base)
            found.append(Found(line, one_line(question), answer))
    return found


def _properties(item: Any, name: str) -> list[Any]:
    return [it for it in item.iterdescendants() if name in (it.get("itemprop") or "").split()]


def _unwrapped(text: str) -> str:
    """The JSON without the marks that hide it from very old browsers."""
    text = text.strip()
    for opening, closing in _WRAPPERS:
        if text.startswith(opening):
            text = text.removeprefix(opening).strip().removesuffix(closing).strip()
    return text.removesuffix(";")


def _questions(value: object, base: str) -> Iterator[Found]:
    """Each Question in a JSON-LD value, wherever it is nested, in order."""
    waiting, seen = [value], 0
    while waiting and seen < MAX_NODES:
        seen += 1
        node = waiting.pop()
        if isinstance(node, list):
            waiting += reversed(node)
        elif isinstance(node, dict):
            if _is_a(node, "Question"):
                answer = _text(node.get("acceptedAnswer")) or _text(node.get("suggestedAnswer"))
                question = _text(node.get("name")) or _text(node.get("text"))
                if question or answer:
                    yield Found(0, one_line(_readable(question, "")), _readable(answer, base))
            else:
                waiting += reversed(list(node.values()))


def _is_a(node: dict[str, object], kind: str) -> bool:
    types = node.get("@type")
    names = types if isinstance(types, list) else [types]
    return any(isinstance(it, str) and it.rsplit("/", 1)[-1] == kind for it in names)


def _text(value: object) -> str:
    """The text of a name or an answer; of several answers the first."""
    for _ in range(4):
        if isinstance(value, list):
            value = value[0] if value else ""
        elif isinstance(value, dict):
            value = value.get("text") or value.get("@value") or value.get("name") or ""
    return value if isinstance(value, str) else ""


def _readable(text: str, base: str) -> str:
    """The text of an answer, which may be HTML, as Markdown."""
    if not _MARKUP.search(text):
        return text.strip()
    root = parsed(f"<body>{text}</body>")
    return markdown_of([root], base) if root is not None else ""


def _with_lines(found: Iterator[Found], text: str, line: int) -> Iterator[Found]:
    """The questions with the line on which each stands, as far as it is found as it is written."""
    at, misses = 0, 0
    for it in found:
        here = text.find(it.question, at) if misses < MAX_MISSES and it.question else -1
        if here < 0:
            misses += 1
        else:
            line, at = line + text.count("\n", at, here), here
        yield Found(line, it.question, it.answer)

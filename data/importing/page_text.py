"""The text of a web page as headings and blocks of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urljoin

from data.importing.markup import Piece, bulleted, fenced, inline, is_link, one_line, table

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_SILENT_TAGS = (
    "script style template noscript nav footer aside iframe object embed svg canvas audio video "
    "input select textarea button dialog head meta link img picture map"
)
_BLOCK_TAGS = (
    "address article body center dd details div dl dt fieldset figcaption figure form header html "
    "legend li main ol p pre section summary table tbody td th tr ul blockquote hr"
)
_SILENT, _BLOCKS = frozenset(_SILENT_TAGS.split()), frozenset(_BLOCK_TAGS.split())
_SILENT_ROLES = frozenset(
    ("navigation", "banner", "contentinfo", "search", "dialog", "alertdialog")
)
_BOLD, _ITALIC = frozenset(("b", "strong")), frozenset(("i", "em", "cite", "dfn", "var"))
_CODE = frozenset(("code", "kbd", "samp", "tt"))
_ANCHOR_SIGNS = ("", "#", "¶", "§", "🔗")
_BLANKS = re.compile(r"[ \t\r\n\f\xa0]+")
# What is nested deeper than any page needs is taken as mere text.
_TOO_DEEP = 60


@dataclass(frozen=True, slots=True)
class PageBlock:
    """A heading as plain text (level 1 to 6), or a block of Markdown (level 0), and its line."""

    level: int
    text: str
    line: int


def tag_of(element: Any) -> str:
    """The name of an element in small letters; "" for comments and their like."""
    return element.tag.lower() if isinstance(element.tag, str) else ""


def plain_text(element: Any) -> str:
    """All text of a heading in one line, without the sign of a link to itself."""
    return one_line("".join(_texts(element)))


def _texts(element: Any) -> Iterator[str]:
    for event, node in _walk(element):
        if event == "start":
            yield node.text or ""
        elif node is not element:
            yield node.tail or ""


def _walk(element: Any) -> Iterator[tuple[str, Any]]:
    """The start and the end of each element that is shown; of one that is not only its end."""
    stack: list[tuple[str, Any]] = [("start", element)]
    while stack:
        event, node = stack.pop()
        shown = node is element or _is_text(node)
        if event == "end" or not shown:
            yield "end", node
            continue
        yield "start", node
        stack.append(("end", node))
        stack += [("start", child) for child in reversed(node)]


def _is_text(node: Any) -> bool:
    tag = tag_of(node)
    if tag == "a" and "".join(node.itertext()).strip() in _ANCHOR_SIGNS:
        return False
    return tag == "button" or bool(tag and tag not in _SILENT)


def is_shown(element: Any) -> bool:
    """Whether an element is part of a page's text, and not of the site around it."""
    tag = tag_of(element)
    if not tag or tag in _SILENT or element.get("role", "").lower() in _SILENT_ROLES:
        return False
    return not (tag == "header" and tag_of(element.getparent()) == "body")


def markdown_of(nodes: Iterable[Any], base: str = "", without: frozenset[str] = frozenset()) -> str:
    """What elements hold as Markdown, but for elements `without` which it is meant.

    `base` is the address that relative links start from.
    """
    blocks = [block for node in nodes for block in blocks_of(node, base, 0, without)]
    return "\n\n".join(f"{'#' * it.level} {it.text}" if it.level else it.text for it in blocks)


def blocks_of(
    element: Any, base: str = "", depth: int = 0, without: frozenset[str] = frozenset()
) -> list[PageBlock]:
    """The headings and blocks of text in an element, in order."""
    reader = _Reader(base, depth, without)
    reader.read(element, Piece(""))
    reader.end_paragraph()
    return reader.blocks


class _Reader:
    """Goes through an element and gathers its blocks."""

    def __init__(self, base: str, depth: int, without: frozenset[str]) -> None:
        self.blocks: list[PageBlock] = []
        self._without = without
        self._base = base
        self._depth = depth
        self._pieces: list[Piece] = []
        self._line = 0

    def end_paragraph(self) -> None:
        """Make a block of the text that has come since the last one."""
        if text := inline(self._pieces):
            self.blocks.append(PageBlock(0, text, self._line))
        self._pieces = []

    def read(self, element: Any, style: Piece) -> None:
        """Take in an element; what comes after it is its parent's to read."""
        self._add(element, element.text, style)
        for child in element:
            if is_shown(child) and tag_of(child) not in self._without:
                self._child(child, style)
            self._add(element, child.tail, style)

    def _child(self, child: Any, style: Piece) -> None:
        tag = tag_of(child)
        self._depth += 1
        if self._depth > _TOO_DEEP:
            self._add(child, " ".join(child.itertext()), style)
        elif tag == "br":
            self._pieces.append(replace(style, text="\n"))
        elif tag in HEADINGS:
            self._put(child, plain_text(child), int(tag[1]))
        elif tag in _WHOLE and not _is_layout(child, tag):
            self._put(child, _WHOLE[tag](child, self._base, self._depth))
        elif tag in _BLOCKS:
            self.end_paragraph()
            self.read(child, Piece(""))
            self.end_paragraph()
        else:
            self.read(child, self._styled(child, tag, style))
        self._depth -= 1

    def _put(self, element: Any, text: str, level: int = 0) -> None:
        self.end_paragraph()
        if text:
            self.blocks.append(PageBlock(level, text, element.sourceline or 1))

    def _add(self, element: Any, text: str | None, style: Piece) -> None:
        if text:
            if not self._pieces:
                self._line = element.sourceline or 1
            self._pieces.append(replace(style, text=_BLANKS.sub(" ", text)))

    def _styled(self, element: Any, tag: str, style: Piece) -> Piece:
        if tag == "a":
            href = element.get("href", "").strip()
            href = _joined(self._base, href) if is_link(href) else ""
            return replace(style, href=href) if href else style
        return replace(
            style,
            bold=style.bold or tag in _BOLD,
            italic=style.italic or tag in _ITALIC,
            code=style.code or tag in _CODE,
        )


def _joined(base: str, href: str) -> str:
    try:
        return urljoin(base, href)
    except ValueError:
        return href


def _list(element: Any, base: str, depth: int) -> str:
    numbered = tag_of(element) == "ol"
    start = element.get("start", "1")
    number = int(start) if re.fullmatch("[0-9]{1,8}", start) else 1
    items = []
    for child in element:
        if not is_shown(child):
            continue
        text = _inner(child, base, depth)
        if text:
            items.append(bulleted(f"{number}. " if numbered else "- ", text))
            number += 1
    return "\n".join(items)


def _inner(element: Any, base: str, depth: int) -> str:
    """An item's text: its blocks close together, so that lists stay in the item above them."""
    blocks = blocks_of(element, base, depth)
    return "\n".join(f"**{it.text}**" if it.level else it.text for it in blocks)


def _is_layout(element: Any, tag: str) -> bool:
    """Whether a table only puts the parts of a page side by side."""
    return tag == "table" and next(element.iterdescendants("table", *HEADINGS), None) is not None


def _table(element: Any, base: str, depth: int) -> str:
    return table(cells_of(element, base, depth))


def cells_of(element: Any, base: str = "", depth: int = 0) -> list[list[str]]:
    """The texts of a table's cells, row by row."""
    return [
        [_inner(cell, base, depth) for cell in row if tag_of(cell) in ("td", "th")]
        for row in rows_of(element)
    ]


def rows_of(element: Any) -> list[Any]:
    """The rows of a table, without those of tables in its cells."""
    parts = [part for part in element if tag_of(part) in ("thead", "tbody", "tfoot", "tr")]
    return [
        row
        for part in parts
        for row in ([part] if tag_of(part) == "tr" else part)
        if tag_of(row) == "tr"
    ]


def _code(element: Any, base: str, depth: int) -> str:
    del base, depth
    text = "".join(element.itertext())
    return fenced(text) if text.strip() else ""


def _quote(element: Any, base: str, depth: int) -> str:
    text = _inner(element, base, depth)
    return "\n".join(f"> {line}" for line in text.split("\n")) if text else ""


def _definitions(element: Any, base: str, depth: int) -> str:
    texts = []
    for child in element.iter("dt", "dd"):
        text = _inner(child, base, depth)
        if text:
            texts.append(f"**{one_line(text)}**" if tag_of(child) == "dt" else text)
    return "\n".join(texts)


_WHOLE = {
    "ul": _list,
    "ol": _list,
    "table": _table,
    "pre": _code,
    "blockquote": _quote,
    "dl": _definitions,
}


def parsed(text: str) -> Any:
    """The root element of a page; None where nothing is in it, or it is nested past the limit."""
    from lxml import etree

    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True, recover=True
    )
    try:
        root = etree.fromstring(text.replace("\0", "").encode("utf-8", "replace"), parser)
    except (etree.LxmlError, ValueError, SyntaxError):
        return None
    # What lies deeper than libxml2's limit is not in the tree, nor is what comes after it.
    cut = any(error.type_name == "ERR_RESOURCE_LIMIT" for error in parser.error_log)
    return None if cut else root

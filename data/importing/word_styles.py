"""What Word leaves to its styles: sizes, boldness, levels of headings, numbers of list items."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

_HEADING = re.compile(r"heading ([1-9])", re.IGNORECASE)
_TITLE = "title"
# Longer chains, and chains in a circle, are the work of no word processor.
MAX_CHAIN = 20
MAX_DEPTH = 5
BODY_LEVEL = 9
DEFAULT_POINTS = 10.0


@dataclass(frozen=True, slots=True)
class Look:
    """How a paragraph looks: its size in points, and whether all of it is bold."""

    points: float
    bold: bool


@dataclass(frozen=True, slots=True)
class ListItem:
    """The place of a paragraph in a list; the depth counts from 0."""

    marker: str
    depth: int


def select(element: Any, path: str) -> list[Any]:
    """What an XPath finds from an element; its paths are few, and are compiled once."""
    return list(_compiled(path)(element))


@lru_cache(maxsize=256)
def _compiled(path: str) -> Any:
    from docx.oxml.ns import nsmap
    from lxml import etree

    return etree.XPath(path, namespaces=nsmap)


@dataclass(slots=True)
class Styles:
    """What the styles of a document say; each is looked up once, since that is slow."""

    _chains: dict[tuple[str, str | None], tuple[Any, ...]] = field(default_factory=dict)
    _fonts: dict[tuple[str | None, str | None, str], Any] = field(default_factory=dict)
    _levels: dict[str | None, int] = field(default_factory=dict)

    def chain(self, holder: Any, kind: str, name: str | None) -> tuple[Any, ...]:
        """The style of a paragraph or run, and those that it is based on, nearest first."""
        key = (kind, name)
        if key not in self._chains:
            self._chains[key] = tuple(_chain(holder.style))
        return self._chains[key]

    def of_paragraph(self, paragraph: Any) -> tuple[Any, ...]:
        """A paragraph's style and those that it is based on."""
        return self.chain(paragraph, "paragraph", paragraph._p.style)

    def level(self, paragraph: Any) -> int:
        """The level of a heading, 1 for the largest and 0 for a title; -1 for other paragraphs."""
        name = paragraph._p.style
        if name not in self._levels:
            self._levels[name] = _level_of(self.of_paragraph(paragraph))
        level = self._levels[name]
        own = _outline_level(paragraph._p) if level < 0 else None
        return level if own is None else own

    def font(self, run: Any, name: str) -> Any:
        """What a run, else its style, else its paragraph's style says of its font."""
        own = getattr(run.font, name) if run._r.rPr is not None else None
        if own is not None:
            return own
        paragraph = run._parent
        key = (run._r.style, paragraph._p.style, name)
        if key not in self._fonts:
            styles = self.chain(run, "run", run._r.style) + self.of_paragraph(paragraph)
            values = (getattr(style.font, name) for style in styles)
            self._fonts[key] = next((value for value in values if value is not None), None)
        return self._fonts[key]

    def points(self, run: Any) -> float:
        """The size of a run in points."""
        size = self.font(run, "size")
        return float(size.pt) if size else DEFAULT_POINTS


def _chain(style: Any) -> Iterator[Any]:
    for _ in range(MAX_CHAIN):
        if style is None:
            return
        yield style
        style = style.base_style


def _level_of(styles: tuple[Any, ...]) -> int:
    for style in styles:
        name = (style.name or "").strip()
        if name.casefold() == _TITLE:
            return 0
        if heading := _HEADING.fullmatch(name):
            return int(heading[1])
    levels = (_outline_level(style.element) for style in styles)
    return next((level for level in levels if level is not None), -1)


def _outline_level(holder: Any) -> int | None:
    for found in select(holder, "./w:pPr/w:outlineLvl/@w:val"):
        # Nine stands for running text.
        return int(found) + 1 if found.isdigit() and int(found) < BODY_LEVEL else -1
    return None


@dataclass(slots=True)
class Numbering:
    """Counts the items of a document's lists, as Word does."""

    root: Any
    styles: Styles
    _counts: dict[tuple[str, int], int] = field(default_factory=dict)
    _levels: dict[tuple[str, int], Any] = field(default_factory=dict)

    @classmethod
    def of(cls, document: Any, styles: Styles) -> Numbering:
        """The numbering of a document, which may define none."""
        parts = [rel.target_part for rel in document.part.rels.values() if not rel.is_external]
        roots = (getattr(part, "element", None) for part in parts)
        found = (root for root in roots if root is not None and root.tag.endswith("}numbering"))
        return cls(next(found, None), styles)

    def item(self, paragraph: Any) -> ListItem | None:
        """The paragraph's place in a list, or None outside lists; asking counts it."""
        styles = self.styles.of_paragraph(paragraph)
        for holder in (paragraph._p, *(style.element for style in styles)):
            numbers = select(holder, "./w:pPr/w:numPr/w:numId/@w:val")
            if numbers:
                depths = select(holder, "./w:pPr/w:numPr/w:ilvl/@w:val")
                depth = int(depths[0]) if depths and depths[0].isdigit() else 0
                return self._counted(numbers[0], min(depth, MAX_DEPTH))
        bulleted = any((style.name or "").startswith("List Bullet") for style in styles)
        return ListItem("- ", 0) if bulleted else None

    def _counted(self, number: str, depth: int) -> ListItem | None:
        if number == "0" or not number.isdigit():
            return None
        key = (number, depth)
        if key not in self._levels:
            self._levels[key] = self._level(number, depth)
        level = self._levels[key]
        if level is None or "bullet" in select(level, "./w:numFmt/@w:val"):
            return ListItem("- ", depth)
        if "none" in select(level, "./w:numFmt/@w:val"):
            return None
        starts = select(level, "./w:start/@w:val")
        start = int(starts[0]) if starts and starts[0].isdigit() else 1
        for deeper in range(depth + 1, MAX_DEPTH + 1):
            self._counts.pop((number, deeper), None)
        count = self._counts.get(key, start - 1) + 1
        self._counts[key] = count
        return ListItem(f"{count % 1_000_000_000}. ", depth)

    def _level(self, number: str, depth: int) -> Any:
        """The definition of a list's level, or None where there is none."""
        if self.root is None:
            return None
        for abstract in select(self.root, f"./w:num[@w:numId='{number}']/w:abstractNumId/@w:val"):
            if abstract.isdigit():
                path = f"./w:abstractNum[@w:abstractNumId='{abstract}']/w:lvl[@w:ilvl='{depth}']"
                return next(iter(select(self.root, path)), None)
        return None

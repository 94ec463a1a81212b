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


def chain(style: Any) -> Iterator[Any]:
    """A style and those that it is based on, nearest first."""
    for _ in range(MAX_CHAIN):
        if style is None:
            return
        yield style
        style = style.base_style


def level_of(paragraph: Any) -> int:
    """The level of a heading, 1 for the largest and 0 for a title; -1 for other paragraphs."""
    for style in chain(paragraph.style):
        name = (style.name or "").strip()
        if name.casefold() == _TITLE:
            return 0
        if heading := _HEADING.fullmatch(name):
            return int(heading[1])
    for holder in (paragraph._p, *(style.element for style in chain(paragraph.style))):
        for found in select(holder, "./w:pPr/w:outlineLvl/@w:val"):
            # Nine stands for running text.
            return int(found) + 1 if found.isdigit() and int(found) < BODY_LEVEL else -1
    return -1


def is_bold(run: Any) -> bool:
    """Whether a run is shown in bold."""
    return bool(_first(run, "bold"))


def is_italic(run: Any) -> bool:
    """Whether a run is shown in italics."""
    return bool(_first(run, "italic"))


def points_of(run: Any) -> float:
    """The size of a run in points."""
    size = _first(run, "size")
    return float(size.pt) if size else DEFAULT_POINTS


def _first(run: Any, name: str) -> Any:
    """What a run, else its style, else its paragraph's style says of its font."""
    fonts = [run.font]
    fonts += [style.font for style in chain(run.style)]
    fonts += [style.font for style in chain(run._parent.style)]
    return next((value for font in fonts if (value := getattr(font, name)) is not None), None)


@dataclass(slots=True)
class Numbering:
    """Counts the items of a document's lists, as Word does."""

    root: Any
    _counts: dict[tuple[str, int], int] = field(default_factory=dict)
    _levels: dict[tuple[str, int], Any] = field(default_factory=dict)

    @classmethod
    def of(cls, document: Any) -> Numbering:
        """The numbering of a document, which may define none."""
        parts = [rel.target_part for rel in document.part.rels.values() if not rel.is_external]
        roots = (getattr(part, "element", None) for part in parts)
        return cls(
            next((it for it in roots if it is not None and it.tag.endswith("}numbering")), None)
        )

    def item(self, paragraph: Any) -> ListItem | None:
        """The paragraph's place in a list, or None outside lists; asking counts it."""
        for holder in (paragraph._p, *(style.element for style in chain(paragraph.style))):
            numbers = select(holder, "./w:pPr/w:numPr/w:numId/@w:val")
            if numbers:
                depths = select(holder, "./w:pPr/w:numPr/w:ilvl/@w:val")
                depth = int(depths[0]) if depths and depths[0].isdigit() else 0
                return self._counted(numbers[0], min(depth, MAX_DEPTH))
        if (paragraph.style.name or "").casefold().startswith("list bullet"):
            return ListItem("- ", 0)
        return None

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

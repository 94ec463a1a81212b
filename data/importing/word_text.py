"""The text of a Word document as blocks of Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from data.importing.markup import Piece, inline, is_link, one_line
from data.importing.word_styles import (
    ListItem,
    Look,
    Numbering,
    Styles,
    select,
)

MAX_SPAN = 20


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, or a table with its rows; `number` counts paragraphs and rows from 1.

    `level` is that of a heading style, 0 for a title and -1 for other paragraphs.
    """

    number: int
    plain: str = ""
    markdown: str = ""
    level: int = -1
    item: ListItem | None = None
    look: Look = field(default_factory=lambda: Look(0, False))
    rows: Sequence[Sequence[str]] = ()


def blocks_of(document: Any) -> Iterator[Block]:
    """The paragraphs and tables of a document, in order; blank ones are only counted."""
    from docx.oxml.ns import qn
    from docx.text.paragraph import Paragraph

    styles = Styles()
    numbering = Numbering.of(document, styles)
    number = 0
    for element in _elements(document.element.body, qn):
        if element.tag == qn("w:tbl"):
            rows = _rows(element, document, styles)
            if rows:
                yield Block(number + 1, rows=rows)
            number += len(rows)
        else:
            number += 1
            block = _paragraph(number, Paragraph(element, document._body), numbering)
            if block.plain:
                yield block


def _elements(parent: Any, qn: Any) -> Iterator[Any]:
    """Paragraphs and tables, also those in content controls; a table of contents is left out."""
    for child in parent:
        if child.tag in (qn("w:p"), qn("w:tbl")):
            yield child
        elif child.tag == qn("w:sdt"):
            kinds = select(child, "./w:sdtPr/w:docPartObj/w:docPartGallery/@w:val")
            content = child.find(qn("w:sdtContent"))
            if content is not None and "Table of Contents" not in kinds:
                yield from _elements(content, qn)
        elif child.tag in (qn("w:ins"), qn("w:customXml"), qn("w:moveTo")):
            yield from _elements(child, qn)


def _paragraph(number: int, paragraph: Any, numbering: Numbering) -> Block:
    runs = list(_runs(paragraph))
    plain = one_line("".join(run.text for run, _ in runs))
    if not plain:
        return Block(number)
    styles = numbering.styles
    level = styles.level(paragraph)
    item = numbering.item(paragraph) if level < 0 else None
    filled = [run for run, _ in runs if run.text.strip()]
    look = Look(
        min(styles.points(run) for run in filled), all(styles.font(run, "bold") for run in filled)
    )
    pieces = [_piece(run, href, styles) for run, href in runs]
    return Block(number, plain, inline(pieces), level, item, look)


def _runs(paragraph: Any) -> Iterator[tuple[Any, str]]:
    """The runs of a paragraph, each with the address that it links to; deleted ones are none."""
    from docx.text.run import Run

    path = ".//w:r[not(ancestor::w:del or ancestor::w:moveFrom or ancestor::w:txbxContent)]"
    for element in select(paragraph._p, path):
        links = select(element, "ancestor::w:hyperlink/@r:id")
        yield Run(element, paragraph), _address(paragraph, links)


def _address(paragraph: Any, links: Sequence[str]) -> str:
    relation = paragraph.part.rels.get(links[-1]) if links else None
    target = relation.target_ref if relation is not None and relation.is_external else ""
    return target if is_link(target) else ""


def _rows(table: Any, document: Any, styles: Styles) -> list[list[str]]:
    """The texts of a table's cells; a cell that goes on below is there in each of its rows."""
    rows: list[list[str]] = []
    for row in select(table, "./w:tr | ./w:sdt/w:sdtContent/w:tr"):
        cells: list[str] = []
        for cell in select(row, "./w:tc | ./w:sdt/w:sdtContent/w:tc"):
            merged = select(cell, "./w:tcPr/w:vMerge[not(@w:val='restart')]")
            above = rows[-1][len(cells)] if merged and rows and len(cells) < len(rows[-1]) else ""
            cells.append(above or _cell(cell, document, styles))
            spans = select(cell, "./w:tcPr/w:gridSpan/@w:val")
            wide = int(spans[0]) if spans and spans[0].isdigit() and len(spans[0]) < 4 else 1
            cells += [""] * (min(wide, MAX_SPAN) - 1)
        rows.append(cells)
    return rows


def _cell(cell: Any, document: Any, styles: Styles) -> str:
    from docx.text.paragraph import Paragraph

    texts = []
    for element in select(cell, ".//w:p[not(ancestor::w:txbxContent)]"):
        paragraph = Paragraph(element, document._body)
        texts.append(inline(_piece(run, href, styles) for run, href in _runs(paragraph)))
    return "\n".join(text for text in texts if text)


def _piece(run: Any, href: str, styles: Styles) -> Piece:
    bold, italic = bool(styles.font(run, "bold")), bool(styles.font(run, "italic"))
    return Piece(run.text, bold=bold, italic=italic, href=href)

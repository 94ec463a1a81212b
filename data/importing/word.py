"""Word documents: headings or bold questions with their answers, and tables of both."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from data.errors import SourceError
from data.importing.markup import bulleted, table
from data.importing.notes import Notes
from data.importing.outline import BOLD_LEVEL, Names, Section, entries, is_question, sheet_of
from data.importing.packed import Room, opened, unpacked
from data.importing.qa_tables import qa_sheet
from data.importing.sheets import Sheet
from data.importing.word_text import Block, blocks_of

MAX_WORD_BYTES = 40 * 1024**2
DOCUMENT = "word/document.xml"
# A heading by its looks alone is short, and clearly larger than the text or wholly bold.
LONGEST_HEADING = 300
CLEARLY_LARGER = 1.5
_AGAIN = "Open it in a word processor and save it as .docx again."
_NAMES = Names("heading or bold question", "text below it", "heading above it")
_NEEDED = (".xml", ".rels")


def read_word(name: str, data: bytes, mapping: Mapping[str, str], notes: Notes) -> list[Sheet]:
    """The questions of a Word document; rows are numbered by paragraph, tables' rows counted too.

    Raises:
        SourceError: it is damaged, unpacks to more than is safe, or holds no questions.
    """
    blocks = _blocks(name, data)
    sheets: list[Sheet] = []
    running: list[Block] = []
    for block in blocks:
        numbers = range(block.number, block.number + len(block.rows))
        sheet = qa_sheet(name, numbers, block.rows, mapping) if block.rows else None
        if sheet:
            sheets.append(sheet)
        else:
            running.append(block)
    found = entries(list(_sections(running, notes, bool(sheets))), notes)
    if found:
        sheets.insert(0, sheet_of(name, found, _NAMES))
    if not sheets:
        raise SourceError(
            f"{name} has no questions that can be told from the answers. Give each question a "
            "heading style or make it bold, or put questions and answers into a table."
        )
    return sheets


def _blocks(name: str, data: bytes) -> list[Block]:
    from docx import Document
    from docx.exceptions import PythonDocxError
    from docx.opc.exceptions import OpcError
    from lxml.etree import LxmlError

    text_only = _text_only(name, data)
    try:
        return list(blocks_of(Document(text_only)))
    except (
        PythonDocxError,
        OpcError,
        LxmlError,
        ArithmeticError,
        AssertionError,
        AttributeError,
        LookupError,
        OSError,
        RecursionError,
        SyntaxError,
        TypeError,
        ValueError,
    ) as error:
        raise SourceError(f"{name} is damaged ({type(error).__name__}). {_AGAIN}") from error


def _text_only(name: str, data: bytes) -> io.BytesIO:
    """The document unpacked within limits, its pictures emptied, and put together again."""
    copy, room = io.BytesIO(), Room(MAX_WORD_BYTES)
    with opened(name, data, _AGAIN) as archive, zipfile.ZipFile(copy, "w") as target:
        for part in archive.infolist():
            needed = part.filename.lower().endswith(_NEEDED)
            content = unpacked(name, archive, part, room) if needed else b""
            target.writestr(zipfile.ZipInfo(part.filename), content)
    copy.seek(0)
    return copy


def _sections(blocks: Sequence[Block], notes: Notes, has_tables: bool) -> Iterator[Section]:
    """The blocks below each heading, joined."""
    levels = _levels(blocks)
    title, below = None, []
    for block, level in zip(blocks, levels, strict=True):
        if level is None:
            below.append(block)
            continue
        if title:
            yield _section(title, below)
        elif below and not has_tables:
            notes.say("the text above the first heading was left out")
        title, below = (block, level), []
    if title:
        yield _section(title, below)


def _section(title: tuple[Block, int], below: Iterable[Block]) -> Section:
    heading, level = title
    source = f"{'#' * min(6, level + 1)} {heading.plain}\n\n"
    return Section(level, heading.plain, heading.number, source, _markdown(below))


def _markdown(blocks: Iterable[Block]) -> str:
    """Blocks as Markdown: paragraphs with an empty line between, items of a list without."""
    text, before = "", None
    for block in blocks:
        if block.rows:
            piece = table(block.rows)
        elif block.item:
            piece = " " * 4 * block.item.depth + bulleted(block.item.marker, block.markdown)
        else:
            piece = block.markdown
        joint = "\n" if before and before.item and block.item else "\n\n"
        text, before = f"{text}{joint}{piece}" if text else piece, block
    return f"{text}\n\n" if text else ""


def _levels(blocks: Sequence[Block]) -> list[int | None]:
    """For each block the level of the heading that it is, None for text.

    Styles tell it where there are any, with bold questions below them; otherwise size and boldness;
    otherwise question marks.
    """
    if any(block.level > 0 for block in blocks):
        return [_styled_level(block) for block in blocks]
    for find in (_by_looks, _by_question_marks):
        levels = find(blocks)
        if any(level is not None for level in levels):
            titles = [0 if block.level == 0 else None for block in blocks]
            return [a if a is not None else b for a, b in zip(titles, levels, strict=True)]
    return [None for _ in blocks]


def _styled_level(block: Block) -> int | None:
    if block.level >= 0:
        return block.level
    return (
        BOLD_LEVEL
        if block.look.bold and _may_be_heading(block) and is_question(block.plain)
        else None
    )


def _may_be_heading(block: Block) -> bool:
    return not (block.rows or block.item) and len(block.plain) <= LONGEST_HEADING


def _by_looks(blocks: Sequence[Block]) -> list[int | None]:
    body = _body_points(blocks)
    sizes = sorted({block.look.points for block in blocks if _is_large(block, body)}, reverse=True)
    bold = [_may_be_heading(it) and it.look.bold and not _is_large(it, body) for it in blocks]
    some_ask = any(
        is_question(it.plain) for it, is_bold in zip(blocks, bold, strict=True) if is_bold
    )
    levels: list[int | None] = [None] * len(blocks)
    # From the end, since a bold line that asks nothing heads a group only if a question follows.
    for at in range(len(blocks) - 1, -1, -1):
        block = blocks[at]
        if _is_large(block, body):
            levels[at] = 1 + sizes.index(block.look.points)
        elif bold[at]:
            heads = at + 1 < len(blocks) and levels[at + 1] is not None
            asks = is_question(block.plain)
            if asks or not some_ask or heads:
                levels[at] = len(sizes) + (2 if asks else 1)
    return levels


def _is_large(block: Block, body: float) -> bool:
    return _may_be_heading(block) and block.look.points >= body + CLEARLY_LARGER


def _body_points(blocks: Sequence[Block]) -> float:
    """The size in which most of the text is set."""
    sizes: Counter[float] = Counter()
    for block in blocks:
        sizes[block.look.points] += len(block.plain)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _by_question_marks(blocks: Sequence[Block]) -> list[int | None]:
    return [1 if _may_be_heading(it) and is_question(it.plain) else None for it in blocks]

"""Web pages: the questions and answers on them, by the kind of markup that says most clearly."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from data.errors import SourceError
from data.importing.markup import one_line
from data.importing.notes import Notes
from data.importing.outline import (
    BOLD_LEVEL,
    HEADINGS,
    Found,
    Names,
    Section,
    entries,
    is_question,
    sheet_of,
)
from data.importing.page_data import questions_of_microdata, questions_of_scripts
from data.importing.page_text import (
    PageBlock,
    blocks_of,
    cells_of,
    markdown_of,
    parsed,
    plain_text,
    rows_of,
    tag_of,
)
from data.importing.qa_tables import qa_sheet
from data.importing.sheets import Sheet

MAX_PAGE_CHARS = 20 * 1024**2
_SAVED_FROM = re.compile(r"<!--\s*saved from url=\(\d+\)(https?://\S{1,2000})", re.IGNORECASE)
_ABSOLUTE = re.compile(r"https?://[^\s<>\"]{1,2000}", re.IGNORECASE)
_BOLD_LINE = re.compile(r"\*\*([^*\n]{1,300})\*\*")
_NUMBER = re.compile(r"\**[\d.]{1,10}[.)]?\**")
_SCRIPTS = Names("question of the FAQPage (JSON-LD)", "its answer", "category")
_MICRODATA = Names("question of the FAQPage (microdata)", "its answer", "category")
_DETAILS = Names("summary", "details", "heading above it")
# What is no part of an answer in its own element.
_APART, _TERM_PARTS = frozenset(("summary", "details")), frozenset(("dt", "dd"))
_TERMS = Names("dt (term)", "dd (description)", "heading above it")


def read_page(name: str, text: str, mapping: Mapping[str, str], notes: Notes) -> list[Sheet]:
    """The questions of a web page, each on the line on which it stands.

    Only one kind of markup is used: data for search engines before what opens on a click, before
    lists of terms, before tables, before headings.

    Raises:
        SourceError: it is too large, nested too deep, or holds no questions that can be told.
    """
    if len(text) > MAX_PAGE_CHARS:
        size = MAX_PAGE_CHARS // 1024**2
        raise SourceError(f"{name} is larger than {size} MB. Save the page as 'HTML only'.")
    root = parsed(text)
    if root is None:
        raise SourceError(
            f"{name} holds no text, or is nested too deep to be read. "
            "Save the page again when all of it is shown, as 'HTML only'."
        )
    address = _address(root, text)
    more = {"url": address} if address else {}
    base = _base(root) or address
    main = _main(root)
    for names, found in _marked_up(root, main, base, notes):
        if found:
            return [sheet_of(name, found, names, more)]
    if sheets := list(_tables(name, main, base, mapping)):
        return sheets
    found = entries(list(_sections(blocks_of(main, base))), notes)
    if not found and (terms := _terms(main, base)):
        return [sheet_of(name, terms, _TERMS, more)]
    if not found:
        raise SourceError(
            f"{name} has no questions that can be told from the answers: no FAQPage data, no "
            "headings with text below them. Save the page when all its answers are shown, or put "
            "questions and answers into a table."
        )
    return [sheet_of(name, found, HEADINGS, more)]


def _marked_up(
    root: Any, main: Any, base: str, notes: Notes
) -> Iterator[tuple[Names, list[Found]]]:
    """What each kind of markup that is meant for questions gives, the clearest one first."""
    yield _SCRIPTS, questions_of_scripts(root, base, notes)
    yield _MICRODATA, questions_of_microdata(root, base)
    yield _DETAILS, _trusted(_details(main, base))
    # Lists of terms are used for much else, such as contents and glossaries.
    terms = _terms(main, base)
    yield _TERMS, terms if 2 * sum(is_question(it.question) for it in terms) > len(terms) else []


def _main(root: Any) -> Any:
    """What holds the page's own text, and not the site's."""
    for path in ("//main", "//*[@role='main']", "//article", "//body"):
        found = root.xpath(path)
        if len(found) == 1 and "".join(found[0].itertext()).strip():
            return found[0]
    return root


def _base(root: Any) -> str:
    return _first_address(root.xpath("//base/@href"))


def _address(root: Any, text: str) -> str:
    """Where the page stands on the web, as it or the browser that saved it says."""
    saved = _SAVED_FROM.search(text[:5000])
    canonical = root.xpath("//link[@rel='canonical']/@href | //meta[@property='og:url']/@content")
    return _first_address([*canonical, *([saved[1]] if saved else [])])


def _first_address(addresses: Sequence[str]) -> str:
    return next((it.strip() for it in addresses if _ABSOLUTE.fullmatch(it.strip())), "")


def _trusted(found: list[Found]) -> list[Found]:
    """The questions, if there are several or one that asks: a page may fold away other things."""
    sure = len(found) > 1 or any(is_question(it.question) for it in found)
    return found if sure else []


def _details(main: Any, base: str) -> list[Found]:
    """What opens on a click; one that holds only others is their category."""
    found = []
    category = ""
    for element in main.iter("h2", "h3", "h4", "h5", "h6", "details"):
        if tag_of(element) != "details":
            if next(element.iterancestors("details"), None) is None:
                category = plain_text(element)
            continue
        summary = next((it for it in element if tag_of(it) == "summary"), None)
        if summary is None:
            continue
        group = next(element.iterancestors("details"), None)
        title = group.find("summary") if group is not None else None
        answer = markdown_of([element], base, _APART)
        if answer or next(element.iterdescendants("details"), None) is None:
            above = plain_text(title) if title is not None else category
            found.append(Found(summary.sourceline or 1, plain_text(summary), answer, above))
    return found


def _terms(main: Any, base: str) -> list[Found]:
    """The terms of definition lists, each with what describes it."""
    found: list[Found] = []
    category = ""
    for element in main.iter("h2", "h3", "h4", "h5", "h6", "dl"):
        inside = next(element.iterancestors("dl", "details"), None) is not None
        if tag_of(element) != "dl":
            category = category if inside else plain_text(element)
        elif not inside:
            found += _described(element, base, category)
    return found


def _described(element: Any, base: str, category: str) -> Iterator[Found]:
    """The entries of one definition list; terms in a row share what describes the last of them."""
    terms: list[Any] = []
    described: list[Any] = []
    # Where the end of a <dd> is left out, libxml2 puts what comes next into it.
    parts = [it for it in element.iter("dt", "dd") if next(it.iterancestors("dl")) is element]
    for child in [*parts, None]:
        tag = "" if child is None else tag_of(child)
        if child is None or (tag == "dt" and described):
            answer = markdown_of(described, base, _TERM_PARTS)
            for term in terms:
                yield Found(term.sourceline or 1, plain_text(term), answer, category)
            terms, described = [], []
        terms += [child] if tag == "dt" else []
        described += [child] if tag == "dd" else []


def _tables(name: str, main: Any, base: str, mapping: Mapping[str, str]) -> Iterator[Sheet]:
    for element in main.iter("table"):
        numbers = [row.sourceline or 1 for row in rows_of(element)]
        if len(numbers) > 1 and (
            sheet := qa_sheet(name, numbers, cells_of(element, base), mapping)
        ):
            yield sheet


def _sections(blocks: Sequence[PageBlock]) -> Iterator[Section]:
    """The blocks below each heading; a question in bold that stands alone is one, too."""
    heading: PageBlock | None = None
    below: list[str] = []
    for block in blocks:
        bold = _BOLD_LINE.fullmatch(block.text) if not block.level else None
        if bold and is_question(bold[1]):
            block = PageBlock(BOLD_LEVEL, bold[1], block.line)
        if not block.level:
            below.append(block.text)
            continue
        if heading:
            yield _section(heading, below)
        heading, below = block, []
    if heading:
        yield _section(heading, below)


def _section(heading: PageBlock, below: Sequence[str]) -> Section:
    # A number that stands alone belongs to the next question.
    if below and _NUMBER.fullmatch(below[-1]):
        below = below[:-1]
    text = "".join(f"{it}\n\n" for it in below)
    source = f"{'#' * min(6, heading.level)} {heading.text}\n\n"
    return Section(heading.level, one_line(heading.text), heading.line, source, text)

"""Word documents: headings, bold questions, question marks, tables, lists, and hostile files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from docx import Document
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Pt
from hypothesis import given, settings
from hypothesis import strategies as st

from data.errors import SourceError
from data.importing import read_bytes, word
from data.records import ImportedFile


def saved(document: Any) -> bytes:
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def read(document: Any, **mapping: str) -> ImportedFile:
    return read_bytes("faq.docx", saved(document), mapping)


def bold(document: Any, text: str, points: float | None = None) -> None:
    run = document.add_paragraph().add_run(text)
    run.bold = True
    if points:
        run.font.size = Pt(points)


def link(paragraph: Any, text: str, address: str) -> None:
    relation = paragraph.part.relate_to(address, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
    element = OxmlElement("w:hyperlink")
    element.set(qn("r:id"), relation)
    run = paragraph.add_run(text)._r
    element.append(run)
    paragraph._p.append(element)


def triples(result: ImportedFile) -> list[tuple[str, str, str | None]]:
    return [(it.question, it.answer, it.category) for it in result.drafts]


def test_headings_are_questions_and_bare_ones_are_categories() -> None:
    document = Document()
    document.add_heading("Our FAQ", 0)
    document.add_heading("Returns", 1)
    document.add_heading("How long do I have?", 2)
    document.add_paragraph("Thirty days.")
    document.add_paragraph("")
    document.add_paragraph("Or more.")
    document.add_heading("Parcels", 2)
    document.add_paragraph("We take them back. Is that good?")
    result = read(document)
    assert triples(result) == [
        ("How long do I have?", "Thirty days.\n\nOr more.", "Returns"),
        ("Parcels", "We take them back. Is that good?", "Returns"),
    ]
    assert [(it.place.file, it.place.row) for it in result.drafts] == [
        ("faq.docx", 3),
        ("faq.docx", 7),
    ]


def test_a_style_based_on_a_heading_is_a_heading() -> None:
    document = Document()
    style = document.styles.add_style("Frage", 1)
    style.base_style = document.styles["Heading 2"]
    document.add_paragraph("Parcels", style)
    document.add_paragraph("Yes.")
    assert triples(read(document)) == [("Parcels", "Yes.", None)]


def test_bold_questions_below_headings_are_questions_of_their_own() -> None:
    document = Document()
    document.add_heading("Billing", 1)
    bold(document, "How do I pay?")
    document.add_paragraph("By card.")
    bold(document, "Never by post.")
    assert triples(read(document)) == [
        ("How do I pay?", "By card.\n\n**Never by post.**", "Billing")
    ]


def test_paragraphs_in_bold_are_questions_where_there_are_no_headings() -> None:
    document = Document()
    document.add_paragraph("Welcome.")
    bold(document, "General")
    bold(document, "Who are you?")
    document.add_paragraph("A shop.")
    bold(document, "Note")
    document.add_paragraph("Ours is small.")
    bold(document, "Where?")
    document.add_paragraph("Here.")
    result = read(document)
    assert triples(result) == [
        ("Who are you?", "A shop.\n\n**Note**\n\nOurs is small.", "General"),
        ("Where?", "Here.", "General"),
    ]
    assert result.warnings == ("the text above the first heading was left out",)


def test_larger_text_is_a_heading_above_bold_text() -> None:
    document = Document()
    bold(document, "Setting up", 20)
    document.add_paragraph().add_run("Charging").font.size = Pt(15)
    document.add_paragraph("Plug it in, and wait until the lamp is green.")
    bold(document, "The lamp")
    document.add_paragraph("It is green when the battery is full.")
    assert triples(read(document)) == [
        ("Charging", "Plug it in, and wait until the lamp is green.", "Setting up"),
        ("The lamp", "It is green when the battery is full.", "Charging"),
    ]


def test_without_headings_and_bold_text_paragraphs_that_ask_are_questions() -> None:
    document = Document()
    for text in ("Q: How?", "A: So.", "Q: Why?", "A: Because.", "It is so."):
        document.add_paragraph(text)
    assert triples(read(document)) == [
        ("How?", "So.", None),
        ("Why?", "Because.\n\nIt is so.", None),
    ]


def test_styles_of_text_become_markdown() -> None:
    document = Document()
    document.add_heading("How?", 1)
    paragraph = document.add_paragraph("Press ")
    for piece in ("En", "ter "):
        paragraph.add_run(piece).bold = True
    paragraph.add_run("now").italic = True
    paragraph.add_run(" or see ")
    link(paragraph, "this page", "https://x.example/a b")
    paragraph.add_run(" or ")
    link(paragraph, "that", "javascript:alert(1)")
    paragraph.add_run(".\nDone.")
    answer = "Press **Enter** *now* or see [this page](<https://x.example/a b>) or that.\nDone."
    assert read(document).drafts[0].answer == answer


def test_lists_are_numbered_as_word_shows_them() -> None:
    document = Document()
    document.add_heading("How?", 1)
    for text in ("Open it.", "Close it."):
        document.add_paragraph(text, "List Number")
    document.add_paragraph("Then:")
    document.add_paragraph("Lock it.", "List Number")
    for text in ("door", "gate"):
        document.add_paragraph(text, "List Bullet")
    answer = "1. Open it.\n2. Close it.\n\nThen:\n\n3. Lock it.\n- door\n- gate"
    assert read(document).drafts[0].answer == answer


def test_a_table_of_questions_and_answers_is_read_row_by_row() -> None:
    document = Document()
    document.add_paragraph("Our questions")
    table = document.add_table(rows=0, cols=3)
    for cells in (["Topic", "Question", "Answer"], ["Pay", "How?", "So."], ["Pay", "", "No."]):
        for cell, text in zip(table.add_row().cells, cells, strict=True):
            cell.text = text
    result = read(document)
    assert triples(result) == [("How?", "So.", "Pay")]
    assert result.drafts[0].place.row == 3
    assert [(it.place.row, it.place.column) for it in result.rejections] == [(4, "Question")]


def test_a_table_without_a_header_is_one_of_questions_if_its_first_column_asks() -> None:
    document = Document()
    table = document.add_table(rows=0, cols=2)
    for cells in (["How?", "So."], ["Why?", "Because."]):
        for cell, text in zip(table.add_row().cells, cells, strict=True):
            cell.text = text
    assert triples(read(document)) == [("How?", "So.", None), ("Why?", "Because.", None)]


def test_another_table_is_part_of_an_answer() -> None:
    document = Document()
    document.add_heading("What does it cost?", 1)
    table = document.add_table(rows=2, cols=2)
    for row, cells in zip(table.rows, (["Size", "Price"], ["S|M", "5"]), strict=True):
        for cell, text in zip(row.cells, cells, strict=True):
            cell.text = text
    answer = "| Size | Price |\n| --- | --- |\n| S\\|M | 5 |"
    assert read(document).drafts[0].answer == answer


def test_what_was_deleted_and_a_table_of_contents_are_no_text() -> None:
    document = Document()
    document.add_heading("How?", 1)
    paragraph = document.add_paragraph("So.")
    deleted = OxmlElement("w:del")
    deleted.append(paragraph.add_run(" Not so.")._r)
    paragraph._p.append(deleted)
    assert read(document).drafts[0].answer == "So."


def test_a_document_without_questions_is_an_error_that_says_what_to_do() -> None:
    document = Document()
    document.add_paragraph("Just text.")
    with pytest.raises(SourceError, match=r"faq\.docx has no questions .* heading style or make"):
        read(document)


def _without(part: str) -> Callable[[bytes], bytes]:
    return lambda data: _altered(data, lambda name, content: None if name == part else content)


def _with_document(content: bytes) -> Callable[[bytes], bytes]:
    return lambda data: _altered(
        data, lambda name, old: content if name == "word/document.xml" else old
    )


def _altered(data: bytes, change: Callable[[str, bytes], bytes | None]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(stream, "w") as target:
        for name in source.namelist():
            content = change(name, source.read(name))
            if content is not None:
                target.writestr(name, content)
    return stream.getvalue()


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-30],
        lambda data: data[: len(data) // 2],
        lambda data: b"PK\x03\x04" + data[4:100],
        lambda _: b"some text",
        _without("word/styles.xml"),
        _without("[Content_Types].xml"),
        _without("word/document.xml"),
        _with_document(b"<a"),
        _with_document(b"<a/>"),
        _with_document(b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"),
    ],
)
def test_a_damaged_document_is_an_error(damage: Callable[[bytes], bytes]) -> None:
    document = Document()
    document.add_paragraph("Just text.")
    with pytest.raises(SourceError, match=r"faq\.docx (is damaged|is not a Word|has no questions)"):
        read_bytes("faq.docx", damage(saved(document)))


def test_a_document_that_unpacks_to_too_much_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word, "MAX_WORD_BYTES", 10_000)
    document = Document()
    document.add_heading("How?" * 50, 1)
    with pytest.raises(SourceError, match=r"faq\.docx unpacks to more than is safe"):
        read(document)


def test_a_cell_that_claims_to_be_very_wide_costs_nothing() -> None:
    document = Document()
    table = document.add_table(rows=2, cols=2)
    for row, cells in zip(table.rows, (["Question", "Answer"], ["How?", "So."]), strict=True):
        for cell, text in zip(row.cells, cells, strict=True):
            cell.text = text
    data = _altered(
        saved(document),
        lambda _, content: content.replace(
            b"<w:tcPr>", b'<w:tcPr><w:gridSpan w:val="999999999"/>', 1
        ),
    )
    assert triples(read_bytes("faq.docx", data)) == [("How?", "So.", None)]


_WORDS = st.sampled_from(["How?", "So.", "Q: ", "A: ", "", "¿Y", "#", "|", "a\nb", "\t"])
_STYLES = st.sampled_from(
    ["Normal", "Heading 1", "Heading 9", "Title", "List Bullet", "List Number"]
)


@settings(deadline=None, max_examples=30)
@given(st.lists(st.tuples(_WORDS, _STYLES, st.booleans()), max_size=8))
def test_whatever_paragraphs_there_are_they_are_read_or_refused(
    paragraphs: list[tuple[str, str, bool]],
) -> None:
    document = Document()
    for text, style, is_bold in paragraphs:
        document.add_paragraph("", style).add_run(text).bold = is_bold
    try:
        read(document)
    except SourceError as error:
        assert "faq.docx" in str(error)


_SMALL = Document()
_SMALL.add_heading("How?", 1)
_SMALL.add_paragraph("So.")
SMALL = saved(_SMALL)


@settings(deadline=None, max_examples=100)
@given(st.binary() | st.tuples(st.integers(0, len(SMALL) - 1), st.binary(min_size=1, max_size=8)))
def test_whatever_bytes_there_are_they_are_read_or_refused(
    given_bytes: bytes | tuple[int, bytes],
) -> None:
    data = given_bytes
    if isinstance(data, tuple):
        at, new = data
        data = SMALL[:at] + new + SMALL[at + len(new) :]
    try:
        read_bytes("faq.docx", data)
    except SourceError as error:
        assert "faq.docx" in str(error)

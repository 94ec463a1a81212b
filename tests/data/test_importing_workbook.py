"""XLSX: cells as they are shown, several sheets, merges, formulas, and hostile files."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime, time
from typing import Any

import pytest
from openpyxl import LXML, Workbook

from data.errors import SourceError
from data.importing import read_bytes, workbook
from data.records import ImportedFile, Limit

HEADER = ["question", "answer", "category"]


def saved(book: Workbook) -> bytes:
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def book_of(*rows: list[Any]) -> Workbook:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    return book


def read(book: Workbook, **mapping: str) -> ImportedFile:
    return read_bytes("faq.xlsx", saved(book), mapping)


def altered(data: bytes, part: str, old: bytes, new: bytes) -> bytes:
    """The workbook with a piece of one of its parts replaced."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(stream, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            assert name != part or old in content
            target.writestr(name, content.replace(old, new) if name == part else content)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (20.0, "20"),
        (0, "0"),
        (0.1 + 0.2, "0.3"),
        (False, "FALSE"),
        (True, "TRUE"),
        (datetime(2026, 3, 1), "2026-03-01"),
        (date(2026, 3, 1), "2026-03-01"),
        (datetime(2026, 3, 1, 9, 30), "2026-03-01 09:30:00"),
        (time(9, 30), "09:30:00"),
        ("one_x000D_\ntwo", "one\ntwo"),
        ("'=1+1", "=1+1"),
    ],
)
def test_cells_are_read_as_they_are_shown(value: object, shown: str) -> None:
    assert read(book_of(HEADER, ["A?", value])).drafts[0].answer == shown


def test_rows_have_the_numbers_a_spreadsheet_shows() -> None:
    book = book_of(["Our FAQ"], [], HEADER, ["A?", "x"], [], [None, "y"], ["B?", "z"])
    result = read(book)
    assert [draft.place.row for draft in result.drafts] == [4, 7]
    assert [(it.place.row, it.place.column) for it in result.rejections] == [(6, "question")]


def test_each_sheet_with_a_header_is_read_and_the_others_are_named() -> None:
    book = book_of(HEADER, ["A?", "x"])
    book.active.title = "Main"
    more: dict[str, list[list[Any]]] = {
        "More": [HEADER, ["B?", "y"], [None, "z"]],
        "Notes": [["hello"]],
    }
    for title, rows in more.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book.create_sheet("Empty")
    book.create_sheet("Old").append(HEADER)
    book["Old"].sheet_state = "hidden"
    result = read(book)
    assert [draft.place.file for draft in result.drafts] == ["faq.xlsx[Main]", "faq.xlsx[More]"]
    assert result.rejections[0].place.file == "faq.xlsx[More]"
    assert any("skipped: 'Notes'" in warning for warning in result.warnings)
    assert any("hidden sheets were skipped: 'Old'" in warning for warning in result.warnings)


def test_a_vertical_merge_holds_for_all_its_rows_but_adds_none() -> None:
    book = book_of(HEADER, ["A?", "x", "Billing"], ["B?", "y"], ["C?", "z", "Other"])
    book.active.merge_cells("C2:C3")
    book.active.merge_cells("C4:C20")
    result = read(book)
    assert [draft.category for draft in result.drafts] == ["Billing", "Billing", "Other"]
    assert result.rejections == ()


def test_a_merged_id_is_not_used_twice() -> None:
    book = book_of(["id", *HEADER], ["7", "A?", "x"], [None, "B?", "y"])
    book.active.merge_cells("A2:A3")
    assert [draft.id for draft in read(book).drafts] == ["7", None]


def test_a_formula_without_a_value_is_named_by_its_cell() -> None:
    result = read(book_of(HEADER, ["A?", "x"], ["B?", "=1+1"]))
    assert result.rejections[0].place.row == 3
    assert "formulas without a value: 'B3'" in result.warnings[0]


def test_the_stored_value_of_a_formula_is_read() -> None:
    data = saved(book_of(HEADER, ["A?", "=1+1"]))
    # How openpyxl writes an empty element depends on whether it finds lxml.
    empty = b"<v></v>" if LXML else b"<v />"
    data = altered(data, "xl/worksheets/sheet1.xml", empty, b"<v>2</v>")
    result = read_bytes("faq.xlsx", data)
    assert (result.drafts[0].answer, result.warnings) == ("2", ())


def test_a_cell_that_excel_holds_as_a_date_is_the_day_it_shows() -> None:
    header = ["question", "answer", "Valid from", "Valid until"]
    book = book_of(header, ["A?", "x", date(2026, 3, 1), datetime(2026, 4, 1)], ["B?", "y", None])
    first, second = read(book).drafts
    assert first.valid_from == Limit(date(2026, 3, 1))
    assert first.valid_until == Limit(date(2026, 4, 1))
    assert second.valid_from == Limit(None)


def test_an_error_value_is_taken_for_empty_and_named() -> None:
    result = read(book_of(HEADER, ["A?", "x", "#REF!"]))
    assert result.drafts[0].category == ""
    assert result.warnings == ("cell C2 holds the error #REF! and was taken for empty",)


def test_text_under_no_heading_is_pointed_out() -> None:
    result = read(book_of(["question", "answer"], ["A?", "x", None, "a remark"]))
    assert "number 4, which has no name" in result.warnings[0]


def test_a_workbook_is_known_by_its_content_whatever_its_ending() -> None:
    data = saved(book_of(HEADER, ["A?", "x"]))
    for name in ("faq.xlsm", "faq.csv", "faq.xls", "standard input"):
        assert len(read_bytes(name, data).drafts) == 1


def test_a_workbook_with_nothing_in_it_is_an_error() -> None:
    with pytest.raises(SourceError, match="no sheet with anything in it"):
        read(Workbook())


@pytest.mark.parametrize("cut", [40, 2000])
def test_a_damaged_workbook_is_an_error_that_says_what_to_do(cut: int) -> None:
    data = saved(book_of(HEADER, ["A?", "x"]))
    with pytest.raises(SourceError, match=r"faq\.xlsx is damaged.*save it as \.xlsx again"):
        read_bytes("faq.xlsx", data[:cut])


def test_a_workbook_with_broken_xml_is_an_error() -> None:
    data = saved(book_of(HEADER, ["A?", "x"]))
    data = altered(data, "xl/worksheets/sheet1.xml", b"</sheetData>", b"")
    with pytest.raises(SourceError, match=r"faq\.xlsx is damaged"):
        read_bytes("faq.xlsx", data)


def test_an_encrypted_workbook_and_an_old_one_say_how_to_save_them() -> None:
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500)
    with pytest.raises(SourceError, match=r"faq\.xlsx has a password\. Save it without one"):
        read_bytes("faq.xlsx", ole + "EncryptedPackage".encode("utf-16-le"))
    with pytest.raises(SourceError, match=r"old \.xls workbook\. Open it and save it as \.xlsx"):
        read_bytes("faq.xls", ole + "Workbook".encode("utf-16-le"))


def test_entities_in_a_workbook_are_refused_and_never_expanded() -> None:
    data = saved(book_of(HEADER, ["A?", "x"]))
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet '
    data = altered(data, "xl/worksheets/sheet1.xml", b"<worksheet ", bomb)
    with pytest.raises(SourceError, match="XML with a document type"):
        read_bytes("faq.xlsx", data)


def test_a_zip_bomb_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "RATIO_MATTERS_ABOVE", 1024**2)
    stream = io.BytesIO(saved(book_of(HEADER, ["A?", "x"])))
    with zipfile.ZipFile(stream, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/media/zeros.bin", bytes(16 * 1024**2))
    with pytest.raises(SourceError, match="unpacks to 16 MB, more than is safe"):
        read_bytes("faq.xlsx", stream.getvalue())


def test_a_sheet_that_claims_to_reach_to_the_last_corner_is_read_at_once() -> None:
    book = book_of(HEADER, ["A?", "x"])
    book.active.cell(row=1_048_576, column=16_384, value=" ")
    assert len(read(book).drafts) == 1

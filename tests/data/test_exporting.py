"""Exports: read back unchanged, harmless to spreadsheets, and written whole or not at all."""

from __future__ import annotations

import csv
import io
import json
import os
import stat
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from data.errors import DiskError, InputError
from data.exporting import FORMATS, export_entries, write_entries
from data.importing import read_source
from data.importing.cells import clean, same_question_key
from data.importing.columns import FIELDS
from data.records import Draft, Entry
from data.workbook import MAX_CELL


def entry_of(draft: Draft) -> Entry:
    return Entry(
        draft.id or "",
        draft.question,
        draft.answer,
        draft.alternates or (),
        draft.category or "",
        draft.tags or (),
        draft.source or "",
        draft.url or "",
        valid_from=draft.valid_from.day if draft.valid_from else None,
        valid_until=draft.valid_until.day if draft.valid_until else None,
    )


def read_back(path: Path) -> list[Entry]:
    result = read_source(str(path))
    assert result.rejections == ()
    return [entry_of(draft) for draft in result.drafts]


AWKWARD = Entry(
    id="=cmd|' /C calc'!A0",
    question='+1 or "-1", which?',
    answer="'=1\n\n  line, two; _x000D_ \\ end|\ttab 😀 \uffff",
    alternates=("a|b\\", "[x]", "two\nlines", "a;;b", "@home"),
    category="-",
    tags=("a,b", "c|d"),
    source="''@",
    url="https://example.org/?a=1,2",
    valid_from=date(2026, 3, 1),
)
CELL_LIKE_JSON = Entry("0", "FALSE", "0", ('["a"]',), "1e5", ("[a]",), "2026-03-01", "#N/A")


@pytest.mark.parametrize("format", FORMATS)
def test_awkward_entries_come_back_unchanged(tmp_path: Path, format: str) -> None:
    path = tmp_path / f"faq.{format}"
    assert export_entries([AWKWARD, CELL_LIKE_JSON], path) == 2
    assert read_back(path) == [AWKWARD, CELL_LIKE_JSON]


# Letters that some step gives a meaning to come up more often than by chance.
texts = st.text(max_size=20) | st.text(alphabet=st.sampled_from("a|\\;\n[]\"',=+-@_x000D\t "))
cleaned = texts.map(clean)


@st.composite
def entries(draw: st.DrawFn) -> list[Entry]:
    """Entries as the importer itself makes them: clean, with ids and alternates of their own."""
    made = []
    for number in range(draw(st.integers(0, 4))):
        question = draw(cleaned) or "q"
        keyed = {same_question_key(text): text for text in draw(st.lists(cleaned, max_size=4))}
        keyed = {key: text for key, text in keyed.items() if key != same_question_key(question)}
        made.append(
            Entry(
                id=(draw(cleaned) + str(number)).replace("\n", "").replace("\t", ""),
                question=question,
                answer=draw(cleaned) or "a",
                alternates=tuple(text for text in keyed.values() if text),
                category=draw(cleaned),
                tags=tuple(
                    tag for tag in dict.fromkeys(draw(st.lists(cleaned, max_size=3))) if tag
                ),
                source=draw(cleaned),
                url=draw(cleaned),
                valid_from=draw(st.none() | st.dates(max_value=date(2026, 3, 1))),
                valid_until=draw(st.none() | st.dates(min_value=date(2026, 3, 1))),
            )
        )
    return made


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=60, deadline=None)
@given(made=entries())
def test_any_entries_come_back_unchanged(format: str, made: list[Entry]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"faq.{format}"
        export_entries([AWKWARD, *made], path)
        assert read_back(path) == [AWKWARD, *made]


def test_no_csv_cell_begins_as_a_formula(tmp_path: Path) -> None:
    export_entries([AWKWARD], tmp_path / "faq.csv")
    with (tmp_path / "faq.csv").open(encoding="utf-8-sig", newline="") as stream:
        header, row = csv.reader(stream)
    assert tuple(header) == FIELDS
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row)


def test_csv_begins_with_the_mark_by_which_excel_knows_utf8(tmp_path: Path) -> None:
    export_entries([AWKWARD], tmp_path / "faq.csv")
    assert (tmp_path / "faq.csv").read_bytes().startswith(b"\xef\xbb\xbfid,question")


def test_xlsx_cells_are_text_and_never_formulas(tmp_path: Path) -> None:
    export_entries([AWKWARD, CELL_LIKE_JSON], tmp_path / "faq.xlsx")
    sheet = load_workbook(tmp_path / "faq.xlsx").active
    cells = [cell for row in sheet.iter_rows(min_row=2) for cell in row]
    filled = [cell for cell in cells if cell.value is not None]
    assert {cell.data_type for cell in filled} == {"s"}
    assert not any(cell.value.startswith(("=", "+", "-", "@")) for cell in filled)


def test_an_answer_too_long_for_xlsx_names_the_entry_and_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "faq.xlsx"
    fits = Entry("fits", "A?", "x" * MAX_CELL)
    export_entries([fits], path)
    before = path.read_bytes()
    with pytest.raises(InputError, match=r"Entry 'long' is too long.*Export to \.csv or \.jsonl"):
        export_entries([fits, Entry("long", "B?", "x" * (MAX_CELL + 1))], path)
    assert path.read_bytes() == before
    assert read_back(path) == [fits]
    assert os.listdir(tmp_path) == ["faq.xlsx"]


def test_xlsx_limits_count_as_excel_counts(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Entry 'emoji' is too long"):
        export_entries([Entry("emoji", "A?", "😀" * 20_000)], tmp_path / "faq.xlsx")


@pytest.mark.parametrize("name", ["faq.txt", "faq", "faq.csv.gz"])
def test_other_endings_name_the_three(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"none of \.csv, \.jsonl and \.xlsx"):
        export_entries([], tmp_path / name)


@pytest.mark.parametrize("format", FORMATS)
def test_a_failure_halfway_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, format: str
) -> None:
    def failing() -> Iterator[Entry]:
        yield AWKWARD
        raise RuntimeError("the store went away")

    path = tmp_path / f"faq.{format}"
    path.write_text("old")
    with pytest.raises(RuntimeError, match="the store went away"):
        export_entries(failing(), path)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == [path.name]


def test_a_replaced_file_keeps_its_permissions_and_its_links(tmp_path: Path) -> None:
    real, link = tmp_path / "real.csv", tmp_path / "link.csv"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    export_entries([AWKWARD], link)
    assert link.is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert read_back(real) == [AWKWARD]


def test_a_folder_that_is_not_there_or_in_the_way_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="in a folder that is not there. Make the folder first"):
        export_entries([], tmp_path / "no" / "faq.csv")
    (tmp_path / "faq.csv").mkdir()
    with pytest.raises(InputError, match="is a folder. Give the name of a file in it"):
        export_entries([], tmp_path / "faq.csv")


def test_a_full_disk_is_told_apart_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DiskError, match="disk is full .* Make room and try again"):
        export_entries([AWKWARD], tmp_path / "faq.csv")
    assert os.listdir(tmp_path) == []


def test_entries_can_be_written_to_a_stream_of_text() -> None:
    stream = io.StringIO()
    assert write_entries([AWKWARD], stream, "jsonl") == 1
    assert json.loads(stream.getvalue())["alternates"] == list(AWKWARD.alternates)
    with pytest.raises(InputError, match="'xlsx' cannot be written as text. Choose csv or jsonl"):
        write_entries([], io.StringIO(), "xlsx")


def test_text_that_no_file_can_hold_is_written_with_a_mark_in_its_place(tmp_path: Path) -> None:
    for format in FORMATS:
        path = tmp_path / f"faq.{format}"
        export_entries([Entry("1", "A?", "half \ud800 and bell \x07.")], path)
        assert read_source(str(path)).drafts[0].answer == "half ? and bell ."

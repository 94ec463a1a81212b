"""Zip archives: files of all kinds inside, and archives made to do harm."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from data.errors import SourceError
from data.importing import archive, formats, packed, read_bytes, read_sources
from data.records import ImportedFile

CSV = "question,answer\nHow?,So.\n"


def packed_up(files: dict[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as target:
        for name, content in files.items():
            target.writestr(name, content)
    return stream.getvalue()


def read(files: dict[str, str | bytes]) -> ImportedFile:
    return read_bytes("all.zip", packed_up(files))


def workbook() -> bytes:
    book, stream = Workbook(), io.BytesIO()
    for row in (["question", "answer"], ["Book?", "Yes."]):
        book.active.append(row)
    book.save(stream)
    return stream.getvalue()


def test_each_file_is_read_as_its_own_in_the_order_of_names() -> None:
    files: dict[str, str | bytes] = {
        "z.csv": CSV,
        "a/page.html": "<h2>Page?</h2>\nText.",
        "a/b.yml": "- q: Yaml?\n  a: x\n",
        "m.md": "\n# Mark?\nx\n",
        "book.xlsx": workbook(),
    }
    result = read(files)
    assert result.name == "all.zip"
    assert [(it.question, it.place.file, it.place.row) for it in result.drafts] == [
        ("Yaml?", "all.zip/a/b.yml", 1),
        ("Page?", "all.zip/a/page.html", 1),
        ("Book?", "all.zip/book.xlsx", 2),
        ("Mark?", "all.zip/m.md", 2),
        ("How?", "all.zip/z.csv", 2),
    ]


def test_hidden_files_are_skipped_in_silence_and_unknown_ones_are_named() -> None:
    clutter = ["__MACOSX/._a.csv", ".DS_Store", "a/.hidden.csv", "~$a.xlsx", "Thumbs.db", "d/"]
    result = read(
        {"a.csv": CSV, "a.png": "x", "README.md": "# A?\nx", **dict.fromkeys(clutter, "x")}
    )
    assert [it.place.file for it in result.drafts] == ["all.zip/a.csv"]
    assert result.warnings == (
        "files of an unknown kind were skipped: 'a.png'",
        "files that tell of the others were skipped: 'README.md'; give one by itself to import it",
    )


def test_a_file_that_cannot_be_read_is_a_rejection_and_the_others_go_in() -> None:
    inner = packed_up({"c.csv": CSV})
    result = read({"a.csv": CSV, "b.json": "{", "c.zip": inner, "d.csv": "question,answer\n,x\n"})
    assert len(result.drafts) == 1
    assert [(it.place.file, it.place.row) for it in result.rejections] == [
        ("all.zip/b.json", None),
        ("all.zip/c.zip", None),
        ("all.zip/d.csv", 2),
    ]
    assert "is an archive inside an archive. Unpack it" in result.rejections[1].reason


def test_lists_beside_the_questions_of_an_export_are_a_warning() -> None:
    files: dict[str, str | bytes] = {
        "a.csv": CSV,
        "Settings.tsv": "Key\tValue\nLanguage\tEnglish\n",
    }
    result = read(files)
    assert (len(result.drafts), result.rejections) == (1, ())
    assert result.warnings[0].startswith("skipped: Settings.tsv holds settings and no questions")
    del files["a.csv"]
    with pytest.raises(SourceError, match=r"all\.zip holds no questions\. .*holds settings"):
        read(files)


def test_warnings_of_a_file_name_it() -> None:
    result = read({"a.csv": "question,answer,odd\nHow?,So.,x\n"})
    assert result.warnings[0].startswith("a.csv: columns that are not used: 'odd'")


@pytest.mark.parametrize(
    "name",
    [
        "../a.csv",
        "a/../../b.csv",
        "/etc/a.csv",
        "C:\\a.csv",
        "c:a.csv",
        "..\\a.csv",
        "\\\\host\\a.csv",
    ],
)
def test_names_that_lead_out_of_the_archive_are_refused(name: str) -> None:
    with pytest.raises(SourceError, match=r"all\.zip holds a file with a name that leads out"):
        read({"good.csv": CSV, name: CSV})


def test_an_archive_with_a_password_is_refused() -> None:
    data = bytearray(packed_up({"a.csv": CSV}))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + at] |= 1
    with pytest.raises(SourceError, match=r"all\.zip has a password\. Save it without one"):
        read_bytes("all.zip", bytes(data))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_of_packing_are_refused(method: int) -> None:
    with pytest.raises(
        SourceError, match=r"packed in a way that is not supported\. Pack the files"
    ):
        read_bytes("all.zip", packed_up({"a.csv": CSV}, method))


def test_a_bomb_of_several_files_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "MAX_FILE_BYTES", 1024**2)
    files: dict[str, str | bytes] = {f"{at}.csv": CSV + "x" * 300_000 for at in range(4)}
    with pytest.raises(SourceError, match=r"all\.zip unpacks to more than is safe"):
        read(files)


def test_a_bomb_that_states_its_size_is_not_unpacked_at_all() -> None:
    data = packed_up({"1.csv": CSV + "x" * 300_000, "2.csv": CSV + "x" * 800_000})
    with pytest.raises(SourceError, match=r"all\.zip unpacks to more than is safe"):
        read_bytes("all.zip", data, limit=1024**2)
    assert read_bytes("all.zip", data).drafts


def test_a_bomb_that_lies_about_its_size_is_not_unpacked() -> None:
    data = bytearray(packed_up({"a.csv": CSV + "\0" * 50_000_000}))
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<I", data, data.index(mark) + at, 10)
    with pytest.raises(SourceError, match=r"all\.zip is damaged \(BadZipFile\)"):
        read_bytes("all.zip", bytes(data))


def test_too_many_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    files: dict[str, str | bytes] = {f"{at}.csv": CSV for at in range(5)}
    monkeypatch.setattr(archive, "MAX_FILES", 4)
    with pytest.raises(SourceError, match="holds more than 4 files"):
        read(files)
    monkeypatch.setattr(packed, "MAX_HEADERS", 4)
    with pytest.raises(SourceError, match="holds more than 4 parts"):
        read(files)


@pytest.mark.parametrize(
    "data", [b"text", packed_up({"a.csv": CSV})[:-10], b"PK\x05\x06" + bytes(3)]
)
def test_what_is_no_archive_is_an_error_that_names_it(data: bytes) -> None:
    with pytest.raises(SourceError, match=r"all\.zip (is damaged|is not a zip archive)"):
        read_bytes("all.zip", data)


@pytest.mark.parametrize("files", [{}, {"a.png": "x"}, {".hidden.csv": CSV}])
def test_an_archive_with_nothing_to_import_is_an_error(files: dict[str, str | bytes]) -> None:
    with pytest.raises(SourceError, match=r"all\.zip holds no file that can be imported"):
        read(files)


def test_archives_are_found_in_folders_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "all.zip").write_bytes(packed_up({"a.csv": CSV}))
    (result,) = read_sources([str(tmp_path)])
    assert len(result.drafts) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["all.zip"]


SMALL = packed_up({"a.csv": CSV, "b.md": "# A?\nx\n"})


@settings(deadline=None, max_examples=200)
@given(
    st.binary().map(lambda it: b"PK\x03\x04" + it)
    | st.tuples(st.integers(0, len(SMALL) - 1), st.binary(min_size=1, max_size=8)).map(
        lambda it: SMALL[: it[0]] + it[1] + SMALL[it[0] + len(it[1]) :]
    )
    | st.dictionaries(
        st.sampled_from(["a.md", "b.yml", "c.html", "d.docx", "e.xlsx", "f.zip", "g.csv", "h"]),
        st.binary(max_size=40),
    ).map(packed_up)
)
def test_whatever_an_archive_holds_it_is_read_or_refused(data: bytes) -> None:
    try:
        read_bytes("all.zip", data)
    except SourceError as error:
        assert "all.zip" in str(error)

"""Files, folders, standard input, and what can be wrong with them."""

from __future__ import annotations

import gzip
import io
import os
import re
import sys
import zipfile
from pathlib import Path

import pytest

from data.errors import SourceError
from data.importing import formats, read_source, read_sources, sources

CSV = "question,answer\nHow?,So.\n"
JSON = '[{"question": "How?", "answer": "So."}]'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two files that can be imported, three that are not, and hidden ones."""
    (tmp_path / "sub").mkdir()
    (tmp_path / ".git").mkdir()
    (tmp_path / "b.csv").write_text(CSV)
    (tmp_path / "sub" / "a.JSON").write_text(JSON)
    for name in ("notes.odt", "read me.txt", "README.md", ".hidden.csv", "~$b.xlsx", ".git/c.csv"):
        (tmp_path / name).write_text("x")
    return tmp_path


def test_a_folder_is_read_in_order_and_unknown_files_are_named(folder: Path) -> None:
    results = list(read_sources([str(folder)]))
    assert [Path(result.name).name for result in results] == [
        "b.csv",
        "a.JSON",
        folder.name,
        folder.name,
    ]
    assert results[2].drafts == ()
    assert results[2].warnings == (
        "files of an unknown kind were skipped: 'notes.odt' and 'read me.txt'",
    )
    assert results[3].warnings == (
        "files that tell of the others were skipped: 'README.md'; give one by itself to import it",
    )


def test_a_file_that_is_given_twice_is_read_once(folder: Path) -> None:
    path = str(folder / "b.csv")
    assert len(list(read_sources([path, str(folder), f"{folder}/../{folder.name}/b.csv"]))) == 4


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_in_a_folder_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.csv")
    (tmp_path / "b.csv").write_text(CSV)
    assert [Path(file.path).name for file in sources.expand([str(tmp_path)])] == ["b.csv"]


@pytest.mark.parametrize("name", [b"caf\xe9.csv", b"new\nline\x1b[31m.csv"])
def test_a_name_that_cannot_be_printed_is_shown_with_replacements(
    tmp_path: Path, name: bytes
) -> None:
    path = os.path.join(os.fsencode(tmp_path), name)
    Path(os.fsdecode(path)).write_text(CSV)
    (file,) = read_sources([os.fsdecode(path)])
    assert file.drafts[0].question == "How?"
    assert file.name.isprintable()
    assert "\N{REPLACEMENT CHARACTER}" in file.name


def test_a_folder_without_files_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"has no file that can be imported\. Give files ending"):
        list(read_sources([str(tmp_path)]))


def test_no_paths_at_all_are_an_error() -> None:
    with pytest.raises(SourceError, match="No file was given"):
        list(read_sources([]))


def test_the_only_file_raises_and_among_several_it_is_a_rejection(tmp_path: Path) -> None:
    (tmp_path / "good.csv").write_text(CSV)
    bad, good = str(tmp_path / "missing.csv"), str(tmp_path / "good.csv")
    with pytest.raises(SourceError, match=r"missing\.csv is not there\. Check the spelling"):
        list(read_sources([bad]))
    first, second = read_sources([bad, good])
    assert first.rejections[0].place.row is None
    assert "missing.csv is not there" in first.rejections[0].reason
    assert len(second.drafts) == 1


def test_a_wrong_mapping_raises_whatever_the_number_of_files(folder: Path) -> None:
    with pytest.raises(SourceError, match="There is no field 'topic'"):
        list(read_sources([str(folder)], {"topic": "x"}))


def test_progress_is_told_before_each_file(folder: Path) -> None:
    seen: list[tuple[str, int, int]] = []
    paths = [str(folder / "b.csv"), str(folder / "sub" / "a.JSON")]
    list(read_sources(paths, progress=lambda *step: seen.append(step)))
    assert seen == [(paths[0], 0, 2), (paths[1], 1, 2)]


def test_standard_input_is_read_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(CSV.encode())))
    result = read_source("-")
    assert (result.name, result.drafts[0].place.file) == ("standard input", "standard input")


@pytest.mark.parametrize("content", ["", " \r\n\t\n", "\ufeff", "\ufeff\n"])
@pytest.mark.parametrize("name", ["faq.csv", "faq.xlsx", "faq.json", "faq.jsonl"])
def test_an_empty_file_is_an_error_that_names_it(tmp_path: Path, content: str, name: str) -> None:
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(SourceError, match=rf"{name} is (empty|not a workbook)\."):
        read_source(str(path))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "faq.csv"
    path.write_text(CSV)
    path.chmod(0)
    with pytest.raises(SourceError, match=r"may not be read\. Give yourself permission"):
        read_source(str(path))


def test_a_file_over_the_limit_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MAX_FILE_BYTES", 1024**2)
    path = tmp_path / "faq.csv"
    path.write_text(CSV * 100_000)
    with pytest.raises(SourceError, match=r"larger than 1 MB\. Split it into several files"):
        read_source(str(path))


def test_a_path_that_no_file_can_have_is_an_error() -> None:
    with pytest.raises(SourceError, match="cannot be read"):
        read_source("a\0b.csv")


@pytest.mark.parametrize(("name", "text"), [("faq.csv.gz", CSV), ("faq.json.gz", JSON)])
def test_compressed_text_is_read(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(text.encode()))
    assert len(read_source(str(path)).drafts) == 1


def test_compressed_text_that_unpacks_to_too_much_or_is_cut_short_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formats, "MAX_FILE_BYTES", 1024**2)
    path = tmp_path / "faq.csv.gz"
    path.write_bytes(gzip.compress(bytes(2 * 1024**2)))
    with pytest.raises(SourceError, match="unpacks to more than 1 MB"):
        read_source(str(path))
    path.write_bytes(gzip.compress(CSV.encode())[:-9])
    with pytest.raises(SourceError, match="damaged or cut short"):
        read_source(str(path))


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("faq.pptx", "is not of a supported kind. Give CSV, TSV, XLSX"),
        ("faq.pdf", "make the questions headings or bold, and save it as .docx"),
        ("faq.doc", "Open it in a word processor and save it as .docx"),
        ("faq.rar", "Pack its files into a .zip"),
        ("faq.docx", "is not a Word document. Open it and save it as .docx"),
        ("faq.zip", "is not a zip archive. Pack the files again"),
    ],
)
def test_kinds_that_are_not_supported_say_what_to_do(
    tmp_path: Path, name: str, remedy: str
) -> None:
    path = tmp_path / name
    path.write_text("some text")
    with pytest.raises(SourceError, match=re.escape(remedy)):
        read_source(str(path))


@pytest.mark.parametrize(
    "name", ["notes.exe", "notes.EXE", "faq.csv.bak", "faq.py", "notes.exe.gz"]
)
def test_a_file_of_an_unknown_kind_is_left_alone_by_itself_and_in_a_folder(
    tmp_path: Path, name: str
) -> None:
    content = gzip.compress(CSV.encode()) if name.endswith(".gz") else CSV.encode()
    (tmp_path / name).write_bytes(content)
    (tmp_path / "good.csv").write_text(CSV)
    with pytest.raises(SourceError, match=rf"{name} is not of a supported kind\. Give CSV, TSV"):
        read_source(str(tmp_path / name))
    good, skipped = read_sources([str(tmp_path)])
    assert (len(good.drafts), skipped.warnings) == (
        1,
        (f"files of an unknown kind were skipped: '{name}'",),
    )


@pytest.mark.parametrize(
    "name", ["faq", "faq.txt", "faq.tab", "faq.csv.1", "FAQ of 30.11", "a. May"]
)
def test_a_name_that_says_nothing_of_the_kind_is_told_by_the_content(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_text(CSV)
    assert len(read_source(str(tmp_path / name)).drafts) == 1


def test_an_archive_under_the_name_of_a_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "faq.exe"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("faq.csv", CSV)
    with pytest.raises(SourceError, match=r"faq\.exe is not of a supported kind"):
        read_source(str(path))


def test_a_web_page_under_the_name_of_a_workbook_is_read_as_one(tmp_path: Path) -> None:
    path = tmp_path / "faq.xls"
    path.write_text("<html><table><tr><td>question<td>answer<tr><td>How?<td>So.</table></html>")
    assert read_source(str(path)).drafts[0].answer == "So."


@pytest.mark.parametrize("text", ["<html><body>x</body></html>", "<?xml version='1.0'?><a/>"])
def test_a_web_page_under_the_name_of_a_table_is_told_apart(tmp_path: Path, text: str) -> None:
    path = tmp_path / "faq.csv"
    path.write_text(text)
    with pytest.raises(SourceError, match="is a web page or XML|has no questions that can"):
        read_source(str(path))

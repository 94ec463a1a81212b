"""CSV and TSV: delimiters, quotes, line numbers, and rows that cannot be used."""

from __future__ import annotations

import csv
import io
from typing import Literal

import pytest

from data.errors import SourceError
from data.importing import read_bytes
from data.records import ImportedFile


def read(text: str, name: str = "faq.csv", **mapping: str) -> ImportedFile:
    return read_bytes(name, text.encode(), mapping)


def test_a_byte_order_mark_glued_to_a_quoted_header_does_no_harm() -> None:
    result = read('\ufeff"question","answer"\n"How?","So."\n')
    assert [(draft.question, draft.answer) for draft in result.drafts] == [("How?", "So.")]
    assert result.columns == (("question", "question"), ("answer", "answer"))


def test_quoted_fields_keep_line_breaks_and_quotes_and_later_rows_keep_their_line_numbers() -> None:
    result = read('question,answer\r\n"How, now?","One ""two""\r\nthree"\r\n\r\nWhy?,Because.\r\n')
    assert result.drafts[0].answer == 'One "two"\nthree'
    assert [draft.place.row for draft in result.drafts] == [2, 5]


def test_a_row_with_too_many_commas_is_rejected_and_the_rest_goes_in() -> None:
    result = read("id,question,answer\n1,How?,Well, it depends, really\n2,Why?,Because.\n")
    (rejection,) = result.rejections
    assert rejection.place.row == 2
    assert "row has 5 cells, the header has 3: put quotes around text that contains a comma" in (
        rejection.reason
    )
    assert [draft.id for draft in result.drafts] == ["2"]


def test_commas_too_many_are_found_even_when_the_header_ends_in_empty_cells() -> None:
    result = read("question,answer,,\nHow?,So,and so,\nWhy?,Because,,\n")
    assert [rejection.place.row for rejection in result.rejections] == [2]
    assert [draft.question for draft in result.drafts] == ["Why?"]


def test_a_row_with_fewer_cells_than_the_header_is_fine() -> None:
    (draft,) = read("question,answer,category\nHow?,So.\n").drafts
    assert draft.category == ""


def test_blank_rows_are_skipped_in_silence() -> None:
    result = read("question,answer\n\n , \n,,,\nHow?,So.\n")
    assert (len(result.drafts), result.rejections, result.warnings) == (1, (), ())


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_whatever_the_ending(delimiter: str) -> None:
    text = "\n".join(delimiter.join(row) for row in (["question", "answer"], ["How?", "So."]))
    for name in ("faq.csv", "faq.tsv", "faq.txt", "standard input"):
        assert read(text, name).drafts[0].answer == "So."


def test_a_semicolon_file_full_of_commas_is_cut_at_the_semicolons() -> None:
    rows = "".join(f"How, {n}, then?;One, two, {n}.\n" for n in range(9))
    result = read("question;answer\n" + rows)
    assert len(result.drafts) == 9
    assert result.drafts[0].question == "How, 0, then?"


def test_the_delimiter_line_that_excel_writes_is_obeyed_and_counted() -> None:
    (draft,) = read("sep=;\nquestion;answer\nHow?;So.\n").drafts
    assert draft.place.row == 3


def test_a_space_after_the_comma_does_not_spoil_a_quoted_field() -> None:
    (draft,) = read('question, answer\n"How?", "One, two"\n').drafts
    assert draft.answer == "One, two"


def test_a_quote_that_is_never_closed_is_said_with_its_line() -> None:
    result = read('question,answer\nWhy?,Because.\n"How?,So.\nWhen?,Now.\n')
    assert [draft.question for draft in result.drafts] == ["Why?"]
    assert result.rejections[0].place.row == 3
    assert "never closed" in result.rejections[0].reason


SWALLOWED = "a quote that opens in row {} seems to be closed only further down"


@pytest.mark.parametrize(
    "rows",
    [
        '"How?,So.\nWhy?,Because.\n"When, then?",Now.\n',
        '"How?,So.\nWhy?,Because.\nWhen?,"Now, then."\n',
        'How?,"So.\nWhy?,Because.\nWhen?,"Now, then."\n',
        'How?,"So.\nWhy?,Because.\nWhen?,At the "right" time.\n',
        'How?,"So.\nWhy?,Because.\nHow wide?,5"\n',
        '"How?,So.\nThe reason,Because.\nThe width,5"\n',
        '"How?","So.\n"Why?","Because."\n',
        '"How?","So. \r\nWhy?,Because.\r\n"When?" , Now.\r\n',
    ],
)
def test_a_quote_that_a_later_one_closes_is_said_with_its_row(rows: str) -> None:
    result = read("question,answer\nWho?,We.\n" + rows + "Where?,Here.\n")
    (warning,) = result.warnings
    assert warning.startswith(SWALLOWED.format(3))
    assert "close it where its cell ends, or double it if it belongs to the text" in warning
    assert result.drafts[0].question == "Who?"
    assert result.drafts[-1].question == "Where?"


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_swallowed_rows_are_noticed_whatever_parts_the_cells(delimiter: str) -> None:
    text = 'question,answer,category\n"How?,So.,a\nWhy?,Because.,b\n"When?",Now.,c\nWho?,We.,a\n'
    (warning,) = read(text.replace(",", delimiter)).warnings
    assert warning.startswith(SWALLOWED.format(2))


@pytest.mark.parametrize(
    "answer",
    [
        "First, do this.\nThen, do that, and wait.",
        "One paragraph.\n\nAnother one, with a comma.",
        "- bread, milk\n- eggs\n\n- salt, please",
        "size,price\nS,5\nM,6",
        "Sizes, prices:\nS,5,1\nM,6,2",
        'He said "go", then\n"stay", once.',
        "Yes.\nWhy? Because, well, it is so.\nReally?",
        '"Quoted"\nand, "quoted, again"',
    ],
)
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
@pytest.mark.parametrize("header", ["question,answer", "question,answer,category"])
def test_proper_cells_of_several_lines_are_no_reason_to_warn(
    answer: str, quoting: Literal[0, 1], header: str
) -> None:
    text = io.StringIO()
    rows = [("How?", answer, "a"), ("Why?", "Because.", "b"), ("When?", answer, "a")]
    width = header.count(",") + 1
    csv.writer(text, quoting=quoting).writerows([header.split(","), *(r[:width] for r in rows)])
    result = read(text.getvalue())
    assert [draft.answer for draft in result.drafts] == [answer, "Because.", answer]
    assert result.warnings == ()


def test_a_blank_between_a_quote_and_the_comma_is_no_reason_to_warn() -> None:
    result = read('question,answer,category\nHow?,"One,\ntwo" ,a\nWhy?,"Because,\nso" \n')
    assert (len(result.drafts), result.warnings) == (2, ())


def test_a_tab_file_with_a_stray_quote_is_read_without_quoting() -> None:
    result = read('question\tanswer\n"How?\tSo.\nWhy?\tBecause.\n', "faq.tsv")
    assert [draft.question for draft in result.drafts] == ['"How?', "Why?"]
    assert "quotes are kept" in result.warnings[0]


def test_a_cell_longer_than_the_csv_modules_limit_is_a_rejection() -> None:
    result = read(f"question,answer\nHow?,{'x' * 200_000}\nWhy?,Because.\n")
    assert len(result.drafts) == 1
    assert "the answer has 200,000 characters" in result.rejections[0].reason


def test_rows_above_the_header_are_skipped_with_a_warning() -> None:
    result = read("Our FAQ,\nas of May,\nquestion,answer\nHow?,So.\n")
    assert result.drafts[0].place.row == 4
    assert result.warnings == ("rows 1 and 2 above the header were skipped",)


def test_zero_and_false_are_kept_as_answers() -> None:
    result = read("question,answer\nHow many?,0\nIs it?,FALSE\n")
    assert [draft.answer for draft in result.drafts] == ["0", "FALSE"]


def test_text_that_looks_like_a_formula_is_kept_and_a_guarding_apostrophe_goes() -> None:
    result = read("question,answer\nSum?,=1+1\nMinus?,'-5\nQuote?,'twas\n")
    assert [draft.answer for draft in result.drafts] == ["=1+1", "-5", "'twas"]


def test_old_mac_line_ends_are_line_ends() -> None:
    result = read("question,answer\rHow?,So.\rWhy?,Because.\r")
    assert [draft.place.row for draft in result.drafts] == [2, 3]


def test_a_header_without_rows_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(SourceError, match=r"faq\.csv has a header and no rows\. Add at least one"):
        read("question,answer\n\n")


def test_a_run_of_backslashes_is_read_in_linear_time() -> None:
    (draft,) = read("question,answer,alternates\nHow?,So.," + "\\" * 100_000 + "x|b\n").drafts
    assert draft.alternates == ("b",)

"""Question sets in every format, with rows that cannot be used."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from openpyxl import Workbook

from data.errors import SourceError
from pipeline.evaluation.question_sets import QuestionSet, questions_in, read_questions
from pipeline.evaluation.records import LabelledQuestion

KNOWN = {"a", "b", "5", "x,y"}
THREE = [
    {"query": "When?", "relevant": ["a", "b"], "answer": "9:30", "kind": "question", "note": "?"},
    {"query": "How much?", "relevant": ["5"]},
    {"query": "Thanks!", "relevant": [], "kind": "thanks"},
]
EXPECTED = (
    LabelledQuestion(1, "When?", ("a", "b"), "9:30", "question"),
    LabelledQuestion(2, "How much?", ("5",)),
    LabelledQuestion(3, "Thanks!", (), None, "thanks"),
)
LINES = "\n".join(json.dumps(item) for item in THREE)
CSV = 'query,relevant,answer,kind\nWhen?,"a,b",9:30,question\nHow much?,5,,\nThanks!,,,thanks\n'


def questions(name: str, text: str) -> QuestionSet:
    return questions_in(name, text.encode(), KNOWN)


def without_lines(read: QuestionSet) -> list[tuple[str, tuple[str, ...], str | None, str | None]]:
    return [(q.query, q.relevant, q.gold, q.kind) for q in read.questions]


def reasons(read: QuestionSet) -> list[tuple[int | None, str, str]]:
    return [(r.place.row, r.place.column, r.reason) for r in read.rejections]


def test_json_lines_are_read_and_other_keys_left_alone() -> None:
    read = questions("set.jsonl", LINES)
    assert read == QuestionSet("set.jsonl", EXPECTED)


def test_a_json_array_and_gzip_hold_the_same(tmp_path: Path) -> None:
    assert questions("set.json", json.dumps(THREE)).questions == EXPECTED
    path = tmp_path / "set.jsonl.gz"
    path.write_bytes(gzip.compress(LINES.encode()))
    assert read_questions(str(path), KNOWN).questions == EXPECTED


@pytest.mark.parametrize("separator", [",", ";", "|", "\n"])
def test_ids_in_a_cell_are_parted_in_four_ways(separator: str) -> None:
    read = questions("set.csv", CSV.replace("a,b", f"a{separator} b"))
    assert without_lines(read) == without_lines(QuestionSet("", EXPECTED))


def test_lines_of_csv_count_from_the_header() -> None:
    assert [question.line for question in questions("set.csv", CSV).questions] == [2, 3, 4]


def test_tabs_semicolons_and_other_encodings_are_recognised() -> None:
    tabs = questions("set.tsv", "question\tids\nWhen?\ta, b\n")
    assert tabs.questions == (LabelledQuestion(2, "When?", ("a", "b")),)
    data = "Query;Relevant\nÀ quelle heure déjà?;a\n".encode("cp1252")
    guessed = questions_in("set.csv", data, KNOWN)
    assert guessed.questions[0].query == "À quelle heure déjà?"
    assert "the encoding was guessed" in guessed.warnings[0]


def test_a_workbook_with_a_title_and_numbers_for_ids(tmp_path: Path) -> None:
    book = Workbook()
    for values in (["Our questions"], [], ["query", "relevant"], ["How much?", 5]):
        book.worksheets[0].append(values)
    book.create_sheet("Notes").append(["remember", "this"])
    path = tmp_path / "set.xlsx"
    book.save(path)
    read = read_questions(str(path), KNOWN)
    assert read.questions == (LabelledQuestion(4, "How much?", ("5",)),)
    assert read.warnings == (
        "sheets without both columns were skipped: 'Notes'",
        "sheet 'Sheet': row 1 above the header was skipped",
    )


@pytest.mark.parametrize("name", ["relevant", "expected", "ids", "id", "entry", "Relevant IDs"])
@pytest.mark.parametrize("query", ["query", "question", "q", "text", "utterance"])
def test_columns_go_by_several_names(query: str, name: str) -> None:
    assert questions("set.csv", f"{query},{name}\nWhen?,a\n").questions[0].relevant == ("a",)


def test_the_better_name_wins_and_gold_words_are_taken_before_an_answer() -> None:
    read = questions("set.csv", "id,query,relevant,gold,answer\n1,When?,a,9:30,At 9:30.\n")
    assert read.questions == (LabelledQuestion(2, "When?", ("a",), "9:30"),)


def test_numbers_become_text_and_an_id_may_hold_a_comma() -> None:
    lines = '{"q": "How much?", "ids": [5]}\n{"q": "Both?", "ids": "x,y"}\n{"q": "1?", "ids": 5}'
    assert [q.relevant for q in questions("set.jsonl", lines).questions] == [
        ("5",),
        ("x,y",),
        ("5",),
    ]


def test_unknown_ids_are_named_with_their_line_and_any_will_do_without_a_library() -> None:
    text = "query,relevant\nWhen?,a\nWhere?,a|nowhere|never\n"
    read = questions("set.csv", text)
    assert [question.query for question in read.questions] == ["When?"]
    assert reasons(read) == [
        (
            3,
            "relevant",
            "no entry has the id 'nowhere' and 'never': correct it, or import that entry",
        )
    ]
    assert questions_in("set.csv", text.encode(), None).questions[1].relevant[1] == "nowhere"


def test_malformed_rows_are_named_and_the_others_go_on() -> None:
    lines = [
        LINES.splitlines()[0],
        '{"query": "broken',
        "[1]",
        '{"query": " ", "relevant": ["a"]}',
        '{"query": ["When?"], "relevant": ["a"]}',
        '{"query": "When?", "relevant": {"a": 1}}',
        '{"query": "When?", "relevant": [["a"]]}',
        '{"query": "When?", "relevant": ["a"], "kind": {"b": 1}}',
    ]
    read = questions("set.jsonl", "\n".join(lines))
    assert read.questions == EXPECTED[:1]
    assert [(line, column) for line, column, _ in reasons(read)] == [
        (2, ""),
        (3, ""),
        (4, "query"),
        (5, "query"),
        (6, "relevant"),
        (7, "relevant"),
        (8, "kind"),
    ]
    assert "not valid JSON" in reasons(read)[0][2]
    assert reasons(read)[2][2] == "the question is empty: write one, or delete the row"
    assert reasons(read)[4][2] == "these are no ids (an object is not text): give a list of ids"


def test_a_row_that_is_too_wide_is_named() -> None:
    read = questions("set.csv", "query,relevant\nWhen, exactly?,a\nWhen?,a\n")
    assert reasons(read)[0][:2] == (2, "")
    assert "the row has 3 cells, the header has 2" in reasons(read)[0][2]


def test_questions_that_expect_different_entries_are_pointed_out() -> None:
    read = questions("set.csv", "query,relevant\nWhen?,a\nHow?,a\nwhen? ,b\nhow?,a\n")
    assert len(read.questions) == 4
    assert read.warnings == (
        "the same question expects different entries in different rows: 'When?' (rows 2 and 4)",
    )


def test_of_several_gold_answers_the_first_is_used_and_said() -> None:
    read = questions("set.jsonl", '{"q": "When?", "ids": "a", "gold": ["9:30", "half past"]}')
    assert read.questions[0].gold == "9:30"
    assert read.warnings == ("only the first of several gold answers is used in row 1",)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "set.csv",
            "question,answer\nWhen?,Now.\n",
            r"set\.csv holds entries \(its columns are 'question' and 'answer'\) and no labelled",
        ),
        (
            "set.csv",
            "question,kind\nWhen?,question\n",
            r"has no column for the ids that answer it \(relevant\)\. "
            "It has these: 'question' and 'kind'",
        ),
        (
            "set.csv",
            "a,b\n1,2\n",
            r"has no column for the question \(query\) and the ids that answer it \(relevant\)\.",
        ),
        ("set.csv", "query,relevant\n", "has a header and no rows. Add at least one question"),
        ("set.csv", "", "set.csv is empty"),
        ("set.json", "[]", "Give a line for each question such as"),
        (
            "set.csv",
            "query,relevant\nWhen?,nowhere\n",
            r"None of the 1 rows of set\.csv can be used\. The first is 2: no entry has the id",
        ),
    ],
)
def test_a_file_without_questions_is_an_error(name: str, text: str, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        questions(name, text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("faq.csv", "id,question,answer,category\na,When?,Now.,Times\n"),
        ("faq.csv", "Answer;Question;ID\nNow.;When?;a\n"),
        ("faq.csv", "question,response\nWhen?,Now.\n"),
        ("faq.csv", "Frage;Antwort\nWann?;Jetzt.\n"),
        ("faq.jsonl", '{"id": "a", "question": "When?", "answer": "Now."}'),
    ],
)
def test_a_file_of_entries_is_refused_with_the_columns_wanted(name: str, text: str) -> None:
    wanted = "no labelled questions.*column query.*column relevant.*faqdesk evaluate --self"
    with pytest.raises(SourceError, match=wanted):
        questions(name, text)


@pytest.mark.parametrize(
    "header",
    ["question,relevant,answer", "query,id,answer", "question,id,gold", "question,id,kind"],
)
def test_labelled_questions_may_have_an_answer_or_call_the_ids_id(header: str) -> None:
    assert questions("set.csv", f"{header}\nWhen?,a,9:30\n").questions[0].relevant == ("a",)


def test_a_sheet_of_entries_beside_one_of_questions_is_skipped(tmp_path: Path) -> None:
    book = Workbook()
    for values in (["id", "question", "answer"], ["a", "When?", "Now."]):
        book.worksheets[0].append(values)
    asked = book.create_sheet("Asked")
    for values in (["query", "relevant"], ["At what time?", "a"]):
        asked.append(values)
    book.save(tmp_path / "set.xlsx")
    read = read_questions(str(tmp_path / "set.xlsx"), KNOWN)
    assert read.questions == (LabelledQuestion(2, "At what time?", ("a",)),)
    assert read.warnings == ("sheets without both columns were skipped: 'Sheet'",)


def test_a_missing_file_is_an_error() -> None:
    with pytest.raises(SourceError, match=r"nowhere\.jsonl is not there"):
        read_questions("nowhere.jsonl", None)

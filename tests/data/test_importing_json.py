"""JSON in its many shapes, and JSON lines."""

from __future__ import annotations

import json

import pytest

from data.errors import SourceError
from data.importing import read_bytes
from data.records import ImportedFile


def read(text: str, name: str = "faq.json") -> ImportedFile:
    return read_bytes(name, text.encode())


@pytest.mark.parametrize(
    "text",
    [
        '[{"question": "How?", "answer": "So."}]',
        '{"question": "How?", "answer": "So."}',
        '{"How?": "So."}',
        '{"qna": [{"q": ["How?"], "a": "So."}]}',
        '{"faqs": [{"Question": "How?", "Response": "So."}]}',
        '{"version": 2, "data": {"entries": [{"question": "How?", "answer": "So."}]}}',
        '{"qnaDocuments": [{"id": 0, "questions": ["How?"], "answer": "So."}]}',
        '{"anything": [{"question": "How?", "answer": "So."}], "by": "me"}',
        '{"question": "How?", "answer": "So."}\n{"question": "Why?", "answer": "Because."}\n',
    ],
)
def test_every_known_shape_is_read(text: str) -> None:
    for name in ("faq.json", "faq.txt", "standard input"):
        draft = read(text, name).drafts[0]
        assert (draft.question, draft.answer, draft.place.row) == ("How?", "So.", 1)


def test_the_rest_of_a_list_of_questions_are_alternates() -> None:
    (draft,) = read('[{"q": ["A?", "B?", "C?"], "a": "x"}]').drafts
    assert (draft.question, draft.alternates) == ("A?", ("B?", "C?"))


def test_numbers_and_truth_values_keep_their_digits() -> None:
    text = '[{"id": 0, "q": "A?", "a": 0}, {"id": 1, "q": "B?", "a": false}'
    result = read(text + f', {{"id": 2, "q": "C?", "a": {"9" * 5000}}}, {{"q": "D?", "a": NaN}}]')
    assert [draft.id for draft in result.drafts] == ["0", "1", "2", None]
    assert [draft.answer for draft in result.drafts] == ["0", "FALSE", "9" * 5000, "NaN"]


def test_of_a_key_that_is_there_twice_the_last_counts() -> None:
    assert read('[{"q": "A?", "a": "x", "a": "y"}]').drafts[0].answer == "y"


def test_items_that_are_no_objects_are_rejected_by_their_number() -> None:
    result = read('[{"q": "A?", "a": "x"}, "B?", null]')
    assert [rejection.place.row for rejection in result.rejections] == [2, 3]
    assert "the item is not an object" in result.rejections[0].reason


@pytest.mark.parametrize("text", ["42", '"text"', "null", "[]", "{}", "[1, 2]", '{"a": 1, "b": 2}'])
def test_json_of_the_wrong_shape_is_an_error_that_shows_the_right_one(text: str) -> None:
    with pytest.raises(SourceError, match=r'Give a list of objects such as \[\{"question"'):
        read(text)


def test_json_that_is_not_valid_is_an_error_with_line_and_column() -> None:
    with pytest.raises(SourceError, match="not valid JSON: .* line 2 column 8"):
        read('[\n  {"q" "A?"}]')


def test_json_nested_without_end_is_an_error() -> None:
    for text in ("[" * 100_000, '{"a":' * 100_000):
        with pytest.raises(SourceError, match="nested too deep"):
            read(text)


def test_a_bad_line_is_rejected_and_the_others_go_in() -> None:
    good = [json.dumps({"question": f"{n}?", "answer": "x"}) for n in range(3)]
    lines = [good[0], "", "{broken", "[1]", "[" * 100_000, *good[1:]]
    result = read("\r\n".join(lines), "faq.jsonl")
    assert [draft.place.row for draft in result.drafts] == [1, 6, 7]
    assert [rejection.place.row for rejection in result.rejections] == [3, 4, 5]
    assert "not valid JSON" in result.rejections[0].reason
    assert "nested too deep" in result.rejections[2].reason


def test_json_lines_that_are_really_one_list_are_read_as_one() -> None:
    assert len(read('[\n{"q": "A?",\n"a": "x"}\n]', "faq.jsonl").drafts) == 1


def test_json_lines_without_any_object_are_an_error() -> None:
    with pytest.raises(SourceError, match="not valid JSON"):
        read("one\ntwo\n", "faq.ndjson")


def test_a_byte_order_mark_before_json_does_no_harm() -> None:
    assert len(read('\ufeff[{"q": "A?", "a": "x"}]').drafts) == 1


def test_text_in_json_that_looks_guarded_is_left_alone() -> None:
    assert read('[{"q": "A?", "a": "\'=1"}]').drafts[0].answer == "'=1"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("faq.json", '{"How?": "So.", "Why?": "Because.", "How?": "Not so."}'),
        ("faq.json", '[{"question": "How?", "answer": "So.", "answer": "Not so."}]'),
        ("faq.jsonl", '{"question": "How?", "answer": "So.", "answer": "Not so."}\n' * 2),
        ("faq.yaml", "How?: So.\nWhy?: Because.\nHow?: Not so.\n"),
        ("faq.yaml", "- question: How?\n  answer: So.\n  answer: Not so.\n"),
    ],
)
def test_a_name_that_stands_twice_in_one_object_is_warned_of(name: str, text: str) -> None:
    file = read_bytes(name, text.encode())
    assert file.drafts[0].answer == "Not so."
    assert "names that stand twice in one object: '" in " ".join(file.warnings)

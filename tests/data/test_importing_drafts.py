"""What becomes of the values in a row, and of rows that are there twice."""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.importing import MAX_ALTERNATE, MAX_ANSWER, MAX_ID, MAX_QUESTION, read_bytes
from data.importing.cells import (
    alternates_in,
    clean,
    guard,
    join_alternates,
    join_tags,
    tags_in,
    unguard,
)
from data.records import ImportedFile, Limit


def read(*items: dict[str, Any], allow_empty_answer: bool = False) -> ImportedFile:
    data = json.dumps(items).encode()
    return read_bytes("faq.json", data, allow_empty_answer=allow_empty_answer)


def entry(question: str = "How?", answer: Any = "So.", **more: Any) -> dict[str, Any]:
    return {"question": question, "answer": answer, **more}


def test_texts_are_composed_and_trimmed_and_line_ends_are_made_one() -> None:
    (draft,) = read(
        entry(" Cafe\u0301? \u200b", "\n  one\r\n\r\n  two\rthree \n", category=" x ")
    ).drafts
    assert (draft.question, draft.category) == ("Café?", "x")
    assert draft.answer == "one\n\n  two\nthree"


def test_control_characters_are_removed_with_one_warning_that_names_the_rows() -> None:
    result = read(entry("A\x00?"), entry("B\x07?"), entry("C\t?"))
    assert [draft.question for draft in result.drafts] == ["A?", "B?", "C\t?"]
    assert result.warnings == ("control characters were removed in rows 1 and 2",)


def test_quotes_of_windows_that_were_taken_for_control_characters_are_put_right() -> None:
    result = read(entry(answer="the \x93near beer\x94\x85"))
    assert result.drafts[0].answer == "the “near beer”…"
    assert "put right in row 1" in result.warnings[0]


def test_half_a_surrogate_pair_is_replaced_with_a_warning() -> None:
    result = read_bytes("faq.json", b'[{"question": "A \\ud800?", "answer": "\\ud83d\\ude00"}]')
    assert (result.drafts[0].question, result.drafts[0].answer) == ("A \ufffd?", "😀")
    assert "replaced by \ufffd in row 1" in result.warnings[0]


@pytest.mark.parametrize(
    ("bad", "column", "reason"),
    [
        (entry(question=" \ufeff"), "question", "the question is empty"),
        (entry(answer="\n"), "answer", "the answer is empty"),
        (entry("x" * (MAX_QUESTION + 1)), "question", "has 1,001 characters, more than 1,000"),
        (entry(answer="x" * (MAX_ANSWER + 1)), "answer", "more than 100,000"),
        (entry(id="x" * (MAX_ID + 1)), "id", "longer than 200"),
        (entry(id="a\nb"), "id", "line break or control character"),
        (entry(id="a\x01b"), "id", "line break or control character"),
        (entry(answer={"de": "So."}), "answer", "the answer is not text"),
        (entry(tags=[["a"]]), "tags", "a list inside a list"),
        (entry(alternates={"a": "b"}), "alternates", "an object is not text"),
    ],
)
def test_a_row_that_cannot_be_used_is_rejected_with_its_column(
    bad: dict[str, Any], column: str, reason: str
) -> None:
    result = read(entry("Fine?", "Fine."), bad)
    (rejection,) = result.rejections
    assert (rejection.place.row, rejection.place.column) == (2, column)
    assert reason in rejection.reason
    assert len(result.drafts) == 1


def test_alternates_that_are_too_long_are_left_out_with_a_warning() -> None:
    result = read(entry(alternates=["short", "x" * (MAX_ALTERNATE + 1)]))
    assert result.drafts[0].alternates == ("short",)
    assert "left out in row 1" in result.warnings[0]


@pytest.mark.parametrize(
    ("field", "limit"), [("category", 200), ("source", 2000), ("url", 2000), ("tags", 200)]
)
def test_what_is_far_too_long_beside_the_answer_is_left_out_with_a_warning(
    field: str, limit: int
) -> None:
    result = read(entry("A?", **{field: "x" * limit}), entry("B?", **{field: "x" * (limit + 1)}))
    fits, left_out = (getattr(draft, field) for draft in result.drafts)
    assert fits in ("x" * limit, ("x" * limit,))
    assert not left_out
    assert f"{field} longer than {limit:,} characters" in result.warnings[0]
    assert "row 2" in result.warnings[0]


def test_alternates_that_repeat_the_question_or_each_other_are_dropped() -> None:
    (draft,) = read(entry("How?", alternates=["how? ", "Why?", "why?", " ", "When?"])).drafts
    assert draft.alternates == ("Why?", "When?")


def test_fields_without_a_column_are_none_and_empty_cells_are_not() -> None:
    (draft, _) = read(entry("A?", tags=["x"]), entry("B?")).drafts
    assert (draft.id, draft.alternates, draft.category) == (None, None, None)
    assert read(entry("A?", tags=[]), entry("B?", tags=["x"])).drafts[0].tags == ()


@pytest.mark.parametrize(
    "written",
    [
        "2026-03-01",
        "2026/3/1",
        "2026.03.01",
        "2026-03-01T00:00:00Z",
        "2026-03-01 00:00",
        " 2026-3-1",
    ],
)
def test_a_date_with_the_year_first_is_understood(written: str) -> None:
    (draft,) = read(entry(valid_from=written, valid_until=None)).drafts
    assert (draft.valid_from, draft.valid_until) == (Limit(date(2026, 3, 1)), Limit(None))
    assert read(entry()).drafts[0].valid_until is None


@pytest.mark.parametrize("written", ["31.12.2026", "31. 12. 2026", " 31.12.2026 "])
def test_a_date_with_dots_has_the_day_first(written: str) -> None:
    assert read(entry(valid_until=written)).drafts[0].valid_until == Limit(date(2026, 12, 31))


@pytest.mark.parametrize(
    "written",
    [
        "03/04/2026",
        "31/12/2026",
        "31.02.2026",
        "31.12.26",
        "1 March 2026",
        "2026-02-30",
        "2026-03-01 14:00",
        "20260301",
        46082,
    ]
    + ["2026-W10", "tomorrow", "2026-03/01", "٢٠٢٦-٠٣-٠١"],
)
def test_any_other_date_is_rejected_and_the_spelling_wanted_is_named(written: object) -> None:
    (rejection,) = read(entry("A?"), entry("B?", expires=written)).rejections
    assert (rejection.place.row, rejection.place.column) == (2, "expires")
    assert rejection.reason == (f"'{written}' is not a date: write it as 2026-03-31 or 31.03.2026")


def test_an_entry_that_ends_before_it_begins_is_rejected_and_one_of_a_single_day_is_not() -> None:
    one_day = entry(valid_from="2026-03-02", valid_until="2026-03-02")
    result = read(one_day, entry("B?", valid_from="2026-03-02", valid_until="2026-03-01"))
    assert len(result.drafts) == 1
    assert result.rejections[0].place.column == "valid_until"
    assert "2026-03-01 is before the day from which" in result.rejections[0].reason


def test_entries_that_have_expired_go_in_with_a_warning_that_names_their_rows() -> None:
    today, before = date.today(), date.today() - timedelta(days=1)
    days = [None, str(before), str(today), "2020-01-31"]
    result = read(*(entry(f"Is it {n}?", valid_until=day) for n, day in enumerate(days)))
    assert (len(result.drafts), result.rejections) == (4, ())
    assert result.warnings == (
        "expired in rows 2 and 4: visitors do not get what is past its valid_until",
    )


def test_rows_that_are_joined_keep_the_limit_that_one_of_them_has() -> None:
    (draft,) = read(entry(valid_until=""), entry(valid_until="2026-03-01")).drafts
    assert draft.valid_until == Limit(date(2026, 3, 1))


def test_an_empty_answer_is_kept_where_that_is_asked_for() -> None:
    items = [entry("A?", ""), {"question": "B?"}]
    assert len(read(*items, allow_empty_answer=True).drafts) == 2
    assert len(read({"question": "B?"}, allow_empty_answer=True).drafts) == 1
    assert len(read(*items).rejections) == 2


def test_an_id_twice_with_the_same_content_is_kept_once() -> None:
    result = read(entry(id="x"), entry("Other?", id="y"), entry(id="x"))
    assert [draft.id for draft in result.drafts] == ["x", "y"]
    assert result.warnings == ("entries that repeat an earlier one were left out: row 3",)


def test_an_id_twice_for_different_questions_gives_the_second_an_id_of_its_own() -> None:
    result = read(entry(id="x"), entry("Other?", id="x"), entry("Third?", id="x"))
    assert [draft.id for draft in result.drafts] == ["x", "x-2", "x-3"]
    assert result.warnings == (
        "ids that an earlier row has for another question were given a number more: rows 2 and 3",
    )


def test_an_id_twice_with_contradicting_answers_is_rejected_with_the_row_that_has_it() -> None:
    result = read(entry(id="x"), entry(answer="Not so.", id="x"))
    assert result.drafts[0].answer == "So."
    assert result.rejections[0].place.row == 2
    assert result.rejections[0].reason == (
        "id 'x' has another answer in row 1; keep the right one of the two"
    )


def test_the_same_question_and_answer_without_ids_is_joined() -> None:
    result = read(
        entry("How  now?", alternates=["a"], tags=["x"]),
        entry("how now? ", alternates=["b"], tags=["x", "y"]),
    )
    (draft,) = result.drafts
    assert (draft.question, draft.alternates, draft.tags) == ("How  now?", ("a", "b"), ("x", "y"))
    assert "was joined with row 2" in result.warnings[0]


def test_rows_equal_but_for_a_trailing_space_with_different_answers_both_stay() -> None:
    result = read(entry("How?", "So."), entry("How? ", "Not so."))
    assert [draft.answer for draft in result.drafts] == ["So.", "Not so."]
    assert result.warnings == ("rows 1 and 2 ask the same question with different answers",)


def test_many_conflicts_are_counted_and_not_all_named() -> None:
    result = read(*(entry(f"{n // 2}?", str(n)) for n in range(40)))
    assert len(result.warnings) == 11
    assert result.warnings[-1].startswith("10 more questions are asked several times")


def test_entries_without_an_id_are_pointed_out_where_others_have_one() -> None:
    result = read(entry("A?", id="a"), entry("B?"))
    assert result.drafts[1].id is None
    assert result.warnings == ("no id in row 2: one will be made from the question",)


@pytest.mark.parametrize(
    ("cell", "alternates"),
    [
        ("a|b", ["a", "b"]),
        ("a\r\nb;;c", ["a", "b", "c"]),
        (r"a\|b|c", ["a|b", "c"]),
        (r"C:\temp|\\server\x", [r"C:\temp", r"\\server\x"]),
        (r"a\\|b", ["a\\", "b"]),
        ("a\\\nb", ["a\nb"]),
        ('["a|b", "c"]', ["a|b", "c"]),
        ("[sic]", ["[sic]"]),
        ("a; b", ["a; b"]),
    ],
)
def test_one_cell_holds_several_alternates(cell: str, alternates: list[str]) -> None:
    assert alternates_in(cell) == alternates


def test_tags_are_parted_by_commas_semicolons_and_bars() -> None:
    assert tags_in("a, b;c|d") == ["a", " b", "c", "d"]
    assert tags_in([{"name": "kind", "value": "x"}]) == ["kind:x"]
    assert tags_in({"kind": "x"}) == ["kind:x"]
    assert tags_in('["a,b"]') == ["a,b"]


awkward = st.text(alphabet=st.sampled_from("ab\\|;\n[]\"',=+-@ "), min_size=1)


@given(st.lists(awkward | st.text(min_size=1), min_size=1))
def test_joined_alternates_and_tags_come_apart_into_the_same(texts: list[str]) -> None:
    texts = [text for text in map(clean, texts) if text] or ["x"]
    assert alternates_in(join_alternates(texts)) == texts
    assert tags_in(join_tags(texts)) == texts


@given(st.text(alphabet=st.sampled_from("'=+-@\t\ra")) | st.text())
def test_guarded_text_never_begins_as_a_formula_and_comes_back(text: str) -> None:
    assert not guard(text).startswith(("=", "+", "-", "@", "\t", "\r"))
    assert unguard(guard(text)) == text


@given(st.text())
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    assert clean(clean(text)) == clean(text)


def test_an_entry_without_an_id_joins_one_that_has_it_and_two_ids_both_stay() -> None:
    result = read(entry(), entry(id="x"), entry(id="y"), entry())
    assert [draft.id for draft in result.drafts] == ["x", "y"]
    assert result.warnings == (
        "an earlier row has the same question and answer, and was joined with rows 2 and 4",
        "questions that stand there twice, alike but for their ids: 1",
    )

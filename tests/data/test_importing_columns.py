"""Which column means what, and what is said when none does."""

from __future__ import annotations

from datetime import date

import pytest

from data.errors import SourceError
from data.importing import ColumnsError, read_bytes
from data.importing.columns import resolve
from data.records import ImportedFile, Limit


def read(text: str, mapping: dict[str, str] | None = None) -> ImportedFile:
    return read_bytes("faq.csv", text.encode(), mapping)


@pytest.mark.parametrize(
    "header",
    ["Question,Answer", "Q,A", "QUERY,Reply", "Frage,Antwort", "Pregunta,Respuesta", "title,text"]
    + ["FAQ,Réponse", " question : , answer* ", "Scenario,Response", "prompt,content"],
)
def test_common_names_are_understood(header: str) -> None:
    (draft,) = read(f"{header}\nHow?,So.\n").drafts
    assert (draft.question, draft.answer) == ("How?", "So.")


def test_every_field_has_its_column() -> None:
    header = "Entry ID,q,a,Alternate-Questions,topic,Key_Words,origin,Source,Link,gültig ab,Expires"
    header = header.replace("Key_Words", "key words")
    result = read(header + "\n7,How?,So.,Why so?,Misc,x,,manual,https://example.org,2026-3-1,\n")
    (draft,) = result.drafts
    assert (draft.id, draft.alternates, draft.category) == ("7", ("Why so?",), "Misc")
    assert (draft.tags, draft.source, draft.url) == (("x",), "manual", "https://example.org")
    assert (draft.valid_from, draft.valid_until) == (Limit(date(2026, 3, 1)), Limit(None))


def test_the_canonical_name_wins_over_a_synonym_and_the_other_is_named() -> None:
    result = read("title,question,answer\nA,How?,So.\n")
    assert result.drafts[0].question == "How?"
    assert result.warnings == (
        "two columns hold the question: 'question' is used and 'title' isn't",
    )


def test_of_two_columns_of_one_name_the_first_wins() -> None:
    result = read("question,answer,answer\nHow?,So.,Not so.\n")
    assert result.drafts[0].answer == "So."
    assert "two columns hold the answer" in result.warnings[0]


def test_unknown_columns_are_listed_in_one_warning() -> None:
    result = read("question,answer,colour,size\nHow?,So.,red,9\n")
    assert result.warnings == (
        "columns that are not used: 'colour' and 'size'; map them to a field to use them",
    )


def test_numbered_questions_are_a_question_and_its_alternates() -> None:
    result = read("question1,question2,question3,answer\nA?,B?,,x\n,C?,D?,y\n")
    assert [(draft.question, draft.alternates) for draft in result.drafts] == [
        ("A?", ("B?",)),
        ("C?", ("D?",)),
    ]


def test_numbered_questions_beside_a_question_are_alternates() -> None:
    columns = resolve(["question", "question 2", "alt1", "Variant 1", "answer"], {})
    assert columns.fields["question"] == (0,)
    assert columns.fields["alternates"] == (1, 2, 3)


def test_numbered_questions_win_over_a_name_that_is_only_guessed_at() -> None:
    assert resolve(["title", "question1", "answer"], {}).fields["question"] == (1,)


def test_a_mapping_overrides_the_names() -> None:
    result = read("question,wording,answer\nold?,new?,So.\n", {"question": "Wording"})
    assert result.drafts[0].question == "new?"
    assert ("question", "wording") in result.columns


def test_rejected_rows_call_columns_that_somebody_chose_as_what_they_were_chosen_for() -> None:
    mapping = {"question": "Ask", "answer": "Say", "category": "Where", "tags": "Kategorie"}
    file = read("Ask,Say,Where,Kategorie,Note\n,b,c,d,e\n", mapping)
    mended = [(cell.column, cell.text or "a") for cell in file.rejections[0].cells]
    header, row = (",".join(texts) for texts in zip(*mended, strict=True))
    assert header == "Ask,answer,category,tags,Note"
    draft = read(f"{header}\n{row}\n").drafts[0]
    assert (draft.question, draft.answer, draft.category, draft.tags) == ("a", "b", "c", ("d",))


def test_a_mapping_finds_a_header_below_a_title() -> None:
    result = read("Our FAQ,\nx,y\nHow?,So.\n", {"question": "x", "answer": "y"})
    assert result.drafts[0].place.row == 3


def test_a_mapping_to_a_column_that_is_not_there_lists_those_that_are() -> None:
    with pytest.raises(SourceError, match=r"no column 'z'\. It has these: 'question' and 'answer'"):
        read("question,answer\nHow?,So.\n", {"category": "z"})


def test_a_mapping_of_a_field_that_does_not_exist_lists_the_fields() -> None:
    with pytest.raises(SourceError, match="no field 'topic'. Map one of these instead: id, que"):
        read("question,answer\nHow?,So.\n", {"topic": "x"})


def test_columns_that_mean_nothing_are_listed_with_the_mapping_that_would_mend_it() -> None:
    expected = r"'foo' and 'the bar'.* --map question=foo --map \"answer=the bar\""
    with pytest.raises(SourceError, match=expected):
        read("foo,the bar\nHow?,So.\n")


def test_a_missing_answer_column_is_an_error_that_keeps_the_question_found() -> None:
    with pytest.raises(SourceError, match="no column for the answer.*--map question=q --map answ"):
        read("q,foo\nHow?,So.\n")


def test_a_first_row_that_is_data_is_told_apart_from_a_header() -> None:
    with pytest.raises(SourceError, match="put a row above it that says question and answer"):
        read("How do I pay?,By card.\nWhen?,Now.\n")


def test_a_header_of_nothing_but_control_characters_is_an_error() -> None:
    with pytest.raises(SourceError, match="It has only a column without a name"):
        read("\x01\nHow can I pay for it in cash and get a receipt for the money that I paid?\n")


def test_a_file_of_one_column_is_told_what_it_lacks() -> None:
    with pytest.raises(SourceError, match="only 'foo'. Give it a column question and a column"):
        read("foo\nbar\n")


def test_a_field_can_be_left_without_a_column() -> None:
    (draft,) = read("question,,answer,topic\nHow?,x,So.,Misc\n", {"category": "", "id": ""}).drafts
    assert (draft.category, draft.id) == (None, None)
    with pytest.raises(ColumnsError, match="has no column for the answer"):
        read("question,answer\nHow?,So.\n", {"answer": ""})


def test_a_file_whose_columns_say_nothing_tells_which_there_are() -> None:
    with pytest.raises(ColumnsError, match=r"Say which is which, for example --map") as raised:
        read("Thema,Frage,Lösung\nMisc,How?,So.\n")
    assert raised.value.header == ("Thema", "Frage", "Lösung")
    assert raised.value.columns == (("question", "Frage"),)
    assert raised.value.problem.endswith("Say which is which.")

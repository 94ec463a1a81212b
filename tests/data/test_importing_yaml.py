"""YAML: lists of questions and answers, ChatterBot's conversations, and hostile files."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.errors import SourceError
from data.importing import read_bytes
from data.records import ImportedFile
from tests.hurry import little_work

TALK = """categories:
- AI
- robots
conversations:
- - What is AI?
  - A field.
- - Hello
  - Hi
  - How are you?
- - Alone
- What is this?
"""


def read(text: str, name: str = "faq.yml", **mapping: str) -> ImportedFile:
    return read_bytes(name, text.encode(), mapping)


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("- question: How?\n  answer: So.\n", 1),
        ("# ours\nfaq:\n  - q: How?\n    a: So.\n", 3),
        ("\nentries:\n- {Frage: How?, Antwort: So.}\n", 3),
        ("question: How?\nanswer: So.\n", 1),
        ("---\nversion: 2\ndata:\n  items:\n  - title: How?\n    text: So.\n", 5),
        ("# ours\n\nHow?: So.\n", 3),
        ("- question: How?\n  answer: >\n    So.\n", 1),
    ],
)
@pytest.mark.parametrize("name", ["faq.yml", "faq.YAML"])
def test_every_known_shape_is_read(text: str, row: int, name: str) -> None:
    (draft,) = read(text, name).drafts
    assert (draft.question, draft.answer, draft.place.row) == ("How?", "So.", row)


def test_text_is_kept_as_it_is_written() -> None:
    text = (
        "- id: 007\n  question: Open?\n  answer: yes\n- {id: 1.10, question: When?, answer: 9:30}\n"
    )
    drafts = read(text).drafts
    assert [(it.id, it.answer) for it in drafts] == [("007", "yes"), ("1.10", "9:30")]


@pytest.mark.parametrize(
    "text",
    [
        "- title: Billing\n  questions:\n  - {q: A?, a: x}\n  - {q: B?, a: y, topic: Other}\n",
        "Billing:\n- {q: A?, a: x}\nOther:\n- {q: B?, a: y}\n",
    ],
)
def test_groups_of_items_are_their_category(text: str) -> None:
    assert [it.category for it in read(text).drafts] == ["Billing", "Other"]


def test_several_documents_are_read_one_after_the_other() -> None:
    result = read("q: A?\na: x\n---\nq: B?\na: y\n")
    assert [(it.question, it.place.row) for it in result.drafts] == [("A?", 1), ("B?", 4)]


def test_conversations_are_questions_with_what_is_said_next() -> None:
    result = read(TALK)
    assert [(it.question, it.answer, it.category, it.tags) for it in result.drafts] == [
        ("What is AI?", "A field.", "AI", ("robots",)),
        ("Hello", "Hi", "AI", ("robots",)),
    ]
    assert [it.place.row for it in result.drafts] == [5, 7]
    assert result.warnings == ("only the first two lines were kept of the conversations in row 7",)


def test_a_conversation_without_an_answer_is_rejected_by_its_line() -> None:
    assert [it.place.row for it in read(TALK).rejections] == [10, 11]


def test_an_item_that_lacks_something_is_rejected_by_its_line() -> None:
    result = read("- q: A?\n  a: x\n\n- q: B?\n- words\n- q: {x: y}\n  a: z\n")
    assert [(it.place.row, it.place.column) for it in result.rejections] == [
        (4, "a"),
        (5, ""),
        (6, "q"),
    ]


def test_a_mapping_names_the_keys() -> None:
    assert read("- ask us: A?\n  say: x\n", question="ask us", answer="say").drafts[0].answer == "x"


@pytest.mark.parametrize("text", ["words", "[]", "a: 1\nb: [c]\n", "- 1\n- 2\n", "# only\n"])
def test_yaml_of_the_wrong_shape_is_an_error_that_shows_the_right_one(text: str) -> None:
    with pytest.raises(SourceError, match=r"Give a list of items such as\n- question: How long"):
        read(text)


def test_yaml_that_is_not_valid_is_an_error_with_row_and_column() -> None:
    with pytest.raises(SourceError, match=r"not valid YAML: .* \(row 2, column \d+\)"):
        read("- q: A?\n  a: b: c\n")


def test_aliases_are_refused_before_they_unfold() -> None:
    bomb = "a: &a [x, x]\n" + "".join(
        f"{it}: &{it} [{', '.join([f'*{before}'] * 9)}]\n"
        for before, it in zip("abcdefgh", "bcdefghi", strict=True)
    )
    refused = pytest.raises(SourceError, match=r"faq\.yml, row 2: '\*a' stands for another part")
    with little_work(1), refused:
        read(bomb)


@pytest.mark.parametrize("text", ["[" * 100_000, "- " * 5_000 + "x", "{a: " * 60 + "}" * 60])
def test_yaml_nested_without_end_is_an_error(text: str) -> None:
    with pytest.raises(SourceError, match="nested deeper than 50|not valid YAML"):
        read(text)


def test_tags_make_and_run_nothing() -> None:
    result = read('- q: !!python/object/apply:os.system ["exit"]\n  a: x\n- q: !x B?\n  a: y\n')
    assert [it.question for it in result.drafts] == ["exit", "B?"]


def test_a_list_in_the_place_of_a_name_is_an_error() -> None:
    with pytest.raises(SourceError, match="row 1: a list or mapping stands where a name should"):
        read("? [a, b]\n: c\n")


_PIECES = st.lists(
    st.sampled_from(
        ["- ", "q: ", "a: ", "\n", "\n  ", "x", "[", "]", "{", "}", "&a ", "*a", "? ", ": ", "|\n "]
        + [
            "conversations:\n",
            "categories: ",
            "'",
            '"',
            "!!x ",
            "---\n",
            "#",
            "~",
            "<<: ",
            "%",
            "\t",
        ]
    ),
    max_size=40,
).map("".join)


@settings(deadline=None, max_examples=300)
@given(st.binary() | _PIECES.map(str.encode))
def test_whatever_a_file_holds_it_is_read_or_refused(data: bytes) -> None:
    try:
        result = read_bytes("faq.yaml", data)
    except SourceError as error:
        assert "faq.yaml" in str(error)
    else:
        assert all(draft.place.row for draft in result.drafts)

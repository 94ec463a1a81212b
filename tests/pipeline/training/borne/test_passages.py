"""Sentences of passages that people wrote, changed by rule."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from pipeline.training.borne import changes
from pipeline.training.borne.judged import Judged
from pipeline.training.borne.passages import answer_pairs, passage_pairs
from pipeline.training.borne.reading import (
    Answered,
    Read,
    is_plain,
    read_passages,
    sentences_of,
)
from pipeline.training.borne.statements import statement, told
from pipeline.training.borne.swaps import SWAPS, swapped

FERRIES = Read(
    sentences_of(
        "Anna Berg founded the ferry company in 1921. The old ferry can sail to Oban if the sea "
        "is calm. The new ferry has 40 places and sails to Mallaig in 1935. Most passengers may "
        "bring a dog, which stays on deck. Some children travel free with Dr. Hall on Sundays."
    ),
    (Answered("Who founded the ferry company?", "Anna Berg"), Answered("Who travels?", "Dr. Hall")),
    ("Who sank the ferry company?",),
)
FOREIGN = ["The library closes at noon on Mondays.", "The library opens within two hours."]


def test_sentences_end_where_they_do() -> None:
    assert len(FERRIES.sentences) == 5
    assert sentences_of("It works [3] .") == ("It works.",)
    assert sentences_of("word " * 2000) == ()


@pytest.mark.parametrize(
    "text", ["Too short.", "no capital letter in this one.", "See http://a.example for all of it."]
)
def test_only_plain_sentences_are_changed(text: str) -> None:
    assert is_plain(FERRIES.sentences[0])
    assert not is_plain(text)


@pytest.mark.parametrize(
    ("rule", "sentence", "expected"),
    [
        (
            changes.reordered,
            "If the sea is calm, the old ferry sails.",
            "The old ferry sails if the sea is calm.",
        ),
        (
            changes.reordered,
            "The old ferry sails to Oban if the sea is calm.",
            "If the sea is calm, the old ferry sails to Oban.",
        ),
        (changes.reordered, "The old ferry sails to Oban.", None),
        (
            changes.without_condition,
            "Dogs travel free on board if they are on a lead.",
            "Dogs travel free on board.",
        ),
        (
            changes.without_condition,
            "Unless it rains, the old ferry sails.",
            "The old ferry sails.",
        ),
        (changes.without_condition, "Because it rains, the old ferry stays.", None),
        (changes.without_condition, "The old ferry sails to Oban.", None),
        (changes.negated, "The ferry is late.", "The ferry is not late."),
        (changes.negated, "The ferry is not late.", "The ferry is late."),
        (changes.negated, "You can't board.", "You can board."),
        (changes.negated, "Ferries sail.", None),
    ],
)
def test_a_rule_changes_a_sentence(
    rule: Callable[[str], str | None], sentence: str, expected: str | None
) -> None:
    assert rule(sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The ferry (built in Oban) sails every day.", "The ferry sails every day."),
        (
            "The ferry, which Anna built, sails every day.",
            "The ferry sails every day.",
        ),
        (
            "The ferry carries forty cars and it sails every day.",
            "The ferry carries forty cars.",
        ),
        ("However, the ferry sails every day.", "The ferry sails every day."),
    ],
)
def test_what_limits_nothing_can_be_left_out(sentence: str, expected: str) -> None:
    assert expected in changes.shortened(sentence)


def test_a_place_is_not_left_out_beside_a_limit() -> None:
    assert changes.shortened("Passengers may never bring a dog on the old ferry.") == []


def test_facts_of_the_passage_are_exchanged() -> None:
    passage = "It sails to Oban in 1921 and to Mallaig in 1935."
    made = {
        changes.fact_exchanged("It sails to Oban in 1921.", passage, Random(n)) for n in range(30)
    }
    assert made == {"It sails to Mallaig in 1921.", "It sails to Oban in 1935."}
    assert changes.fact_exchanged("It sails.", passage, Random(0)) is None


def test_the_subject_of_another_sentence_takes_its_place() -> None:
    old, new = "The old ferry is slow.", "The new ferry has a café."
    assert changes.subject_exchanged(old, [new], Random(0)) == "The new ferry is slow."
    assert changes.subject_exchanged("It is slow.", [new], Random(0)) is None
    assert changes.subject_exchanged(old, ["It has a café."], Random(0)) is None


def test_a_thing_of_another_sentence_takes_the_place_of_one() -> None:
    other = ["Bring your card to the office."]
    made = changes.noun_exchanged("Show our ticket at a desk.", other, Random(0))
    assert made == "Show our card at a desk."
    assert changes.noun_exchanged("Show it.", other, Random(0)) is None


def test_a_detail_of_a_foreign_sentence_is_added() -> None:
    made = changes.detail_added("Dogs travel free.", ["It opens within two days."], Random(0))
    assert made == "Dogs travel free within two days."
    assert changes.detail_added("Dogs never go.", ["It opens within two days."], Random(0)) is None


def test_an_amount_gets_another_bound() -> None:
    made = {changes.quantity_bounded("It takes up to 5 days.", Random(n)) for n in range(20)}
    assert made == {"It takes at least 5 days.", "It takes more than 5 days."}
    assert changes.quantity_bounded("Send it within 5 days.", Random(0)) is None
    assert changes.quantity_bounded("It can sail.", Random(0)) == "It can always sail."


def test_a_part_of_a_list_is_still_true() -> None:
    assert "Here we sell bread and milk." in changes.shortened("Here we sell bread, milk and tea.")
    assert changes.shortened("We never sell bread, milk and tea.") == []


def test_a_word_stands_in_for_another() -> None:
    assert swapped("Adults pay.", Random(0)) == "Children pay."
    assert swapped("Cats purr.", Random(0)) is None
    assert ("most", "all") in SWAPS
    assert ("all", "most") not in SWAPS


@pytest.mark.parametrize(
    ("question", "answer", "expected"),
    [
        ("Who founded the company?", "Anna Berg", "Anna Berg founded the company."),
        ("What is the name of the ferry?", "Heron", "The name of the ferry is Heron."),
        ("How many cars are carried?", "40", "40 cars are carried."),
        ("What is the ferry called?", "Heron", None),
        ("Which car did Anna buy?", "a red one", None),
        ("Why?", "because", None),
        ("Who founded it?", "a long answer that goes on and on for ever", None),
    ],
)
def test_a_question_and_its_answer_make_a_statement(
    question: str, answer: str, expected: str | None
) -> None:
    assert statement(question, answer) == expected


def test_a_question_of_no_known_shape_stands_before_its_answer() -> None:
    assert told("Who founded it?", "Anna") == "Anna founded it."
    assert told("Why does it sail?", "because of tides,") == "Why does it sail? Because of tides."


def test_an_unanswerable_question_gets_the_answer_to_the_one_most_like_it() -> None:
    made = [
        judged for judged in answer_pairs(FERRIES, Random(0)) if judged.kind.endswith("no answer")
    ]
    assert [judged.sentence for judged in made] == ["Who sank the ferry company? Anna Berg."]
    assert [made[0].sentence[part.start : part.end] for part in made[0].wrong or ()] == [
        "Who sank",
        "? Anna Berg",
    ]


def _made() -> list[Judged]:
    random = Random(0)
    changed = [judged for _ in range(150) for judged in passage_pairs(FERRIES, FOREIGN, random)]
    return changed + [judged for _ in range(20) for judged in answer_pairs(FERRIES, random)]


def test_each_kind_is_made_and_says_whether_it_is_true() -> None:
    made = _made()
    untrue = {judged.kind for judged in made if judged.untrue}
    true = {judged.kind for judged in made if not judged.untrue}
    known = {"word exchanged", "negated", "fact exchanged", "other subject"}
    changed = known | {"other thing", "other bound"}
    more = ("condition dropped", "promise", "foreign", "other answer", "no answer", "detail")
    assert untrue == {f"passage: {kind}" for kind in (*changed, *more)}
    assert true == {
        *(f"passage: {kind}, true" for kind in changed),
        *(f"passage: {kind}" for kind in ("said otherwise", "joined", "answer")),
    }


def test_what_is_true_has_nothing_wrong_and_wrong_words_stand_in_the_sentence() -> None:
    for judged in _made():
        assert judged.untrue or judged.wrong == ()
        for part in judged.wrong or ():
            assert 0 <= part.start < part.end <= len(judged.sentence)


def test_a_word_that_the_passage_has_can_be_the_wrong_one() -> None:
    swaps = [judged for judged in _made() if judged.kind == "passage: word exchanged"]
    assert [judged for judged in swaps if "children" in judged.sentence.lower()]
    passages = [sentences_of(judged.passage) for judged in swaps]
    assert [texts for texts in passages if not set(texts) <= set(FERRIES.sentences)]


def test_passages_are_read_from_both_kinds_of_file(tmp_path: Path) -> None:
    context = "Anna Berg founded the company."
    example = {
        "id": "1", "context": context, "question": "Who founded it?",
        "answers": {"text": ["Anna Berg"], "answer_start": [0]},
    }  # fmt: skip
    entry = {"question": "Is it open?", "answer": "It is open. Ring the bell."}
    reader, faq = tmp_path / "reader.jsonl", tmp_path / "faq.jsonl"
    reader.write_text(json.dumps(example) + "\n", "utf-8")
    faq.write_text(json.dumps(entry) + "\n", "utf-8")
    assert read_passages([reader], [faq]) == [
        Read((context,), (Answered("Who founded it?", "Anna Berg"),)),
        Read(("It is open.", "Ring the bell.")),
    ]

"""How texts are cut, with the encoder's own tokenizer."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.records import Entry
from index.encoder import HashEncoder
from pipeline.inside.tokens import (
    Cutting,
    Piece,
    by_characters,
    by_pairs,
    by_tokenizer,
    by_words,
    cuttings,
    passage_pieces,
    shown_words,
)
from tests.pipeline.inside.networks import tokenizer


def texts(cutting: Cutting) -> list[str]:
    return [piece.text for piece in cutting.pieces]


def test_a_word_that_is_not_known_is_cut_into_the_longest_pieces_that_are() -> None:
    cutting = by_tokenizer("WordPiece", "My ferryboat!", tokenizer(), 256)
    assert texts(cutting) == ["[CLS]", "my", "ferry", "##boat", "!", "[SEP]"]
    assert [p.id for p in cutting.pieces] == [101, 2026, 7115, 11975, 999, 102]
    assert [(p.start, p.end) for p in cutting.pieces[1:-1]] == [(0, 2), (3, 8), (8, 12), (12, 13)]
    assert [p.mark for p in cutting.pieces] == [True, False, False, False, False, True]
    assert (cutting.count, cutting.words, cutting.unknown, cutting.per_word) == (6, 2, 0, 2.0)


def test_a_sign_that_has_no_piece_is_unknown_and_a_part_of_the_text() -> None:
    cutting = by_tokenizer("WordPiece", "dog 🛳", tokenizer(), 256)
    assert cutting.pieces[2] == Piece("[UNK]", 100, 4, 5, unknown=True)
    assert cutting.unknown == 1


@pytest.mark.parametrize(
    ("words", "read", "ends"), [(254, 254, None), (255, 254, 1270), (300, 254, 1270)]
)
def test_a_long_text_is_read_to_the_window_less_its_two_marks(
    words: int, read: int, ends: int | None
) -> None:
    cutting = by_tokenizer("WordPiece", "boat " * words, tokenizer(), 256)
    assert (cutting.count, cutting.read, cutting.read_to) == (words + 2, read, ends)


def test_words_that_the_library_has_nowhere_are_unknown() -> None:
    known = shown_words([Entry("a", "May my Dog sail?", "Yes.", ("With a dog?",))])
    assert known == {"may", "my", "dog", "sail", "?", "yes", ".", "with", "a"}
    cutting = by_words("My DOG, my cat", known)
    assert texts(cutting) == ["My", "DOG", ",", "my", "cat"]
    assert [p.text for p in cutting.pieces if p.unknown] == [",", "cat"]
    assert by_words("My cat").unknown == 0
    assert cutting.per_word == 1.25


def test_characters_have_the_numbers_of_unicode() -> None:
    assert [(p.text, p.id) for p in by_characters("a 犬").pieces] == [
        ("a", 97),
        (" ", 32),
        ("犬", 29356),
    ]


def test_byte_pairs_know_every_text_and_write_blanks() -> None:
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=300, initial_alphabet=alphabet, show_progress=False)
    made.train_from_iterator(["my dog and my dog and my dog"] * 9, trainer)
    cutting = by_pairs("my dog and 犬", made)
    assert texts(cutting)[:3] == ["my", "␣dog", "␣and"]
    assert [(p.start, p.end) for p in cutting.pieces[:3]] == [(0, 2), (2, 6), (6, 10)]
    assert cutting.unknown == 0
    assert cutting.pieces[-1].end == 12


def test_the_encoder_comes_first_and_the_phrasing_model_where_there_is_one() -> None:
    def pairs(text: str) -> Cutting:
        return Cutting("Byte pairs", (), 1)

    with_pairs = cuttings("my dog", tokenizer(), 256, pairs=pairs)
    assert [each.name for each in with_pairs] == ["WordPiece", "Byte pairs", "Words", "Characters"]
    alone = cuttings("my dog", None, 64)
    assert [each.name for each in alone] == ["Words", "Characters"]


def test_a_long_answer_is_cut_into_passages_that_are_read_whole() -> None:
    answer = " ".join(f"Boat number {n} sails at nine." for n in range(40))
    pieces = passage_pieces(Entry("a", "When?", answer), HashEncoder())
    assert len(pieces) > 1
    for piece in pieces:
        assert answer[piece.start : piece.end] == piece.text
        assert piece.tokens <= HashEncoder.window


@pytest.mark.parametrize("text", ["", "   ", "?!"])
def test_a_text_without_words_has_no_tokens_per_word(text: str) -> None:
    assert [each.per_word for each in cuttings(text, tokenizer(), 256)] == [0, 0, 0]


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
def test_pieces_stand_where_they_say_in_any_text(text: str) -> None:
    made: Sequence[Cutting] = cuttings(text, tokenizer(), 256)
    for cutting in made:
        for piece in cutting.pieces:
            assert piece.mark or 0 <= piece.start < piece.end <= len(text)

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from data.records import Entry, PassageKind
from index.encoder import HashEncoder
from index.passages import cut, passages_of, text_hash

ENCODER = HashEncoder()
TEXTS = st.text(alphabet=st.sampled_from("abé中😀 .!?。\n\"'\u200f؟\u0301"), max_size=300)


def tokens_of(text: str) -> list[tuple[int, int]]:
    return ENCODER.token_spans([text])[0]


def test_a_chunk_begins_with_the_last_sentence_of_the_one_before() -> None:
    text = "One two. Three four. Five six."
    chunks = cut(text, tokens_of(text), limit=6)
    assert [text[chunk.start : chunk.end] for chunk in chunks] == [
        "One two. Three four.",
        "Three four. Five six.",
    ]


def test_the_example_in_the_description_holds() -> None:
    text = "Yes. It is free. Bring the card."
    chunks = cut(text, tokens_of(text), limit=6)
    assert [text[chunk.start : chunk.end] for chunk in chunks] == [
        "Yes. It is free.",
        "Bring the card.",
    ]


def test_a_sentence_longer_than_a_chunk_is_cut_between_words() -> None:
    text = " ".join(f"word{n}" for n in range(25))
    chunks = cut(text, tokens_of(text), limit=10)
    assert [chunk.tokens for chunk in chunks] == [10, 10, 5]
    assert "".join(text[chunk.start : chunk.end] for chunk in chunks) == text


@given(TEXTS, st.integers(1, 12))
def test_chunks_cover_every_token_and_none_is_too_long(text: str, limit: int) -> None:
    tokens = tokens_of(text)
    chunks = cut(text, tokens, limit)
    assert all(chunk.tokens <= limit for chunk in chunks)
    covered = {at for chunk in chunks for at in range(chunk.start, chunk.end)}
    assert all(set(range(start, end)) <= covered for start, end in tokens)


@given(TEXTS)
def test_an_answer_passage_is_the_answer_between_its_offsets(answer: str) -> None:
    entry = Entry("e", "Why?", answer)
    for passage in passages_of([entry], ENCODER)[0]:
        if passage.kind is PassageKind.ANSWER:
            assert answer[passage.start : passage.end] == passage.text


def test_an_entry_gives_its_question_its_alternates_and_its_answer() -> None:
    entry = Entry("e", "How?", "So.", alternates=("In what way?", "How?", "In what way?"))
    passages = passages_of([entry], ENCODER)[0]
    assert [(p.kind, p.text) for p in passages] == [
        (PassageKind.QUESTION, "How?"),
        (PassageKind.ALTERNATE, "In what way?"),
        (PassageKind.ANSWER, "So."),
    ]


def test_an_empty_answer_gives_no_passage() -> None:
    assert len(passages_of([Entry("e", "How?", "")], ENCODER)[0]) == 1


def test_a_passage_keeps_its_id_while_it_stays_the_same() -> None:
    before = passages_of([Entry("e", "How?", "So.")], ENCODER)[0]
    after = passages_of([Entry("e", "How?", "Differently.")], ENCODER)[0]
    assert before[0].id == after[0].id
    assert before[1].id != after[1].id


def test_ids_are_positive_and_fit_in_63_bits() -> None:
    entries = [Entry(str(n), f"Question {n}?", "So.") for n in range(500)]
    ids = [p.id for passages in passages_of(entries, ENCODER) for p in passages]
    assert len(set(ids)) == 1000
    assert all(0 <= number < 2**63 for number in ids)


def test_texts_have_equal_hashes_only_when_they_are_equal() -> None:
    assert text_hash("a") == text_hash("a")
    assert text_hash("a") != text_hash("A")
    assert len(text_hash("\ud800")) == 32

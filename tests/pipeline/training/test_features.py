"""What the network is given to learn from."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from index.compiled import load_tokenizer
from index.models import DEFAULT_ENCODER, find_encoder
from pipeline.reading.windows import WindowMaker
from pipeline.squad import GoldAnswer, ReaderExample
from pipeline.training.features import NO_SPAN, Feature, FeatureMaker
from pipeline.training.pairs import Pair

LONG = (
    "Nothing to see here at all. " * 60 + "The cat sleeps in the wheelhouse. " + "More words. " * 80
)


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return load_tokenizer(find_encoder(DEFAULT_ENCODER).folder)


def example(question: str, context: str, answer: str = "", source: str = "s") -> ReaderExample:
    answers = (GoldAnswer(context.index(answer), answer),) if answer else ()
    return ReaderExample(question, source, question, context, answers)


def epochs(tokenizer: Any, *examples: ReaderExample, **shares: float) -> list[Feature]:
    maker = FeatureMaker(WindowMaker(tokenizer, 128), shares)
    return [f for seed in range(20) for f in maker.epoch(examples, [], Random(seed))]


def test_the_labelled_tokens_are_those_of_the_answer(tokenizer: Any) -> None:
    features = epochs(tokenizer, example("Where does the cat sleep?", LONG, "in the wheelhouse"))
    marked = [f for f in features if f.start]
    assert len(marked) > 10
    for feature in marked:
        ids = feature.window.ids[feature.start : feature.end + 1]
        assert tokenizer.decode(list(ids)) == "in the wheelhouse"
        assert feature.relevant
        assert len(feature.window.ids) <= 128
    assert all((f.end, f.relevant) == (0, False) for f in features if not f.start)


def test_a_question_with_a_fact_changed_has_no_answer(tokenizer: Any) -> None:
    context = "Today the Dunlin sails at 9 and the Teal at 10."
    features = epochs(tokenizer, example("When sails the Dunlin?", context, "9"))
    teal = tokenizer.encode("teal", add_special_tokens=False).ids
    changed = [f for f in features if set(teal) <= set(f.window.ids[: f.window.entry])]
    assert changed
    assert not any(f.start or f.relevant for f in changed)


def test_shares_say_how_often_a_source_is_seen(tokenizer: Any) -> None:
    few = [example(f"q{i}?", "So.", source="rare-set") for i in range(100)]
    many = [example(f"p{i}?", "So.", source="good") for i in range(10)]
    maker = FeatureMaker(WindowMaker(tokenizer, 128), {"rare": 0.25, "good": 3})
    count = len(maker.epoch([*few, *many], [], Random(0)))
    assert 40 <= count <= 75


def test_pairs_say_nothing_about_words(tokenizer: Any) -> None:
    maker = FeatureMaker(WindowMaker(tokenizer, 128))
    pairs = [Pair("When?", "What time?", "At 9.", True), Pair("When?", "Where?", "", False)] * 10
    features = maker.epoch([], pairs, Random(0))
    assert {f.start for f in features} == {NO_SPAN}
    assert {f.relevant for f in features} == {True, False}


def test_the_same_chance_gives_the_same_epoch(tokenizer: Any) -> None:
    examples = [example("Where does the cat sleep?", LONG, "in the wheelhouse")] * 5
    assert epochs(tokenizer, *examples) == epochs(tokenizer, *examples)

"""The trained check of sentences: what it reads, what the guard makes of it, and without it."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from data.errors import ModelError
from index.encoder import HashEncoder
from index.models import DEFAULT_ENCODER
from pipeline.making import make_guard
from pipeline.phrasing.entailment import (
    FOLDER,
    MOST_SURE,
    MOST_TEXTS,
    SENTENCE_TOKENS,
    Entailment,
    TrainedEntailment,
    find_entailment,
    make_entailment,
    parts_of,
)
from pipeline.phrasing.evidence import ENTAILED_FEATURES
from pipeline.phrasing.guard import Guard
from pipeline.phrasing.source import Source
from pipeline.phrasing.weights import guard_weights
from pipeline.reading.network import TorchNetwork, load_network
from pipeline.reading.windowed import WindowScores
from pipeline.reading.windows import Window
from pipeline.settings import load_settings

SOURCE = Source.of("Can I send a toy back?", "Send it within 30 days. We pay the postage.")
SENTENCE = "You can send it within 30 days."


class Fixed:
    """A check that thinks the same of every sentence."""

    def __init__(self, logit: float) -> None:
        self._logit = logit

    def against(self, sentence: str, source: Source) -> float:
        return self._logit if sentence and source.texts else 0.0


class Seen:
    """A runtime that keeps what it was given."""

    def __init__(self, logit: float = 0.0) -> None:
        self.windows: list[Window] = []
        self._logit = logit

    def scores(self, windows: Sequence[Window]) -> list[WindowScores]:
        self.windows += windows
        none = np.zeros(0, np.float32)
        return [WindowScores(none, none, 0.0, self._logit) for _ in windows]


@pytest.fixture(scope="module")
def entailment() -> TrainedEntailment:
    """The weights that come with faqdesk."""
    files = find_entailment()
    return TrainedEntailment(files, TorchNetwork(load_network(files), files.length))


@pytest.mark.parametrize(("logit", "supported"), [(-MOST_SURE, True), (MOST_SURE, False)])
def test_what_the_trained_check_thinks_is_weighed(logit: float, supported: bool) -> None:
    entailment: Entailment = Fixed(logit)
    assert (
        Guard(HashEncoder(), entailment=entailment).check(SENTENCE, SOURCE).supported is supported
    )


def test_it_cannot_help_a_fact_that_is_not_there() -> None:
    guard = Guard(HashEncoder(), entailment=Fixed(-MOST_SURE))
    assert not guard.check("You can send it within 90 days.", SOURCE).supported


def test_the_more_it_speaks_against_a_sentence_the_more_doubt() -> None:
    weights = dict(zip(ENTAILED_FEATURES, guard_weights(entailed=True).weights, strict=True))
    assert weights["unentailed"] > 0


def test_it_reads_the_sentence_then_the_question_then_the_answer() -> None:
    seen = Seen()
    TrainedEntailment(find_entailment(), seen).against("Toys.", SOURCE)
    window = seen.windows[0]
    ends = [place for place, token in enumerate(window.ids) if token == window.ids[-1]]
    assert len(ends) == 3
    assert window.entry == ends[0] + 1
    assert window.passage == ends[1] + 1


@pytest.mark.parametrize(
    ("answer", "true", "untrue"),
    [
        (
            "Dogs travel free if they are on a lead.",
            "Dogs on a lead travel free.",
            "Dogs travel free.",
        ),
        (
            "Members may bring a guest. Guests pay £6.",
            "Members are allowed to bring a guest.",
            "Members are not allowed to bring a guest.",
        ),
        (
            "Delivery takes up to five days.",
            "Delivery takes at most five days.",
            "Delivery takes at least five days.",
        ),
    ],
)
def test_an_untrue_sentence_gets_more_than_a_true_one(
    entailment: TrainedEntailment, answer: str, true: str, untrue: str
) -> None:
    source = Source.of("How is it?", answer)
    assert entailment.against(untrue, source) > entailment.against(true, source) + 1


def test_a_sentence_is_held_against_each_part_of_the_answer_and_the_best_counts() -> None:
    seen = Seen()
    TrainedEntailment(find_entailment(), seen).against("Toys.", SOURCE)
    assert len(seen.windows) == 3

    class Falling(Seen):
        def scores(self, windows: Sequence[Window]) -> list[WindowScores]:
            none = np.zeros(0, np.float32)
            return [WindowScores(none, none, 0.0, 3.0 - row) for row in range(len(windows))]

    assert TrainedEntailment(find_entailment(), Falling()).against("Toys.", SOURCE) == 1.0


def test_parts_are_sentences_alone_and_with_their_neighbours() -> None:
    assert parts_of(["One."], "Said.") == ["One."]
    assert parts_of(["One.", "Two.", "Three."], "Said.") == [
        *("One.", "Two.", "Three."),
        *("One. Two.", "Two. Three."),
    ]


def test_of_a_long_answer_the_sentences_are_read_that_share_most_words() -> None:
    texts = [f"Line {number} is long." for number in range(40)]
    parts = parts_of(texts, "What is 33?")
    assert {"Line 33 is long.", "Line 32 is long. Line 33 is long."} <= set(parts)
    assert len(parts) <= 3 * MOST_TEXTS


def test_long_texts_are_cut() -> None:
    seen = Seen()
    files = find_entailment()
    source = Source.of("long " * 300, "Word after word, " * 300)
    TrainedEntailment(files, seen).against("word " * 300, source)
    assert len(seen.windows[0].ids) == files.length
    assert seen.windows[0].entry == SENTENCE_TOKENS + 2


@pytest.mark.parametrize(("logit", "told"), [(99.0, MOST_SURE), (-99.0, -MOST_SURE), (1.5, 1.5)])
def test_a_logit_has_bounds(logit: float, told: float) -> None:
    assert TrainedEntailment(find_entailment(), Seen(logit)).against(SENTENCE, SOURCE) == told


def test_half_a_sign_does_not_break_it() -> None:
    assert TrainedEntailment(find_entailment(), Seen()).against("Half \ud83d a sign.", SOURCE) == 0


def test_without_its_weights_rules_alone_decide_and_it_is_said(tmp_path: Path) -> None:
    said: list[str] = []
    assert make_entailment(tmp_path, said.append, tmp_path / "none") is None
    assert len(said) == 1
    assert "rules alone" in said[0]
    assert "git checkout -- data/models/entailment" in said[0]


def test_altered_weights_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "entailment"
    shutil.copytree(FOLDER, folder)
    (weights,) = folder.glob("*.safetensors")
    weights.write_bytes(weights.read_bytes()[:-1] + b"\x7f")
    with pytest.raises(ModelError, match="missing, damaged or for another encoder"):
        find_entailment(folder)


def test_its_weights_stay_small() -> None:
    assert find_entailment().weights.stat().st_size < 22.5e6


def test_the_stand_in_encoder_goes_with_rules_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAQDESK_ENCODER", HashEncoder.name)
    said: list[str] = []
    guard = make_guard(load_settings(tmp_path), HashEncoder(), said.append)
    evidence = guard.evidence(SENTENCE, SOURCE)
    assert len(evidence.values) == len(ENTAILED_FEATURES) - 1
    assert said == []


def test_its_word_embeddings_are_the_default_encoders() -> None:
    assert find_entailment().encoder.reference == DEFAULT_ENCODER

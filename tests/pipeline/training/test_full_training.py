"""Training a tiny encoder as a classifier: it learns, can be killed, serves at once, and goes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from safetensors import safe_open

from data.errors import InputError, ModelError
from data.records import Entry
from pipeline.build import Faqdesk, open_faqdesk
from pipeline.evaluation.classifier import evaluate_kept
from pipeline.evaluation.labelled import LabelledText
from pipeline.intent.topics import FILE, described, remove_topics
from pipeline.intent.tuned import PREFIX
from pipeline.training.full import CHECKPOINT, train_full
from pipeline.training.intent import passes, train_topics, train_topics_fully
from pipeline.training.tuning import TuningSettings
from tests.pipeline.tiny_models import tiny_encoder

pytestmark = pytest.mark.slow

TOPICS = {
    "Timetable": ["boat", "sail", "leave", "late", "hour", "morning"],
    "Fares": ["cost", "price", "ticket", "pay", "cheap", "euro"],
    "Pets": ["dog", "cat", "puppy", "leash", "kennel", "paw"],
}
TEXTS = [
    LabelledText(f"{topic}: {one} {other}", f"what about {one} and {other}", topic)
    for topic, words in TOPICS.items()
    for one in words
    for other in words
    if one != other
]
PLAIN, LABELS = [text.text for text in TEXTS], [text.label or "" for text in TEXTS]
QUICK = TuningSettings(epochs=3, batch=16, learning_rate=1e-2, head_rate=1e-2)
QUESTION = "what about leash and kennel"


class Killed(BaseException):
    """Stands for the death of the process."""


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny encoder, and the folder where it is kept compiled."""
    folder = tmp_path_factory.mktemp("models")
    tiny_encoder(folder / "encoder")
    return folder


@pytest.fixture
def desk(models: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Faqdesk]:
    """A library with the tiny encoder and one entry."""
    monkeypatch.setenv("FAQDESK_ENCODER", str(models / "encoder"))
    monkeypatch.setenv("FAQDESK_READER", "none")
    monkeypatch.setenv("FAQDESK_MODELS", str(models / "compiled"))
    opened = open_faqdesk()
    with opened.publisher.lock():
        opened.publisher.publish([Entry("1", "Can I pay later?", "No.", category="Other")], "test")
    yield opened
    opened.engine.dispose()


def weights(home: Path) -> dict[str, np.ndarray]:
    with safe_open(home / FILE, framework="numpy") as saved:
        return {name: saved.get_tensor(name) for name in ("weights", "biases", "known")}


def category(desk: Faqdesk) -> str | None:
    intent = desk.answerer.answer(QUESTION).intent
    assert intent is not None
    return intent.category


def leftovers(home: Path) -> list[str]:
    return [path.name for path in home.iterdir() if "intent" in path.name]


def test_it_learns_serves_at_once_and_is_undone(desk: Faqdesk) -> None:
    home, seen = desk.settings.home, list[int]()
    assert category(desk) == "Other"
    trained = train_topics_fully(desk, TEXTS, seen.append)
    assert sum(seen) <= len(TEXTS) * passes()
    assert trained.held == 9
    assert "takes about" in trained.advice[-1]
    assert category(desk) == "Pets"
    kept = desk.topics.load()
    assert kept is not None
    figures = evaluate_kept(kept, TEXTS, []).figures
    assert (figures["accuracy"].value or 0) > 0.95
    assert described(home, desk.encoder).startswith("fully trained, ")
    assert remove_topics(home, desk.settings.models)
    assert category(desk) == "Other"
    assert not leftovers(home)


def test_a_run_that_is_killed_goes_on_to_the_same_weights(desk: Faqdesk) -> None:
    unbroken = train_full(desk, PLAIN, LABELS, QUICK).classifier
    assert not (desk.settings.home / CHECKPOINT).exists()
    seen: list[int] = []

    def die(done: int) -> None:
        seen.append(done)
        if sum(seen) > 1.5 * len(TEXTS):
            raise Killed

    with pytest.raises(Killed):
        train_full(desk, PLAIN, LABELS, QUICK, die)
    assert (desk.settings.home / CHECKPOINT).exists()
    seen.clear()
    again = train_full(desk, PLAIN, LABELS, QUICK, seen.append).classifier
    # The passes that were finished are counted in one go.
    assert seen[0] >= len(TEXTS) * 0.9
    assert again.encoder.digest == unbroken.encoder.digest
    assert np.array_equal(again.head.weights, unbroken.head.weights)


@pytest.mark.parametrize("damaged", [False, True])
def test_a_checkpoint_of_another_run_or_a_damaged_one_is_passed_over(
    desk: Faqdesk, damaged: bool
) -> None:
    unbroken = train_full(desk, PLAIN, LABELS, QUICK).classifier

    def die(_: int) -> None:
        if (desk.settings.home / CHECKPOINT).exists():
            raise Killed

    with pytest.raises(Killed):
        train_full(desk, PLAIN, LABELS, replace(QUICK, seed=7), die)
    if damaged:
        (desk.settings.home / CHECKPOINT).write_bytes(b"cut short")
    again = train_full(desk, PLAIN, LABELS, QUICK).classifier
    assert again.encoder.digest == unbroken.encoder.digest


def test_another_seed_gives_other_weights(desk: Faqdesk) -> None:
    digests = {
        train_full(desk, PLAIN, LABELS, replace(QUICK, seed=seed)).classifier.encoder.digest
        for seed in (1, 2)
    }
    assert len(digests) == 2


def test_a_run_that_breaks_down_says_so(desk: Faqdesk) -> None:
    with pytest.raises(InputError, match="broke down at step.*leave --full out"):
        train_full(desk, PLAIN, LABELS, replace(QUICK, learning_rate=1e30))


def test_the_latest_training_takes_the_place_of_what_was_there(desk: Faqdesk) -> None:
    home = desk.settings.home
    train_topics_fully(desk, TEXTS[::2])
    train_topics_fully(desk, TEXTS)
    assert len([name for name in leftovers(home) if name.startswith(PREFIX)]) == 1
    train_topics(desk, TEXTS)
    assert leftovers(home) == [FILE]
    assert described(home, desk.encoder).startswith("linear, ")


@pytest.mark.parametrize(
    "damage",
    [
        lambda folder: (folder / "model.safetensors").unlink(),
        lambda folder: (folder / "model.safetensors").write_bytes(b"broken"),
        lambda folder: (folder / "tokenizer.json").write_text("{"),
        lambda folder: (folder / "config.json").write_text("{"),
    ],
)
def test_a_damaged_encoder_is_told_of_and_done_without(
    desk: Faqdesk, caplog: pytest.LogCaptureFixture, damage: Callable[[Path], object]
) -> None:
    train_topics_fully(desk, TEXTS)
    (folder,) = desk.settings.home.glob(f"{PREFIX}*")
    damage(folder)
    with pytest.raises(ModelError, match="damaged.*Run `faqdesk train intent --full` again"):
        desk.topics.load()
    assert category(desk) == "Other"
    assert "Categories are those of the entries" in caplog.text


def test_a_question_needs_no_torch(desk: Faqdesk) -> None:
    train_topics_fully(desk, TEXTS)
    code = (
        "import sys, json\n"
        "from pipeline.build import open_faqdesk\n"
        f"intent = open_faqdesk().answerer.answer({QUESTION!r}).intent\n"
        "heavy = sorted(set(sys.modules) & {'torch', 'transformers', 'sklearn'})\n"
        "print(json.dumps([intent.category, heavy]))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == ["Pets", []]

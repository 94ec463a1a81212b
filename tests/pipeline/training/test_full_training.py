"""Training a tiny encoder as a classifier: it learns, can be killed, serves at once, and goes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from data.errors import DiskError, InputError, ModelError
from data.records import Entry
from index.compiled import load_tokenizer
from pipeline.build import Faqdesk, open_faqdesk
from pipeline.classify import Head
from pipeline.evaluation.classifier import evaluate_kept
from pipeline.evaluation.labelled import LabelledText
from pipeline.intent.topics import FILE, described, remove_topics
from pipeline.intent.tuned import PREFIX
from pipeline.training.full import CHECKPOINT
from pipeline.training.intent import passes, train_topics, train_topics_fully
from pipeline.training.tuning import ToLearn, TopicNetwork, TuningSettings, tune
from pipeline.training.tuning_checkpoint import TuningCheckpoint
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
NUMBERS = np.array([list(TOPICS).index(text.label or "") for text in TEXTS], np.int64)
QUICK = TuningSettings(epochs=4, batch=16, learning_rate=1e-3)
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


@pytest.fixture(scope="module")
def kept(models: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what full training leaves in a library's."""
    return tmp_path_factory.mktemp("kept")


@pytest.fixture
def trained(desk: Faqdesk, kept: Path) -> Faqdesk:
    """The library with a fully trained classifier, which is trained for the first test alone."""
    if not (kept / FILE).exists():
        train_topics_fully(desk, TEXTS)
        for name in leftovers(desk.settings.home):
            path = desk.settings.home / name
            (shutil.copytree if path.is_dir() else shutil.copy)(path, kept / name)
    shutil.copytree(kept, desk.settings.home, dirs_exist_ok=True)
    return desk


def category(desk: Faqdesk) -> str | None:
    intent = desk.answerer.answer(QUESTION).intent
    assert intent is not None
    return intent.category


def leftovers(home: Path) -> list[str]:
    return sorted(path.name for path in home.iterdir() if "intent" in path.name)


def test_it_learns_serves_at_once_and_is_undone(desk: Faqdesk) -> None:
    home, seen = desk.settings.home, list[int]()
    assert category(desk) == "Other"
    trained = train_topics_fully(desk, TEXTS, seen.append)
    assert len(TEXTS) < sum(seen) <= len(TEXTS) * passes()
    assert trained.held == 9
    assert "few for --full" in trained.advice[1]
    assert re.search(r"takes \d+\.\d times as long .*: \d+\.\d ms just now", trained.advice[-1])
    assert category(desk) == "Pets"
    found = desk.topics.load()
    assert found is not None
    assert (evaluate_kept(found, TEXTS, []).figures["accuracy"].value or 0) > 0.95
    assert described(home, desk.encoder).startswith("whole encoder, ")
    assert remove_topics(home, desk.settings.models)
    assert category(desk) == "Other"
    assert not leftovers(home)


def test_the_latest_training_takes_the_place_of_what_was_there(trained: Faqdesk) -> None:
    home = trained.settings.home
    (earlier,) = home.glob(f"{PREFIX}*")
    train_topics_fully(trained, TEXTS[::2])
    (later,) = home.glob(f"{PREFIX}*")
    assert earlier != later
    train_topics(trained, TEXTS)
    assert leftovers(home) == [FILE]
    assert described(home, trained.encoder).startswith("linear head, ")
    assert category(trained) == "Pets"


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
    trained: Faqdesk, caplog: pytest.LogCaptureFixture, damage: Callable[[Path], object]
) -> None:
    (folder,) = trained.settings.home.glob(f"{PREFIX}*")
    damage(folder)
    with pytest.raises(ModelError, match="damaged.*Run `faqdesk train intent --full` again"):
        trained.topics.load()
    assert category(trained) == "Other"
    assert "Categories are those of the entries" in caplog.text


def test_the_status_tells_when_its_encoder_is_gone(trained: Faqdesk) -> None:
    (folder,) = trained.settings.home.glob(f"{PREFIX}*")
    shutil.rmtree(folder)
    assert "not usable" in described(trained.settings.home, trained.encoder)


def test_where_it_cannot_be_kept_the_earlier_one_stays(trained: Faqdesk) -> None:
    home = trained.settings.home
    (folder,) = home.glob(f"{PREFIX}*")
    home.chmod(0o500)
    try:
        if not _writable(home):
            with pytest.raises(DiskError, match="cannot be"):
                train_topics_fully(trained, TEXTS[::2])
    finally:
        home.chmod(0o700)
    assert folder.is_dir()
    assert category(trained) == "Pets"


def _writable(folder: Path) -> bool:
    """Whether it can be written in spite of its permissions, as the root user can."""
    try:
        (folder / "probe").touch()
    except OSError:
        return False
    (folder / "probe").unlink()
    return True


def test_a_question_needs_no_torch(trained: Faqdesk) -> None:
    code = (
        "import sys, json\n"
        "from pipeline.build import open_faqdesk\n"
        f"intent = open_faqdesk().answerer.answer({QUESTION!r}).intent\n"
        "heavy = sorted(set(sys.modules) & {'torch', 'transformers', 'sklearn'})\n"
        "print(json.dumps([intent.category, heavy]))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == ["Pets", []]


def learnt(
    models: Path,
    file: Path,
    settings: TuningSettings = QUICK,
    on_texts: Callable[[int], None] | None = None,
) -> Head:
    """The head after tuning the tiny encoder, which goes on from the file."""
    encodings = load_tokenizer(models / "encoder").encode_batch([text.text for text in TEXTS])
    blank = Head(np.zeros((3, 32), np.float32), np.zeros(3, np.float32))
    network = TopicNetwork(models / "encoder", blank)
    texts = ToLearn([encoding.ids for encoding in encodings], NUMBERS)
    tune(network, texts, settings, TuningCheckpoint(file, f"run {settings.seed}"), on_texts)
    return network.now()


def same(one: Head, other: Head) -> bool:
    return np.array_equal(one.weights, other.weights) and np.array_equal(one.biases, other.biases)


def killed_midway(models: Path, file: Path, settings: TuningSettings = QUICK) -> None:
    seen: list[int] = []

    def die(done: int) -> None:
        seen.append(done)
        if sum(seen) > 2.5 * len(TEXTS):
            raise Killed

    with pytest.raises(Killed):
        learnt(models, file, settings, die)


def test_a_run_that_is_killed_goes_on_to_the_same_weights(models: Path, tmp_path: Path) -> None:
    killed_midway(models, tmp_path / CHECKPOINT)
    seen: list[int] = []
    resumed = learnt(models, tmp_path / CHECKPOINT, on_texts=seen.append)
    assert seen[0] == 2 * len(TEXTS)
    assert sum(seen) == 4 * len(TEXTS)
    assert same(resumed, learnt(models, tmp_path / "another"))


@pytest.mark.parametrize("damaged", [False, True])
def test_a_checkpoint_of_another_run_or_a_damaged_one_is_passed_over(
    models: Path, tmp_path: Path, damaged: bool
) -> None:
    killed_midway(models, tmp_path / CHECKPOINT, QUICK if damaged else replace(QUICK, seed=7))
    if damaged:
        whole = (tmp_path / CHECKPOINT).read_bytes()
        (tmp_path / CHECKPOINT).write_bytes(whole[: len(whole) // 2])
    again = learnt(models, tmp_path / CHECKPOINT)
    assert same(again, learnt(models, tmp_path / "another"))
    assert not same(again, learnt(models, tmp_path / "seed", replace(QUICK, seed=7)))


def test_a_run_that_breaks_down_says_so(models: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="broke down at step.*leave --full out"):
        learnt(models, tmp_path / CHECKPOINT, replace(QUICK, learning_rate=1e30))

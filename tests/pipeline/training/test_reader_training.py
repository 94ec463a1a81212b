"""Training a tiny reader: it learns, it can be killed, and what it writes is whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from data.errors import DiskError, InputError, ModelError
from pipeline.reading.reader import ToRead
from pipeline.reading.trained import trained_reader
from pipeline.reading.weights import MANIFEST, ReaderFiles, find_reader, weights_name
from pipeline.training.loop import Step, TrainingSettings
from pipeline.training.reader import CHECKPOINT, ReaderRecipe, Watch, train_reader
from tests.pipeline.tiny_models import tiny_encoder

pytestmark = pytest.mark.slow

SETTINGS = TrainingSettings(
    steps=60, length=64, batch_tokens=1024, learning_rate=5e-3, checkpoint_every=10
)
SHIPS = ["Dunlin", "Teal", "Heron", "Curlew", "Plover", "Gannet", "Fulmar", "Petrel"]


class Killed(BaseException):
    """Stands for the death of the process."""


@pytest.fixture(scope="module")
def recipe(tmp_path_factory: pytest.TempPathFactory) -> ReaderRecipe:
    folder = tmp_path_factory.mktemp("training")
    rows = [
        {
            "id": f"{ship}-{hour}",
            "question": f"when does the {ship} sail?",
            "context": f"The {ship} sails at {hour} from the pier.",
            "answers": {"text": [str(hour)], "answer_start": [len(f"The {ship} sails at ")]},
        }
        for ship in SHIPS
        for hour in range(1, 10)
    ]
    data = folder / "ships.jsonl"
    data.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return ReaderRecipe([data], dev=data, encoder=str(tiny_encoder(folder / "encoder")))


def silent(on_step: Callable[[Step], None] = lambda _: None) -> Watch:
    return Watch(on_step, lambda *_: None)


@pytest.fixture(scope="module")
def trained(recipe: ReaderRecipe, tmp_path_factory: pytest.TempPathFactory) -> ReaderFiles:
    return train_reader(recipe, SETTINGS, tmp_path_factory.mktemp("reader"), silent())


def test_it_learns_and_is_the_same_when_compiled(trained: ReaderFiles, tmp_path: Path) -> None:
    manifest = json.loads((trained.folder / MANIFEST).read_text("utf-8"))
    assert manifest["dev"]["figures"]["all"]["words_em"] > 0.9
    reader = trained_reader(trained.folder, tmp_path / "cache", on_gpu=False)
    (reading,) = reader.read(
        [ToRead("when does the Teal sail?", "The Teal sails at 7 from the pier.")]
    )
    assert reading.text == "7"


def test_the_manifest_tells_what_made_it(trained: ReaderFiles, recipe: ReaderRecipe) -> None:
    manifest = json.loads((trained.folder / MANIFEST).read_text("utf-8"))
    assert manifest["weights_sha256"] == trained.digest
    assert manifest["encoder"] == recipe.encoder
    assert list(manifest["data"]) == ["ships.jsonl"]
    assert manifest["settings"]["steps"] == 60
    assert sorted(p.name for p in trained.folder.iterdir()) == sorted(
        [MANIFEST, weights_name(trained.digest)]
    )


def test_a_run_that_is_killed_goes_on_to_the_same_weights(
    recipe: ReaderRecipe, trained: ReaderFiles, tmp_path: Path
) -> None:
    steps: list[int] = []

    def die(step: Step) -> None:
        steps.append(step.number)
        if step.number == 37:
            raise Killed

    with pytest.raises(Killed):
        train_reader(recipe, SETTINGS, tmp_path, silent(die))
    assert not (tmp_path / MANIFEST).exists()
    whole = (tmp_path / CHECKPOINT).read_bytes()
    with pytest.raises(InputError, match="other data or settings.*remove it"):
        train_reader(recipe, replace(SETTINGS, seed=9), tmp_path, silent())
    (tmp_path / CHECKPOINT).write_bytes(whole[:1000])
    with pytest.raises(InputError, match="is damaged.*Remove it"):
        train_reader(recipe, SETTINGS, tmp_path, silent())
    (tmp_path / CHECKPOINT).write_bytes(whole)
    again = train_reader(recipe, SETTINGS, tmp_path, silent(lambda s: steps.append(s.number)))
    assert steps[37:] == list(range(31, 61))
    assert again.digest == trained.digest


def test_a_reader_can_be_trained_further(
    recipe: ReaderRecipe, trained: ReaderFiles, tmp_path: Path
) -> None:
    few = TrainingSettings(steps=3, length=64, learning_rate=1e-5)
    losses: list[float] = []
    watch = silent(lambda step: losses.append(step.loss))
    train_reader(recipe, few, tmp_path / "fresh", watch)
    train_reader(replace(recipe, start=trained.folder), few, tmp_path / "further", watch)
    assert sum(losses[3:]) < sum(losses[:3]) / 2
    manifest = json.loads((tmp_path / "further" / MANIFEST).read_text("utf-8"))
    assert manifest["start"] == trained.digest


def test_where_the_folder_cannot_be_made_that_is_said(recipe: ReaderRecipe, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(DiskError, match="File exists.*--out"):
        train_reader(recipe, SETTINGS, tmp_path / "file", silent())
    assert (tmp_path / "file").read_text() == "mine"


def test_a_finished_reader_is_not_overwritten(recipe: ReaderRecipe, trained: ReaderFiles) -> None:
    with pytest.raises(InputError, match="finished.*another folder with --out"):
        train_reader(recipe, replace(SETTINGS, seed=5), trained.folder, silent())
    assert find_reader(trained.folder).digest == trained.digest


@pytest.mark.parametrize(
    ("shares", "says"),
    [({"nope": 0.5}, "no source is called so.*'ships'"), ({"ships": 0.0}, "nothing to learn from")],
)
def test_shares_must_leave_something(
    recipe: ReaderRecipe, tmp_path: Path, shares: dict[str, float], says: str
) -> None:
    with pytest.raises(InputError, match=says):
        train_reader(replace(recipe, shares=shares), SETTINGS, tmp_path, silent())


def test_a_run_that_breaks_down_says_so(recipe: ReaderRecipe, tmp_path: Path) -> None:
    wild = replace(SETTINGS, learning_rate=1e30)
    with pytest.raises(InputError, match="broke down at step.*--learning-rate"):
        train_reader(recipe, wild, tmp_path, silent())


def test_there_must_be_something_to_learn_from(recipe: ReaderRecipe, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nothing to learn from.*--data"):
        train_reader(ReaderRecipe([], encoder=recipe.encoder), SETTINGS, tmp_path, silent())


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda f: f.weights.unlink(), "are missing.*train reader"),
        (lambda f: f.weights.write_bytes(f.weights.read_bytes()[:-9]), "cut short, altered"),
        (
            lambda f: f.weights.write_bytes(b"foreign"),
            "cut short, altered or foreign.*train reader",
        ),
        (lambda f: (f.folder / MANIFEST).unlink(), "missing or damaged.*train reader"),
        (lambda f: (f.folder / MANIFEST).write_text("{"), "missing or damaged"),
        (lambda f: (f.folder / MANIFEST).write_text('{"format": 99}'), "another version"),
    ],
)
def test_what_is_not_whole_is_refused_with_what_to_do(
    trained: ReaderFiles, damage: Callable[[ReaderFiles], object], says: str
) -> None:
    kept = {path: path.read_bytes() for path in trained.folder.iterdir()}
    try:
        damage(trained)
        with pytest.raises(ModelError, match=says):
            find_reader(trained.folder)
    finally:
        for path, content in kept.items():
            path.write_bytes(content)

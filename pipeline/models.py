"""Every model that faqdesk knows by name: what it is, and what is found of it on this machine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from data.errors import InputError, ModelError
from index.fetched import FETCHED, FetchedModel, State, checked_state_of, state_of
from index.fetching import Say, get_model
from index.models import DEFAULT_ENCODER, check_weights, find_encoder
from pipeline.phrasing.entailment import FOLDER
from pipeline.reading.weights import DEFAULT_FOLDER, find_reader

ENCODER = "encoder"
READER = "reader"
ENTAILMENT = "entailment"
NAMES = (ENCODER, READER, ENTAILMENT, *FETCHED)


@dataclass(frozen=True, slots=True)
class ModelOnDisk:
    """A model and what is found of it; `size` is what it takes on disk, in bytes, 0 if unknown."""

    name: str
    title: str
    size: int
    licence: str
    state: State
    where: str


def known_models(cache: Path, *, verify: bool) -> list[ModelOnDisk]:
    """All of them, with their SHA-256 compared if `verify`."""
    return [
        _encoder(verify=verify),
        _ours(READER, "faqdesk's reader, trained from the encoder", DEFAULT_FOLDER),
        _ours(ENTAILMENT, "faqdesk's check of phrased sentences, trained from the reader", FOLDER),
        *(_fetched(model, cache, verify=verify) for model in FETCHED.values()),
    ]


def fetch(name: str, cache: Path, say: Say) -> ModelOnDisk:
    """Brings a model into the cache; `say` is told what happens.

    Raises:
        InputError: when no model of that name can be fetched.
        ModelError: when it cannot be had, or is not what it should be.
        DiskError: when there is no room for it.
    """
    model = FETCHED.get(name)
    if model is None:
        raise InputError(
            f"There is no model {name!r} to get. There are {' and '.join(FETCHED)}; encoder, "
            "reader and entailment come with faqdesk."
        )
    where = get_model(model, cache, say)
    return ModelOnDisk(model.name, model.title, model.size, model.licence, State.RIGHT, str(where))


def _fetched(model: FetchedModel, cache: Path, *, verify: bool) -> ModelOnDisk:
    state = (checked_state_of if verify else state_of)(model, cache)
    where = "" if state is State.MISSING else str(cache / model.file)
    return ModelOnDisk(model.name, model.title, model.size, model.licence, state, where)


def _encoder(*, verify: bool) -> ModelOnDisk:
    title, licence = DEFAULT_ENCODER, "Apache-2.0"
    try:
        files = find_encoder(DEFAULT_ENCODER)
        weights = files.folder / "model.safetensors"
        size = weights.stat().st_size
    except (ModelError, OSError):
        return ModelOnDisk(ENCODER, title, 0, licence, State.MISSING, "")
    state = State.PRESENT
    if verify:
        try:
            check_weights(files)
            state = State.RIGHT
        except ModelError:
            state = State.WRONG
    return ModelOnDisk(ENCODER, title, size, licence, state, str(files.folder))


def _ours(name: str, title: str, folder: Path) -> ModelOnDisk:
    """A model that comes with faqdesk; it is small, and its SHA-256 is compared each time."""
    licence = "as faqdesk"
    try:
        files = find_reader(folder)
    except ModelError:
        here = any(folder.glob("*.safetensors"))
        state = State.WRONG if here else State.MISSING
        return ModelOnDisk(name, title, 0, licence, state, str(folder) if here else "")
    size = files.weights.stat().st_size
    return ModelOnDisk(name, title, size, licence, State.RIGHT, str(files.folder))

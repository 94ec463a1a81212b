"""Trains a classifier with an encoder of its own; nothing else about classifying needs torch.

A tenth of the texts is held out, to tell how often it is right and from when on a text is of none
of the labels. Then all texts are learnt for a little longer, so that none is wasted.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import compress

import numpy as np
import torch

from data.errors import InputError
from index.compiled import load_tokenizer
from index.encoder import Encoder, HashEncoder, Progress
from index.models import EncoderFiles, check_weights, find_encoder
from index.threads import one_thread
from pipeline.build import Faqdesk
from pipeline.classify import (
    Head,
    LinearClassifier,
    Mask,
    held_out,
    label_names,
    starting_head,
)
from pipeline.intent.belonging import Scope, nearness
from pipeline.intent.tuned import keep_encoder
from pipeline.making import make_folder, run_encoder
from pipeline.training.tuning import ToLearn, TopicNetwork, TuningSettings, tune, vectors_of
from pipeline.training.tuning_checkpoint import TuningCheckpoint

CHECKPOINT = "intent-training.safetensors"
HELD_OUT_SHARE = 0.1
# Longer texts are cut: what a question is about is said by then.
MOST_TOKENS = 64
LAST_EPOCHS = 1
LAST_RATE = 0.5
TIMED = 50


@dataclass(frozen=True, slots=True)
class Measured:
    """Whether each held-out text got its label, and the scales of what is foreign."""

    right: tuple[bool, ...]
    scope: Scope


@dataclass(frozen=True, slots=True)
class Tuned:
    """A fully trained classifier, and whether each held-out text got its label.

    `ms` is how long its encoder takes for a question, `beside` that beside the library's encoder.
    """

    classifier: LinearClassifier
    right: tuple[bool, ...]
    ms: float
    beside: float


def train_full(
    faqdesk: Faqdesk,
    texts: Sequence[str],
    labels: Sequence[str],
    settings: TuningSettings,
    progress: Progress | None = None,
) -> Tuned:
    """Fine-tunes the encoder on texts with one label each and keeps it in the library's folder.

    Progress counts each text `passes` times. Killed and called again with the same texts, it goes
    on from the last pass that it finished.

    Raises:
        InputError: when there are fewer than two labels, the encoder is a stand-in, or training
            breaks down.
        ModelError: when the encoder is missing or damaged.
        DiskError: when it cannot be kept.
    """
    base = _base(faqdesk)
    names = label_names(labels)
    numbers = np.array([names.index(label) for label in labels], np.int64)
    held = held_out(numbers, settings.seed, HELD_OUT_SHARE)
    every = ToLearn(_token_ids(base, texts), numbers)
    learnt = list(compress(texts, ~held))
    head = starting_head(faqdesk.encoder, learnt, numbers[~held], names)
    network = _network(faqdesk, base, head)
    make_folder(faqdesk.settings.home)
    run = _run(base, texts, labels, settings)
    checkpoint = TuningCheckpoint(faqdesk.settings.home / CHECKPOINT, run)
    tune(network, _part(every, ~held), settings, checkpoint, progress)
    measured = _measured(network, every, held)
    tune(network, every, _more_gently(settings), None, progress)
    encoder = _kept(faqdesk, base, network)
    known = encoder.encode(texts)
    classifier = LinearClassifier(encoder, names, network.now(), measured.scope, known)
    checkpoint.path.unlink(missing_ok=True)
    ms, before = _milliseconds((encoder, faqdesk.encoder), texts)
    return Tuned(classifier, measured.right, ms, ms / before)


def passes(settings: TuningSettings) -> int:
    """How many times progress counts each text, at most."""
    return settings.epochs + LAST_EPOCHS


def _base(faqdesk: Faqdesk) -> EncoderFiles:
    """The files of the library's encoder, checked."""
    if faqdesk.settings.encoder == HashEncoder.name:
        raise InputError(
            "The stand-in encoder has no weights to train. Leave --full out, or name an encoder "
            "with FAQDESK_ENCODER."
        )
    files = find_encoder(faqdesk.settings.encoder)
    check_weights(files)
    return files


def _token_ids(base: EncoderFiles, texts: Sequence[str]) -> list[list[int]]:
    encodings = load_tokenizer(base.folder).encode_batch(list(texts))
    return [
        e.ids if len(e.ids) <= MOST_TOKENS else [*e.ids[: MOST_TOKENS - 1], e.ids[-1]]
        for e in encodings
    ]


def _part(every: ToLearn, chosen: Mask) -> ToLearn:
    return ToLearn(list(compress(every.ids, chosen)), every.numbers[chosen])


def _network(faqdesk: Faqdesk, base: EncoderFiles, head: Head) -> TopicNetwork:
    on_gpu = faqdesk.settings.device != "cpu" and torch.cuda.is_available()
    return TopicNetwork(base.folder, head).to("cuda" if on_gpu else "cpu")


def _run(
    base: EncoderFiles, texts: Sequence[str], labels: Sequence[str], settings: TuningSettings
) -> str:
    """What tells this run from others."""
    facts = [base.digest, list(texts), list(labels), asdict(settings)]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def _measured(network: TopicNetwork, every: ToLearn, held: Mask) -> Measured:
    known = vectors_of(network, _part(every, ~held).ids)
    # Where every label has a single text none is held out: each is judged among the others then.
    asked, skip = (vectors_of(network, _part(every, held).ids), 0) if held.any() else (known, 1)
    logits = network.now().logits(asked)
    scope = Scope.from_held_out(logits.max(axis=1), nearness(asked, known, skip=skip))
    if not held.any():
        return Measured((), scope)
    right = logits.argmax(axis=1) == every.numbers[held]
    return Measured(tuple(right.tolist()), scope)


def _more_gently(settings: TuningSettings) -> TuningSettings:
    rate, head_rate = settings.learning_rate * LAST_RATE, settings.head_rate * LAST_RATE
    return replace(
        settings,
        seed=settings.seed + 1,
        epochs=LAST_EPOCHS,
        learning_rate=rate,
        head_rate=head_rate,
    )


def _kept(faqdesk: Faqdesk, base: EncoderFiles, network: TopicNetwork) -> Encoder:
    weights = {n: v.float().cpu().numpy() for n, v in network.encoder.state_dict().items()}
    files = keep_encoder(faqdesk.settings.home, base, weights)
    return run_encoder(files, faqdesk.settings)


def _milliseconds(encoders: Sequence[Encoder], texts: Sequence[str]) -> list[float]:
    """How long one text takes each encoder, in ms, at the median; they take turns.

    On a machine that does something else as well only their ratio means much.
    """
    lasted: list[list[float]] = [[] for _ in encoders]
    with one_thread():
        for text in texts[:TIMED]:
            for encoder, its in zip(encoders, lasted, strict=True):
                start = time.perf_counter()
                encoder.encode([text])
                its.append(time.perf_counter() - start)
    return [float(np.median(its)) * 1000 for its in lasted]

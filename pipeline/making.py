"""Makes single parts of a library from its settings."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from data.answers import MessageKind
from data.errors import DiskError
from data.turn_log import TurnLog
from index.compiled import CompiledEncoder
from index.encoder import Encoder, HashEncoder
from index.gpu import FaissGpus, Gpus
from index.models import EncoderFiles, find_encoder
from pipeline.policy import Replies
from pipeline.settings import Settings

# Imported only where phrasing is on: where it is off, it costs nothing.
if TYPE_CHECKING:
    from pipeline.phrasing.guard import Guard
    from pipeline.phrasing.phraser import Decoding, Phraser, Style
    from pipeline.phrasing.rewording import Manner, Reworder


logger = logging.getLogger(__name__)


def make_replies(settings: Settings) -> Replies:
    """What the owner has said to messages that no entry answers."""
    person = "\n\n".join(filter(None, (settings.person_text, settings.contact)))
    return Replies(
        settings.unanswered_text,
        {
            MessageKind.GREETING: settings.greeting_text,
            MessageKind.THANKS: settings.thanks_text,
            MessageKind.GOODBYE: settings.goodbye_text,
            MessageKind.PERSON: person,
            MessageKind.COMPLAINT: settings.complaint_text,
            MessageKind.OFF_TOPIC: settings.off_topic_text,
            MessageKind.UNINTELLIGIBLE: settings.unintelligible_text,
        },
    )


def make_phrasing(settings: Settings) -> Phraser | None:
    """What words answers freshly; None where the settings say `off`.

    Raises:
        ModelError: when its model or a package is not on this machine.
        SettingsError: when the settings do not go together.
    """
    if settings.phrasing == "off":
        return None
    from pipeline.phrasing.choice import make_phraser

    return make_phraser(
        settings.phrasing,
        settings.models,
        model=settings.phrasing_model,
        timeout_s=settings.phrasing_timeout_s,
        on_gpu=bool(make_gpus(settings).count()),
    )


def make_reworder(
    settings: Settings, now: Callable[[], Settings], encoder: Encoder, turns: TurnLog | None
) -> Reworder | None:
    """What says answers in fresh words, in the manner that holds now; None where that is off.

    Raises:
        ModelError, SettingsError: as `make_phrasing`.
    """
    phraser = make_phrasing(settings)
    if phraser is None:
        return None
    from pipeline.phrasing.rewording import Reworder

    guard = make_guard(settings, encoder, logger.warning)
    return Reworder(phraser, guard, lambda: make_manner(now()), turns)


def make_guard(settings: Settings, encoder: Encoder, say: Callable[[str], None]) -> Guard:
    """What checks phrased sentences; `say` is told where it must do without the trained check."""
    from pipeline.phrasing.entailment import make_entailment
    from pipeline.phrasing.guard import Guard

    # The stand-in encoder is for trying things out: nothing trained goes with it.
    if settings.encoder == HashEncoder.name:
        return Guard(encoder)
    return Guard(encoder, entailment=make_entailment(settings.models, say))


def make_manner(settings: Settings) -> Manner:
    """How the owner wants replies to sound, and their words to be chosen."""
    from pipeline.phrasing.rewording import Manner

    return Manner(make_style(settings), make_decoding(settings))


def make_style(settings: Settings) -> Style:
    """How the owner wants replies to be."""
    from pipeline.phrasing.phraser import Style, Tone

    lines = (line.strip() for line in settings.phrasing_examples.splitlines())
    return Style(
        tone=Tone(settings.phrasing_tone),
        sentences=settings.phrasing_sentences,
        language=settings.phrasing_language,
        organisation=settings.organisation,
        examples=tuple(filter(None, lines)),
    )


def make_decoding(settings: Settings) -> Decoding:
    """How the owner wants words to be chosen."""
    from pipeline.phrasing.phraser import Decoding, Method

    return Decoding(
        method=Method(settings.phrasing_decoding),
        top_k=settings.phrasing_top_k,
        top_p=settings.phrasing_top_p,
        temperature=settings.phrasing_temperature,
        repetition_penalty=settings.phrasing_repetition_penalty,
        beams=settings.phrasing_beams,
        seed=settings.phrasing_seed,
        max_tokens=settings.phrasing_max_tokens,
    )


def make_encoder(settings: Settings) -> Encoder:
    """The encoder for this machine: compiled on a CPU, sentence-transformers on a GPU.

    Raises:
        ModelError: when the encoder is not on this machine.
    """
    if settings.encoder == HashEncoder.name:
        return HashEncoder()
    return run_encoder(find_encoder(settings.encoder), settings)


def run_encoder(files: EncoderFiles, settings: Settings) -> Encoder:
    """An encoder of files: compiled on a CPU, sentence-transformers on a GPU."""
    if make_gpus(settings).count():
        from index.sentence import SentenceEncoder

        return SentenceEncoder(files)
    return CompiledEncoder(files, settings.models)


def make_gpus(settings: Settings) -> Gpus:
    """The GPUs that the settings allow."""
    return FaissGpus(allowed=settings.device != "cpu")


def make_folder(folder: Path) -> None:
    """Makes the home folder.

    Raises:
        DiskError: when that is not possible.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DiskError(
            f"The folder {folder} cannot be made ({error.strerror}). "
            "Choose another with --home or FAQDESK_HOME."
        ) from error

"""Makes single parts of a library from its settings."""

from __future__ import annotations

from pathlib import Path

from data.answers import MessageKind
from data.errors import DiskError
from index.compiled import CompiledEncoder
from index.encoder import Encoder, HashEncoder
from index.gpu import FaissGpus, Gpus
from index.models import find_encoder
from pipeline.policy import Replies
from pipeline.settings import Settings


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


def make_encoder(settings: Settings) -> Encoder:
    """The encoder for this machine: compiled on a CPU, sentence-transformers on a GPU.

    Raises:
        ModelError: when the encoder is not on this machine.
    """
    if settings.encoder == HashEncoder.name:
        return HashEncoder()
    files = find_encoder(settings.encoder)
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

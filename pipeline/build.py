"""The composition root: the only place where settings become objects. Nothing is made at import."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from data.answers import MessageKind
from data.database import Engine, open_database
from data.errors import DiskError
from data.evaluations import EvaluationLog
from data.store import Store
from data.turn_log import TurnLog
from data.vector_cache import VectorCache
from index.compiled import CompiledEncoder
from index.encoder import Encoder, HashEncoder
from index.gpu import FaissGpus, Gpus
from index.models import EncoderFiles, find_encoder
from pipeline.answer import Answerer
from pipeline.calibration import LiveThresholds
from pipeline.decide import Thresholds
from pipeline.intent.deciding import Intents
from pipeline.intent.kinds import KindClassifier
from pipeline.intent.topics import Topics
from pipeline.live import LiveLibrary
from pipeline.policy import Policy, Replies
from pipeline.rank import Ranker
from pipeline.reading.choice import make_reader
from pipeline.reading.reader import Reader
from pipeline.retrieve import Fusion, Retriever
from pipeline.settings import Settings, load_settings
from pipeline.weighing import Weights, shipped_weights

# What only changes the library is imported when it is asked for: a question needs none of it.
if TYPE_CHECKING:
    from pipeline.doctor import Doctor
    from pipeline.ingest import Ingester
    from pipeline.publish import Publisher


@dataclass(frozen=True)
class Faqdesk:
    """Everything that one library needs, each part made when it is first asked for."""

    settings: Settings

    @cached_property
    def engine(self) -> Engine:
        """The database."""
        make_folder(self.settings.home)
        return open_database(self.settings.url, self.settings.writer_lock)

    @cached_property
    def store(self) -> Store:
        """Entries and generations."""
        return Store(self.engine)

    @cached_property
    def turns(self) -> TurnLog:
        """Questions asked so far."""
        return TurnLog(self.engine)

    @cached_property
    def evaluations(self) -> EvaluationLog:
        """Evaluation runs that were kept."""
        return EvaluationLog(self.engine)

    @cached_property
    def encoder(self) -> Encoder:
        """The encoder that the settings name; its weights are loaded when it is first used."""
        return make_encoder(self.settings)

    @cached_property
    def vector_cache(self) -> VectorCache:
        """The vectors of texts that this encoder has read."""
        return VectorCache(self.engine, self.encoder.digest)

    @cached_property
    def library(self) -> LiveLibrary:
        """The generation that is live."""
        gpus = make_gpus(self.settings)
        return LiveLibrary(self.store, self.settings.generations, self.encoder, gpus)

    @cached_property
    def publisher(self) -> Publisher:
        """The writer of entries and generations."""
        from pipeline.publish import Publisher

        return Publisher(
            store=self.store,
            encoder=self.encoder,
            cache=self.vector_cache,
            folder=self.settings.generations,
            lock=self.settings.writer_lock,
            keep=self.settings.keep_generations,
        )

    @cached_property
    def ingester(self) -> Ingester:
        """What imports files."""
        from pipeline.ingest import Ingester

        return Ingester(self.publisher, self.kinds)

    @cached_property
    def doctor(self) -> Doctor:
        """What checks the library."""
        from pipeline.doctor import Doctor

        return Doctor(
            engine=self.engine,
            store=self.store,
            cache=self.vector_cache,
            encoder=self.encoder,
            publisher=self.publisher,
            folder=self.settings.generations,
        )

    @cached_property
    def reader(self) -> Reader | None:
        """What marks the words that answer; None where the settings want none.

        Raises:
            ModelError: when the reader is not on this machine or not what it should be.
        """
        settings = self.settings
        on_gpu = bool(make_gpus(settings).count())
        return make_reader(settings.reader, settings.models, on_gpu=on_gpu)

    @cached_property
    def ranker(self) -> Ranker:
        """What reads candidates and orders them."""
        return Ranker(lambda: self.reader, self.weights.mixing)

    @cached_property
    def kinds(self) -> KindClassifier:
        """What tells questions from small talk."""
        return KindClassifier(self.encoder, self.settings.models)

    @cached_property
    def topics(self) -> Topics:
        """What the owner trained to tell categories apart, if anything."""
        settings = self.settings
        return Topics(settings.home, self.encoder, lambda files: run_encoder(files, settings))

    @cached_property
    def weights(self) -> Weights:
        """By what candidates are ordered and trusted."""
        return shipped_weights()

    @cached_property
    def thresholds(self) -> LiveThresholds:
        """From which confidence on an entry answers, or is suggested."""
        settings = self.settings
        chosen = Thresholds(settings.answer_at, settings.suggest_at)
        by_hand = "answer_at" in settings.model_fields_set
        return LiveThresholds(settings.home, chosen, set_by_hand=by_hand)

    @cached_property
    def fusion(self) -> Fusion:
        """How the scores of the sources are combined."""
        return self.weights.fusion

    @cached_property
    def answerer(self) -> Answerer:
        """What answers visitors' questions."""
        return self._make_answerer(self.turns)

    @cached_property
    def unlogged_answerer(self) -> Answerer:
        """What answers the questions of evaluations, in the same way, without keeping them."""
        return self._make_answerer(None)

    def _make_answerer(self, turns: TurnLog | None) -> Answerer:
        settings = self.settings
        return Answerer(
            library=self.library,
            encoder=self.encoder,
            retriever=Retriever(self.store, self.fusion),
            intents=Intents(self.kinds, self.topics),
            ranker=self.ranker,
            policy=Policy(
                self.thresholds,
                self.weights.confidence,
                make_replies(settings),
                settings.max_question_length,
            ),
            turns=turns,
        )


def open_faqdesk(home: Path | None = None) -> Faqdesk:
    """The library in a home folder; nothing is read before it is needed.

    Raises:
        SettingsError: when a setting makes no sense.
    """
    return Faqdesk(load_settings(home))


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

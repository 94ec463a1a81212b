"""The composition root: the only place where settings become objects. Nothing is made at import."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from data.audit import AuditLog
from data.database import Engine, open_database
from data.evaluations import EvaluationLog
from data.pending import PendingChanges
from data.reviews import ReviewLog
from data.scope import ScopeMarks
from data.store import Store
from data.turn_log import TurnLog
from data.vector_cache import VectorCache
from index.encoder import Encoder
from pipeline.answer import Answerer
from pipeline.calibration import LiveThresholds
from pipeline.intent.deciding import Intents
from pipeline.intent.kinds import KindClassifier
from pipeline.intent.scope import OutOfScope
from pipeline.intent.topics import Topics
from pipeline.live import Library, LiveLibrary
from pipeline.live_settings import LiveSettings
from pipeline.making import (
    make_encoder,
    make_folder,
    make_gpus,
    make_replies,
    make_reworder,
    run_encoder,
)
from pipeline.policy import Policy
from pipeline.rank import Ranker
from pipeline.reading.choice import make_reader
from pipeline.reading.reader import Reader
from pipeline.retrieve import Fusion, Retriever
from pipeline.settings import Settings, load_settings
from pipeline.validity import Validity
from pipeline.weighing import Weights, shipped_weights

# What only changes the library is imported when it is asked for: a question needs none of it.
if TYPE_CHECKING:
    from data.audit import AuditLog
    from pipeline.accounts import AccountService
    from pipeline.doctor import Doctor
    from pipeline.drafting.desk import DraftDesk
    from pipeline.drafting.uploading import Uploads
    from pipeline.ingest import Ingester
    from pipeline.phrasing.rewording import Reworder
    from pipeline.publish import Publisher
    from pipeline.settings_file import SettingsFile


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
    def reviews(self) -> ReviewLog:
        """Questions that went wrong, and what was made of them."""
        return ReviewLog(self.engine)

    @cached_property
    def scope_marks(self) -> ScopeMarks:
        """Questions that the library is not there to answer."""
        return ScopeMarks(self.engine)

    @cached_property
    def pending(self) -> PendingChanges:
        """Drafts: entries as they will be at the next publish."""
        return PendingChanges(self.engine)

    @cached_property
    def evaluations(self) -> EvaluationLog:
        """Evaluation runs that were kept."""
        return EvaluationLog(self.engine)

    @cached_property
    def audit(self) -> AuditLog:
        """Who changed what."""
        from data.audit import AuditLog

        return AuditLog(self.engine)

    @cached_property
    def accounts(self) -> AccountService:
        """Those who may sign in."""
        from data.accounts import Accounts
        from pipeline.accounts import AccountService
        from pipeline.passwords import Passwords

        settings = self.settings
        return AccountService(
            Accounts(self.engine), settings.setup_code, settings.session_hours, Passwords()
        )

    @cached_property
    def encoder(self) -> Encoder:
        """The encoder that the settings name; its weights are loaded when it is first used."""
        return make_encoder(self.settings)

    @cached_property
    def vector_cache(self) -> VectorCache:
        """The vectors of texts that this encoder has read."""
        return VectorCache(self.engine, self.encoder.digest)

    @cached_property
    def library(self) -> Library:
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
    def drafts(self) -> DraftDesk:
        """Where people change entries and publish them."""
        from pipeline.drafting.desk import DraftDesk

        return DraftDesk(self.store, self.pending, self.publisher, self.kinds)

    @cached_property
    def uploads(self) -> Uploads:
        """Where files become drafts."""
        from pipeline.drafting.uploading import Uploads

        return Uploads(self.drafts, self.pending, self.encoder)

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
    def out_of_scope(self) -> OutOfScope:
        """What knows the questions that are marked as out of scope."""
        return OutOfScope(self.scope_marks, self.encoder, self.vector_cache)

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
    def live_settings(self) -> LiveSettings:
        """The settings with those that an owner has changed since the start."""
        return LiveSettings(self.settings)

    @cached_property
    def settings_file(self) -> SettingsFile:
        """Where an owner changes settings."""
        from pipeline.settings_file import SettingsFile

        return SettingsFile(self.settings, self.audit)

    @cached_property
    def thresholds(self) -> LiveThresholds:
        """From which confidence on an entry answers, or is suggested."""
        return LiveThresholds(self.settings.home, self.live_settings)

    @cached_property
    def fusion(self) -> Fusion:
        """How the scores of the sources are combined."""
        return self.weights.fusion

    @cached_property
    def validity(self) -> Validity:
        """Which entries are hidden today."""
        return Validity(self.store)

    @cached_property
    def answerer(self) -> Answerer:
        """What answers visitors' questions."""
        return self._make_answerer(self.turns)

    @cached_property
    def unlogged_answerer(self) -> Answerer:
        """What answers the questions of evaluations, in the same way, without keeping them."""
        return self._make_answerer(None)

    @cached_property
    def reworder(self) -> Reworder | None:
        """What says answers in fresh words; None where phrasing is off.

        Raises:
            ModelError: when its model or a package is not on this machine.
            SettingsError: when the settings do not go together.
        """
        return make_reworder(self.settings, self.live_settings, self.encoder, self.turns)

    def _make_answerer(self, turns: TurnLog | None) -> Answerer:
        settings = self.settings
        return Answerer(
            library=self.library,
            encoder=self.encoder,
            retriever=Retriever(self.store, self.fusion, self.validity),
            intents=Intents(self.kinds, self.topics, self.out_of_scope),
            ranker=self.ranker,
            policy=Policy(
                self.thresholds,
                self.weights.confidence,
                lambda: make_replies(self.live_settings()),
                lambda: self.live_settings().mask,
                settings.max_question_length,
            ),
            turns=turns,
        )


def open_faqdesk(home: Path | None = None) -> Faqdesk:
    """The library in a home folder; nothing is read before it is needed.

    Raises:
        SettingsError: when a setting makes no sense.
    """
    faqdesk = Faqdesk(load_settings(home))
    # Now, for it tells by the state of the file whether settings have changed since.
    _ = faqdesk.live_settings
    return faqdesk

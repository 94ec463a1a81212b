"""Libraries that exist for one evaluation and leave nothing behind."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from data.records import Entry
from data.vector_cache import VectorCache
from index.building import BuildSteps
from pipeline.build import Faqdesk
from pipeline.publish import Publisher
from pipeline.settings import Settings


@contextmanager
def scratch_library(
    settings: Settings,
    entries: Sequence[Entry],
    steps: BuildSteps | None = None,
    cache: VectorCache | None = None,
) -> Iterator[Faqdesk]:
    """A library of these entries, with the settings of another one, in a temporary folder.

    With the `cache` of a library that holds the same texts, nothing is embedded again.
    """
    with tempfile.TemporaryDirectory(prefix="faqdesk-") as folder:
        update = {"home": Path(folder), "database_url": ""}
        faqdesk = Faqdesk(settings.model_copy(update=update))
        try:
            _publish(faqdesk, entries, cache or faqdesk.vector_cache, steps)
            yield faqdesk
        finally:
            faqdesk.engine.dispose()


def _publish(
    faqdesk: Faqdesk, entries: Sequence[Entry], cache: VectorCache, steps: BuildSteps | None
) -> None:
    publisher = Publisher(
        store=faqdesk.store,
        encoder=faqdesk.encoder,
        cache=cache,
        folder=faqdesk.settings.generations,
        lock=faqdesk.settings.writer_lock,
        keep=faqdesk.settings.keep_generations,
    )
    with publisher.lock():
        publisher.publish(entries, "evaluation", steps)

"""Deletes what was asked longer ago than questions are kept."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from data.errors import FaqdeskError
from index.passages import text_hash
from pipeline.intent.messages import heart_of

if TYPE_CHECKING:
    from pipeline.build import Faqdesk

logger = logging.getLogger(__name__)

# The name that the audit log has for it.
BY = "faqdesk"
EVERY_S = 24 * 60 * 60


class Housekeeping:
    """Keeps the log of questions as short as the owner wants it."""

    def __init__(self, faqdesk: Faqdesk) -> None:
        self._faqdesk = faqdesk
        self._next = 0.0

    def when_due(self) -> None:
        """Deletes old questions once a day, and else does nothing; what goes wrong is logged."""
        if time.monotonic() < self._next:
            return
        # First, so that what cannot be done is not tried again at every page.
        self._next = time.monotonic() + EVERY_S
        try:
            self.delete_old_questions(datetime.now(UTC))
        except FaqdeskError as error:
            logger.warning("Old questions were not deleted: %s", error)

    def delete_old_questions(self, now: datetime) -> int:
        """Deletes what is older than the settings allow, with its vectors; returns how many turns.

        Raises:
            DatabaseError: when the database cannot be written.
        """
        days = self._faqdesk.live_settings().keep_questions_days
        if not days:
            return 0
        try:
            moment = now - timedelta(days=days)
        except OverflowError:
            # Longer ago than there are dates, and than anything was asked.
            return 0
        turns = self._faqdesk.turns
        old = turns.questions_before(moment)
        if not old:
            return 0
        count = turns.delete_before(moment, BY)
        self._forget_vectors(old)
        logger.info("%d questions older than %d days were deleted", count, days)
        return count

    def _forget_vectors(self, questions: Iterable[str]) -> None:
        """Forgets the vectors that were kept for reviews, unless the library has the same text."""
        desk = self._faqdesk
        entries = [revision.entry for revision in desk.store.current_revisions()]
        entries += [change.entry for change in desk.pending.all()]
        needed = {form for entry in entries for form in entry.forms}
        needed |= {heart_of(mark.question) for mark in desk.scope_marks.all()}
        gone = {heart_of(question) for question in questions} - needed
        desk.vector_cache.forget([text_hash(text) for text in gone])

"""Settings that an owner changes while faqdesk runs: what it says, when it answers, what it keeps.

They are read again when `settings.toml` has changed; all other settings hold until a restart.
"""

from __future__ import annotations

import logging

from data.errors import SettingsError
from pipeline.settings import FILE, Settings, load_settings
from pipeline.watched import WatchedFile

# In the order in which they are shown.
LIVE = (
    "organisation",
    "contact",
    "unanswered_text",
    "greeting_text",
    "thanks_text",
    "goodbye_text",
    "person_text",
    "complaint_text",
    "off_topic_text",
    "unintelligible_text",
    "answer_at",
    "suggest_at",
    "phrasing_tone",
    "phrasing_sentences",
    "phrasing_language",
    "phrasing_examples",
    "phrasing_decoding",
    "phrasing_top_k",
    "phrasing_top_p",
    "phrasing_temperature",
    "phrasing_repetition_penalty",
    "phrasing_beams",
    "phrasing_seed",
    "phrasing_max_tokens",
    "mask",
    "keep_questions_days",
)

logger = logging.getLogger(__name__)


class LiveSettings:
    """The settings that hold now."""

    def __init__(self, started: Settings) -> None:
        self._started = started
        path = started.home / FILE
        self._watched = WatchedFile(path, self._read)
        self._version = self._watched.version()

    def __call__(self) -> Settings:
        """The settings; those of the start where the file is as it was then."""
        if self._watched.version() == self._version:
            return self._started
        return self._watched.content()

    def _read(self) -> Settings:
        try:
            now = load_settings(self._started.home)
        except SettingsError as error:
            logger.warning("The settings from before hold: %s", error)
            return self._started
        fixed = {
            name: getattr(self._started, name)
            for name in type(self._started).model_fields
            if name not in LIVE
        }
        return now.model_copy(update=fixed)

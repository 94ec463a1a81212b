"""Tidies a question without changing what it means."""

from __future__ import annotations

import re
import unicodedata

from data.errors import QuestionError

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufeff]")
# Soft hyphens, zero-width blanks and word joiners: pages put them where a line may break, and where
# they are, words and addresses would not be known again.
_UNSEEN = re.compile("[\u00ad\u200b\u2060]")
_BLANKS = re.compile(r"\s+")


def clean_question(question: str, limit: int) -> str:
    """The question in NFC, on one line, without control characters or outer blanks.

    Raises:
        QuestionError: when nothing is left, or more than `limit` characters.
    """
    text = unicodedata.normalize("NFC", _CONTROL.sub(" ", _UNSEEN.sub("", question)))
    text = _BLANKS.sub(" ", text).strip()
    if not text:
        raise QuestionError("The question is empty. Type a few words about what you want to know.")
    if len(text) > limit:
        raise QuestionError(
            f"The question has {len(text):,} characters and the limit is {limit:,}. "
            "Ask in fewer words."
        )
    return text

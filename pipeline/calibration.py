"""The thresholds that an owner had picked by a promise, kept in the home folder.

They hold for the encoder, the reader, the weights and the generation that they were picked with.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from data.errors import DiskError, InputError, SettingsError
from index.files import removed, written_whole
from pipeline.decide import Thresholds
from pipeline.guarantee import Labelled, choose, fewest_answers, questions_needed
from pipeline.watched import WatchedFile
from pipeline.weighing import FILE as WEIGHTS

if TYPE_CHECKING:
    from pipeline.evaluation.records import Row
    from pipeline.settings import Settings

logger = logging.getLogger(__name__)

FILE = "calibration.json"


@dataclass(frozen=True, slots=True)
class MadeWith:
    """What a calibration was made with: digests of the models and the generation's number."""

    encoder: str
    reader: str
    weights: str
    generation: int | None


@dataclass(frozen=True, slots=True)
class Calibration:
    """A threshold, the promise that it keeps, and what it was picked with.

    Of `questions` labelled ones `answered` reach the threshold, `wrong` of them wrongly answered.
    """

    answer_at: float
    max_wrong: float
    questions: int
    answered: int
    wrong: int
    made_with: MadeWith
    made_at: str

    @property
    def promise(self) -> str:
        """The promise in words."""
        return (
            f"at most {self.max_wrong:.1%} of the answers wrong: answered from a confidence of "
            f"{self.answer_at:.3f} on"
        )

    def stale(self, now: MadeWith) -> tuple[str, ...]:
        """What has changed since."""
        before, after = asdict(self.made_with), asdict(now)
        return tuple(name for name in before if before[name] != after[name])


def calibrated(rows: Sequence[Row], max_wrong: float, made_with: MadeWith) -> Calibration:
    """The lowest threshold that keeps the promise; `rows` are of a run that answered all it could.

    Raises:
        InputError: when there are too few labelled questions, saying how many it would take.
    """
    labelled = [
        Labelled(row.confidence, row.got in row.expected, answerable=row.got is not None)
        for row in rows
    ]
    if not any(row.expected for row in rows):
        raise InputError(
            "None of the labelled questions has an entry that answers it. Write the ids of those "
            "that do under `relevant`."
        )
    choice = choose(labelled, max_wrong)
    if choice is None:
        raise InputError(_why_not(labelled, max_wrong))
    return Calibration(
        answer_at=choice.answer_at,
        max_wrong=max_wrong,
        questions=len(rows),
        answered=choice.answered,
        wrong=choice.wrong,
        made_with=made_with,
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def load_calibration(home: Path) -> Calibration | None:
    """The calibration of a library; None where there is none.

    Raises:
        SettingsError: when its file is damaged.
    """
    try:
        fields = json.loads((home / FILE).read_text("utf-8"))
        found = Calibration(**{**fields, "made_with": MadeWith(**fields["made_with"])})
        if not (0 <= found.answer_at <= 1 and 0 < found.max_wrong < 1):
            raise ValueError("its numbers are not shares")
        return found
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise SettingsError(
            f"{home / FILE} is damaged. Run `faqdesk calibrate` again, or remove the file."
        ) from error


def save_calibration(home: Path, calibration: Calibration) -> None:
    """Keeps a calibration in place of an earlier one.

    Raises:
        DiskError: when it cannot be written; the earlier one stays.
    """
    try:
        with written_whole(home / FILE) as scratch:
            scratch.write_text(json.dumps(asdict(calibration), indent=2), "utf-8")
    except OSError as error:
        raise DiskError(
            f"The calibration cannot be kept in {home} ({error.strerror}). "
            "Free some space, or mend the folder's permissions."
        ) from error


def remove_calibration(home: Path) -> bool:
    """Goes back to the settings; whether there was anything to go back from."""
    return removed(home / FILE)


class LiveThresholds:
    """The thresholds that hold now: the settings', or a calibration's where there is one.

    A threshold that the owner set by hand goes before a calibration.
    """

    def __init__(self, home: Path, settings: Callable[[], Settings]) -> None:
        self._settings = settings
        self._calibrated = WatchedFile(home / FILE, lambda: _calibration_or_none(home))

    def __call__(self) -> Thresholds:
        """The thresholds."""
        settings = self._settings()
        calibration = self._holding(settings)
        if calibration is None:
            return Thresholds(settings.answer_at, settings.suggest_at)
        suggest_at = min(settings.suggest_at, calibration.answer_at)
        return Thresholds(calibration.answer_at, suggest_at)

    def origin(self) -> str:
        """Where they come from, in words."""
        settings = self._settings()
        calibration = self._holding(settings)
        if calibration is not None:
            return f"picked by `faqdesk calibrate`: {calibration.promise}"
        by_hand = "answer_at" in settings.model_fields_set
        return "set by hand, in the settings" if by_hand else "as faqdesk comes"

    def _holding(self, settings: Settings) -> Calibration | None:
        """The calibration, where it holds."""
        calibration = self._calibrated.content()
        return None if "answer_at" in settings.model_fields_set else calibration


def _calibration_or_none(home: Path) -> Calibration | None:
    try:
        return load_calibration(home)
    except SettingsError as error:
        logger.warning("The thresholds of the settings hold: %s", error)
        return None


def weights_digest() -> str:
    """SHA-256 of the shipped weights."""
    return hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()


def _why_not(labelled: Sequence[Labelled], max_wrong: float) -> str:
    given = sum(item.answerable for item in labelled)
    fewest = fewest_answers(max_wrong)
    needed = questions_needed(labelled, max_wrong)
    have = f"{len(labelled):,} labelled questions, {given:,} of which find an entry"
    promise = f"that at most {max_wrong:.1%} of the answers are wrong"
    if needed:
        return (
            f"There are {have}: too few to promise {promise}. If the next ones are like these, it "
            f"takes about {needed:,}. Label more, or let more of the answers be wrong."
        )
    return (
        f"There are {have}, and too many of the surest are wrong to promise {promise}; it takes at "
        f"least {fewest} right in a row. An evaluation says which: mend those entries, or let more "
        "of the answers be wrong."
    )

"""Calibrates a library with labelled questions."""

from __future__ import annotations

from collections.abc import Sequence

from data.errors import ModelError
from index.encoder import Progress
from pipeline.build import Faqdesk
from pipeline.calibration import Calibration, MadeWith, calibrated, weights_digest
from pipeline.evaluation.records import LabelledQuestion
from pipeline.evaluation.reports import row_of
from pipeline.evaluation.run import ask_all
from pipeline.reading.choice import reader_digest


def calibrate_library(
    faqdesk: Faqdesk,
    questions: Sequence[LabelledQuestion],
    max_wrong: float,
    progress: Progress | None = None,
) -> Calibration:
    """Asks all questions, giving an entry wherever there is one, and picks the threshold.

    Raises:
        InputError: when there are too few questions, saying how many it would take.
        LibraryError, ModelError: as `Answerer.answer`.
    """
    eager = Faqdesk(faqdesk.settings.model_copy(update={"answer_at": 0.0, "suggest_at": 0.0}))
    try:
        # The same question twice tells nothing more: the promise counts independent ones.
        different = list({" ".join(q.query.lower().split()): q for q in questions}.values())
        outcomes, _ = ask_all(different, eager.unlogged_answerer, eager.fusion, progress)
        rows = [row_of(outcome, {}) for outcome in outcomes]
        return calibrated(rows, max_wrong, made_with(faqdesk))
    finally:
        eager.engine.dispose()


def made_with(faqdesk: Faqdesk) -> MadeWith:
    """What answers now."""
    try:
        reader = reader_digest(faqdesk.settings.reader)
    except ModelError:
        reader = ""
    number = faqdesk.store.current_generation_number()
    return MadeWith(faqdesk.encoder.digest, reader, weights_digest(), number)

"""The long work that pages have done in the background."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from app.jobs import Outcome
from data.audit import Action, Change, Fact
from data.records import Entry
from data.roles import Role, User
from index.building import BuildSteps
from pipeline.build import Faqdesk
from pipeline.calibration import save_calibration
from pipeline.drafting.preview import draft_library
from pipeline.evaluation.calibrating import calibrate_library
from pipeline.evaluation.question_sets import QuestionSet
from pipeline.evaluation.report_json import report_as_json
from pipeline.evaluation.service import (
    Choice,
    Evaluation,
    chosen_questions,
    evaluate_library,
    live_entries,
)

# What the name of a run ends with that is about drafts.
OF_DRAFTS = " (drafts)"


class Evaluate(Protocol):
    """`evaluate_library`, or a stand-in for it."""

    def __call__(
        self,
        faqdesk: Faqdesk,
        questions: QuestionSet,
        entries: Sequence[Entry],
        choice: Choice,
        progress: Callable[[int], None] | None = None,
    ) -> Evaluation:
        """The evaluation of the chosen questions."""


@dataclass(frozen=True, slots=True)
class EvaluationTask:
    """Asks questions of what is live, or of the drafts as they would be live."""

    questions: QuestionSet
    choice: Choice
    of_drafts: bool = False
    evaluate: Evaluate = evaluate_library
    unit: str = "question"

    @property
    def name(self) -> str:
        """The question set's, with a mark where it is asked of the drafts."""
        return f"{self.questions.name}{OF_DRAFTS}" if self.of_drafts else self.questions.name

    def run(self, faqdesk: Faqdesk, steps: BuildSteps) -> Outcome:
        """Keeps the report; its number is the outcome's run."""
        if not self.of_drafts:
            return self._kept(faqdesk, faqdesk, steps)
        with draft_library(faqdesk) as drafts:
            return self._kept(faqdesk, drafts, steps)

    def _kept(self, keeper: Faqdesk, asked: Faqdesk, steps: BuildSteps) -> Outcome:
        entries = live_entries(asked)
        categories = {entry.id: entry.category for entry in entries}
        steps.total(len(chosen_questions(self.questions, self.choice, categories)))
        evaluation = self.evaluate(asked, self.questions, entries, self.choice, steps.advance)
        generation = int(str(evaluation.report.run["generation"]))
        run = keeper.evaluations.add(self.name, generation, report_as_json(evaluation.report))
        return Outcome(run, evaluation.refused)


@dataclass(frozen=True, slots=True)
class CalibrationTask:
    """Picks from which confidence on to answer, so that a promise is kept, and keeps it."""

    questions: QuestionSet
    max_wrong: float
    by: User
    unit: str = "question"

    @property
    def name(self) -> str:
        """What is promised, by which questions."""
        return f"At most {self.max_wrong:.0%} wrong, by {self.questions.name}"

    def run(self, faqdesk: Faqdesk, steps: BuildSteps) -> Outcome:
        """Says what is promised then."""
        self.by.check(Role.OWNER, "change when it answers")
        asked = self.questions.questions
        steps.total(len(asked))
        calibration = calibrate_library(faqdesk, asked, self.max_wrong, steps.advance)
        save_calibration(faqdesk.settings.home, calibration)
        after = (Fact("promise", calibration.promise),)
        faqdesk.audit.add(Change(self.by.name, Action.SETTINGS_CHANGED, "calibration", after=after))
        return Outcome(
            said=f"Promised: {calibration.promise}. Of {calibration.questions:,} questions "
            f"{calibration.answered:,} are answered so, {calibration.wrong:,} of them wrongly."
        )


@dataclass(frozen=True, slots=True)
class PublishTask:
    """Puts every draft before visitors."""

    by: User
    note: str
    name: str = "Publishing"
    unit: str = "text"

    def run(self, faqdesk: Faqdesk, steps: BuildSteps) -> Outcome:
        """Says which generation is live then."""
        published = faqdesk.drafts.publish(self.by, self.note, steps)
        return Outcome(
            said=f"Published. Visitors get it now: generation {published.generation} is live."
        )


@dataclass(frozen=True, slots=True)
class RollBackTask:
    """Makes an earlier generation live again."""

    generation: int
    by: User
    unit: str = "text"

    @property
    def name(self) -> str:
        """Which one."""
        return f"Going back to generation {self.generation}"

    def run(self, faqdesk: Faqdesk, steps: BuildSteps) -> Outcome:  # noqa: ARG002  (it has none)
        """Says which generation is live then."""
        published = faqdesk.drafts.roll_back(self.generation, self.by)
        return Outcome(said=f"Generation {published.generation} is live again.")

"""The smallest changes to a library that would have changed what a visitor got.

None is guessed: the question is asked again of a library that differs in one thing, with the same
models. Where entries change, its index is built anew in a temporary folder, as a publish would
build it. The library itself is not touched.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property

from data.answers import Answer
from data.errors import UnknownEntryError
from data.records import Entry, Revision
from data.scope import MarksVersion, ScopeMark, ScopeMarks
from data.store import new_revisions
from index.generation import Generation
from pipeline.build import Faqdesk
from pipeline.drafting.preview import AUTHOR, DraftFaqdesk, DraftStore, library_of
from pipeline.explaining.records import Change, ChangeKind, Path, Reason, Weighed
from pipeline.settings import Settings

# Thresholds are tried in hundredths.
STEPS = 100


@dataclass(frozen=True)
class ChangedFaqdesk(DraftFaqdesk):
    """A library like another one, and with its models, in which a question is not marked."""

    unmarked: str = ""

    @cached_property
    def scope_marks(self) -> ScopeMarks:
        """The other marks."""
        return _OtherMarks(self.original, self.unmarked)


class _OtherMarks(ScopeMarks):
    """All marks but one."""

    def __init__(self, faqdesk: Faqdesk, unmarked: str) -> None:
        super().__init__(faqdesk.engine)
        self._unmarked = unmarked

    def version(self) -> MarksVersion:
        """Another one after each change."""
        version = super().version()
        return replace(version, count=len(self.all()))

    def all(self) -> list[ScopeMark]:
        """The other marks, the newest first."""
        return [mark for mark in super().all() if mark.question != self._unmarked]


def changes(
    faqdesk: Faqdesk, path: Path, category: str = "", wanted: str = ""
) -> tuple[Change, ...]:
    """What would have come of a question with one thing changed, the smallest change first.

    `wanted` is the id of the entry that should have answered; without one, it is the best that did
    not. Changes that make no difference are in it too: that they would not help is worth knowing.

    Raises:
        UnknownEntryError: when no published entry has the id that is wanted.
        LibraryError, ModelError: as `Answerer.answer`.
    """
    return tuple(_Trial(faqdesk, path, category).changes(wanted))


@dataclass(frozen=True)
class _Trial:
    """A question that is asked again and again."""

    faqdesk: Faqdesk
    path: Path
    category: str

    def changes(self, wanted: str) -> Iterator[Change]:
        verdict, candidates = self.path.verdict, self.path.candidates
        if verdict.reason is Reason.OUT_OF_SCOPE:
            yield self._unmarked()
        if verdict.reason in (Reason.SURE, Reason.UNSURE) and 0 < self._threshold() <= 1:
            yield self._with_threshold(self._threshold())
        better = wanted or self._better()
        if better and better != self.path.entry_id:
            yield from self._with_alternate(better)
        others = [other for other in self._in_the_way(candidates, better) if other]
        for other in dict.fromkeys(others):
            yield self._without(other)

    def _better(self) -> str:
        """The best entry that did not answer."""
        others = (c.entry_id for c in self.path.candidates if c.entry_id != self.path.entry_id)
        return next(others, "")

    def _in_the_way(self, candidates: Sequence[Weighed], better: str) -> Iterator[str]:
        """What was given, or else what kept the best one from being given."""
        if self.path.verdict.reason in (Reason.SMALL_TALK, Reason.OUT_OF_SCOPE):
            return
        if self.path.entry_id:
            yield self.path.entry_id
        elif candidates and candidates[0].entry_id != better:
            yield candidates[0].entry_id
        else:
            yield self.path.verdict.too_close.rival

    def _threshold(self) -> float:
        """The nearest threshold on the other side of the confidence; over 1 there is none."""
        scale, confidence = STEPS, self.path.verdict.confidence
        if self.path.verdict.reason is Reason.UNSURE:
            return math.floor(confidence * scale) / scale
        return (math.floor(confidence * scale) + 1) / scale

    def _with_threshold(self, threshold: float) -> Change:
        # What is in the copy goes before a calibration, as what an owner sets by hand does.
        settings = self.faqdesk.settings.model_copy(update={"answer_at": threshold})
        answer = self._asked(self._copy(settings))
        return replace(self._change(ChangeKind.THRESHOLD, answer), threshold=threshold)

    def _unmarked(self) -> Change:
        marked = self.path.wanted.marked
        answer = self._asked(self._copy(self.faqdesk.settings, marked))
        return replace(self._change(ChangeKind.UNMARKED, answer), question=marked)

    def _with_alternate(self, entry_id: str) -> Iterator[Change]:
        entry = self._revision(entry_id).entry
        if self.path.question in entry.forms:
            return
        alternates = (*entry.alternates, self.path.question)
        with self._library_with(replace(entry, alternates=alternates)) as changed:
            change = self._change(ChangeKind.ALTERNATE, self._asked(changed))
        yield replace(change, entry_id=entry_id, question=entry.question)

    def _without(self, entry_id: str) -> Change:
        gone = self._revision(entry_id)
        others = [revision for revision in self._revisions if revision is not gone]
        with library_of(self.faqdesk, others, self._live) as changed:
            change = self._change(ChangeKind.WITHOUT, self._asked(changed))
        return replace(change, entry_id=entry_id, question=gone.entry.question)

    def _revision(self, entry_id: str) -> Revision:
        for revision in self._revisions:
            if revision.entry.id == entry_id:
                return revision
        raise UnknownEntryError(
            f"No published entry has the id {entry_id!r}. `faqdesk list` shows them all."
        )

    @cached_property
    def _live(self) -> Generation:
        return self.faqdesk.library.current()

    @cached_property
    def _revisions(self) -> list[Revision]:
        return self.faqdesk.store.generation_revisions(self._live.number)

    def _copy(self, settings: Settings, unmarked: str = "") -> Faqdesk:
        """The same library with other settings, or without a mark."""
        info = self.faqdesk.store.generation(self._live.number)
        store = DraftStore(self.faqdesk.engine, info, self._revisions)
        return ChangedFaqdesk(settings, self.faqdesk, store, self._live, unmarked)

    @contextmanager
    def _library_with(self, entry: Entry) -> Iterator[Faqdesk]:
        last = self.faqdesk.store.last_revision_number()
        [new] = new_revisions([entry], after=last, created_by=AUTHOR)
        holds = [new if r.entry.id == entry.id else r for r in self._revisions]
        with library_of(self.faqdesk, holds, self._live) as changed:
            yield changed

    def _asked(self, library: Faqdesk) -> Answer:
        return library.unlogged_answerer.answer(self.path.question, self.category)

    def _change(self, kind: ChangeKind, answer: Answer) -> Change:
        entry, first = answer.entry, answer.candidates[0] if answer.candidates else None
        answer_id = entry.id if entry else ""
        return Change(
            kind=kind,
            entry_id="",
            question="",
            threshold=0.0,
            changes=(answer.decision, answer_id)
            != (self.path.verdict.decision, self.path.entry_id),
            decision=answer.decision,
            confidence=answer.confidence,
            answer_id=answer_id,
            answer_question=entry.question if entry else "",
            first_id=first.entry.id if first else "",
        )

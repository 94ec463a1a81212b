"""From files to a published library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from data.importing import read_sources
from data.importing.notes import printable
from data.records import Draft, Entry, ImportedFile, IngestReport, Rejection, Status
from index.building import BuildSteps
from pipeline.intent.kinds import KindClassifier
from pipeline.planning import Plan, plan_changes
from pipeline.publish import Publisher


class Ingester:
    """Imports files of questions and answers and publishes what changed."""

    def __init__(self, publisher: Publisher, kinds: KindClassifier) -> None:
        self._publisher = publisher
        self._kinds = kinds

    def ingest(
        self,
        paths: Sequence[str],
        *,
        mapping: Mapping[str, str] | None = None,
        replace_all: bool = False,
        steps: BuildSteps | None = None,
    ) -> IngestReport:
        """Imports files, folders or `-` for standard input; publishes only if something changed.

        With `replace_all` the library becomes equal to the files: what they lack is retired, unless
        a row was rejected, since its entry would be retired for a typing mistake.

        Raises:
            SourceError: when the only file cannot be read; nothing has changed then.
            DiskError: when the disk is full; nothing has changed then.
        """
        files = list(read_sources(paths, mapping))
        drafts, rejected, warnings = _collected(files)
        if not drafts:
            generation = self._publisher.store.current_generation_number()
            return IngestReport(
                rejected=tuple(rejected), warnings=tuple(warnings), generation=generation
            )
        with self._publisher.lock():
            revisions = self._publisher.store.current_revisions(status=None)
            current = [revision.entry for revision in revisions]
            plan = plan_changes(drafts, current, replace_all=replace_all)
            rejected = [*rejected, *plan.rejected]
            if replace_all and rejected:
                warnings = [*warnings, _nothing_retired(plan)]
                plan = replace(plan, retired=())
            return self._applied(plan, rejected, warnings, _names(paths), steps)

    def retire(self, entry_ids: Sequence[str], by: str) -> IngestReport:
        """Takes entries away from visitors; their history stays.

        Raises:
            UnknownEntryError: when one of them is not in the library; nothing has changed then.
        """
        with self._publisher.lock():
            entries = [self._publisher.store.current_revision(name).entry for name in entry_ids]
            live = {entry.id: entry for entry in entries if entry.status is Status.LIVE}
            retired = tuple(replace(entry, status=Status.RETIRED) for entry in live.values())
            plan = Plan(retired=retired, unchanged=len(set(entry_ids)) - len(retired))
            return self._applied(plan, [], [], by, None)

    def _applied(
        self,
        plan: Plan,
        rejected: Sequence[Rejection],
        warnings: Sequence[str],
        by: str,
        steps: BuildSteps | None,
    ) -> IngestReport:
        changed: Sequence[Entry] = plan.changed
        generation = self._publisher.store.current_generation_number()
        embedded = 0
        if changed or generation is None:
            published = self._publisher.publish(changed, by, steps)
            generation, embedded = published.generation, published.embedded
            # Now, and not when the first visitor asks.
            self._kinds.ready()
        return IngestReport(
            added=len(plan.added),
            updated=len(plan.updated),
            unchanged=plan.unchanged,
            retired=len(plan.retired),
            rejected=tuple(rejected),
            warnings=tuple(warnings),
            generation=generation,
            embedded=embedded,
        )


def _collected(
    files: Sequence[ImportedFile],
) -> tuple[list[Draft], list[Rejection], list[str]]:
    drafts = [draft for file in files for draft in file.drafts]
    rejected = [rejection for file in files for rejection in file.rejections]
    warnings = [f"{file.name}: {warning}" for file in files for warning in file.warnings]
    return drafts, rejected, warnings


def _nothing_retired(plan: Plan) -> str:
    return (
        f"{len(plan.retired)} entries are not in the files but were kept, because some rows were "
        "rejected. Mend those rows and run it again with --replace."
    )


def _names(paths: Sequence[str]) -> str:
    names = ", ".join(
        "standard input" if path == "-" else printable(Path(path).name) for path in paths
    )
    return f"ingest {names}"

"""What would have changed an answer, in sentences."""

from __future__ import annotations

from data.answers import Decision
from pipeline.explaining.records import Change, ChangeKind, Path
from pipeline.explaining.words import entry_name, percent, quoted

NO_CHANGE = "Nothing small was found that would change it."


def told(change: Change, path: Path) -> str:
    """What was changed and what came of it."""
    # A threshold moves no confidence, so that there is none to tell.
    is_same = change.kind is ChangeKind.THRESHOLD
    sure = "" if is_same else f", {percent(change.confidence)} sure"
    return f"{_changed(change, path)} {_outcome(change, path)}{sure}."


def _changed(change: Change, path: Path) -> str:
    if change.kind is ChangeKind.THRESHOLD:
        return f"If answering took {percent(change.threshold)},"
    if change.kind is ChangeKind.UNMARKED:
        return f"If {quoted(change.question)} were not marked as out of scope,"
    if change.kind is ChangeKind.ALTERNATE:
        return f"With {quoted(path.question)} as another way to ask {quoted(change.question)},"
    return f"Without the entry {quoted(change.question)},"


def _outcome(change: Change, path: Path) -> str:
    if change.answer_id:
        if change.answer_id == path.entry_id:
            return "the same entry would be given"
        if change.answer_id == change.entry_id:
            return "that entry would be given"
        return f"{quoted(change.answer_question)} would be given"
    if not change.changes:
        return "it would still not be answered"
    if change.decision is Decision.SUGGESTED:
        return "there would be suggestions only"
    first = f": {entry_name(path, change.first_id)} would come first" if change.first_id else ""
    return f"there would be no answer{first}"

"""What would have changed an answer, in sentences."""

from __future__ import annotations

from data.answers import Decision
from pipeline.explaining.records import Change, ChangeKind, Path
from pipeline.explaining.words import entry_name, percent, quoted

NO_CHANGE = "Nothing small was found that would change it."


def told(change: Change, path: Path) -> str:
    """What was changed and what came of it."""
    return f"{_changed(change, path)} {_outcome(change, path)}"


def _changed(change: Change, path: Path) -> str:
    if change.kind is ChangeKind.THRESHOLD:
        return f"If it took {percent(change.threshold)} to answer,"
    if change.kind is ChangeKind.UNMARKED:
        return f"If {quoted(change.question)} were not marked as out of scope,"
    if change.kind is ChangeKind.ALTERNATE:
        return f"With {quoted(path.question)} as another way to ask {quoted(change.question)},"
    return f"Without the entry {quoted(change.question)},"


def _outcome(change: Change, path: Path) -> str:
    sure = percent(change.confidence)
    if change.answer_id:
        if change.answer_id == path.entry_id:
            return f"the same entry would be given, {sure} sure."
        if change.answer_id == change.entry_id:
            return f"that entry would be given, {sure} sure."
        return f"{quoted(change.answer_question)} would be given, {sure} sure."
    if not change.changes:
        return f"it would still not be answered ({sure} sure)."
    if change.decision is Decision.SUGGESTED:
        return f"there would be suggestions only ({sure} sure)."
    first = f": {entry_name(path, change.first_id)} would come first" if change.first_id else ""
    return f"there would be no answer{first} ({sure} sure)."

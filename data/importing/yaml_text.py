"""YAML as plain values, built from its events: nothing that a file names is made or run.

Text stays as it is written: `yes`, `007` and `2026-03-01` are texts, as the person who wrote an
answer meant them. Aliases (`*name`) are refused, since a few lines of them can stand for gigabytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from data.errors import SourceError

MAX_DEPTH = 50
_NULLS = ("", "~", "null", "Null", "NULL")


@dataclass(slots=True)
class Lined:
    """The documents of a YAML text, and the line on which each of their parts stands.

    `repeated` are names that stand twice in one mapping, of which the last one counts.
    """

    documents: list[object] = field(default_factory=list)
    repeated: list[str] = field(default_factory=list)
    _lines: dict[int, int] = field(default_factory=dict)
    _keys: dict[int, dict[str, int]] = field(default_factory=dict)

    def line(self, value: object, key: str = "") -> int:
        """The line of a mapping or list, or of its part under a key or at an index.

        It is 1 for what is none of its parts.
        """
        line = self._lines.get(id(value), 1)
        return self._keys.get(id(value), {}).get(key, line)


@dataclass(slots=True)
class _Open:
    """A mapping or list that is being filled; a mapping's `key` waits for its value."""

    value: dict[str, object] | list[object]
    key: str | None = None


class _Builder:
    """Puts events together."""

    def __init__(self, name: str, first_line: int) -> None:
        self._name = name
        self._first_line = first_line
        self._open: list[_Open] = []
        self.built = Lined()

    def take(self, event: Any) -> None:
        """Take in the next event."""
        kind, line = type(event).__name__, event.start_mark.line + self._first_line
        if kind == "ScalarEvent":
            plain = event.implicit[0] and not event.style
            self._put(None if plain and event.value in _NULLS else event.value, line)
        elif kind in ("SequenceStartEvent", "MappingStartEvent"):
            self._begin([] if kind == "SequenceStartEvent" else {}, line)
        elif kind in ("SequenceEndEvent", "MappingEndEvent"):
            self._open.pop()
        elif kind == "AliasEvent":
            raise SourceError(
                f"{self._name}, row {line}: '*{event.anchor}' stands for another part of the file. "
                "Write out what it stands for, or put quotes around it if it is text."
            )

    def _begin(self, value: dict[str, object] | list[object], line: int) -> None:
        if len(self._open) == MAX_DEPTH:
            raise SourceError(
                f"{self._name}, row {line}: lists and mappings are nested deeper than {MAX_DEPTH}. "
                "Write them flat."
            )
        self.built._lines[id(value)] = line
        self._put(value, line)
        self._open.append(_Open(value))

    def _put(self, value: object, line: int) -> None:
        if not self._open:
            self.built.documents.append(value)
            return
        parent = self._open[-1]
        if isinstance(parent.value, list):
            self._note(parent, str(len(parent.value)), line)
            parent.value.append(value)
        elif parent.key is None:
            parent.key = self._key(value, line)
            if parent.key in parent.value:
                self.built.repeated.append(parent.key)
            self._note(parent, parent.key, line)
        else:
            parent.value[parent.key] = value
            parent.key = None

    def _note(self, parent: _Open, key: str, line: int) -> None:
        self.built._keys.setdefault(id(parent.value), {})[key] = line

    def _key(self, value: object, line: int) -> str:
        if isinstance(value, (dict, list)):
            raise SourceError(
                f"{self._name}, row {line}: a list or mapping stands where a name should. "
                "Put quotes around text that begins with a bracket or a brace."
            )
        return value if isinstance(value, str) else ""


def load_yaml(name: str, text: str, first_line: int = 1) -> Lined:
    """What a YAML text holds; its first line is counted as `first_line`.

    Raises:
        SourceError: it is not YAML, is nested too deep, or holds aliases.
    """
    import yaml

    builder = _Builder(name, first_line)
    try:
        for event in _events(text):
            builder.take(event)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise SourceError(
            f"{name} is not valid YAML: {_problem(error, first_line)}. Mend it there; text that "
            "holds ': ' or ' #', or begins with a sign such as @, * or %, needs quotes around it."
        ) from error
    return builder.built


def _events(text: str) -> Iterator[Any]:
    import yaml

    # libyaml is ten times as fast, and comes with nearly every build of the library.
    return iter(yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))


def _problem(error: Exception, first_line: int) -> str:
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return getattr(error, "reason", None) or "it cannot be read"
    row, column = mark.line + first_line, mark.column + 1
    return f"{getattr(error, 'problem', None) or 'it breaks off'} (row {row}, column {column})"

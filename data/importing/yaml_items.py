"""YAML: lists of questions and answers in the shapes of JSON, and ChatterBot's conversations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from data.errors import SourceError
from data.importing.json_items import items_in, sheet_of_items
from data.importing.notes import Notes
from data.importing.sheets import Row, Sheet, row_of
from data.importing.yaml_text import Lined, load_yaml
from data.records import Place, Rejection

MAX_YAML_CHARS = 20 * 1024**2
SHAPE = "Give a list of items such as\n- question: How long is delivery?\n  answer: Three days."
_CONVERSATION = ("first line", "second line", "categories", "categories after the first")
_HINTS = dict(zip(("question", "answer", "category", "tags"), _CONVERSATION, strict=True))


def read_yaml(name: str, text: str, notes: Notes) -> Sheet:
    """The items of a YAML text, numbered by the line on which each begins.

    Raises:
        SourceError: it is too large, not YAML, or not of a shape that holds questions and answers.
    """
    if len(text) > MAX_YAML_CHARS:
        size = MAX_YAML_CHARS // 1024**2
        raise SourceError(f"{name} is larger than {size} MB. Split it into several files.")
    tree = load_yaml(name, text)
    notes.repeated(tree.repeated)
    found = [document for document in tree.documents if document is not None]
    if not found:
        raise SourceError(f"{name} holds nothing but comments. {SHAPE}")
    first = found[0]
    if isinstance(first, dict) and isinstance(first.get("conversations"), list):
        return _conversations(name, tree, first, notes)
    items: list[tuple[int, object]] = []
    for document in found:
        inside = items_in(name, document, SHAPE)
        whole = isinstance(document, list) and len(document) == len(inside)
        for at, item in enumerate(inside):
            line = tree.line(document, str(at)) if whole else _line(tree, document, item)
            items.append((line, item))
    return sheet_of_items(name, items, "item", SHAPE)


def _line(tree: Lined, document: object, item: object) -> int:
    """Where an item stands, or where its question does if that is a key of the document."""
    asked = item.get("question") if isinstance(item, dict) else None
    line = tree.line(item)
    return line if line > 1 else tree.line(document, asked if isinstance(asked, str) else "")


def _conversations(name: str, tree: Lined, document: Mapping[str, object], notes: Notes) -> Sheet:
    """ChatterBot's training data: each conversation is a list of lines, said in turn."""
    given = document.get("categories")
    categories = given if isinstance(given, list) else [given]
    known: list[object] = [text for text in categories if isinstance(text, str) and text]
    conversations = document["conversations"]
    rows: list[Row] = []
    rejected: list[Rejection] = []
    for at, conversation in enumerate(conversations if isinstance(conversations, list) else []):
        number = tree.line(conversations, str(at))
        lines = _spoken(conversation)
        if len(lines) < 2:
            reason = "the conversation has no question with an answer below it: write both"
            rejected.append(Rejection(Place(name, number), reason))
            continue
        if len(lines) > 2:
            notes.at(number, "only the first two lines were kept of the conversations in {rows}")
        rows.append(row_of(number, [*lines[:2], *known[:1], known[1:]]))
    width = 2 + min(2, len(known))
    hints = {field: column for field, column in _HINTS.items() if column in _CONVERSATION[:width]}
    if not rows and not rejected:
        raise SourceError(f"{name} has no conversations. Give each as a list of two lines.")
    header = _CONVERSATION[:width]
    return Sheet(name, header, tuple(rows), tuple(rejected), hints=hints, is_document=True)


def _spoken(conversation: object) -> Sequence[object]:
    if not isinstance(conversation, list):
        return []
    return [line for line in conversation if isinstance(line, str)]

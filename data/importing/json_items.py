"""JSON and JSON lines: objects, told apart from whatever is wrapped around them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from data.errors import SourceError
from data.importing.cells import load_json
from data.importing.columns import Columns, normalised, resolve
from data.importing.sheets import Row, Sheet, is_blank
from data.records import Place, Rejection

WRAPPERS = "qna faqs faq entries questions data items qnalist qnadocuments records rows results"
SHAPE = (
    'Give a list of objects such as [{"question": "…", "answer": "…"}], '
    'or one object {"question": "answer", …}.'
)
# Where the name of a group of items stands.
GROUP_TITLES = "category section group topic title name heading"
MAX_WRAPPERS = 3


def read_json(name: str, text: str) -> Sheet:
    """The items of a JSON text, numbered from 1; JSON lines are recognised and numbered by line.

    Raises:
        SourceError: it is not JSON, or not of a shape that holds questions and answers.
    """
    repeated: list[str] = []
    try:
        value = load_json(text, repeated)
    except RecursionError as error:
        raise SourceError(f"{name} is nested too deep. {SHAPE}") from error
    except ValueError as error:
        if len(_good_lines(text)) > 1:
            return read_json_lines(name, text)
        raise SourceError(f"{name} is not valid JSON: {error}. Mend it there.") from error
    sheet = sheet_of_items(name, enumerate(items_in(name, value), start=1), "item")
    sheet.notes.repeated(repeated)
    return sheet


def read_json_lines(name: str, text: str) -> Sheet:
    """The objects of JSON lines; a line that is not JSON is a rejection and the rest goes on.

    Raises:
        SourceError: no line holds an object.
    """
    if not _good_lines(text):
        return read_json(name, text)
    rejected, items = [], []
    repeated: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        try:
            items += [(number, load_json(line, repeated))] if line.strip() else []
        except (ValueError, RecursionError) as error:
            reason = f"the line is not valid JSON ({_cause(error)}): mend it or delete it"
            rejected.append(Rejection(Place(name, number), reason))
    sheet = sheet_of_items(name, items, "line")
    sheet.notes.repeated(repeated)
    return replace(sheet, rejections=(*rejected, *sheet.rejections))


def _cause(error: Exception) -> str:
    return "nested too deep" if isinstance(error, RecursionError) else str(error)


def _good_lines(text: str, enough: int = 2) -> list[dict[str, object]]:
    """The first lines that are objects by themselves, as a sign of JSON lines."""
    found: list[dict[str, object]] = []
    for line in text.split("\n"):
        if line.lstrip().startswith("{"):
            try:
                value = load_json(line)
            except (ValueError, RecursionError):
                continue
            found += [value] if isinstance(value, dict) else []
        if len(found) == enough:
            break
    return found


def items_in(name: str, value: object, shape: str = SHAPE, depth: int = 0) -> list[object]:
    """The items of a value, freed from what is wrapped around them.

    Raises:
        SourceError: it holds no list of items; `shape` tells the person what would do.
    """
    if isinstance(value, list):
        return [inner for item in value for inner in _ungrouped(item)]
    if isinstance(value, dict) and depth < MAX_WRAPPERS:
        if _meanings(tuple(value)).complete and not _is_list_of_objects(value.values()):
            return [value]
        if value and all(type(answer) is str for answer in value.values()):
            return [{"question": asked, "answer": answer} for asked, answer in value.items()]
        by_category = _by_category(value)
        if by_category:
            return by_category
        return items_in(name, _unwrapped(value), shape, depth + 1)
    raise SourceError(f"{name} holds no list of questions and answers. {shape}")


@lru_cache(maxsize=4096)
def _meanings(keys: tuple[str, ...]) -> Columns:
    """What keys mean; the items of a file have the same ones over and over."""
    return resolve(keys, {})


def _is_list_of_objects(values: Iterable[object]) -> bool:
    return any(isinstance(value, list) and _some_object(value) for value in values)


def _some_object(values: list[object]) -> bool:
    return any(isinstance(value, dict) for value in values)


def _unwrapped(value: Mapping[str, object]) -> object:
    """What stands under a well-known name, or else the only list of objects there is."""
    by_name = {normalised(key): inner for key, inner in value.items()}
    for wrapper in WRAPPERS.split():
        if isinstance(by_name.get(wrapper), (list, dict)):
            return by_name[wrapper]
    lists = [inner for inner in value.values() if isinstance(inner, list) and _some_object(inner)]
    return lists[0] if len(lists) == 1 else None


def _ungrouped(item: object) -> list[object]:
    """The items of a group such as {"title": "Billing", "questions": […]}, or the item itself."""
    if not isinstance(item, dict) or _meanings(tuple(item)).complete:
        return [item]
    lists = [inner for inner in item.values() if isinstance(inner, list) and _some_object(inner)]
    if len(lists) != 1:
        return [item]
    titles = {normalised(key): text for key, text in item.items() if isinstance(text, str)}
    title = next((titles[name] for name in GROUP_TITLES.split() if name in titles), "")
    return [_in_category(inner, title) for inner in lists[0]]


def _by_category(value: Mapping[str, object]) -> list[object]:
    """The items of an object that holds a list for each category; [] where it is another."""
    lists = {key: inner for key, inner in value.items() if isinstance(inner, list)}
    if len(lists) < 2 or not all(_are_entries(inner) for inner in lists.values()):
        return []
    return [_in_category(item, key) for key, inner in lists.items() for item in inner]


def _are_entries(items: list[object]) -> bool:
    return bool(items) and all(
        isinstance(item, dict) and _meanings(tuple(item)).complete for item in items
    )


def _in_category(item: object, category: str) -> object:
    """The item, with its own category or that of its group under one name."""
    if isinstance(item, dict):
        own = _meanings(tuple(item)).fields.get("category")
        if own or category:
            item["category"] = item.pop(list(item)[own[0]]) if own else category
    return item


def sheet_of_items(
    name: str, items: Iterable[tuple[int, object]], unit: str, shape: str = SHAPE
) -> Sheet:
    """Items as rows: each key that occurs is a column, in the order of first appearance.

    Raises:
        SourceError: none of them is an object; `shape` tells the person what would do.
    """
    positions: dict[str, int] = {}
    rows, rejected = [], []
    for number, item in items:
        if isinstance(item, dict):
            rows.append(_row(number, item, positions))
        else:
            reason = f"the {unit} is not an object with a question and an answer: make it one"
            rejected.append(Rejection(Place(name, number), reason))
    if not rows:
        raise SourceError(f"{name} holds no list of questions and answers. {shape}")
    return Sheet(name, tuple(positions), tuple(rows), tuple(rejected))


def _row(number: int, item: Mapping[str, object], positions: dict[str, int]) -> Row:
    cells = {}
    for key, value in item.items():
        at = positions.setdefault(key, len(positions))
        if not is_blank(value):
            cells[at] = value
    return Row(number, cells)

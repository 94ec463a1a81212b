"""Front matter: what stands between two lines of `---` at the head of a Markdown file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from data.importing.columns import normalised, resolve
from data.importing.sheets import is_blank
from data.importing.yaml_text import Lined, load_yaml

_BLOCK = re.compile(r"---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_ABSOLUTE = re.compile(r"https?://", re.IGNORECASE)
# Site generators write where a page goes on the site under these names.
_PERMALINKS = ("permalink", "canonical", "canonicalurl", "slug")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What the front matter says of a page, and the text below it.

    `more` are the other fields that it fills. Of a file without front matter all but the body is
    blank.
    """

    body: str
    body_line: int = 1
    question: str = ""
    question_key: str = ""
    question_line: int = 1
    answer: str = ""
    more: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_title(self) -> bool:
        """Whether the question is called a title, as pages of questions have one too."""
        return normalised(self.question_key) == "title"


def split_front_matter(name: str, text: str) -> FrontMatter:
    """The front matter of a Markdown text and what stands below it.

    Raises:
        SourceError: the front matter is not valid YAML.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    block = _BLOCK.match(text)
    if not block:
        return FrontMatter(text)
    body, body_line = text[block.end() :], text.count("\n", 0, block.end()) + 1
    tree = load_yaml(name, block[1], first_line=2)
    values = tree.documents[0] if tree.documents else {}
    if not isinstance(values, dict):
        return FrontMatter(text) if values else FrontMatter(body, body_line)
    return _understood(values, tree, body, body_line)


def _understood(
    values: Mapping[str, object], tree: Lined, body: str, body_line: int
) -> FrontMatter:
    """Only keys that mean a field are kept: the rest are settings of the site's generator."""
    header = tuple(values)
    columns = resolve(header, {})
    keys = {name: header[positions[0]] for name, positions in columns.fields.items()}
    filled = {name: values[key] for name, key in keys.items() if not is_blank(values[key])}
    question, answer = filled.pop("question", ""), filled.pop("answer", "")
    url = next((values[key] for key in header if normalised(key) in _PERMALINKS), None)
    if isinstance(url, str) and _ABSOLUTE.match(url):
        filled.setdefault("url", url)
    key = keys.get("question", "")
    return FrontMatter(
        body,
        body_line,
        question if isinstance(question, str) else "",
        key,
        tree.line(values, key),
        answer if isinstance(answer, str) else "",
        filled,
    )

"""The views of a question, each a tab of the page. A new view is one more line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.inspecting import inside, path
from app.inspecting.address import Asked
from pipeline.explaining.records import Explanation


@dataclass(frozen=True, slots=True)
class View:
    """A tab: `show` draws it, and only while it is open."""

    title: str
    show: Callable[[Asked, Explanation], None]


VIEWS = (
    View("The path", path.show),
    View("Tokens", inside.show_tokens),
    View("Vectors", inside.show_vectors),
    View("Attention", inside.show_attention),
    View("By hand", inside.show_by_hand),
    View("Then and now", inside.show_then_and_now),
    View("Decoding", inside.show_decoding),
)

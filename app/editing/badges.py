"""How an entry stands, as a few coloured words."""

from __future__ import annotations

from datetime import date

from pipeline.drafting.items import Item, ItemState
from pipeline.validity import standing

_WORDS = {
    ItemState.LIVE: "",
    ItemState.RETIRED: ":gray-badge[retired]",
    ItemState.NEW: ":green-badge[new]",
    ItemState.CHANGED: ":orange-badge[changed]",
    ItemState.RETIRING: ":red-badge[to be retired]",
    ItemState.RETURNING: ":green-badge[to be restored]",
}


def badges(item: Item, today: date) -> str:
    """The badges of an item in Streamlit's markdown; "" for one that is simply live."""
    words = [_WORDS[item.state]]
    if item.is_outdated:
        words.append(":red-badge[out of date]")
    if told := standing(item.entry, today):
        words.append(f":gray-badge[{told}]")
    return " ".join(filter(None, words))

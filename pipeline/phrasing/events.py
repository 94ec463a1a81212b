"""Words from a server that streams them as OpenAI's chat and text completions do.

The format is that of server-sent events (WHATWG HTML, section 9.2): lines `data: {…}`, the last one
`data: [DONE]`.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

from data.errors import PhrasingError

DATA = "data:"
DONE = "[DONE]"
# No reply is that long: whoever sends more is not writing one.
MOST_CHARACTERS = 20_000


async def words(lines: AsyncIterator[str], who: str) -> AsyncGenerator[str]:
    """The words in the lines of a streamed reply; `who` names the server in messages.

    Raises:
        PhrasingError: when the lines make no sense, or end before the reply does.
    """
    total, finished = 0, False
    async for line in lines:
        if not line.startswith(DATA):
            continue
        data = line.removeprefix(DATA).strip()
        if data == DONE:
            return
        choice = _choice(data, who)
        finished = finished or bool(choice.get("finish_reason"))
        piece = _piece(choice)
        total += len(piece)
        if total > MOST_CHARACTERS:
            raise PhrasingError(f"{who} sent more than a reply. Check what runs there.")
        if piece:
            yield piece
    if not finished:
        raise PhrasingError(f"{who} broke off in the middle of a reply. Look at its log.")


def _choice(data: str, who: str) -> dict[str, Any]:
    try:
        found = json.loads(data)
        choices = found.get("choices")
        if choices is None or "error" in found:
            raise ValueError("no choices")
        # The last event of some servers counts tokens and has no choice.
        choice = choices[0] if choices else {}
        if not isinstance(choice, dict):
            raise ValueError("a choice is no object")
    except (ValueError, AttributeError, TypeError, KeyError) as error:
        raise PhrasingError(
            f"{who} sent something that is no reply. Check that its address is that of an "
            "OpenAI-compatible endpoint."
        ) from error
    return choice


def _piece(choice: dict[str, Any]) -> str:
    delta = choice.get("delta")
    told = delta.get("content") if isinstance(delta, dict) else choice.get("text")
    return told if isinstance(told, str) else ""

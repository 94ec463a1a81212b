"""The way to a server that writes replies, over HTTP, and one request on it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from data.errors import PhrasingError
from pipeline.phrasing.events import words

if TYPE_CHECKING:
    import httpx2

OK = 200
UNCLEAR = (400, 422)
TOO_MANY = 429
SERVER_FAILED = 500


class BusyError(PhrasingError):
    """The server cannot be reached or cannot reply now: trying again may help.

    `after_s` is how many seconds it asked to wait, where it did.
    """

    after_s: float = 0.0


class RefusedError(PhrasingError):
    """The server refuses the request as it is.

    `unclear` says that there may be something in it that the server does not understand.
    """

    unclear: bool = False


@dataclass(frozen=True, slots=True)
class Route:
    """Where a server is and how long it may take. The key is in no message."""

    url: str
    connect_s: float
    total_s: float
    key: str = field(default="", repr=False)
    socket: Path | None = None

    @property
    def who(self) -> str:
        """The server as messages name it: without a user, a password, a path or a query."""
        if self.socket is not None:
            return "The phrasing model"
        parts = urlsplit(self.url)
        at = f":{parts.port}" if parts.port else ""
        return f"The phrasing endpoint {parts.scheme}://{parts.hostname}{at}"


async def streamed(route: Route, path: str, body: Mapping[str, Any]) -> AsyncGenerator[str]:
    """The words of the reply to one request, as they come.

    Raises:
        BusyError: when trying again may help.
        RefusedError: when the server refuses the request.
        PhrasingError: when what it sends is no reply.
    """
    lines = lines_of(route, path, body)
    async with aclosing(lines), aclosing(words(lines, route.who)) as pieces:
        async for piece in pieces:
            yield piece


async def lines_of(route: Route, path: str, body: Mapping[str, Any] | None) -> AsyncGenerator[str]:
    """The lines of what a server says to one request, as they come; it is a GET without a body.

    Raises:
        BusyError, RefusedError, PhrasingError: as `streamed`.
    """
    import httpx2

    headers = {"Authorization": f"Bearer {route.key}"} if route.key else {}
    timeout = httpx2.Timeout(route.total_s, connect=min(route.connect_s, route.total_s))
    method = "GET" if body is None else "POST"
    try:
        async with (
            httpx2.AsyncClient(transport=_transport(route), timeout=timeout) as client,
            client.stream(method, f"{route.url}{path}", json=body, headers=headers) as response,
        ):
            _check(response, route.who)
            async for line in response.aiter_lines():
                yield line
    except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
        raise BusyError(f"{route.who} cannot be reached. Check that it runs.") from error
    except httpx2.TimeoutException as error:
        raise PhrasingError(f"{route.who} took too long. Look at its log.") from error
    except (httpx2.HTTPError, httpx2.InvalidURL, UnicodeDecodeError) as error:
        raise PhrasingError(
            f"{route.who} broke off in the middle of a reply. Look at its log."
        ) from error


def _transport(route: Route) -> httpx2.AsyncHTTPTransport | None:
    import httpx2

    return httpx2.AsyncHTTPTransport(uds=str(route.socket)) if route.socket else None


def _check(response: httpx2.Response, who: str) -> None:
    status = response.status_code
    if status == TOO_MANY or status >= SERVER_FAILED:
        busy = BusyError(f"{who} is busy or out of order (status {status}). Look at its log.")
        busy.after_s = _seconds(response.headers.get("Retry-After", ""))
        raise busy
    if status != OK:
        refused = RefusedError(
            f"{who} refuses the request (status {status}). Check its address, the model's name "
            "and the key."
        )
        refused.unclear = status in UNCLEAR
        raise refused


def _seconds(text: str) -> float:
    return float(text) if text.isdecimal() else 0.0

"""Any OpenAI-compatible endpoint: vLLM, Ollama, a llama.cpp server, a cloud."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import aclosing
from dataclasses import asdict
from typing import Any
from urllib.parse import urlsplit

from data.errors import PhrasingError, SettingsError
from pipeline.phrasing.breaker import Breaker
from pipeline.phrasing.phraser import Decoding, Method, PhraseRequest
from pipeline.phrasing.prompt import chat_prompt
from pipeline.phrasing.route import BusyError, RefusedError, Route, streamed
from pipeline.phrasing.waiting import pieces_of

CHAT = "/chat/completions"
CONNECT_S = 3.0
TRIES = 3
FIRST_WAIT_S = 0.5


class EndpointPhraser:
    """Writes replies by asking an endpoint; a request that fails early is made up to three times.

    After several failures on end the endpoint is left alone for a while.
    """

    def __init__(
        self,
        url: str,
        model: str,
        timeout_s: float,
        key: str = "",
        *,
        breaker: Breaker | None = None,
        first_wait_s: float = FIRST_WAIT_S,
    ) -> None:
        self._route = Route(base_url(url), CONNECT_S, timeout_s, key)
        self._model = model
        self._breaker = breaker or Breaker()
        self._first_wait = first_wait_s
        # Whether it understands what OpenAI's own API does not have; unset once it has refused.
        self._extras = threading.Event()
        self._extras.set()

    def phrase(self, request: PhraseRequest) -> Generator[str]:
        """The reply in pieces; within the time-out it is there or an error is.

        Raises:
            SettingsError: when beam search is wanted, which such endpoints do not have.
            PhrasingError: when no reply comes, or only half of one.
        """
        no_beams(request.decoding, "an OpenAI-compatible endpoint")
        left = self._breaker.resting()
        if left > 0:
            raise PhrasingError(
                f"{self._route.who} failed several times and is asked again in {left:.0f} s. "
                "Look at its log."
            )
        try:
            deadline = time.monotonic() + self._route.total_s
            yield from pieces_of(self._tried(request), deadline)
        except TimeoutError as error:
            self._breaker.failed()
            raise PhrasingError(
                f"{self._route.who} took longer than {self._route.total_s:g} s. Give it more time "
                "with FAQDESK_PHRASING_TIMEOUT_S, or look at its log."
            ) from error
        except RefusedError:
            raise
        except PhrasingError:
            self._breaker.failed()
            raise
        self._breaker.worked()

    async def _tried(self, request: PhraseRequest) -> AsyncGenerator[str]:
        for number in range(TRIES):
            begun = False
            try:
                async with aclosing(streamed(self._route, CHAT, self._body(request))) as pieces:
                    async for piece in pieces:
                        begun = True
                        yield piece
                return
            except BusyError as error:
                if begun or number + 1 == TRIES:
                    raise
                await asyncio.sleep(max(error.after_s, self._first_wait * 2**number))
            except RefusedError as error:
                if not (error.unclear and self._extras.is_set() and extras(request.decoding)):
                    raise
                self._extras.clear()

    def _body(self, request: PhraseRequest) -> dict[str, Any]:
        decoding = request.decoding
        body = {
            "model": self._model,
            "messages": [asdict(message) for message in chat_prompt(request)],
            "stream": True,
            "max_tokens": decoding.max_tokens,
            **standard(decoding),
        }
        if self._extras.is_set():
            body |= extras(decoding)
        return body


def standard(decoding: Decoding) -> dict[str, Any]:
    """What OpenAI's API has for choosing words."""
    if decoding.method is Method.GREEDY:
        return {"temperature": 0.0}
    return {
        "temperature": decoding.temperature,
        "top_p": decoding.top_p,
        "seed": decoding.seed,
    }


def extras(decoding: Decoding) -> dict[str, Any]:
    """What vLLM, Ollama and llama.cpp have besides; the penalty is called differently by them."""
    found: dict[str, Any] = {}
    if decoding.method is Method.SAMPLE:
        found["top_k"] = decoding.top_k if decoding.top_k > 0 else -1
    if decoding.repetition_penalty != 1:
        found["repetition_penalty"] = found["repeat_penalty"] = decoding.repetition_penalty
    return found


def no_beams(decoding: Decoding, what: str) -> None:
    """Refuses beam search.

    Raises:
        SettingsError: when it is wanted.
    """
    if decoding.method is Method.BEAM:
        raise SettingsError(
            f"Beam search cannot be had from {what}. Set FAQDESK_PHRASING_DECODING to greedy or "
            "sample, or FAQDESK_PHRASING to a Hugging Face model."
        )


def base_url(url: str) -> str:
    """The address under which the API is; one without a path means `/v1`.

    Raises:
        SettingsError: when it is no address.
    """
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname)
        usable = usable and parts.port != 0 and not parts.query and not parts.fragment
    except ValueError:
        usable = False
    if not usable:
        raise SettingsError(
            "FAQDESK_PHRASING begins like the address of an endpoint and is none. Write it like "
            "http://localhost:8000/v1."
        )
    return url.rstrip("/") if parts.path.strip("/") else f"{url.rstrip('/')}/v1"

"""How a GGUF model writes, told by the llama.cpp that phrases answers with it."""

from __future__ import annotations

import json
import time
from collections.abc import Generator, Mapping
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from data.errors import PhrasingError
from pipeline.inside.decoding import (
    KNOWN,
    NAMED,
    PATIENCE_S,
    Next,
    Step,
    Token,
    Written,
    entropy,
)
from pipeline.phrasing.llama import Running, sampling
from pipeline.phrasing.phraser import Decoding, PhraseRequest
from pipeline.phrasing.prompt import chat_prompt, plain_prompt
from pipeline.phrasing.route import lines_of
from pipeline.phrasing.waiting import pieces_of

GREEDY = Decoding(max_tokens=1)


class LlamaWriter:
    """A GGUF model with what it thinks at each token.

    https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md: `n_probs` gives the
    probabilities before any of the samplers.
    """

    cuts_first = True

    def __init__(self, running: Running) -> None:
        self._running = running
        patience = max(running.route.total_s, PATIENCE_S)
        self._route = replace(running.route, url="http://llama", total_s=patience)
        self._size = 0

    def prompt(self, request: PhraseRequest) -> Generator[str, None, tuple[int, ...]]:
        """The ids of the tokens that the model is given, as when it phrases an answer."""
        if self._running.chats:
            messages = [asdict(message) for message in chat_prompt(request)]
            told = yield from self._asked("/apply-template", {"messages": messages})
            text = told["prompt"]
        else:
            text = plain_prompt(request)
        body = {"content": text, "add_special": True, "parse_special": True}
        found = yield from self._asked("/tokenize", body)
        return tuple(found["tokens"])

    def written(
        self, before: tuple[int, ...], decoding: Decoding, most: int
    ) -> Generator[str, None, Written]:
        """What it writes after these tokens."""
        body = self._body(before, decoding, KNOWN) | {"n_predict": min(most, decoding.max_tokens)}
        size = yield from self._vocabulary()
        told = yield from self._asked("/completion", body)
        steps = tuple(self._step(each, size) for each in told["completion_probabilities"])
        return Written(steps, told["content"], told["stop_type"] != "limit")

    def following(
        self, before: tuple[int, ...], *, whole: bool = False
    ) -> Generator[str, None, Next]:
        """What could come after these tokens."""
        size = yield from self._vocabulary()
        body = self._body(before, GREEDY, size if whole else KNOWN) | {"n_predict": 1}
        # A first token at which replies stop would not be told of.
        told = yield from self._asked("/completion", body | {"stop": []})
        return self._step(told["completion_probabilities"][0], size).following

    def text(self, ids: tuple[int, ...]) -> Generator[str, None, str]:
        """What tokens of a reply read like."""
        told = yield from self._asked("/detokenize", {"tokens": ids})
        return str(told["content"])

    def _body(self, before: tuple[int, ...], decoding: Decoding, known: int) -> dict[str, Any]:
        return {
            **sampling(decoding),
            "prompt": before,
            "n_probs": known,
            "cache_prompt": True,
            "stop": [] if self._running.chats else ["\n"],
        }

    def _step(self, told: Mapping[str, Any], size: int) -> Step:
        """The reply's token at one place and the likeliest that could have stood there."""
        likely = told["top_logprobs"]
        probabilities = np.exp(np.array([each["logprob"] for each in likely], np.float64))
        tokens = tuple(self._token(each) for each in likely[:NAMED])
        following = Next(tokens, probabilities, size, entropy(probabilities, size))
        return Step(self._token(told), following)

    def _token(self, told: Mapping[str, Any]) -> Token:
        text = bytes(told["bytes"]).decode("utf-8", "replace")
        ends = not text or ("\n" in text and not self._running.chats)
        return Token(told["id"], text, float(np.exp(told["logprob"])), ends)

    def _vocabulary(self) -> Generator[str, None, int]:
        """How many tokens there are."""
        if not self._size:
            told = yield from self._asked("/v1/models", None)
            self._size = int(told["data"][0]["meta"]["n_vocab"])
        return self._size

    def _asked(self, path: str, body: Mapping[str, Any] | None) -> Generator[str, None, Any]:
        """What llama.cpp says to a request, as JSON."""
        lines: list[str] = []
        deadline = time.monotonic() + self._route.total_s
        try:
            for line in pieces_of(lines_of(self._route, path, body), deadline):
                lines.append(line)
                yield ""
            return json.loads("".join(lines))
        except TimeoutError as error:
            raise PhrasingError(
                f"The phrasing model took longer than {self._route.total_s:g} s. Give it more time "
                "with FAQDESK_PHRASING_TIMEOUT_S, or take a smaller one."
            ) from error
        except ValueError as error:
            raise PhrasingError(
                "llama.cpp sent something that is no reply. Install the version of xllamacpp that "
                "faqdesk names."
            ) from error

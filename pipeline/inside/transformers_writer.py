"""How a causal language model of Hugging Face transformers writes."""

from __future__ import annotations

import copy
import threading
import time
from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Any, TypeVar

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
from pipeline.phrasing.phraser import Decoding, Method, PhraseRequest
from pipeline.phrasing.transformers_lm import Parts, TransformersPhraser, choosing
from pipeline.phrasing.waiting import loaded

T = TypeVar("T")


class TransformersWriter:
    """A model with what it thinks at each token; it does one thing at a time."""

    cuts_first = False

    def __init__(self, phraser: TransformersPhraser, parts: Parts) -> None:
        self._phraser = phraser
        self._parts = parts
        self._device = parts.model.device
        self._chats = bool(parts.tokenizer.chat_template)
        # What it has read, so that a text that goes on is not read again.
        self._read: tuple[int, ...] = ()
        self._cache: Any = None

    def prompt(self, request: PhraseRequest) -> Generator[str, None, tuple[int, ...]]:
        """The ids of the tokens that the model is given, as when it phrases an answer."""
        yield ""
        return tuple(self._phraser.inputs(request)["input_ids"][0].tolist())

    def written(
        self, before: tuple[int, ...], decoding: Decoding, most: int
    ) -> Generator[str, None, Written]:
        """What it writes after these tokens."""
        short = replace(decoding, max_tokens=min(most, decoding.max_tokens))
        return (yield from self._worked(lambda stop: self._write(before, short, stop)))

    def following(
        self, before: tuple[int, ...], *, whole: bool = False
    ) -> Generator[str, None, Next]:
        """What could come after these tokens."""
        scores = yield from self._worked(lambda _: self._scores(before))
        return self._next(scores, whole=whole)

    def text(self, ids: tuple[int, ...]) -> Generator[str, None, str]:
        """What tokens of a reply read like."""
        yield ""
        return str(self._parts.tokenizer.decode(list(ids), skip_special_tokens=True))

    def _write(self, before: tuple[int, ...], decoding: Decoding, stop: threading.Event) -> Written:
        import torch
        from transformers import StoppingCriteriaList

        if decoding.method is Method.SAMPLE:
            torch.manual_seed(decoding.seed)
        out = self._parts.model.generate(
            **self._given(before),
            attention_mask=torch.ones((1, len(before)), dtype=torch.long, device=self._device),
            **choosing(decoding),
            pad_token_id=self._parts.padding,
            stopping_criteria=StoppingCriteriaList([lambda *_, **__: stop.is_set()]),
            output_logits=True,
            return_dict_in_generate=True,
        )
        reply = out.sequences[0, len(before) :].tolist()
        steps: list[Step] = []
        for chosen, scores in zip(reply, out.logits, strict=True):
            steps.append(self._step(chosen, scores[0]))
            if steps[-1].chosen.ends:
                break
        said = [step.chosen.id for step in steps if not step.chosen.ends]
        text = self._parts.tokenizer.decode(said, skip_special_tokens=True)
        return Written(tuple(steps), text, bool(steps) and steps[-1].chosen.ends)

    def _scores(self, before: tuple[int, ...]) -> Any:
        """What the model gives each token of its vocabulary, as logits."""
        known = len(self._read)
        if not known or known >= len(before) or before[:known] != self._read:
            known = 0
        cache = copy.deepcopy(self._cache) if known else None
        out = self._parts.model(**self._given(before[known:]), cache=cache, use_cache=True)
        if not known:
            self._read, self._cache = before, out.cache
        return out.logits[0, -1]

    def _given(self, ids: tuple[int, ...]) -> dict[str, Any]:
        """Tokens in the names of the model, as its tokenizer gives them."""
        import torch

        given = {"input_ids": torch.tensor([ids], device=self._device)}
        if "token_type_ids" in self._parts.tokenizer.model_input_names:
            given["token_type_ids"] = torch.zeros_like(given["input_ids"])
        return given

    def _step(self, chosen: int, scores: Any) -> Step:
        probability = float(scores.double().softmax(-1)[chosen])
        return Step(self._token(chosen, probability), self._next(scores, whole=False))

    def _next(self, scores: Any, *, whole: bool) -> Next:
        ordered, ids = scores.double().softmax(-1).sort(descending=True, stable=True)
        probabilities = np.asarray(ordered.cpu().numpy(), np.float64)
        named = zip(ids[:NAMED].tolist(), probabilities[:NAMED].tolist(), strict=True)
        tokens = tuple(self._token(number, probability) for number, probability in named)
        kept = probabilities if whole else probabilities[:KNOWN].copy()
        size = len(probabilities)
        return Next(tokens, kept, size, entropy(probabilities, size))

    def _token(self, number: int, probability: float) -> Token:
        text = self._parts.tokenizer.decode([number])
        ends = number in self._parts.ends or ("\n" in text and not self._chats)
        return Token(number, text, probability, ends)

    def _worked(self, work: Callable[[threading.Event], T]) -> Generator[str, None, T]:
        """What some work returns that is done when the model is free, in a thread of its own."""
        stop = threading.Event()
        deadline = time.monotonic() + max(self._parts.timeout_s, PATIENCE_S)
        try:
            return (yield from loaded(lambda: self._safely(work, stop), deadline))
        except TimeoutError as error:
            raise self._phraser.late() from error
        finally:
            stop.set()

    def _safely(self, work: Callable[[threading.Event], T], stop: threading.Event) -> T:
        import torch

        try:
            with self._parts.busy, torch.inference_mode():
                if stop.is_set():
                    raise PhrasingError("Nobody waits for this any more. Ask again.")
                return work(stop)
        except (RuntimeError, ValueError, IndexError, TypeError) as error:
            raise self._phraser.failed(error) from error

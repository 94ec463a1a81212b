"""Any causal language model of Hugging Face transformers."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Generator, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from data.errors import ModelError, PhrasingError
from pipeline.phrasing.phraser import Decoding, Method, PhraseRequest
from pipeline.phrasing.prompt import chat_prompt, plain_prompt
from pipeline.phrasing.waiting import HEARTBEAT_S, loaded


class TransformersPhraser:
    """Writes replies with `AutoModelForCausalLM`; the model is loaded when it is first used.

    One reply is written at a time. With beam search it comes in one piece.
    """

    def __init__(self, name: str, timeout_s: float, *, on_gpu: bool) -> None:
        self._name = name
        self._timeout = timeout_s
        self._device = "cuda" if on_gpu else "cpu"
        self._loading = threading.Lock()
        self._generating = threading.Lock()
        self._model: Any = None
        self._tokenizer: Any = None

    def phrase(self, request: PhraseRequest) -> Generator[str]:
        """The reply in pieces; the time that loading takes counts.

        Raises:
            ModelError: when the model is not on this machine or is no causal language model.
            PhrasingError: when the reply is not there in time or the model fails.
        """
        work = _Work(time.monotonic() + self._timeout)
        try:
            yield from loaded(self._load, work.deadline)
        except TimeoutError as error:
            raise self.late() from error
        chats = bool(self._tokenizer.chat_template)
        arguments = (work, self.inputs(request), request.decoding)
        threading.Thread(target=self._generate, args=arguments, daemon=True).start()
        try:
            for piece in self._pieces(work):
                words, end, _ = piece.partition("\n")
                yield piece if chats else words
                if end and not chats:
                    return
        finally:
            work.stopped.set()

    def _pieces(self, work: _Work) -> Iterator[str]:
        while True:
            try:
                piece = work.pieces.get(timeout=HEARTBEAT_S)
            except queue.Empty:
                piece = ""
            if isinstance(piece, Exception):
                raise self.failed(piece) from piece
            if piece is None:
                return
            if time.monotonic() > work.deadline:
                raise self.late()
            yield piece

    def failed(self, error: Exception) -> PhrasingError:
        """What is said where the model fails."""
        return PhrasingError(
            f"The phrasing model {self._name!r} failed ({error}). Take another with "
            "FAQDESK_PHRASING, or a shorter FAQDESK_PHRASING_MAX_TOKENS."
        )

    def late(self) -> PhrasingError:
        """What is said where there is no reply in time."""
        return PhrasingError(
            f"The phrasing model took longer than {self._timeout:g} s. Give it more time with "
            "FAQDESK_PHRASING_TIMEOUT_S, or take a smaller one."
        )

    def opened(self) -> Generator[str, None, Parts]:
        """What it consists of, and empty pieces while it loads.

        Raises:
            ModelError: when the model is not on this machine or is no causal language model.
            PhrasingError: when it is not loaded in time.
        """
        try:
            yield from loaded(self._load, time.monotonic() + self._timeout)
        except TimeoutError as error:
            raise self.late() from error
        ends = self._model.generation_config.eos_token_id
        return Parts(
            self._model,
            self._tokenizer,
            self._generating,
            self._timeout,
            frozenset(ends if isinstance(ends, list) else [] if ends is None else [ends]),
            self._padding(),
        )

    def inputs(self, request: PhraseRequest) -> Any:
        """What the model is given once it is loaded, in the names of `generate`.

        Raises:
            PhrasingError: when there is no room for it and a reply.
        """
        tokenizer = self._tokenizer
        if tokenizer.chat_template:
            messages = [asdict(message) for message in chat_prompt(request)]
            text = tokenizer.apply_chat_template(
                messages, tokenize=False, add_generation_prompt=True
            )
            # The template has written the marks at the beginning.
            inputs = tokenizer(text, return_tensors="pt", add_special_tokens=False)
        else:
            inputs = tokenizer(plain_prompt(request), return_tensors="pt")
        size = inputs["input_ids"].shape[1] + request.decoding.max_tokens
        room = getattr(self._model.config, "max_position_embeddings", None) or size
        if size > room:
            raise PhrasingError(
                f"The entry and its reply take {size} tokens, and the phrasing model "
                f"{self._name!r} has room for {room}. Take another with FAQDESK_PHRASING."
            )
        return inputs

    def _generate(self, work: _Work, inputs: Any, decoding: Decoding) -> None:
        """Puts the reply's pieces and then None, or what went wrong, where they are waited for."""
        import torch
        from transformers import StoppingCriteriaList

        def unwanted(*_: Any, **__: Any) -> bool:
            return work.stopped.is_set() or time.monotonic() > work.deadline

        try:
            with self._generating, torch.inference_mode():
                if unwanted():
                    return
                if decoding.method is Method.SAMPLE:
                    torch.manual_seed(decoding.seed)
                # Beams take words back until the last one is chosen: nothing can be shown before.
                whole = decoding.method is Method.BEAM
                out = self._model.generate(
                    **inputs.to(self._device),
                    **choosing(decoding),
                    pad_token_id=self._padding(),
                    streamer=None if whole else _streamer(self._tokenizer, work),
                    stopping_criteria=StoppingCriteriaList([unwanted]),
                )
                if whole:
                    reply = out[0, inputs["input_ids"].shape[1] :]
                    work.pieces.put(self._tokenizer.decode(reply, skip_special_tokens=True))
            work.pieces.put(None)
        except (RuntimeError, ValueError, IndexError, TypeError) as error:
            work.pieces.put(error)

    def _padding(self) -> int | None:
        found: int | None = self._tokenizer.pad_token_id
        return self._tokenizer.eos_token_id if found is None else found

    def _load(self) -> None:
        with self._loading:
            if self._model is not None:
                return
            from transformers import AutoModelForCausalLM, AutoTokenizer

            known = Path(self._name).expanduser()
            name = str(known) if known.is_dir() else self._name
            try:
                self._tokenizer = AutoTokenizer.from_pretrained(name, local_files_only=True)
                model: Any = AutoModelForCausalLM.from_pretrained(
                    name, local_files_only=True, use_safetensors=True, dtype="auto"
                )
                self._model = model.to(self._device).eval()
            except (OSError, ValueError, RuntimeError) as error:
                raise ModelError(
                    f"The phrasing model {self._name!r} is not on this machine or is no causal "
                    "language model. Download it first (`hf download NAME`), give its folder, or "
                    "set FAQDESK_PHRASING=off."
                ) from error


@dataclass(frozen=True, slots=True)
class Parts:
    """A loaded model with its tokenizer, and the lock that is held while it works.

    `ends` are the ids of the tokens that end a reply, and `padding` that of what fills up.
    """

    model: Any
    tokenizer: Any
    busy: threading.Lock
    timeout_s: float
    ends: frozenset[int]
    padding: int | None


@dataclass(frozen=True, slots=True)
class _Work:
    """One reply that is being written: pieces, then None, or what went wrong."""

    deadline: float
    stopped: threading.Event = field(default_factory=threading.Event)
    pieces: queue.SimpleQueue[str | Exception | None] = field(default_factory=queue.SimpleQueue)


def _streamer(tokenizer: Any, work: _Work) -> Any:
    from transformers import TextStreamer

    streamer: Any = TextStreamer(tokenizer, skip_prompt=True, skip_special_tokens=True)
    streamer.on_finalized_text = lambda text, stream_end=False: work.pieces.put(text)  # noqa: ARG005
    return streamer


def choosing(decoding: Decoding) -> dict[str, Any]:
    """How words are chosen, in the names of `generate`; what is not said here is off."""
    sampled = decoding.method is Method.SAMPLE
    return {
        "max_new_tokens": decoding.max_tokens,
        "repetition_penalty": decoding.repetition_penalty,
        "num_beams": decoding.beams if decoding.method is Method.BEAM else 1,
        "do_sample": sampled,
        "temperature": decoding.temperature if sampled else None,
        "top_k": decoding.top_k if sampled else None,
        "top_p": decoding.top_p if sampled else None,
    }

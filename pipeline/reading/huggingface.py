"""Any question answering model of Hugging Face transformers as a reader.

It is given a question and a passage, never the entry's question: such models were not trained to
pass over it. They say "no answer" at their first token (Devlin et al. 2019, "BERT", section 4.3);
one that was trained without such questions never does.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from data.answers import Reading
from data.errors import ModelError
from pipeline.reading.reader import ToRead
from pipeline.reading.spans import Floats, best_span, code_points
from pipeline.reading.windowed import MAX_WINDOWS, logistic

LONGEST = 384
OVERLAP = 128
BATCH = 16
# Sureness is the margin between words and no words, brought to the scale of log-odds.
MARGIN_SCALE = 0.5

NOTHING = Reading(0, 0, "", 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class _Window:
    """Part of a passage as the model is given it: which item it is of, and its place there.

    `offsets` are code points of the passage, None for tokens that are not of it.
    """

    item: int
    inputs: dict[str, list[int]]
    offsets: list[tuple[int, int] | None]


class HuggingFaceReader:
    """Reads with `AutoModelForQuestionAnswering`; the model is loaded when it is first used."""

    def __init__(self, name: str, *, on_gpu: bool) -> None:
        self._name = name
        self._device = "cuda" if on_gpu else "cpu"
        self._lock = threading.Lock()
        self._model: Any = None
        self._tokenizer: Any = None

    def read(self, items: Sequence[ToRead]) -> list[Reading]:
        """One reading an item, in their order; headings are not looked at.

        Raises:
            ModelError: when the model is not on this machine or is no question answering model.
        """
        self._load()
        windows = [w for number, item in enumerate(items) for w in self._windows(number, item)]
        readings = [NOTHING] * len(items)
        for start in range(0, len(windows), BATCH):
            batch = windows[start : start + BATCH]
            for window, (first, last) in zip(batch, self._scores(batch), strict=True):
                reading = _reading(items[window.item].passage, window, first, last)
                if not readings[window.item].text or reading.score > readings[window.item].score:
                    readings[window.item] = reading
        return readings

    def _windows(self, number: int, item: ToRead) -> Iterator[_Window]:
        if not item.passage.strip():
            return
        encoded = self._tokenizer(
            item.question,
            item.passage,
            truncation="only_second",
            max_length=LONGEST,
            stride=OVERLAP,
            return_overflowing_tokens=True,
            return_offsets_mapping=True,
        )
        names = [n for n in self._tokenizer.model_input_names if n in encoded]
        for row in range(min(len(encoded["input_ids"]), MAX_WINDOWS)):
            parts = encoded.sequence_ids(row)
            spans = encoded["offset_mapping"][row]
            offsets = [s if part == 1 else None for s, part in zip(spans, parts, strict=True)]
            yield _Window(number, {name: encoded[name][row] for name in names}, offsets)

    def _scores(self, windows: Sequence[_Window]) -> Iterator[tuple[Floats, Floats]]:
        import torch

        padded = self._tokenizer.pad([window.inputs for window in windows], return_tensors="pt")
        with torch.inference_mode():
            output = self._model(**padded.to(self._device))
        left = self._tokenizer.padding_side == "left"
        for row, window in enumerate(windows):
            size = len(window.offsets)
            kept = slice(-size, None) if left else slice(0, size)
            first, last = (
                np.asarray(scores[row].float().cpu().numpy()[kept], np.float32)
                for scores in (output.start_logits, output.end_logits)
            )
            yield first, last

    def _load(self) -> None:
        with self._lock:
            if self._model is not None:
                return
            from transformers import AutoModelForQuestionAnswering, AutoTokenizer

            known = str(Path(self._name).expanduser())
            name = known if Path(known).is_dir() else self._name
            try:
                self._tokenizer = AutoTokenizer.from_pretrained(name, local_files_only=True)
                model = AutoModelForQuestionAnswering.from_pretrained(
                    name, local_files_only=True, use_safetensors=True
                )
            except (OSError, ValueError, RuntimeError) as error:
                raise ModelError(
                    f"The reader {self._name!r} is not on this machine or is no question "
                    "answering model. Download it first (`hf download NAME`), give its folder, or "
                    "set FAQDESK_READER=faqdesk."
                ) from error
            self._model = model.to(self._device).eval()


def _reading(passage: str, window: _Window, first: Floats, last: Floats) -> Reading:
    inside = [place for place, span in enumerate(window.offsets) if span is not None]
    found = best_span(first[inside], last[inside], float(first[0] + last[0]) / 2)
    if found is None:
        return NOTHING
    offsets = [span for span in window.offsets if span is not None]
    start, end = code_points(passage, offsets, found.first, found.last)
    sure = logistic(MARGIN_SCALE * found.margin)
    return Reading(start, end, passage[start:end], found.margin, sure, sure, found.none)

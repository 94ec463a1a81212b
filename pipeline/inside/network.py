"""An encoder with its inside open: what each head looks at, and what each token became.

It is loaded apart from the one that answers, with weights that are the same, and only when somebody
wants to look: a question needs none of it. Attention is computed eagerly, step by step, for what is
computed faster never says where it looked.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from data.errors import ModelError
from index.compiled import load_tokenizer, tokens_read
from index.encoder import HashEncoder
from index.models import EncoderFiles, check_weights, find_encoder

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Text:
    """A text as tokens: what each says, its id, its `[start, end)` code points and its word.

    `words` counts the words from 0; it is −1 for the marks that an encoder puts around a text, such
    as [CLS]. `types` tells the first text, 0, from a second one, 1.
    """

    tokens: tuple[str, ...]
    ids: tuple[int, ...]
    offsets: tuple[tuple[int, int], ...]
    words: tuple[int, ...]
    types: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a network made of a text.

    `weights` has shape (layers, heads, tokens, tokens): how much of a row's attention goes to each
    column, a row adds up to 1. `states` are the vectors of the tokens after the last layer, shape
    (tokens, width).
    """

    text: Text
    weights: Floats
    states: Floats

    @property
    def layers(self) -> int:
        """How many layers there are."""
        return int(self.weights.shape[0])

    @property
    def heads(self) -> int:
        """How many heads each layer has."""
        return int(self.weights.shape[1])

    def attention(self, layer: int | None = None, head: int | None = None) -> Floats:
        """The weights of one layer, or head, or their mean for None; shape (tokens, tokens)."""
        layers = self.weights if layer is None else self.weights[layer : layer + 1]
        heads = layers if head is None else layers[:, head : head + 1]
        return np.asarray(heads.mean(axis=(0, 1)), np.float32)


class Network:
    """A BERT-family encoder that tells what it does; for any number of threads."""

    def __init__(self, model: Any, tokenizer: Any, window: int) -> None:
        self._model = model
        self._tokenizer = tokenizer
        self.window = window

    @classmethod
    def of_encoder(cls, name: str) -> Network:
        """The encoder of that name or folder.

        Raises:
            ModelError: when it is not on this machine, is not what it should be, or is no network.
        """
        files = _files(name)
        check_weights(files)
        tokenizer = load_tokenizer(files.folder)
        return cls(_loaded(files.folder), tokenizer, tokens_read(files.folder))

    def cut(self, text: str) -> Text:
        """A text as the tokens that the encoder reads; what comes after its window is left out."""
        encoding = self._tokenizer.encode(text)
        kept = list(range(len(encoding.ids)))
        if len(kept) > self.window:
            kept = [*kept[: self.window - 1], kept[-1]]
        words = [-1 if word is None else word for word in encoding.word_ids]
        return Text(
            tuple(encoding.tokens[at] for at in kept),
            tuple(encoding.ids[at] for at in kept),
            tuple(encoding.offsets[at] for at in kept),
            tuple(words[at] for at in kept),
            (0,) * len(kept),
        )

    def see(self, text: Text, *, causal: bool = False, positions: bool = True) -> Seen:
        """What the network makes of a text.

        With `causal` a token sees none that come after it, as in GPT. Without `positions` nothing
        is added to a token that tells where it stands.

        Raises:
            ModelError: when the network has no positions that could be taken away.
        """
        import torch

        count = len(text.ids)
        mask = torch.zeros(1, 1, count, count)
        if causal:
            later = torch.ones(count, count, dtype=torch.bool).triu(1)
            mask = mask.masked_fill(later, torch.finfo(mask.dtype).min)
        with torch.inference_mode():
            output = self._model(
                **(self._placed(text) if positions else self._unplaced(text)),
                token_type_ids=torch.tensor([text.types]),
                attention_mask=mask,
                output_attentions=True,
            )
        weights = torch.cat(output.attentions).float().numpy()
        return Seen(text, weights, output.last_hidden_state[0].float().numpy())

    def _placed(self, text: Text) -> dict[str, Any]:
        import torch

        return {"input_ids": torch.tensor([text.ids])}

    def _unplaced(self, text: Text) -> dict[str, Any]:
        """Every token in the first place, with what that place adds taken off beforehand."""
        import torch

        places = getattr(getattr(self._model, "embeddings", None), "position_embeddings", None)
        if places is None:
            raise ModelError(
                "This encoder adds no positions to its tokens, so none can be taken away. "
                "Use the one that faqdesk comes with."
            )
        words = self._model.get_input_embeddings().weight[torch.tensor(text.ids)]
        first = torch.zeros(1, len(text.ids), dtype=torch.int64)
        return {"inputs_embeds": (words - places.weight[0])[None], "position_ids": first}

    def static(self, ids: Sequence[int]) -> Floats:
        """The vectors that tokens have before any layer read them, shape (ids, width)."""
        import torch

        with torch.inference_mode():
            rows = self._model.get_input_embeddings().weight[torch.tensor(list(ids))]
        return np.asarray(rows.float().numpy())

    def static_means(self, texts: Sequence[str]) -> Floats:
        """For each text the mean of its tokens' static vectors, of length 1; shape (texts, width).

        A text without tokens gets zeros.
        """
        encodings = self._tokenizer.encode_batch(list(texts), add_special_tokens=False)
        table = np.asarray(self._model.get_input_embeddings().weight.detach().float().numpy())
        means = np.zeros((len(texts), table.shape[1]), np.float32)
        for row, encoding in enumerate(encodings):
            if encoding.ids:
                means[row] = table[encoding.ids].mean(axis=0)
        lengths = np.linalg.norm(means, axis=1, keepdims=True)
        return np.asarray(means / np.maximum(lengths, np.finfo(np.float32).tiny))


def tokenizer_of(name: str) -> Any:
    """The tokenizer of an encoder, of the `tokenizers` library; it neither cuts nor pads.

    Raises:
        ModelError: when the encoder is not on this machine, or is a stand-in.
    """
    return load_tokenizer(_files(name).folder)


def _files(name: str) -> EncoderFiles:
    if name == HashEncoder.name:
        raise ModelError(
            f"The encoder {name!r} is a stand-in and no network, so there is nothing inside it to "
            "see. Take FAQDESK_ENCODER out of the settings to use the one that faqdesk comes with."
        )
    return find_encoder(name)


def is_word(token: str) -> bool:
    """Whether a token says something: it has a letter or digit, and is no mark such as [SEP]."""
    return any(map(str.isalnum, token)) and not (token.startswith("[") and token.endswith("]"))


def _loaded(folder: Path) -> Any:
    from transformers import AutoModel

    try:
        with quietly():
            model = AutoModel.from_pretrained(
                folder, attn_implementation="eager", local_files_only=True
            )
    except (OSError, ValueError, RuntimeError) as error:
        raise ModelError(
            f"The encoder in {folder} could not be loaded to look inside ({error}). "
            "Run `make setup`."
        ) from error
    return model.eval()


@contextmanager
def quietly() -> Iterator[None]:
    """Keeps transformers from telling of each weight of a file that a network has no use for."""
    from transformers.utils import logging as theirs

    said = theirs.get_verbosity()
    theirs.set_verbosity(logging.ERROR)
    theirs.disable_progress_bar()  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        theirs.set_verbosity(said)

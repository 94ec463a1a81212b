"""The reader's network: one pass over a question and an entry.

A BERT-family encoder reads `[CLS] question [SEP] entry's question [SEP] answer [SEP]`. Every token
gets a score as the first and as the last word of the span (Devlin et al. 2019, "BERT"); from the
state of `[CLS]` come the score of "there are no such words", on the scale of those two, and the
logit that the entry answers at all (Nogueira and Cho 2019, "Passage Re-ranking with BERT").

The word embeddings are those of the encoder and never change: they are not part of the weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor, nn

from data.errors import ModelError
from pipeline.reading.compiled import network_inputs, window_scores
from pipeline.reading.weights import ReaderFiles, mend
from pipeline.reading.windowed import WindowScores
from pipeline.reading.windows import Window

FROZEN = "encoder.embeddings.word_embeddings.weight"


class ReaderNetwork(nn.Module):
    """An encoder with the reader's heads on it; without dropout."""

    def __init__(self, folder: Path) -> None:
        """Starts from the encoder in a folder, with heads that know nothing."""
        from transformers import AutoModel

        super().__init__()
        self.encoder: Any = AutoModel.from_pretrained(
            folder,
            add_pooling_layer=False,
            attn_implementation="eager",
            hidden_dropout_prob=0.0,
            attention_probs_dropout_prob=0.0,
        )
        self.encoder.embeddings.word_embeddings.weight.requires_grad_(False)
        size = int(self.encoder.config.hidden_size)
        self.span = nn.Linear(size, 2)
        self.pooled = nn.Linear(size, size)
        self.verdict = nn.Linear(size, 2)

    def forward(
        self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Scores of tokens, shape (texts, tokens, 2: first and last), and of texts, (texts, 2).

        The two scores of a text are that of no words and the logit of being an answer.
        """
        states = self.encoder(
            input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
        )[0]
        pooled = torch.tanh(self.pooled(states[:, 0]))
        return self.span(states), self.verdict(pooled)

    def own_weights(self) -> dict[str, Tensor]:
        """Every weight but the encoder's word embeddings, by name."""
        return {name: value for name, value in self.state_dict().items() if name != FROZEN}


def load_network(files: ReaderFiles) -> ReaderNetwork:
    """A trained network on the encoder that it belongs to, ready to answer.

    Its weights are rounded to bfloat16: so fast processors read with them anyhow, and now the words
    that answer are the same on all.

    Raises:
        ModelError: when the weights do not fit the encoder.
    """
    network = ReaderNetwork(files.encoder.folder)
    load_own_weights(network, files)
    with torch.no_grad():
        for name, weight in network.named_parameters():
            if name != FROZEN:
                weight.copy_(weight.bfloat16())
    return network.eval()


def load_own_weights(network: ReaderNetwork, files: ReaderFiles) -> None:
    """Puts the weights of a trained reader into a network.

    Raises:
        ModelError: when they do not fit it.
    """
    try:
        own = {name: value.float() for name, value in load_file(files.weights).items()}
        missing = network.load_state_dict(own, strict=False).missing_keys
    except (OSError, SafetensorError, RuntimeError) as error:
        raise ModelError(
            f"The reader's weights {files.weights} cannot be used. {mend(files.folder)}"
        ) from error
    if [name for name in missing if name != FROZEN]:
        raise ModelError(
            f"The reader's weights {files.weights} are not complete. {mend(files.folder)}"
        )


class TorchNetwork:
    """Runs the network with PyTorch: on a GPU, and while a reader is being trained."""

    def __init__(self, network: ReaderNetwork, length: int, batch: int = 64) -> None:
        self._network = network
        self._length = length
        self._batch = batch

    def scores(self, windows: Sequence[Window]) -> list[WindowScores]:
        """The scores of each window, in their order."""
        order = sorted(range(len(windows)), key=lambda row: -len(windows[row].ids))
        scores: dict[int, WindowScores] = {}
        for start in range(0, len(order), self._batch):
            rows = order[start : start + self._batch]
            scores.update(zip(rows, self._run([windows[row] for row in rows]), strict=True))
        return [scores[row] for row in range(len(windows))]

    def _run(self, windows: Sequence[Window]) -> list[WindowScores]:
        device = next(self._network.parameters()).device
        inputs = network_inputs(windows, self._length)
        with torch.inference_mode(), torch.autocast(device.type, torch.bfloat16):
            outputs = self._network(
                **{k: torch.tensor(v, device=device) for k, v in inputs.items()}
            )
        spans, verdicts = (np.asarray(output.float().cpu().numpy()) for output in outputs)
        return window_scores(spans, verdicts)

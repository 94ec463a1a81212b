"""The reader's network: one pass over a question and an entry.

A BERT-family encoder reads `[CLS] question [SEP] entry's question [SEP] answer [SEP]`. Every token
gets a score as the first and as the last word of the span (Devlin et al. 2019, "BERT"); from the
state of `[CLS]` come the score of "there are no such words", on the scale of those two, and the
logit that the entry answers at all (Nogueira and Cho 2019, "Passage Re-ranking with BERT").

The word embeddings are those of the encoder and never change: they are not part of the weights.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

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

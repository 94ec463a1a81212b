"""A network of a few thousand weights, and the same by hand."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from index.compiled import load_tokenizer
from index.models import DEFAULT_ENCODER, find_encoder
from pipeline.inside.attention import Block, Floats, Heads, Linear, Norm, encoder_block, look
from pipeline.inside.network import Network, Text

WINDOW = 24


@cache
def tiny_model() -> Any:
    """A BERT of two layers, its weights made up by chance and large enough to look somewhere."""
    import torch
    from transformers import BertConfig, BertModel

    torch.manual_seed(0)
    config = BertConfig(
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=64,
        initializer_range=0.3,
        attn_implementation="eager",
    )
    return BertModel(config, add_pooling_layer=False).eval()


@cache
def tokenizer() -> Any:
    return load_tokenizer(find_encoder(DEFAULT_ENCODER).folder)


@cache
def tiny_network() -> Network:
    return Network(tiny_model(), tokenizer(), WINDOW)


def seen_by_hand(
    model: Any, text: Text, *, causal: bool = False, positions: bool = True
) -> tuple[Floats, Floats]:
    """Attention weights, (layers, heads, tokens, tokens), and states, from the weights alone."""
    inside = model.embeddings
    rows = _numbers(inside.word_embeddings.weight)[list(text.ids)]
    rows = rows + _numbers(inside.token_type_embeddings.weight)[list(text.types)]
    if positions:
        rows = rows + _numbers(inside.position_embeddings.weight)[: len(text.ids)]
    states = _norm(inside.LayerNorm)(rows)
    weights = []
    for layer in model.encoder.layer:
        block = _block(layer, model.config.num_attention_heads)
        weights.append(look(states, block.heads, causal=causal).weights)
        states = encoder_block(states, block, causal=causal).output
    return np.stack(weights), states


def _block(layer: Any, heads: int) -> Block:
    inside = layer.attention.self
    parts = (inside.query, inside.key, inside.value, layer.attention.output.dense)
    return Block(
        Heads(heads, *map(_linear, parts)),
        _norm(layer.attention.output.LayerNorm),
        _linear(layer.intermediate.dense),
        _linear(layer.output.dense),
        _norm(layer.output.LayerNorm),
    )


def _linear(module: Any) -> Linear:
    return Linear(_numbers(module.weight).T, _numbers(module.bias))


def _norm(module: Any) -> Norm:
    return Norm(_numbers(module.weight), _numbers(module.bias), module.eps)


def _numbers(weights: Any) -> Floats:
    return np.asarray(weights.detach().numpy(), np.float64)

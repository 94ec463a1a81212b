"""A GGUF file of a few kilobytes: a llama with random weights that says made-up sentences.

The format is that of https://github.com/ggml-org/ggml/blob/master/docs/gguf.md, version 3.
"""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

WIDTH, FEED, HEADS = 32, 64, 2
SAID = ("the", "boat", "sails", "at", "nine", "and", "you", "may", "bring", "a", "dog", ".")
WORDS = [f"▁{word}" for word in SAID]
SPECIAL = ["<unk>", "<s>", "</s>"]
BYTES = [f"<0x{number:02X}>" for number in range(256)]
TOKENS = [*SPECIAL, *BYTES, "▁", *WORDS]
# What the parts of a vocabulary are: a word, unknown, a mark, a byte.
NORMAL, UNKNOWN, CONTROL, BYTE = 1, 2, 3, 6
CHATML = (
    "{% for m in messages %}{{ '<|im_start|>' + m['role'] + '\n' + m['content'] + '<|im_end|>\n' }}"
    "{% endfor %}{{ '<|im_start|>assistant\n' }}"
)
UINT32, FLOAT32, STRING, ARRAY, INT32 = 4, 6, 8, 9, 5
ALIGNED = 32


def tiny_gguf(path: Path, *, chats: bool = True) -> Path:
    """Writes the model; with a template for chatting or without."""
    about = b"".join(_facts(chats=chats))
    tensors = _weights()
    places, data = b"", b""
    for name, values in tensors.items():
        places += _text(name) + struct.pack("<I", values.ndim)
        places += b"".join(struct.pack("<Q", size) for size in reversed(values.shape))
        places += struct.pack("<IQ", 0, len(data))
        data += _padded(values.astype("<f4").tobytes())
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(list(_facts(chats=chats))))
    path.write_bytes(_padded(head + about + places) + data)
    return path


def _weights() -> dict[str, np.ndarray]:
    chance = np.random.default_rng(7)

    def drawn(*shape: int) -> np.ndarray:
        return chance.normal(size=shape)

    says = drawn(len(TOKENS), WIDTH)
    # Words alone are ever said: neither bytes, of which few make a character, nor the end.
    says[: len(SPECIAL) + len(BYTES) + 1] = 0
    block = {f"blk.0.attn_{name}.weight": drawn(WIDTH, WIDTH) for name in ("q", "k", "v", "output")}
    return {
        "token_embd.weight": drawn(len(TOKENS), WIDTH),
        "output_norm.weight": np.ones(WIDTH),
        "output.weight": says,
        "blk.0.attn_norm.weight": np.ones(WIDTH),
        "blk.0.ffn_norm.weight": np.ones(WIDTH),
        "blk.0.ffn_gate.weight": drawn(FEED, WIDTH),
        "blk.0.ffn_up.weight": drawn(FEED, WIDTH),
        "blk.0.ffn_down.weight": drawn(WIDTH, FEED),
        **block,
    }


def _facts(*, chats: bool) -> list[bytes]:
    kinds = [UNKNOWN, CONTROL, CONTROL, *([BYTE] * len(BYTES)), *([NORMAL] * (len(WORDS) + 1))]
    numbers = {
        "llama.context_length": 8192,
        "llama.embedding_length": WIDTH,
        "llama.block_count": 1,
        "llama.feed_forward_length": FEED,
        "llama.attention.head_count": HEADS,
        "llama.rope.dimension_count": WIDTH // HEADS,
        "tokenizer.ggml.bos_token_id": 1,
        "tokenizer.ggml.eos_token_id": 2,
        "tokenizer.ggml.unknown_token_id": 0,
    }
    facts = [_fact("general.architecture", STRING, _text("llama"))]
    facts += [_fact(name, UINT32, struct.pack("<I", value)) for name, value in numbers.items()]
    epsilon = "llama.attention.layer_norm_rms_epsilon"
    facts += [_fact(epsilon, FLOAT32, struct.pack("<f", 1e-5))]
    facts += [_fact("tokenizer.ggml.model", STRING, _text("llama"))]
    facts += [_listed("tokenizer.ggml.tokens", STRING, [_text(token) for token in TOKENS])]
    scores = [struct.pack("<f", -float(place)) for place in range(len(TOKENS))]
    facts += [_listed("tokenizer.ggml.scores", FLOAT32, scores)]
    facts += [_listed("tokenizer.ggml.token_type", INT32, [struct.pack("<i", k) for k in kinds])]
    if chats:
        facts += [_fact("tokenizer.chat_template", STRING, _text(CHATML))]
    return facts


def _text(text: str) -> bytes:
    encoded = text.encode()
    return struct.pack("<Q", len(encoded)) + encoded


def _fact(name: str, kind: int, value: bytes) -> bytes:
    return _text(name) + struct.pack("<I", kind) + value


def _listed(name: str, kind: int, values: list[bytes]) -> bytes:
    return _fact(name, ARRAY, struct.pack("<IQ", kind, len(values)) + b"".join(values))


def _padded(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % ALIGNED)

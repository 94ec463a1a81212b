"""Models of a few thousand weights, made up by chance, in the shape of real ones."""

from __future__ import annotations

import shutil
from pathlib import Path

from index.models import DEFAULT_ENCODER, find_encoder

CONFIG = {
    "hidden_size": 32,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 64,
    "max_position_embeddings": 256,
    "vocab_size": 30522,
}


def tiny_encoder(folder: Path) -> Path:
    """A BERT with the real tokenizer in a folder."""
    import torch
    from transformers import BertConfig, BertModel

    torch.manual_seed(0)
    BertModel(BertConfig(**CONFIG)).save_pretrained(folder)
    _copy_tokenizer(folder)
    return folder


def tiny_question_answerer(folder: Path) -> Path:
    """A question answering model of Hugging Face's kind in a folder."""
    import torch
    from transformers import BertConfig, BertForQuestionAnswering

    torch.manual_seed(0)
    BertForQuestionAnswering(BertConfig(**CONFIG)).save_pretrained(folder)
    _copy_tokenizer(folder)
    return folder


def _copy_tokenizer(folder: Path) -> None:
    source = find_encoder(DEFAULT_ENCODER).folder
    for name in ("tokenizer.json", "tokenizer_config.json", "vocab.txt", "special_tokens_map.json"):
        if (source / name).is_file():
            shutil.copy(source / name, folder / name)


def tiny_writer(folder: Path, *, chats: bool = True) -> Path:
    """A GPT-2 that writes words of the real tokenizer at random, in a folder."""
    import torch
    from transformers import GPT2Config, GPT2LMHeadModel

    torch.manual_seed(0)
    size = CONFIG["vocab_size"]
    config = GPT2Config(
        vocab_size=size, n_embd=32, n_layer=1, n_head=2, n_positions=1024, initializer_range=0.5
    )
    # No token ends a reply: it is as long as it may be.
    config.bos_token_id = config.eos_token_id = None
    GPT2LMHeadModel(config).save_pretrained(folder)
    _copy_tokenizer(folder)
    if chats:
        template = (
            "{% for m in messages %}{{ m['role'] }}: {{ m['content'] }}\n{% endfor %}assistant:"
        )
        (folder / "chat_template.jinja").write_text(template, "utf-8")
    return folder

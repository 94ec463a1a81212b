"""Which phraser the settings name.

`off` is none, `local` the model that `faqdesk models get phrasing` put into the cache, and
`counting` the stand-in that needs no model. A path that ends in `.gguf` is a model for llama.cpp,
an address an OpenAI-compatible endpoint, and anything else a folder or a name of a causal language
model for Hugging Face transformers.
"""

from __future__ import annotations

import os
from pathlib import Path

from data.errors import ModelError, SettingsError
from pipeline.phrasing.phraser import Decoding, Method, Phraser, PhraseRequest, Style

OFF = "off"
LOCAL = "local"
STAND_IN = "counting"
GGUF = ".gguf"
# Where the key of an endpoint is: in no setting, so that it stands in no file and no message.
KEY_VARIABLE = "FAQDESK_PHRASING_KEY"

_ALL = (Method.GREEDY, Method.BEAM, Method.SAMPLE)
_WITHOUT_BEAMS = (Method.GREEDY, Method.SAMPLE)


def make_phraser(
    name: str, cache: Path, *, model: str, timeout_s: float, on_gpu: bool
) -> Phraser | None:
    """The phraser of a name, or None for `off`; `model` is what an endpoint calls its model.

    Raises:
        ModelError: when a file or a package that it needs is not on this machine.
        SettingsError: when an address is none, or an endpoint has no model.
    """
    if name == OFF:
        return None
    if name == STAND_IN:
        from pipeline.phrasing.counting import CountingPhraser

        return CountingPhraser()
    if _is_address(name):
        return _endpoint(name, model, timeout_s)
    if name == LOCAL or name.lower().endswith(GGUF):
        return _llama(name, cache, timeout_s, on_gpu=on_gpu)
    from pipeline.phrasing.transformers_lm import TransformersPhraser

    return TransformersPhraser(name, timeout_s, on_gpu=on_gpu)


def methods_of(name: str) -> tuple[Method, ...]:
    """The ways to choose words that the phraser of a name has."""
    without = _is_address(name) or name == LOCAL or name.lower().endswith(GGUF)
    return _WITHOUT_BEAMS if without else _ALL


def warm_up(phraser: Phraser, style: Style) -> None:
    """Loads a phraser, and has it read what stands before every entry, so that no visitor waits.

    Raises:
        ModelError: when it cannot be loaded or does not write.
    """
    request = PhraseRequest("?", "?", "?", style=style, decoding=Decoding(max_tokens=1))
    for _ in phraser.phrase(request):
        pass


def _is_address(name: str) -> bool:
    return name.lower().startswith(("http://", "https://"))


def _endpoint(url: str, model: str, timeout_s: float) -> Phraser:
    from pipeline.phrasing.endpoint import EndpointPhraser

    if not model:
        raise SettingsError(
            "An endpoint needs the name of a model. Set FAQDESK_PHRASING_MODEL to one that it has."
        )
    return EndpointPhraser(url, model, timeout_s, os.environ.get(KEY_VARIABLE, ""))


def _llama(name: str, cache: Path, timeout_s: float, *, on_gpu: bool) -> Phraser:
    from index.fetched import FETCHED, PHRASING
    from pipeline.phrasing.llama import LlamaPhraser, check_installed

    check_installed()
    if name != LOCAL:
        return LlamaPhraser(_file(Path(name).expanduser()), timeout_s, on_gpu=on_gpu)
    model = FETCHED[PHRASING]
    path = cache / model.file
    if not path.is_file():
        raise ModelError(
            "The phrasing model is not on this machine. Run `faqdesk models get phrasing` once, or "
            "set FAQDESK_PHRASING=off."
        )
    return LlamaPhraser(path, timeout_s, on_gpu=on_gpu, digest=model.digest)


def _file(path: Path) -> Path:
    if not path.is_file():
        raise ModelError(
            f"There is no model {path}. Give a GGUF file with FAQDESK_PHRASING, or run `faqdesk "
            "models get phrasing` and set FAQDESK_PHRASING=local."
        )
    return path

"""What is needed of a phrasing model to see how it writes, and which models give it.

Everything here may take seconds: it comes as a generator that gives empty pieces while work goes
on, and whose closing stops the work.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Protocol

from data.errors import ModelError
from pipeline.inside.decoding import Next, Written
from pipeline.phrasing.phraser import Decoding, Phraser, PhraseRequest


class Writer(Protocol):
    """A phrasing model that tells how likely each token is next.

    `cuts_first` says that it leaves out tokens before it applies the temperature.
    """

    @property
    def cuts_first(self) -> bool: ...  # noqa: D102

    def prompt(self, request: PhraseRequest) -> Generator[str, None, tuple[int, ...]]:
        """The ids of the tokens that the model is given, as when it phrases an answer."""

    def written(
        self, before: tuple[int, ...], decoding: Decoding, most: int
    ) -> Generator[str, None, Written]:
        """What it writes after these tokens, as it would when phrasing; beam search is not had."""

    def following(
        self, before: tuple[int, ...], *, whole: bool = False
    ) -> Generator[str, None, Next]:
        """What could come after these tokens; with `whole`, of every token of the vocabulary."""

    def text(self, ids: tuple[int, ...]) -> Generator[str, None, str]:
        """What tokens of a reply read like."""


def opened(phraser: Phraser) -> Generator[str, None, Writer]:
    """The model of a phraser, loaded.

    Raises:
        ModelError: when it cannot be opened, is missing or damaged.
        PhrasingError: when loading takes too long.
    """
    from pipeline.phrasing.counting import CountingPhraser
    from pipeline.phrasing.endpoint import EndpointPhraser
    from pipeline.phrasing.llama import LlamaPhraser
    from pipeline.phrasing.transformers_lm import TransformersPhraser

    if isinstance(phraser, LlamaPhraser):
        from pipeline.inside.llama_writer import LlamaWriter

        return LlamaWriter((yield from phraser.opened()))
    if isinstance(phraser, TransformersPhraser):
        from pipeline.inside.transformers_writer import TransformersWriter

        return TransformersWriter(phraser, (yield from phraser.opened()))
    if isinstance(phraser, EndpointPhraser):
        raise ModelError(
            "An endpoint gives words and not how likely each was, so that it cannot be opened. Set "
            "FAQDESK_PHRASING to a model on this machine, such as `local`, to see how one writes."
        )
    what = "a stand-in and no" if isinstance(phraser, CountingPhraser) else "no known"
    raise ModelError(
        f"What phrases answers is {what} language model, so that there is nothing to see inside. "
        "Set FAQDESK_PHRASING to a model on this machine, such as `local`."
    )

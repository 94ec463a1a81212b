"""Words and sentences that cannot be looked at, and what is said about them."""

from __future__ import annotations

import pytest

from data.errors import InputError
from pipeline.inside.senses import senses
from tests.pipeline.inside.networks import tiny_network


@pytest.mark.parametrize(
    ("word", "sentences", "message"),
    [
        ("", ["a bank"], "There is no word to look at"),
        ("bank", [], "There is no word to look at"),
        ("bank", ["a bank", "banks lend"], "“bank” is not in “banks lend”"),
        ("bank", ["boat " * 50 + "bank"], "is longer than the encoder reads"),
        (".*", ["anything"], "is not in “anything”"),
    ],
)
def test_what_cannot_be_looked_at_is_said(word: str, sentences: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        senses(tiny_network(), word, sentences)

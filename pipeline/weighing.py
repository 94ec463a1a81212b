"""The weights by which candidates are ordered and trusted, as they ship: plain numbers in JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import data
from data.errors import ModelError
from pipeline.decide import Confidence
from pipeline.presence import Presence
from pipeline.rank import Mixing
from pipeline.retrieve import Fusion

FILE = Path(data.__file__).parent / "models" / "weights.json"


@dataclass(frozen=True, slots=True)
class Weights:
    """What turns evidence into an order, a confidence, and whether anything answers."""

    fusion: Fusion
    mixing: Mixing
    confidence: Confidence
    presence: Presence


@cache
def shipped_weights() -> Weights:
    """The weights that came with faqdesk.

    Raises:
        ModelError: when their file is missing or damaged.
    """
    try:
        numbers = json.loads(FILE.read_text("utf-8"))
        return Weights(
            Fusion(**numbers["fusion"]),
            Mixing(**numbers["mixing"]),
            Confidence(**numbers["confidence"]),
            Presence(**numbers["presence"]),
        )
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise ModelError(
            f"{FILE} is missing or damaged. Put it back (`git checkout -- data/models`), or "
            "install faqdesk again."
        ) from error

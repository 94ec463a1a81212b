"""What the evidence about a generated sentence is worth: plain numbers in JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import data
from data.errors import ModelError
from pipeline.phrasing.evidence import ENTAILED_FEATURES, FEATURES

FILE = Path(data.__file__).parent / "models" / "guard.json"


@dataclass(frozen=True, slots=True)
class GuardWeights:
    """Logistic regression: a weight for each of the features, in their order, and a bias.

    A sentence is stopped above `threshold`, 0 to 1. What is kept answers if its cosine to the
    marked words or the question is at least `answers`.
    """

    weights: tuple[float, ...]
    bias: float
    threshold: float
    answers: float

    def doubt(self, values: Sequence[float]) -> float:
        """How likely a sentence with these values is not borne out, 0 to 1."""
        total = sum(weight * value for weight, value in zip(self.weights, values, strict=True))
        return 1 / (1 + math.exp(-max(-50.0, min(50.0, total + self.bias))))


@cache
def guard_weights(*, entailed: bool = False) -> GuardWeights:
    """The weights that came with faqdesk: for rules alone, or with the trained check.

    Raises:
        ModelError: when their file is missing or damaged.
    """
    try:
        numbers = json.loads(FILE.read_text("utf-8"))
        part = numbers["entailed"] if entailed else numbers
        names = ENTAILED_FEATURES if entailed else FEATURES
        weights = tuple(float(part["weights"][name]) for name in names)
        bias, threshold = float(part["bias"]), float(part["threshold"])
        return GuardWeights(weights, bias, threshold, float(numbers["answers"]))
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise ModelError(
            f"{FILE} is missing or damaged. Put it back (`git checkout -- data/models`), or "
            "install faqdesk again."
        ) from error

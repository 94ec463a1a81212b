"""The views of how the models read a question, each given what it needs."""

from __future__ import annotations

from app import kept, resources
from app.inside import attention, by_hand, decoding, then_and_now, tokens, vectors
from app.inspecting.address import Asked
from data.records import Entry
from pipeline.explaining.records import Explanation


def show_tokens(asked: Asked, explanation: Explanation) -> None:
    """How the question is cut, and the answer of the entry that came first."""
    tokens.show(_question(explanation), _first(asked, explanation))


def show_vectors(asked: Asked, explanation: Explanation) -> None:  # noqa: ARG001
    """What is near to the question."""
    vectors.show(_question(explanation))


def show_attention(asked: Asked, explanation: Explanation) -> None:  # noqa: ARG001
    """Where the networks look."""
    question = _question(explanation)
    attention.show(question, kept.answered(question))


def show_by_hand(asked: Asked, explanation: Explanation) -> None:  # noqa: ARG001
    """Attention with small numbers."""
    by_hand.show()


def show_then_and_now(asked: Asked, explanation: Explanation) -> None:
    """What other ways would find."""
    question = _question(explanation)
    relevant = [asked.entry_id] if asked.entry_id else []
    entries = resources.shelf().entries
    then_and_now.show(question, entries, kept.answered(question), relevant)


def show_decoding(asked: Asked, explanation: Explanation) -> None:  # noqa: ARG001
    """How the model that says answers afresh picks its words."""
    question = _question(explanation)
    decoding.show(question, kept.answered(question))


def _question(explanation: Explanation) -> str:
    """What was looked up; of several questions, the first."""
    return explanation.paths[0].question


def _first(asked: Asked, explanation: Explanation) -> Entry | None:
    candidates = explanation.paths[0].candidates
    wanted = asked.entry_id or (candidates[0].entry_id if candidates else "")
    return next((entry for entry in resources.shelf().entries if entry.id == wanted), None)

"""What is to be said of a question before it is explained: pure functions."""

from __future__ import annotations

from app.wording import counted, plain_html
from data.answers import Decision, Turn
from pipeline.explaining.records import Explanation
from pipeline.explaining.words import percent
from pipeline.personal import PersonalKind

_DECISIONS = {
    Decision.ANSWERED: "answered by the entry “{entry}”",
    Decision.SUGGESTED: "not answered, with {count}",
    Decision.UNANSWERED: "not answered",
}


def turn_told(turn: Turn, when: str) -> str:
    """What a visitor got, in a sentence."""
    count = counted(len(turn.suggested), "suggestion", "suggestions")
    got = _DECISIONS[turn.decision].format(entry=turn.entry_id or "", count=count)
    return f"A visitor asked this {when}. It was {got}, {percent(turn.confidence)} sure."


def is_other(turn: Turn, explanation: Explanation) -> bool:
    """Whether a visitor would now get something else."""
    path = explanation.paths[0]
    return (turn.decision, turn.entry_id or "") != (path.verdict.decision, path.entry_id)


def changed_told(generation: int, explanation: Explanation, *, is_other: bool) -> str:
    """That the library is another one by now, in a sentence; "" where it is not."""
    told = ""
    if generation and generation != explanation.generation:
        told = (
            f"The library has changed since: it was answered from generation {generation}, and "
            f"this explains what generation {explanation.generation} says."
        )
    if is_other:
        told = f"{told} It would be answered differently now.".strip()
    return told


def masked_told(question: str) -> str:
    """That a question is not as it was typed, in a sentence; "" where it is."""
    if not any(f"[{kind}]" in question for kind in PersonalKind):
        return ""
    return (
        "Personal data in it was masked before it was kept. It is explained as it is kept, so that "
        "scores may differ a little from those that the visitor's words had."
    )


def notes_html(*sentences: str) -> str:
    """The sentences that say something."""
    shown = "".join(f"<p>{plain_html(sentence)}</p>" for sentence in sentences if sentence)
    return f'<div class="fd-inspect-notes" role="status">{shown}</div>' if shown else ""

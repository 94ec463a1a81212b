"""How a model picks its tokens, as markup: pure functions. Whatever people wrote is escaped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from app.inside.markup import bar_html
from app.wording import as_label, plain_html
from pipeline.evaluation.report_parts import table_html
from pipeline.inside.attention import Floats
from pipeline.inside.beams import Beam
from pipeline.inside.decoding import Choosing, Next, Step, Token
from pipeline.inside.decoding_charts import token_shown

# Below that, of a hundred equal parts, less than a tenth of one is left.
SMALLEST = 0.0005
# The word joiner, which takes no room.
UNSEEN = "\u2060"


def step_labels(steps: Sequence[Step]) -> tuple[str, ...]:
    """The tokens of a reply on buttons, with how likely each was."""
    chosen = [step.chosen for step in steps]
    return _told_apart(f"{as_label(token_shown(t))} · {t.probability:.0%}" for t in chosen)


def token_labels(tokens: Sequence[Token]) -> tuple[str, ...]:
    """The tokens that could have stood there on buttons."""
    return _told_apart(f"{as_label(token_shown(t))} · {percent(t.probability)}" for t in tokens)


def _told_apart(labels: Iterable[str]) -> tuple[str, ...]:
    """Labels with something invisible at the end of those that were there before.

    Streamlit knows what was clicked by its label alone, and a reply says some words again.
    """
    seen: Counter[str] = Counter()
    made: list[str] = []
    for label in labels:
        made.append(label + UNSEEN * seen[label])
        seen[label] += 1
    return tuple(made)


def percent(share: float) -> str:
    """A share for people: 43.1 %, <0.1 %, 0 for what was left out."""
    if share == 0:
        return "–"
    return "<0.1%" if share < SMALLEST else f"{share:.1%}"


def next_html(step: Step, left: Floats, named: str) -> str:
    """What could have stood there, before and after the rule of choosing that `named` names."""
    following = step.following
    rows = [
        _next_row(token, float(left[at]), taken=token.id == step.chosen.id)
        for at, token in enumerate(following.tokens)
    ]
    if all(token.id != step.chosen.id for token in following.tokens):
        place = int(np.abs(following.probabilities - step.chosen.probability).argmin())
        rows.append(_next_row(step.chosen, float(left[place]), taken=True))
    table = table_html(("Token", "As the model has it", named), rows)
    return f'<div class="fd-next">{table}</div>'


def _next_row(token: Token, left: float, *, taken: bool) -> list[str]:
    mark = ' <span class="fd-fault fd-verdict-better">taken</span>' if taken else ""
    return [
        plain_html(token_shown(token)) + mark,
        f"{percent(token.probability)}{bar_html(token.probability)}",
        f"{percent(left)}{bar_html(left)}",
    ]


def undecided(following: Next) -> str:
    """How undecided the model was, in a sentence."""
    low, high = following.entropy.low, following.entropy.high
    bits = f"{high:.2f}" if f"{low:.2f}" == f"{high:.2f}" else f"{low:.2f} to {high:.2f}"
    return (
        f"Entropy: {bits} bits, as much in doubt as between {2**high:.1f} tokens that are equally "
        "likely."
    )


def left_told(choosing: Choosing, left: Floats, size: int) -> str:
    """What a rule leaves, in a sentence."""
    count = int(np.count_nonzero(left))
    if choosing.top_k == 1:
        return f"Of {size:,} tokens the likeliest is taken, without chance."
    cut = [f"top-k {choosing.top_k}"] if choosing.top_k else []
    cut += [f"top-p {choosing.top_p:g}"] if choosing.top_p < 1 else []
    warm = f"the temperature of {choosing.temperature:g}"
    parts = [*cut, warm] if choosing.cuts_first else [warm, *cut]
    # Without a cut some are so unlikely that they cannot be told from 0.
    kept = f"leave {count:,} of" if cut else "leave out none of"
    return f"In this order, {', then '.join(parts)} {kept} {size:,} tokens; chance picks."


def branch_html(before: str, with_token: str, whole: str) -> str:
    """What would have been said: what stood before, the other token, and how it goes on."""
    if not (with_token.startswith(before) and whole.startswith(with_token)):
        return f'<p class="fd-branch">{plain_html(whole)}</p>'
    other = with_token[len(before) :]
    rest = whole[len(with_token) :]
    return (
        f'<p class="fd-branch" role="status"><span>{plain_html(before)}</span>'
        f"<mark>{plain_html(other)}</mark>{plain_html(rest)}</p>"
    )


def beams_html(beams: Sequence[Beam]) -> str:
    """The texts that were found, the best first, as a table."""
    rows = [
        [
            plain_html(beam.text.strip() or "nothing"),
            f"{beam.mean:.3f}".replace("-", "−"),
            f"{beam.total:.3f}".replace("-", "−"),
        ]
        for beam in beams
    ]
    return table_html(("Text", "Mean of ln p", "Sum of ln p"), rows)

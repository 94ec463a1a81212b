"""The inside of the models as markup: pure functions. Whatever people wrote is escaped."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np

from app.wording import plain_html, shortened
from data.records import PassageKind
from pipeline.evaluation.report_parts import table_html
from pipeline.inside.attention import Floats
from pipeline.inside.charts import METHODS
from pipeline.inside.pairs import Related
from pipeline.inside.reader import ReaderLook, WordShare
from pipeline.inside.senses import Senses
from pipeline.inside.then_and_now import Found
from pipeline.inside.tokens import Cutting, PassagePiece, Piece
from pipeline.inside.vectors import NearPassage

TEXT_LENGTH = 160
# A very long text has its first tokens shown.
MOST_PIECES = 270

KINDS = {
    PassageKind.QUESTION: "The question of an entry",
    PassageKind.ALTERNATE: "Another way to ask",
    PassageKind.ANSWER: "From the answer to",
}


def part_html(title: str, lead: str) -> str:
    """The heading of a part of the page, and what there is to see in it."""
    return f'<h2 class="fd-part">{plain_html(title)}</h2><p class="fd-lead">{plain_html(lead)}</p>'


def step_html(title: str, text: str) -> str:
    """The heading of a step, with a sentence on it."""
    return (
        f'<h3 class="fd-chart-title">{plain_html(title)}</h3>'
        f'<p class="fd-help">{plain_html(text)}</p>'
    )


def note_html(text: str) -> str:
    """A remark."""
    return f'<p class="fd-help">{plain_html(text)}</p>'


def said_html(text: str) -> str:
    """What was found, in a sentence that is read aloud when it changes."""
    return f'<p class="fd-found" role="status">{plain_html(text)}</p>'


def matrix_html(
    name: str, values: Floats, rows: Sequence[str], columns: Sequence[str], digits: int = 4
) -> str:
    """A table of numbers, each of the same many digits after the point."""
    head = "".join(f'<th scope="col">{plain_html(column)}</th>' for column in columns)
    body = "".join(
        f'<tr><th scope="row">{plain_html(label)}</th>'
        + "".join(f"<td>{number(value, digits)}</td>" for value in row)
        + "</tr>"
        for label, row in zip(rows, values.tolist(), strict=True)
    )
    label = plain_html(name)
    return (
        f'<div class="fd-scroll fd-matrix" role="region" aria-label="Table" tabindex="0"><table>'
        f"<caption>{label}</caption><thead><tr><td></td>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def number(value: float, digits: int) -> str:
    """A number for people: 4, −0.03, or – for what a mask leaves out."""
    if np.isneginf(value):
        return '<span class="fd-off">−∞</span>'
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{value:.0f}"
    return text.replace("-0", "0").replace("-", "−") if text in ("-0",) else text.replace("-", "−")


# ------------------------------------------------------------------------------------------ tokens


def cutting_html(cutting: Cutting) -> str:
    """The pieces of a text, each with its id; what is not read is crossed out."""
    left = cutting.read
    shown = []
    for piece in cutting.pieces[:MOST_PIECES]:
        left -= not piece.mark
        shown.append(_piece_html(piece, is_read=piece.mark or left >= 0))
    more = cutting.count - MOST_PIECES
    rest = f'<li class="fd-more">and {more:,} more</li>' if more > 0 else ""
    return f'<ul class="fd-pieces">{"".join(shown)}{rest}</ul>'


def _piece_html(piece: Piece, *, is_read: bool) -> str:
    kinds = (("mark", piece.mark), ("unknown", piece.unknown), ("unread", not is_read))
    classes = "".join(f" fd-piece-{name}" for name, yes in kinds if yes)
    said = ", ".join(name for name, yes in kinds[1:] if yes)
    number = "" if piece.id is None else f"<small>{piece.id}</small>"
    hidden = f'<span class="fd-sr"> ({said})</span>' if said else ""
    text = plain_html(piece.text.replace(" ", "␣").replace("\n", "↵"))
    return f'<li class="fd-piece{classes}">{text}{number}{hidden}</li>'


def cuttings_html(cuttings: Sequence[Cutting]) -> str:
    """The ways of cutting side by side, as a table."""
    rows = [
        [
            plain_html(cutting.name),
            f"{cutting.count:,}",
            f"{cutting.unknown:,}",
            f"{cutting.per_word:.2f}",
            _read_words(cutting),
        ]
        for cutting in cuttings
    ]
    return table_html(("Cut by", "Tokens", "Unknown", "Tokens per word", "Read at once"), rows)


def _read_words(cutting: Cutting) -> str:
    if cutting.window is None:
        return "–"
    if cutting.read_to is None:
        return f"all (up to {cutting.window:,})"
    return f"the first {cutting.read:,}, with the marks {cutting.window:,}"


def passages_html(pieces: Sequence[PassagePiece]) -> str:
    """The chunks of an answer that are embedded, as a table."""
    rows = [
        [
            f"{piece.start:,}–{piece.end:,}",
            f"{piece.tokens:,}",
            plain_html(shortened(piece.text, TEXT_LENGTH)),
        ]
        for piece in pieces
    ]
    return table_html(("Characters", "Tokens", "Passage"), rows)


# ----------------------------------------------------------------------------------------- vectors


def nearest_html(passages: Sequence[NearPassage]) -> str:
    """Passages by their similarity, as a table with bars."""
    rows = [
        [
            plain_html(shortened(each.text, TEXT_LENGTH)) + f"<small>{_whose(each)}</small>",
            f"{each.cosine:.3f}{bar_html(each.cosine)}",
        ]
        for each in passages
    ]
    return table_html(("Passage", "Similarity"), rows)


def _whose(passage: NearPassage) -> str:
    """What a passage is to its entry."""
    if passage.kind is PassageKind.QUESTION:
        return KINDS[passage.kind]
    return f"{KINDS[passage.kind]}: {plain_html(shortened(passage.question, TEXT_LENGTH))}"


def bar_html(share: float) -> str:
    """A bar for a share, 0 to 1."""
    width = 100 * min(max(share, 0.0), 1.0)
    return f'<div class="fd-bar" aria-hidden="true"><i style="width:{width:.1f}%"></i></div>'


def related_html(related: Related) -> str:
    """The most related tokens, as a table."""
    rows = [
        [
            plain_html(pair.left),
            plain_html(pair.right),
            f"{pair.cosine:.3f}{bar_html(pair.cosine)}",
            f"{pair.part:+.4f}".replace("-", "−"),
        ]
        for pair in related.pairs
    ]
    return table_html(("In the question", "In the passage", "Cosine", "Adds"), rows)


# --------------------------------------------------------------------------------------- attention


def shares_html(look: ReaderLook) -> str:
    """The question with its words the darker, the more the marked words looked at them."""
    most = max((word.share for word in look.words), default=1.0)
    return f'<p class="fd-shares">{" ".join(_share_html(word, most) for word in look.words)}</p>'


def _share_html(word: WordShare, most: float) -> str:
    strength = round(100 * word.share / most)
    return (
        f'<span class="fd-share" style="--fd-strength:{strength}%">{plain_html(word.word)}'
        f"<small>{word.share:.0%}</small></span>"
    )


# ------------------------------------------------------------------------------------ then and now


def found_html(found: Sequence[Found]) -> str:
    """What each method finds first, and where it has the right entry, as a table."""
    rows = [
        [
            METHODS[each.method],
            _rank_html(each.rank),
            _first_html(each),
        ]
        for each in found
    ]
    return table_html(("By", "Right entry in place", "Finds first"), rows)


def _first_html(found: Found) -> str:
    if not found.best:
        return "nothing"
    first = found.best[0]
    text = plain_html(shortened(first.question, TEXT_LENGTH))
    return f"{text}<small>score {first.score:.3f}</small>"


def _rank_html(rank: int | None) -> str:
    if rank is None:
        return "–"
    good = "better" if rank == 1 else "worse"
    return f'<span class="fd-fault fd-verdict-{good}">{rank:,}</span>'


def senses_html(senses: Senses, *, contextual: bool) -> str:
    """The cosines of a word between sentences."""
    values = (senses.contextual if contextual else senses.static).astype(np.float64)
    count = range(1, len(senses.sentences) + 1)
    names, short = [f"Sentence {at}" for at in count], [str(at) for at in count]
    title = "Contextual: after the last layer" if contextual else "Static: before the first layer"
    return matrix_html(f"{title}, “{senses.word}”", values, names, short, 3)


def key_of(text: str) -> str:
    """A key for widgets that begin anew with another question."""
    return f"{zlib.crc32(text.encode()):08x}"

"""What can be wrong with the words of one entry."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from data.records import Entry
from index.encoder import Encoder
from index.passages import SPECIAL_TOKENS
from pipeline.checks.findings import Finding, FindingKind, named, shortened
from pipeline.checks.prose import has_open_fence, prose_of

# About 1,000 words, which take four minutes to read (238 words a minute: Brysbaert 2019, "How many
# words do we read per minute?"). Who asks a chat wants less, and the answer marked in it is lost.
LONG_ANSWER = 6_000

# A title of more words that asks nothing is a sentence or two.
MANY_WORDS = 20

_URL = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_WORDS = re.compile(r"\w+(?:['’-]\w+)*")
_ASKS = re.compile(
    r"[?？؟;]"
    r"|^\W*(?:how|what|when|where|which|who|whom|whose|why|is|are|am|was|were|do|does|did|can|could|"
    r"will|would|should|shall|may|must|has|have|tell|explain|describe|show|give|i|i'm|i’m|my|we|our|"
    r"ich|mein|meine|wir|unser|wie|was|wann|wo|wer|warum|kann|je|j'ai|mon|ma|nous|comment|yo|mi|"
    r"cómo|como|qué|cuándo|dónde|io|mio|ik|mijn)\b",
    re.IGNORECASE,
)

# An error message or a piece of a program, which many technical questions quote.
_TECHNICAL = re.compile(
    r"[{}<>=\\_/$\[\]:;\"“”‘`|*]|\w\(|--|\w\.\w|'\w+'|\d\d\d"
    r"|\b(?:error|warning|exception|fail\w*|unable|invalid|denied|not found|missing)\b",
    re.IGNORECASE,
)
# "TODO" is Spanish for "all" where a whole line is in capitals, hence what may follow it. Fields of
# a maker of web pages, {{ site.url }}, are shown to visitors as they stand.
_PLACEHOLDERS = re.compile(
    r"(?<![\w@#/.-])(?:TODO(?=\s*(?:[:.,;!)\]-]|$)|\W+[a-z])|FIXME|TB[AD](?![\w-])|tbd(?![\w-]))"
    r"|(?i:\blorem ipsum|\bto be (?:written|filled in|completed|added)(?=\W*$)"
    r"|\b(?:your|insert|enter|add|write) (?:your |the )?(?:answer|question|text|content) here"
    r"|\b(?:answer|text) goes here|\basdf\w*)"
    r"|\{\{-?\s{0,3}(?:site|page|(?:first|last)?_?name|company|customer)\b[^{}\n]{0,100}\}\}"
    r"|\{%[^{}\n]{0,100}\b(?:site|page)\b[^{}\n]{0,100}%\}"
    r"|(?i:\[(?:insert|placeholder)\b[\w ]{0,40}\])(?!\()"
)
_CROSSES = re.compile(r"(?:^|(?<=[\s(“\"]))x{3,}(?=[\s.,;)”\"]|$)")
_ALL_OF_IT = re.compile(
    r"\W*(?:todo|tb[acd]|n/?a|none|null|nil|nan|test|xx+|answer|dummy|placeholder|pending|"
    r"coming soon|work in progress|wip)\W*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Window:
    """How much of a text the encoder reads: `tokens`, as `count` counts them."""

    tokens: int
    count: Callable[[str], int]


def encoder_window(encoder: Encoder) -> Window:
    """The window of an encoder; its tokenizer is loaded when a long text is first counted."""

    def count(text: str) -> int:
        return len(encoder.token_spans([text])[0]) + SPECIAL_TOKENS

    return Window(encoder.window, count)


def texts(entry: Entry, window: Window | None) -> Iterator[Finding]:
    """What is wrong with the question, the alternates and the answer of an entry."""
    yield from _question(entry)
    yield from _answer(entry)
    yield from _placeholders(entry)
    if window:
        yield from _cut(entry, window)


def _question(entry: Entry) -> Iterator[Finding]:
    text = entry.question.strip()
    words = _WORDS.findall(text)
    if not text or not any(map(str.isalpha, text)):
        what = "has only digits or signs as its question" if text else "has no question"
        yield _finding(FindingKind.NO_QUESTION, entry, f"{what}. Write what a visitor would ask.")
    elif _URL.fullmatch(text):
        yield _finding(
            FindingKind.NO_QUESTION,
            entry,
            "is the address of a page and not a question. Write what a visitor would ask.",
        )
    elif _is_statement(text, len(words)):
        yield _finding(
            FindingKind.WORDING,
            entry,
            "reads like a statement. Word it as visitors would ask it, and move what it says to "
            "the answer.",
        )
    elif len(words) == 1 and text.isascii() and "?" not in text and not entry.alternates:
        yield _finding(
            FindingKind.WORDING,
            entry,
            "is a single word, which few questions will find. Add the ways in which visitors ask "
            "about it as alternates.",
        )


def _is_statement(text: str, words: int) -> bool:
    """Whether a text tells something; headings such as "Opening hours" do not."""
    if _ASKS.search(text) or _TECHNICAL.search(text):
        return False
    ends = text.endswith(".") and not text.endswith("..") and words > 3
    return ends or words > MANY_WORDS


def _answer(entry: Entry) -> Iterator[Finding]:
    answer = entry.answer.strip()
    if not any(map(str.isalnum, answer)):
        what = "has only signs as its answer" if answer else "has no answer"
        yield _finding(FindingKind.EMPTY_ANSWER, entry, f"{what}. Write one, or retire the entry.")
    elif len(answer) > LONG_ANSWER:
        yield _finding(
            FindingKind.LONG_ANSWER,
            entry,
            f"has an answer of {len(answer):,} characters, more than four minutes of reading. "
            f"Split it over several questions; up to {LONG_ANSWER:,} characters is fine.",
        )
    if has_open_fence(answer):
        yield _finding(
            FindingKind.OPEN_FENCE,
            entry,
            "opens a code block with ``` or ~~~ and never closes it, so what follows is shown as "
            "code or not at all. Put the same signs on a line of their own where the code ends.",
        )


def _placeholders(entry: Entry) -> Iterator[Finding]:
    for part, text in (("question", entry.question), ("answer", entry.answer)):
        gap = _gap(text)
        if gap:
            yield _finding(
                FindingKind.PLACEHOLDER,
                entry,
                f"has “{shortened(gap)}” in its {part}, which looks like a gap that was never "
                "filled. Write what belongs there.",
                gap,
            )


def _gap(text: str) -> str:
    """The first placeholder in a text, or "" where there is none."""
    prose = prose_of(text)
    match = _ALL_OF_IT.fullmatch(text.strip()[:100]) or _PLACEHOLDERS.search(prose)
    if match:
        return match[0]
    for crosses in _CROSSES.finditer(prose):
        line = prose[max(0, crosses.start() - 80) : crosses.end() + 80]
        if not _TECHNICAL.search(line):
            return crosses[0]
    return ""


def _cut(entry: Entry, window: Window) -> Iterator[Finding]:
    """Questions and alternates of which the end is never read; answers are cut into passages."""
    for form in entry.forms:
        # No token is shorter than a character, so most texts need not be counted.
        if len(form) + SPECIAL_TOKENS > window.tokens < window.count(form):
            part = "question" if form == entry.question else f"alternate “{shortened(form, 40)}”"
            yield _finding(
                FindingKind.CUT,
                entry,
                f"has a {part} that is longer than the search reads (about "
                f"{window.tokens * 3 // 4} words), so its end is ignored. Shorten it.",
                form,
            )


def _finding(kind: FindingKind, entry: Entry, what: str, detail: str = "") -> Finding:
    return Finding(kind, (entry.id,), f"{named(entry)} {what}", detail)

"""Other words for the same thing: synonyms, contractions, and figures in other forms."""

from __future__ import annotations

import re
from random import Random

from pipeline.training.borne.figures import DIGITS as DIGITS
from pipeline.training.borne.figures import with_other_figures
from pipeline.training.borne.synonyms import WORDS_KNOWN, synonyms

_CONTRACTIONS = """
cannot can't/do_not don't/does_not doesn't/did_not didn't/is_not isn't/are_not aren't
was_not wasn't/will_not won't/would_not wouldn't/should_not shouldn't/it_is it's/that_is that's
I_am I'm/I_have I've/they_are they're/we_are we're/you_are you're/has_not hasn't
have_not haven't/you_will you'll/we_will we'll/it_will it'll/they_will they'll
must_not mustn't/that_will that'll
could_not couldn't/need_not needn't/had_not hadn't/were_not weren't/you_have you've/we_have we've
they_have they've/there_is there's/what_is what's/let_us let's/who_is who's/I_will I'll
"""

# Longest first, for "less than" is not to be taken for "than".
_KNOWN = re.compile(
    r"(?<![\w'$£€.,:/–-])(" + "|".join(sorted(map(re.escape, WORDS_KNOWN), key=len, reverse=True))
    + r")(?![\w'-])", re.IGNORECASE,
)  # fmt: skip
_PARTICLE = re.compile(r"(.+) (back|off|on|in|out|up|away|along)$")
_PAIRS = [
    [part.replace("_", " ") for part in pair.split()]
    for pair in re.split(r"[/\n]", _CONTRACTIONS.strip())
]


def with_case_of(new: str, old: str) -> str:
    """The new words, beginning large where the old ones do."""
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def replaced(text: str, old: str, new: str) -> str | None:
    """The text with whole words exchanged where they come first, or None without them."""
    match = re.search(rf"(?<![\w'-]){re.escape(old)}(?![\w'-])", text, re.IGNORECASE)
    if match is None:
        return None
    return text[: match.start()] + with_case_of(new, match[0]) + text[match.end() :]


def with_synonym(text: str, random: Random) -> str | None:
    """The text with one word exchanged for another of its meaning, or None."""
    found = [
        (match, others)
        for match in _KNOWN.finditer(text)
        if (others := synonyms(match[0], text[: match.start()], text[match.end() :]))
    ]
    if not found:
        return None
    match, others = random.choice(found)
    new = with_case_of(random.choice(others), match[0])
    return _put_in(text[: match.start()], new, text[match.end() :])


def _put_in(before: str, new: str, after: str) -> str:
    """The text with the new words: "an elevator", not "a elevator"; "give it back"."""
    pronoun = re.match(r" (?:it|them|us|me)\b", after)
    parts = _PARTICLE.match(new)
    if pronoun and parts:
        new = f"{parts[1]}{pronoun[0]} {parts[2]}"
        after = after[pronoun.end() :]
    article = re.search(r"\b([Aa])n? $", before)
    if article:
        ending = "n" if new[0] in "aeioAEIO" else ""
        before = f"{before[: article.start()]}{article[1]}{ending} "
    return before + new + after


def with_contraction(text: str, random: Random) -> str | None:
    """The text with one contraction made or undone, or None."""
    for long, short in random.sample(_PAIRS, len(_PAIRS)):
        changed = replaced(text, long, short) or replaced(text, short, long)
        if changed:
            return changed
    return None


def reworded(text: str, random: Random, changes: int) -> str:
    """The text after so many tries at saying a word, number or time of it otherwise."""
    for _ in range(changes):
        draw = random.random()
        if draw < 0.6:
            other = with_synonym(text, random)
        elif draw < 0.8:
            other = with_other_figures(text, random)
        else:
            other = with_contraction(text, random)
        text = other or text
    return text

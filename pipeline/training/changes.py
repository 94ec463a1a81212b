"""Questions with one fact changed, so that a passage which answered no longer does.

A name, a number or a word with an opposite is replaced, names and numbers by others that stand in
the passage: what is asked stays near the passage and is not answered by it. After the rules of
Jia and Liang 2017, "Adversarial Examples for Evaluating Reading Comprehension Systems", and the
kinds of unanswerable question in Rajpurkar, Jia and Liang 2018, "Know What You Don't Know".

Worked example: with "Ferries leave Oban at 9 and Mallaig at 10.", "When do ferries leave Oban?"
becomes "When do ferries leave Mallaig?"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

_NUMBER = re.compile(r"\d[\d,.]*\d|\d")
_NAME = re.compile(r"\b[A-Z][\w'’-]+(?: (?:of |the |de )?[A-Z][\w'’-]+)*")
_WORD = re.compile(r"[A-Za-z]+")

_OPPOSITES = """
before after/first last/most least/largest smallest/biggest smallest/highest lowest
longest shortest/oldest youngest/earliest latest/best worst/more fewer/more less/larger smaller
higher lower/longer shorter/older younger/earlier later/better worse/large small/big small
high low/long short/old young/old new/early late/good bad/north south/east west
northern southern/eastern western/increase decrease/increased decreased/increases decreases
rise fall/won lost/win lose/begin end/began ended/start stop/started stopped/start end/open close
opened closed/buy sell/bought sold/enter leave/entered left/arrive depart/above below/over under
inside outside/with without/include exclude/included excluded/accept refuse/accepted refused
allow forbid/allowed forbidden/can cannot/always never/all no/public private/male female/men women
man woman/king queen/father mother/son daughter/brother sister/husband wife/ancient modern
major minor/major small/positive negative/success failure/gain loss/support oppose
supported opposed/like dislike/liked disliked/love hate/loved hated/hot cold/warm cool/fast slow
strong weak/rich poor/hard easy/hard soft/heavy light/dark light/true false/same different
similar different/common rare/minimum maximum/internal external/upper lower/front back/left right
day night/summer winter/spring autumn/morning evening/monday tuesday/january july/june december
created destroyed/built destroyed/founded abolished/born died/birth death/cause prevent
caused prevented/attack defend/attacked defended/invaded defended/urban rural/single married
import export/imported exported/send receive/sent received/add remove/added removed
raise lower/raised lowered/join leave/joined left/agree disagree/agreed disagreed
"""


def _both_ways() -> dict[str, list[str]]:
    table: dict[str, list[str]] = {}
    for pair in re.split(r"[/\n]", _OPPOSITES.strip()):
        one, other = pair.split()
        table.setdefault(one, []).append(other)
        table.setdefault(other, []).append(one)
    return table


OPPOSITES = _both_ways()


def changed(question: str, passage: str, random: Random) -> str | None:
    """The question with one fact changed, or None where no rule fits."""
    ways = [*_numbers(question, passage), *_names(question, passage), *_opposites(question)]
    return random.choice(ways) if ways else None


def _numbers(question: str, passage: str) -> Iterator[str]:
    others = set(_NUMBER.findall(passage)) - set(_NUMBER.findall(question))
    for match in _NUMBER.finditer(question):
        for other in sorted(others):
            if len(other) == len(match.group()):
                yield _replaced(question, match, other)


def _names(question: str, passage: str) -> Iterator[str]:
    others = {m.group() for m in _NAME.finditer(passage) if not _begins_sentence(passage, m)}
    for match in _NAME.finditer(question):
        if match.start() > 0:
            for other in sorted(others):
                if other not in question and match.group() not in other:
                    yield _replaced(question, match, other)


def _begins_sentence(text: str, match: re.Match[str]) -> bool:
    return match.start() < 2 or text[match.start() - 2] in ".!?\n"


def _opposites(question: str) -> Iterator[str]:
    for match in _WORD.finditer(question):
        # "How long" asks for a length: "how short" asks for the same.
        if not question[: match.start()].lower().endswith("how "):
            for other in OPPOSITES.get(match.group().lower(), ()):
                yield _replaced(question, match, other)


def _replaced(text: str, match: re.Match[str], other: str) -> str:
    return text[: match.start()] + other + text[match.end() :]

"""Whether the words that were marked are the ones that answer: exact match and token F1.

Both are those of SQuAD (Rajpurkar et al. 2016 and 2018, evaluate-v2.0.py): before texts are
compared they are put in lower case, ASCII punctuation and the articles a, an and the are taken out,
and blank space is made single. With several gold texts the best one counts. Where either text has
no word left, as "no answer" has none, both measures are 1 if the other has none either and else 0.

Worked example: "the 9:30 boat" against "9:30 boat from Oban" is compared as [930, boat] and
[930, boat, from, oban]: not the same, precision 2/2, recall 2/4 and F1 2·1·.5 / 1.5 = .667.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Sequence

from data.answers import Answer
from pipeline.evaluation.bootstrap import figures, share
from pipeline.evaluation.records import Figure, Outcome

NAMES = ("em", "f1")

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


def answer_figures(outcomes: Sequence[Outcome], seed: int) -> dict[str, Figure]:
    """Exact match and F1, 0 to 1, over the questions for which the words that answer are known."""
    known = [(given_text(o.answer), o.question.gold) for o in outcomes]
    pairs = [(given, gold) for given, gold in known if gold is not None]
    statistics = {
        "em": share([exact_match(given, [gold]) for given, gold in pairs]),
        "f1": share([token_f1(given, [gold]) for given, gold in pairs]),
    }
    return figures(statistics, len(pairs), seed)


def given_text(answer: Answer) -> str:
    """What is put forward as the answer: the span, else the whole text, and "" without an entry."""
    if answer.entry is None:
        return ""
    return answer.span.text if answer.span else answer.text


def exact_match(given: str, gold: Sequence[str]) -> float:
    """1 where the text is, once normalised, one of the gold texts, else 0."""
    return max(float(normalised(given) == normalised(text)) for text in gold or [""])


def token_f1(given: str, gold: Sequence[str]) -> float:
    """How far the words agree with those of the best gold text, 0 to 1."""
    return max(_f1(normalised(given).split(), normalised(text).split()) for text in gold or [""])


def normalised(text: str) -> str:
    """The text as SQuAD compares it."""
    bare = text.lower().translate(_PUNCTUATION)
    return " ".join(_ARTICLES.sub(" ", bare).split())


def _f1(given: Sequence[str], gold: Sequence[str]) -> float:
    if not given or not gold:
        return float(given == gold)
    common = (Counter(given) & Counter(gold)).total()
    return 2 * common / (len(given) + len(gold))

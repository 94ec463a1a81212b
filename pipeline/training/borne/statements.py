"""A question and its answer as one statement: from "Who won?" and "Anna", that Anna won."""

from __future__ import annotations

import re

from pipeline.training.borne.judged import capital

_BE_PHRASE = re.compile(r"(?:What|Who) (is|was|are|were) (the|an?|\w+'s) (.+?)\?$")
# "What is the boat called?" asks for more than what the boat is.
_OPEN_END = re.compile(r"\b(called|named|doing|used|for|from|to|of|in|by|about|like|between)$")
_SUBJECT = re.compile(
    r"(?:What|Who|Which|Whose)(?: [a-z]+){0,2}? ((?:is|was|are|were|can|could|will|would|has|had"
    r"|may|must|does not|did not|began|became|\w+ed|won|wrote|led|made|took|gave|held|said|sold"
    r"|built|lost|used|causes|uses|makes|needs)\b .+?)\?$"
)
# Then what is asked for is not the subject.
_INVERTED = re.compile(
    r"(?:is|was|are|were|can|could|will|would|has|had|may|must) "
    r"(?:the|an?|he|she|it|they|there|this|that|one|you|[A-Z]\w+)\b"
)
_HELPED = re.compile(r"(What|Which)\b.*\b(did|do|does)\b")
_COUNT = re.compile(
    r"How (?:many|much) ([a-z]+(?: [a-z]+)?) ((?:were|are|was|is|have|has|had|can|will|\w+ed)\b"
    r" .+?)\?$"
)
MAX_ANSWER_WORDS = 8


def statement(question: str, answer: str) -> str | None:
    """The statement, or None where the question has no shape that is known."""
    question, answer = question.strip(), answer.strip().rstrip(".,;")
    if len(answer.split()) > MAX_ANSWER_WORDS:
        return None
    match = _BE_PHRASE.match(question)
    if match and not _OPEN_END.search(match[3]):
        return capital(f"{match[2]} {match[3]} {match[1]} {answer}.")
    match = _SUBJECT.match(question)
    if match and not _INVERTED.match(match[1]) and not _HELPED.match(question):
        return capital(f"{answer} {match[1]}.")
    match = _COUNT.match(question)
    if match and not re.search(r"\b(there|did|do|does)\b", match[2][:14]):
        counted = "" if match[1].split()[0] in answer else f" {match[1]}"
        return capital(f"{answer}{counted} {match[2]}.")
    return None


def told(question: str, answer: str) -> str:
    """The statement, or the question with its answer behind it where it has no known shape."""
    return statement(question, answer) or f"{question.strip()} {capital(answer.strip(' .,;'))}."

"""What turns the meaning of words round or narrows it: no, may, must, all, only, if, up to.

Worked example: "You need not pay before May" says that must is negated; "you must not pay" that may
is; "no later than 9" bounds 9 from above and negates nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum

from pipeline.phrasing.lexicon import LIGHT
from pipeline.phrasing.vocabulary import words


class Cue(StrEnum):
    """What a clause says about how far it reaches."""

    ALL = "all"
    ANY = "any"
    NONE = "none"
    ONLY = "only"
    SOME = "some"
    MAYBE = "may"
    USUALLY = "usually"
    SURE = "will"
    IF = "if"
    EXCEPT = "except"
    ALSO = "also"


# One word for each of the two things that modal words say; no text holds a word with such a sign.
MAY, MUST, FEE, OPEN = "@mod", "@duty", "@sum", "@ajar"

_RESHAPED = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"\b(?:(?:no|not) later than|at the latest) (0\d+) (?=before|ahead|in advance|prior)",
         r"at_least \1 "),
        (r"\bdo not forget\b", "remember"),
        (r"\bwhether or not\b|\bregardless of whether\b", "always"),
        (r"\b(?:at once|straight ?away|right away)\b", "immediately"),
        (r"\bwe guarantee\b", "we definitely"),
        (r"\bno (\w+ )?(?:costs?|charges?|fees?)\b", r"\1 not_@sum"),
        (r"\b(?:no|not|never) (?:later|longer|more|higher|bigger|larger|greater|older) than (?=0)",
         "at_most "),
        (r"\b(?:no|not) (?:less|fewer|earlier|sooner|lower|younger) than (?=0)", "at_least "),
        (r"\bup to\b|\bat (?:the )?(?:most|latest)\b|\bas (?:many|much|long) as (?=\d)|"
         r"\bmaximum(?: of)?\b|\bat maximum\b", "at_most "),
        (r"\bat (?:the )?(?:least|earliest)\b|\bminimum(?: of)?\b|\bor (?:more|older|over|above)\b|"
         r"\band (?:over|older|above|up)\b", "at_least"),
        (r"\bnot only\b|\bno (?:matter|doubt|problem)\b|\bdo not (?:worry|"
         r"hesitate)\b|\bfeel free\b|\bno later\b(?= than)", " "),
        (r"\bat (?:any|all) (?:time|times|hours?)\b|\b(?:at )?any (?:time|day|hour)\b|"
         r"\ba?round the clock\b|\bday (?:and|or) night\b|\ball (?:day|year|week)(?: long)?$|"
         r"\ball the time\b|\bevery time\b|\bin (?:any|every) case\b", "always"),
        (r"\b(?:lower|less|fewer|smaller|shorter|younger|lighter|cheaper|earlier) than (?=0)",
         "at_most "),
        (r"\b\w+er than (?=0)|\bmore than (?=0)", "at_least "),
        (r"(?<=\d) up to (?=0)", " to "),
        (r"\bunless\b", "if not"),
        (r"\brather than\b", "instead of"),
        (r"\bas (?:often|many|much|long) as (?:you|they) (?:like|want|wish|please)\b|\bfreely\b",
         "unlimited"),
        (r"\blet (?:us|me|them|(?:the|our|your) \w+) know\b", "tell"),
        (r"\b(?:pays?|paid|costs?|charges?) no\b(?! (?:more|less))", f"not_{FEE}"),
        (r"\bnothing but\b", "only"),
        (r"\b(?:need|needs|must|have to)(?: to)?(?: do)? nothing\b", f"not_{MUST}"),
        (r"\b(?:costs?|pays?|paid|for) nothing\b|\bnothing$|\b(?:no|without)(?: an?| any)? "
         r"(?:extra |additional )?(?:costs?|charges?|fees?)\b", f"not_{FEE}"),
        (r"\bno one\b", "nobody"),
        (r"\bnone other than\b", "only"),
        (r"\b(?:one|room|place|space|seat|line|slot) is free\b", "is available"),
        (r"\bfree for (?=\d|an?\b|one\b)", "available for "),
        (r"\bfree of (?:charge|cost)\b|\bfor free\b|\bfor nothing\b|\bcharge free\b", "free"),
        (r"\binterest free\b", "without interest"),
        (r"\b(?:is|are|be) out of the question\b", "is not allowed"),
        (r"\bany ?more\b|\bany longer\b", " "),
        (r"\bno longer\b", "not"),
        (r"\b(?:ha(?:ve|s)|need|needs|got) not to\b|\bneeds? not\b", f"not {MUST} "),
        (r"\b(?:can|could|may|might|must|shall|should) not\b", f"not {MAY}"),
        (r"\b(?:ha(?:ve|s)|need|needs|got) to\b|\bmust\b|\bmandatory\b|\bobligatory\b|"
         r"\bcompulsory\b", MUST),
        (r"\b(?:optional|unnecessary|voluntary)\b", f"not_{MUST}"),
        (r"\b(?:need|needs|needed|necessary|required|requires?)\b", MUST),
        (r"\b(?:can|may|could|might|allowed|permitted|welcome|possible|able|lets?|allows?|"
         r"okay|ok|are fine|is fine)\b", MAY),
        (r"\b(?:forbidden|prohibited|banned|impossible|unable|disallowed)\b", f"not_{MAY}"),
        (r"\b(?:closed|shut)\b", f"not_{OPEN}"),
        (r"\b(?:free|gratis|waived?)\b", f"not_{FEE}"),
        (r"\b(?:costs?|pays?|paid|payments?|charges?|charged|fees?)\b", FEE),
        (r"\bopen(?:s|ed)?\b", OPEN),
    )
)  # fmt: skip
_NEGATING = words(
    "not no never none nobody nothing nowhere neither nor without non refuse refuses refused "
    "decline declines declined exclude excludes excluded excluding lack lacks hardly"
)
_CUES = {
    Cue.ALL: "all every always everyone everybody everything whenever wherever whatever unlimited "
    "guaranteed entire entirely anyone anybody regardless everywhere "
    "definitely immediately nobody ever forever both",
    Cue.ANY: "any anything each whole daily nightly weekly monthly yearly hourly annually",
    Cue.NONE: "never nobody none nothing",
    Cue.ONLY: "only solely exclusively",
    Cue.SOME: "some most many few several nearly almost partly partially certain",
    Cue.MAYBE: f"{MAY} possibly perhaps sometimes occasionally try happy glad",
    Cue.USUALLY: "usually normally mostly generally typically often about around approximately",
    Cue.SURE: "will shall always guaranteed certainly",
    Cue.IF: "if unless provided when once whenever where until before after while otherwise then "
    "afterwards",
    Cue.ALSO: "also too",
    Cue.EXCEPT: "except excepting unless besides exceptions exception but_for",
}
CUES = {word: frozenset(c for c, words in _CUES.items() if word in words.split())
        for words in _CUES.values() for word in words.split()}  # fmt: skip
# Who or when "all" speaks of, where no noun follows it.
_PRONOUNS = {
    word: kind
    for kind, words in {
        "who": "everyone everybody anyone anybody nobody whoever",
        "when": "always never whenever ever forever",
        "where": "everywhere anywhere wherever nowhere",
        "sure": "guaranteed definitely certainly immediately instantly",
        "what": "everything whatever unlimited regardless",
    }.items()
    for word in words.split()
}
_UNIVERSAL = words("all every any each")


def reshaped(clause: str) -> str:
    """Small words of a clause, with what modal and bounding words say as words of their own."""
    for pattern, instead in _RESHAPED:
        clause = pattern.sub(instead, clause)
    return " ".join(clause.split())


def universals(said: Sequence[str]) -> Iterator[str]:
    """What a clause speaks of as a whole: "who", "when" and the like, or the noun after "all"."""
    for place, word in enumerate(said):
        if word in _PRONOUNS:
            yield _PRONOUNS[word]
        elif word in _UNIVERSAL:
            if said[place + 1 : place + 2] and said[place + 1][0] == "0" and word != "all":
                continue
            after = (w for w in said[place + 1 : place + 4] if w not in LIGHT and w[0] != "0")
            yield f"{word} {next(after, '')}"


def is_negating(word: str) -> bool:
    """Whether a word turns round what follows it."""
    return word in _NEGATING


def bound_of(before: list[str], after: list[str]) -> str:
    """What the words beside a number bound it to be: "most", "least" or nothing."""
    near: list[str] = []
    for word in reversed(before[-3:]):
        if word[:1] == "0":
            break
        near.append(word)
    if "at_most" in near or after[:1] == ["at_most"]:
        return "most"
    if "at_least" in near or after[:1] == ["at_least"] or after[1:2] == ["at_least"]:
        return "least"
    found = [word for word in near[:2] if word in _BOUNDS]
    return _BOUNDS[found[0]] if found else ""


_BOUNDS = (
    dict.fromkeys(["within", "under", "below", "until", "by", "before", "less", "fewer"], "most")
    | dict.fromkeys(["over", "above", "exceeding", "beyond"], "least")
    | dict.fromkeys(["about", "around", "approximately", "roughly", "nearly", "almost"], "about")
)

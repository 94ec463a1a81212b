"""Other syntax for the same statement; each rule gives None where it does not fit."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from pipeline.training.borne.judged import capital, small

_IMPERATIVE = re.compile(
    r"(?:Please |Make sure to |You need to )?((?:[Aa]sk|[Bb]ring|[Bb]uy|[Cc]all|[Cc]heck|[Cc]hoose"
    r"|[Cc]lick|[Cc]ollect|[Cc]ontact|[Ee]nter|[Ff]ill in|[Kk]eep|[Oo]pen|[Pp]ay|[Pp]hone"
    r"|[Pp]ress|[Rr]eport|[Rr]eturn|[Ss]elect|[Ss]end|[Ss]how|[Tt]ake|[Tt]ell|[Uu]se|[Vv]isit"
    r"|[Ww]ait|[Ww]rite) (?!of\b|is\b|are\b|sports\b|lens).+)$"
)
_PAST = {
    "send": "sent", "give": "given", "keep": "kept", "return": "returned", "pay": "paid",
    "refund": "refunded", "deliver": "delivered", "cancel": "cancelled", "repair": "repaired",
    "replace": "replaced", "check": "checked", "clean": "cleaned", "delete": "deleted",
    "store": "stored", "accept": "accepted", "charge": "charged", "publish": "published",
    "provide": "provided", "offer": "offered", "collect": "collected", "process": "processed",
}  # fmt: skip
_ACTIVE = re.compile(
    rf"(.*?\b)([Ww]e) (will )?({'|'.join(_PAST)}) ((?:the|your|all|every|each|any) [a-z]+)"
    r"( (?:back|within|in|on|at|for|by|from|to|until|after|before|every)\b.*)?\.$"
)
_PLURAL = re.compile(r"^(?:all|any) |[^s]s$")


def with_other_request(sentence: str, random: Random) -> str | None:
    """An order as one that begins with please, make sure to or you need to, or the reverse."""
    match = _IMPERATIVE.match(sentence)
    if match is None:
        return None
    plain = match[1][0].lower() + match[1][1:]
    forms = [capital(plain), *(f"{more} {plain}" for more in ("Please", "You need to"))]
    if re.match(r"(?:bring|check|keep|return|send|show|take|tell|use)\b", plain):
        forms.append(f"Make sure to {plain}")
    return random.choice([form for form in forms if form != sentence])


def with_other_possibility(sentence: str) -> str | None:
    """You can do it as: it is possible to do it, or the reverse."""
    match = re.match(r"(?:Yes, )?[Yy]ou can (?:also )?(?!not\b|only\b|be\b|have\b)(.+)$", sentence)
    if match:
        return f"It is possible to {match[1]}"
    match = re.match(r"[Ii]t is possible to (.+)$", sentence)
    return f"You can {match[1]}" if match else None


def with_other_ban(sentence: str) -> str | None:
    """It is not allowed to do it as: you may not do it, or the reverse."""
    match = re.match(
        r"[Yy]ou (?:may|must) not (?!be\b|have\b|need\b|know\b|notice\b)(.+)$", sentence
    )
    if match:
        return f"It is not allowed to {match[1]}"
    match = re.match(r"[Ii]t is (?:not allowed|not permitted|forbidden) to (.+)$", sentence)
    if match:
        return f"You may not {match[1]}"
    match = re.match(
        r"((?:[A-Z][a-z]+)(?: [a-z]+)?) are not (?:allowed|permitted)(?! to)(.*)$", sentence
    )
    return f"No {match[1].lower()} are allowed{match[2]}" if match else None


def with_other_voice(sentence: str) -> str | None:
    """We do it as: it is done."""
    match = _ACTIVE.match(sentence)
    # "We wash and we send the shirt" and "what we send" stay as they are.
    if match is None or not (match[1] == "" or match[1].endswith(", ")):
        return None
    before, will, verb, thing, after = match[1], match[3], match[4], match[5], match[6] or ""
    helper = "will be" if will else "are" if _PLURAL.search(thing) else "is"
    thing = thing if before else capital(thing)
    return f"{before}{thing} {helper} {_PAST[verb]}{after}."


def with_other_absence(sentence: str) -> str | None:
    """There is no X as: there is not any X, or the reverse."""
    match = re.match(r"There (is|are) no (?!one\b|longer\b|more\b|need\b)([a-z].+)$", sentence)
    if match:
        return f"There {match[1]} not any {match[2]}"
    match = re.match(r"There (?:isn't|is not|aren't|are not) any ([a-z].+)$", sentence)
    if match:
        verb = "is" if re.match(r"There is", sentence) else "are"
        return f"There {verb} no {match[1]}"
    return None


def with_other_price(sentence: str) -> str | None:
    """X costs Y as: the price of X is Y, or the reverse."""
    amount = (
        r"(?:about |only |up to |from )?(?:[€£$]\d|(?:EUR|GBP|USD) \d|\d+ (?:euro|pound|dollar)).*"
    )
    match = re.match(
        rf"((?:The|A|An|Your|Our|Each) [a-z]+(?: [a-z]+)?) costs? ({amount})$", sentence
    )
    if match:
        return f"The price of {small(match[1])} is {match[2]}"
    match = re.match(
        rf"The price of ((?:the|a|an|your|our) [a-z]+(?: [a-z]+)?) is ({amount})$", sentence
    )
    if match:
        return f"{capital(match[1])} costs {match[2]}"
    match = re.match(r"(.*\b[Yy]ou) pay ((?:[€£$]\d|\d+ (?:euro|pound|dollar)).*)$", sentence)
    return f"{match[1]} are charged {match[2]}" if match else None


def with_other_condition(sentence: str) -> str | None:
    """If it rains, … as: should it rain, …, for conditions whose verb stays or is known."""
    match = re.match(
        r"If (you|they|we) (?!are\b|can|may|will|must|do\b|had\b|have\b|were\b)([a-z]+) (.+, .+)$",
        sentence,
    )
    if match and not re.search(r"(?:ed|ly|'.*)$|^(?:also|only|never|not|then|were)$", match[2]):
        return f"Should {match[1]} {match[2]} {match[3]}"
    match = re.match(r"If (you|they|we|it|the [a-z]+) (?:are|is) (.+, .+)$", sentence)
    if match:
        return f"Should {match[1]} be {match[2]}"
    match = re.match(r"Should (you|they|we) (?!be\b|not\b)(.+, .+)$", sentence)
    return f"If {match[1]} {match[2]}" if match else None


def with_let_know(sentence: str) -> str | None:
    """Tell us as let us know, or the reverse."""
    ends = r"(?= (?:if|of|about|that|as soon|in|at|by|whether|when|within)\b|[.,;])"
    changed = re.sub(
        rf"\b([Tt])ell (us|you|me|them|your doctor){ends}", r"let \2 know", sentence, count=1
    )
    if changed == sentence:
        changed = re.sub(
            rf"\b[Ll]et (us|you|me|them|your doctor) know{ends}", r"tell \1", sentence, count=1
        )
    return None if changed == sentence else capital(changed) if sentence[0].isupper() else changed


_RULES: tuple[Callable[[str], str | None], ...] = (
    with_other_possibility, with_other_ban, with_other_voice, with_other_absence,
    with_other_price, with_other_condition, with_let_know,
)  # fmt: skip


def rephrased(sentence: str, random: Random) -> str | None:
    """The sentence in other syntax by one of the rules, or None where none fits."""
    found = [*(rule(sentence) for rule in _RULES), with_other_request(sentence, random)]
    fitting = [other for other in found if other]
    return random.choice(fitting) if fitting else None

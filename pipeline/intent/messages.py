"""What in a message is asked: without the pleasantries around it, and one question at a time.

Worked example: "hi, thanks, but how do I cancel?" asks "how do I cancel?", and "When do you open?
And what does a locker cost?" asks two things.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

# More questions than these in one message are taken as one.
MOST_QUESTIONS = 3
# A question of fewer words leans on the one before it: "And on Sundays?"
FEWEST_WORDS = 4

_GREETING = (
    r"h+i+(?:ya)?|hey+(?:a)?|hel+o+|hallo|yo|dear (?:all|team|sirs?(?: or madam)?|sir/madam)|"
    r"good (?:morning|afternoon|evening|day)|greetings|morning|afternoon|evening|g'?day"
)
_THANKS = (
    r"(?:ok(?:ay)? )?(?:many |much )?(?:thanks|thank ?(?:you|u)|thx|ty|cheers|ta)"
    r"(?: (?:so|very) much| a (?:lot|million|bunch)| again| for (?:that|your help|the help))?"
    r"(?: in advance)?"
)
_FAREWELL = (
    r"bye(?: bye)?|goodbye|see (?:you|ya)|have a (?:nice|good|great|lovely) (?:day|one|evening)"
)
_FILLER = r"ok(?:ay)?|so|sorry|excuse me|please|pls|right|well|um+|and|but|oh|great|perfect"
_WHO = r"(?: (?:there|all|everyone|everybody|team|bot|again|guys|folks|friend|mate))?"
_BREAK = r"[\s,.!;:\-–—…]*[,.!;:\-–—…\n][\s,.!;:\-–—…]*"
_STOP = r"[\s,.!?;:\-–—…]*[,.!?;:\-–—…\n]\s*"
_ASKING = (
    r"(?=(?:how|what|what's|whats|when|where|who|why|which|can|could|do|does|did|is|are|am|i|i'm|"
    r"i've|my|we|our|will|would|should|may|there|please|pls|is there)\b)"
)
# A pleasantry ends at a stop, or where the words of a question begin.
_OPENING = re.compile(
    rf"^\W*(?:(?:{_GREETING}){_WHO}|{_THANKS}|{_FAREWELL}|{_FILLER})(?:{_BREAK}|\s+{_ASKING})",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    rf"(?:{_STOP}(?:{_THANKS}|{_FAREWELL})|\s+(?:many )?(?:thanks|thank you|thx))\W*$",
    re.IGNORECASE,
)
# A goodbye is looked for in so many characters at the end: in all of a long text it takes long.
_CLOSING_LENGTH = 100


@dataclass(frozen=True, slots=True)
class Message:
    """A message, what it asks without its pleasantries, and its questions if it has several."""

    text: str
    heart: str
    questions: tuple[str, ...] = ()

    @classmethod
    def of(cls, text: str) -> Message:
        """The message that a text is."""
        return cls(text, heart_of(text), tuple(questions_in(text)))

    @property
    def texts(self) -> tuple[str, ...]:
        """What is looked up: the whole, and then each of several questions."""
        return (self.heart, *self.questions)


def heart_of(message: str) -> str:
    """The message without greetings, thanks and goodbyes around it, if anything is left."""
    heart = message.strip()
    while (shorter := _OPENING.sub("", heart, count=1)) and shorter != heart:
        heart = shorter
    start = max(0, len(heart) - _CLOSING_LENGTH)
    closing = _CLOSING.search(heart, start)
    if closing and len(heart[: closing.start()].split()) > 1:
        # What was asked keeps its question mark.
        mark = "?" if "?" in closing[0] else ""
        heart = heart[: closing.start()].rstrip() + mark
    return heart


def questions_in(message: str) -> list[str]:
    """The questions of a message that stand by themselves; none unless there are several."""
    *asked, _ = message.split("?")
    parts = (part.strip(" ,;-\n") for part in asked)
    hearts = [heart_of(part + "?") for part in parts if part]
    alone = [heart for heart in hearts if len(heart.split()) >= FEWEST_WORDS]
    several = 2 <= len(alone) <= MOST_QUESTIONS and len(alone) == len(hearts)
    return alone if several else []

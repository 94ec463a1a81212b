"""Sentences that state nothing, such as "Good question!" and "I hope this helps"."""

from __future__ import annotations

import re

_END = r"[\s.!:,;–—-]*"
_WHO = r"(?: for (?:asking|your (?:question|message|interest)|getting in touch|reaching out))?"
_MORE = r"(?:any |more |other |further |another )*"
_PLEASANTRIES = (
    r"(?:that(?:'s| is) an? |what an? )?(?:good|great|excellent) (?:question|news)",
    r"(?:i(?: am|'m)|we(?: are|'re))? ?(?:happy|glad|pleased) to help(?: you)?(?: with that)?",
    r"(?:of course|sure(?: thing)?|certainly|absolutely|no problem|with pleasure|gladly)",
    r"(?:please )?(?:do not|don't) worry(?: about (?:it|that))?",
    r"(?:i|we) hope (?:that )?(?:this|that|it) helps(?: you)?",
    rf"(?:please )?(?:feel free to )?(?:let (?:me|us) know|ask)(?: me| us)? if you (?:have|need) "
    rf"{_MORE}(?:questions?|help|details|information|anything(?: else)?)",
    r"(?:is there )?anything else (?:i|we) can (?:do|help)(?: for you| you)?(?: with)?\?",
    rf"(?:many )?(?:thank you|thanks){_WHO}",
    r"(?:hello|hi|welcome|dear (?:guest|visitor|customer|member|reader|patient|student)s?)"
    r"(?: there)?",
    r"have a (?:nice|good|great|lovely) (?:day|evening|time|weekend)",
    r"here(?:'s| is| are) (?:how|what you need to know|the (?:answer|details))",
    r"you(?:'re| are) welcome",
)
_HARMLESS = re.compile(rf"^\W*(?:(?:{'|'.join(_PLEASANTRIES)}){_END})+\W*$", re.IGNORECASE)
# Longer ones say something.
LONGEST_PLEASANTRY = 160


def is_harmless(sentence: str) -> bool:
    """Whether a sentence is a pleasantry and nothing else."""
    plain = sentence.replace("’", "'")
    return len(plain) <= LONGEST_PLEASANTRY and _HARMLESS.match(plain) is not None

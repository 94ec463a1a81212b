"""Entries that get in each other's way: they ask the same, or nearly.

Two questions are nearly the same when they say the same words in the same order, but for small
words, endings, and one misspelt word. Comparing letters instead finds mostly the wrong ones: of
questions that agree in 98 letters of 100, most differ in the one that matters ("type I", "type V").

Worked example: "How do I cancel an order?" and "How can I cancle my orders" both come down to
(how, cancel, order), the second with one slip; "How do I cancel an order within 2 days?" and "How
do I not cancel an order?" do not.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from data.records import Entry
from pipeline.checks.findings import Finding, FindingKind, listed, named, shortened
from pipeline.contrasts import NUMBER_WORDS, WEAK_NUMBERS, marks
from pipeline.planning import question_key

# Words that make no difference to what is asked. "Must", "need" and "should" do, and so do all
# words for where and when.
_SMALL_WORDS = (
    "a an the this that these those is are am was were be been being do does did can could will "
    "would may might of it its there please just also any some s re ll ve d m"
)
_SMALL = frozenset(_SMALL_WORDS.split())
_MINE = frozenset(("i", "me", "my", "mine", "we", "us", "our", "ours"))
_YOURS = frozenset(("you", "your", "yours"))
_ASKING = frozenset(("how", "what", "when", "where", "which", "who", "whom", "whose", "why"))
# A single letter that is a name: "type I diabetes", "Vitamin A", "hepatitis A".
_LETTER = re.compile(
    r"(?<=[^\W_] )A(?![\w'’])|(?i:(?<!\w)[a-z](?=\W*$)"
    r"|(?<=(?:type|step|part|form) )I\b|(?<=(?:class|stage|phase|grade|level) )I\b)"
)
_WORD = re.compile(r"[^\W_]+")
_APOSTROPHES = str.maketrans("", "", "'’‘`´")

# Where what tells questions apart may be at their ends, more of them is shown.
LONG = 160

# Shorter words that differ in a letter are other words: "form" and "from", "type I" and "type V".
MIN_SLIP_LENGTH = 5
# Longer questions are not looked through for slips: two that differ in one alone are rare, and
# the time grows with the square of the words.
MAX_SLIP_WORDS = 30


def twins(entries: Sequence[Entry], changed: Collection[str]) -> Iterator[Finding]:
    """Duplicates, conflicts and near duplicates that involve an entry of which the id is given."""
    asking: defaultdict[str, list[Entry]] = defaultdict(list)
    also_asking: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.question.strip():
            asking[question_key(entry.question)].append(entry)
        own = {question_key(entry.question)}
        for key in sorted({question_key(form) for form in entry.alternates} - own):
            also_asking[key].append(entry)
    ids = frozenset(changed)
    found = [*_same(asking), *_taken(asking, also_asking), *_near(asking, ids)]
    yield from (finding for finding in found if not ids.isdisjoint(finding.entry_ids))


def _same(asking: dict[str, list[Entry]]) -> Iterator[Finding]:
    for entries in asking.values():
        if len(entries) < 2:
            continue
        by_answer: defaultdict[str, list[Entry]] = defaultdict(list)
        for entry in entries:
            by_answer[question_key(entry.answer)].append(entry)
        for same in by_answer.values():
            if len(same) > 1:
                yield _finding(
                    FindingKind.DUPLICATE,
                    same,
                    f"{named(same[0])} is there {len(same)} times with the same answer. "
                    "Keep one and retire the others.",
                )
        if len(by_answer) > 1:
            yield _conflict([same[0] for same in by_answer.values()])


def _conflict(entries: list[Entry]) -> Finding:
    categories = {entry.category for entry in entries}
    apart = " (for instance by their category)" if len(categories) == len(entries) else ""
    return _finding(
        FindingKind.CONFLICT,
        entries,
        f"{named(entries[0])} is asked by {len(entries)} entries with different answers, so "
        "visitors get one or the other by chance. Merge the answers, or word the questions so that "
        f"each says what it is about{apart}.",
    )


def _taken(
    asking: dict[str, list[Entry]], also_asking: dict[str, list[Entry]]
) -> Iterator[Finding]:
    for key, holders in also_asking.items():
        form = next(form for form in holders[0].alternates if question_key(form) == key)
        for owner in asking.get(key, ())[:1]:
            for holder in holders:
                yield _finding(
                    FindingKind.TAKEN_ALTERNATE,
                    [holder, owner],
                    f"{named(holder)} has the alternate “{shortened(form)}”, which is the question "
                    "of another entry. Remove the alternate, or merge the two entries.",
                    form,
                )
        if key not in asking and len({question_key(holder.answer) for holder in holders}) > 1:
            yield _finding(
                FindingKind.CONFLICT,
                holders,
                f"“{shortened(form)}” is an alternate of {listed([named(h) for h in holders])}, "
                "which give different answers. Keep it with the one that answers it.",
                form,
            )


def _near(asking: dict[str, list[Entry]], ids: frozenset[str]) -> Iterator[Finding]:
    """Groups of different keys with the same words, and pairs with one slip."""
    alike: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for key, entries in asking.items():
        words = content_words(entries[0].question)
        if len(words) > 1 and not _ASKING.issuperset(words):
            alike[words].append(key)
    new = {
        words
        for words, keys in alike.items()
        if any(entry.id in ids for key in keys for entry in asking[key])
    }
    groups = [keys for words, keys in alike.items() if len(keys) > 1 and words in new]
    groups += [[alike[one][0], alike[other][0]] for one, other in _slips(alike, new)]
    for keys in groups:
        entries = [entry for key in keys for entry in asking[key]]
        if len({marks(key) for key in keys}) == 1:
            yield _near_finding([asking[key][0] for key in keys], entries)


def _near_finding(different: list[Entry], entries: list[Entry]) -> Finding:
    same_answer = len({question_key(entry.answer) for entry in entries}) == 1
    return _finding(
        FindingKind.NEAR_DUPLICATE,
        entries,
        f"{listed([named(entry, LONG) for entry in different])} ask nearly the same and give "
        f"{'the same answer' if same_answer else 'different answers'}. If they mean the same, keep "
        "one entry and add the other wording to it as an alternate.",
    )


@lru_cache(maxsize=50_000)
def content_words(question: str) -> tuple[str, ...]:
    """The words that make the question, in order and without their endings.

    Where it speaks of both sides, who does something to whom is part of it: "how do I reach you"
    is not "how do you reach me".
    """
    plain = unicodedata.normalize("NFKC", question).translate(_APOSTROPHES)
    # A letter that is a name is kept apart from the small word that looks like it.
    words = _WORD.findall(_LETTER.sub(lambda match: f"{match[0]}{match[0]}0", plain).casefold())
    if words[:2] == ["how", "to"]:
        del words[1]
    sides = ["mine" if word in _MINE else "yours" for word in words if word in _MINE | _YOURS]
    content = [_number(word) for word in words if word not in _SMALL | _MINE | _YOURS]
    both = len(set(sides)) > 1
    return (*(sides[:1] if both else ()), *_stems(content))


def _number(word: str) -> str:
    return word if word in WEAK_NUMBERS else NUMBER_WORDS.get(word, word)


def _stems(words: list[str]) -> list[str]:
    import Stemmer

    return list(Stemmer.Stemmer("english").stemWords(words))


def _slips(
    all_words: Iterable[tuple[str, ...]], new: Collection[tuple[str, ...]]
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Pairs that differ in one word by one slip, at least one of them among the new.

    Each question is filed under what is left when one word is taken out; only those in one file
    are compared, by what is left when one letter is taken out (Garbe's symmetric deletion, 2012).
    """
    filed: defaultdict[tuple[int, tuple[str, ...]], list[tuple[str, ...]]] = defaultdict(list)
    for words in (words for words in all_words if len(words) <= MAX_SLIP_WORDS):
        for place, word in enumerate(words):
            if len(word) >= MIN_SLIP_LENGTH:
                filed[place, words[:place] + words[place + 1 :]].append(words)
    for (place, _), several in filed.items():
        if len(several) > 1 and any(words in new for words in several):
            spelt = {words[place]: words for words in several}
            for one, other in _misspelt(spelt):
                if spelt[one] in new or spelt[other] in new:
                    yield spelt[one], spelt[other]


def _misspelt(words: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Pairs of words of which one is likely the other with one slip of the fingers."""
    shorter: defaultdict[str, list[str]] = defaultdict(list)
    for word in words:
        for rest in {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}:
            shorter[rest].append(word)
    pairs = {pair for same in shorter.values() for pair in combinations(sorted(same), 2)}
    yield from sorted(pair for pair in pairs if is_slip(*pair))


def is_slip(word: str, other: str) -> bool:
    """Whether two words of letters differ in one slip: "cancel" and "cancle", not "angle".

    One letter too many or too few, two letters swapped, or a wrong one inside the word. The first
    letter is rarely wrong, and a different last one often makes another name ("PDGFRA").
    """
    from rapidfuzz.distance import OSA, Prefix

    if min(len(word), len(other)) < MIN_SLIP_LENGTH or not (word + other).isalpha():
        return False
    start = Prefix.similarity(word, other)
    last = len(word) == len(other) and start == len(word) - 1
    latin = all("LATIN" in unicodedata.name(sign, "") for sign in set(word + other))
    return start > 0 and not last and latin and OSA.distance(word, other, score_cutoff=1) == 1


def _finding(
    kind: FindingKind, entries: Sequence[Entry], message: str, detail: str = ""
) -> Finding:
    ids = dict.fromkeys(entry.id for entry in entries)
    return Finding(kind, tuple(ids), message, detail)

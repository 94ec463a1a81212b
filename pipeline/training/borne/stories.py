"""Pairs about passages of invented facts: what holds of them is known, whatever the words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from pipeline.training.borne.facts import (
    Fact,
    consequences,
    drawn_fact,
    drawn_value,
    on_condition,
    reversals,
    twin,
    ways,
    wrong_ways,
)
from pipeline.training.borne.gapping import told_together
from pipeline.training.borne.judged import (
    JOINS,
    PROMISES,
    Judged,
    capital,
    nearest,
    opened,
    wrong_parts,
)
from pipeline.training.borne.lists import CONDITIONS, LISTS, drawn, siblings
from pipeline.training.borne.wording import reworded

# Of passages that have two facts which can be told in one sentence, so many have it.
GAPPED = 0.5
# Others may be among these: what holds of you may hold of members.
_ANYBODY = ("you", "customers", "passengers")
_ALWAYS = (" in any case", " at any time", " without any conditions", " always", " for everyone")
_QUESTIONS = (
    "What are the rules?", "What does it cost?", "How does it work?", "What do I need to know?",
    "When can I come?", "Can you help me with this?", "Is that possible?", "What applies to me?",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Story:
    """Facts, and the passage and question that tell them."""

    facts: tuple[Fact, ...]
    passage: str
    question: str

    def tells(self, claim: Fact) -> bool:
        """Whether a claim is one of the facts, on its condition or without one."""
        return any(
            (fact.kind, fact.values) == (claim.kind, claim.values)
            and fact.condition in ((), claim.condition)
            for fact in self.facts
        )


def drawn_story(random: Random) -> Story:
    """A few facts, most often with twins among them."""
    facts = [drawn_fact(random) for _ in range(random.choice((1, 2, 2, 3, 3)))]
    for fact in facts[: random.choice((0, 1, 1, 1, 2))]:
        other = twin(fact, random)
        if other.values != fact.values or other.condition != fact.condition:
            facts.append(other)
    random.shuffle(facts)
    said = _told(facts, random)
    return Story(tuple(facts), _passage(said, random), _question(said, random))


def _told(facts: Sequence[Fact], random: Random) -> list[str]:
    """Each fact in a way to say it, two of them perhaps in one sentence."""
    together = told_together(facts, random) if random.random() < GAPPED else None
    if together is not None:
        rest = [fact for fact in facts if fact not in together.facts]
        said = _told(rest, random) if rest else []
        said.insert(random.randint(0, len(said)), together.said)
        return said
    return [on_condition(random.choice(ways(fact)), fact.condition, random) for fact in facts]


def _passage(said: Sequence[str], random: Random) -> str:
    sentences: list[str] = []
    joined = False
    for text in said:
        if sentences and not joined and random.random() < 0.18:
            sentences[-1] += random.choice(JOINS) + text
            joined = True
        else:
            sentences.append(text)
            joined = False
    changed = (reworded(text, random, random.choice((0, 0, 1))) for text in sentences)
    return " ".join(f"{capital(text)}." for text in changed)


def _question(said: Sequence[str], random: Random) -> str:
    """A question of one of the facts, a general one, or none."""
    draw = random.random()
    if draw < 0.35:
        return ""
    match = re.match(r"(.*?) (may|can|must|is|are) (.*)", random.choice(said))
    if match and draw < 0.75:
        return capital(f"{match[2]} {match[1]} {match[3]}?")
    return random.choice(_QUESTIONS)


def story_pairs(random: Random) -> Iterator[Judged]:
    """True and untrue sentences beside one invented passage."""
    story = drawn_story(random)
    for fact in random.sample(story.facts, min(2, len(story.facts))):
        for judged in (*_true(story, fact, random), *_untrue(story, fact, random)):
            yield opened(judged, random)


def _true(story: Story, fact: Fact, random: Random) -> Iterator[Judged]:
    yield _judged(story, _said(fact, random), "said otherwise")
    follows = consequences(fact)
    if follows and random.random() < 0.5:
        said = on_condition(random.choice(follows), fact.condition, random)
        yield _judged(story, reworded(said, random, random.choice((0, 0, 1))), "follows")
    if len(story.facts) > 1 and random.random() < 0.35:
        other = random.choice([each for each in story.facts if each is not fact])
        said = _said(fact, random) + random.choice(JOINS) + _said(other, random)
        yield _judged(story, said, "joined")


def _said(fact: Fact, random: Random) -> str:
    text = on_condition(random.choice(ways(fact)), fact.condition, random)
    return reworded(text, random, random.choice((0, 0, 1, 2)))


def _judged(story: Story, said: str, kind: str) -> Judged:
    return Judged(f"{said}.", story.passage, untrue=False, kind=kind, question=story.question)


def _untrue(story: Story, fact: Fact, random: Random) -> Iterator[Judged]:
    """Some of the untrue sentences about a fact: about as many as there are true ones."""
    made = [*_wrong_kinds(story, fact, random), *_exchanged(story, fact, random)]
    yield from random.sample(made, min(len(made), 1))
    limits = list(_conditions(story, fact, random))
    yield from random.sample(limits, min(len(limits), random.choice((0, 1, 1))))
    if random.random() < 0.1:
        promise = random.choice((", and ", " and ", "; ")) + random.choice(PROMISES)
        yield from _wrongly(story, fact, [_said(fact, random) + promise], "promise", random)
    if random.random() < 0.08:
        foreign = drawn_fact(random)
        if not story.tells(foreign):
            said = _judged(story, _said(foreign, random), "foreign")
            yield replace(said, untrue=True, wrong=None)


def _wrong_kinds(story: Story, fact: Fact, random: Random) -> Iterator[Judged]:
    wrong = wrong_ways(fact)
    if wrong:
        said = on_condition(random.choice(wrong), fact.condition, random)
        yield from _wrongly(story, fact, [said], "wrong way", random)
    claims = [claim for claim in reversals(fact) if not story.tells(claim)]
    yield from _claimed(story, fact, claims, "reversed", random)


def _exchanged(story: Story, fact: Fact, random: Random) -> Iterator[Judged]:
    """One slot filled with what another fact says there, or with what no fact says."""
    told = [
        fact.having(slot, other.slots[slot])
        for other in story.facts
        for slot in fact.slots
        if other.slots.get(slot) and not {fact.slots[slot], other.slots[slot]} & {*_ANYBODY}
    ]
    told = [claim for claim in told if not story.tells(claim)]
    for _ in range(3):
        yield from _claimed(story, fact, told, "exchanged", random)
    slot = random.choice(list(fact.slots))
    value = fact.slots[slot]
    strange = siblings(LISTS[slot], value) if slot in LISTS else [drawn_value(slot, random)]
    claims = [fact.having(slot, other) for other in strange if other not in ("", value)]
    claims = [claim for claim in claims if not story.tells(claim)]
    yield from _claimed(story, fact, claims, "strange", random)


def _conditions(story: Story, fact: Fact, random: Random) -> Iterator[Judged]:
    if not fact.condition:
        return
    bare = replace(fact, condition=())
    # What holds if you are over 18 and if you are not, holds.
    alike = [other for other in story.facts if replace(other, condition=()) == bare]
    if alike == [fact]:
        said = reworded(random.choice(ways(fact)), random, random.choice((0, 0, 1)))
        if random.random() < 0.25:
            said += random.choice(_ALWAYS)
        yield from _wrongly(story, bare, [said], "condition dropped", random)
    others = [other.condition for other in story.facts if other.condition]
    near = siblings(CONDITIONS, "|".join(fact.condition)) or [drawn(CONDITIONS, random)]
    for condition in (random.choice(others), tuple(random.choice(near).split("|"))):
        claim = replace(fact, condition=condition)
        if not story.tells(claim):
            yield from _claimed(story, fact, [claim], "condition exchanged", random)


def _claimed(
    story: Story, fact: Fact, claims: Sequence[Fact], kind: str, random: Random
) -> Iterator[Judged]:
    if claims:
        claim = random.choice(claims)
        said = [on_condition(way, claim.condition, random) for way in ways(claim)]
        yield from _wrongly(story, fact, said, kind, random)


def _wrongly(
    story: Story, fact: Fact, said: Sequence[str], kind: str, random: Random
) -> Iterator[Judged]:
    """One of the sayings as an untrue sentence, its wrong parts those that the fact has not."""
    judged = _judged(story, random.choice(said), kind)
    true = ways(fact)
    if fact.condition:
        true = [
            form
            for way in true
            for limit in fact.condition
            for form in (f"{way} {limit}", f"{limit}, {way}")
        ]
    wrong = wrong_parts(judged.sentence, nearest(judged.sentence, [f"{way}." for way in true]))
    yield replace(judged, untrue=True, wrong=wrong)

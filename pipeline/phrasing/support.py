"""How well one clause of a phrasing is borne out by one sentence of its source, in numbers.

Worked example: against "Adults pay £5, children £3", the clause "children pay £5" lacks no word and
no fact, but its number is bound wrongly: £5 stands beside "adults" and "children" beside another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields

from pipeline.phrasing.binding import is_misbound
from pipeline.phrasing.clauses import Said
from pipeline.phrasing.coverage import (
    is_alike,
    is_astray,
    is_covered,
    is_forbidden,
    is_strange_unit,
    is_within,
    swapped,
)
from pipeline.phrasing.fitting import Fit, Spoken, beside
from pipeline.phrasing.given import clauses_in, gives, is_date
from pipeline.phrasing.source import Source, SourceSentence

# Of a word and one of the source, 0 to 1: how much the one says what the other does.
Nearness = Callable[[Said], float]


# From this share of foreign words on, a clause says something of its own.
FOREIGN = 0.6


@dataclass(frozen=True, slots=True)
class Misfit:
    """What a clause says beyond, or against, a sentence of its source; each number counts things.

    `foreign` is how much stands nowhere in the source, `elsewhere` what stands in other sentences,
    `apart` what stands in other clauses, `strayed` numbers of other sentences, `misbound` numbers
    that stand beside something else. `flipped` words are negated on one side only, and `uneven` is
    1 where one side says no and the other does not. The rest are words of scope that were added or
    lost.
    """

    foreign: float = 0.0
    foreign_share: float = 0.0
    elsewhere: float = 0.0
    shared: float = 0.0
    apart: float = 0.0
    strayed: float = 0.0
    misbound: float = 0.0
    flipped: float = 0.0
    uneven: float = 0.0
    denied: float = 0.0
    modal: float = 0.0
    modified: float = 0.0
    replaced: float = 0.0
    strange_unit: float = 0.0
    period: float = 0.0
    opposite: float = 0.0
    fee: float = 0.0
    actor: float = 0.0
    also: float = 0.0
    forbidden: float = 0.0
    excepted: float = 0.0
    misdated: float = 0.0
    astray: float = 0.0
    foreign_clause: float = 0.0
    no_lost: float = 0.0
    subject: float = 0.0
    weakened: float = 0.0
    all_added: float = 0.0
    any_added: float = 0.0
    none_added: float = 0.0
    only_added: float = 0.0
    only_lost: float = 0.0
    hedge_lost: float = 0.0
    hedge_turned: float = 0.0
    some_lost: float = 0.0
    sure_added: float = 0.0
    bound_turned: float = 0.0
    bound_added: float = 0.0
    bound_lost: float = 0.0
    condition_lost: float = 0.0
    exception_lost: float = 0.0
    unconditional: float = 0.0

    @property
    def cost(self) -> float:
        """How ill the clause fits the sentence, to find the one that it speaks of.

        What it says against the sentence hardly counts: the one that it contradicts is the one.
        """
        against = self.flipped + self.modal + self.bound_turned + self.opposite + self.uneven
        most = 2 * self.elsewhere + 3 * self.strayed + 0.3 * self.apart
        return most - 0.2 * self.shared + 0.1 * against


NAMES = tuple(field.name for field in fields(Misfit))


def misfit(spoken: Spoken, sentence: SourceSentence, source: Source, nearness: Nearness) -> Misfit:
    """What a clause says beyond or against a sentence of its source."""
    clause = spoken.clause
    counted = {f.token.text[2:] for f in clause.facts if f.vague and gives(f, clauses_in(source))}
    words = tuple(word for word in clause.content if word.text not in counted)
    foreign = [1 - nearness(word) for word in words if not is_covered(word, source)]
    known = [word for word in words if is_covered(word, source)]
    elsewhere = [word for word in known if not is_within(word, sentence, source)]
    fit = Fit(spoken, sentence, beside(clause, sentence), source)
    return Misfit(
        foreign=sum(foreign),
        foreign_share=sum(foreign) / len(words) if words else 0.0,
        foreign_clause=float(len(words) > 1 and sum(foreign) >= FOREIGN * len(words)),
        elsewhere=float(len(elsewhere)),
        astray=float(sum(is_astray(w, sentence, source) for w in words)),
        forbidden=float(is_forbidden(clause, source)),
        misdated=float(sum(is_date(word.text) for word in elsewhere)),
        excepted=float(fit.excepted(words)),
        shared=float(sum(is_alike(word, sentence.concepts) for word in words)),
        apart=float(fit.apart(words)),
        strayed=float(
            sum(
                not gives(f, sentence.clauses)
                for f in clause.facts
                if not (f.vague or f.counts_options)
            )
        ),
        misbound=float(sum(is_misbound(fact, clause, source) for fact in clause.facts)),
        subject=float(bool(words) and words[0] in elsewhere),
        modified=float(swapped(clause, sentence, source, known=False)),
        replaced=float(swapped(clause, sentence, source, known=True)),
        strange_unit=float(sum(is_strange_unit(word, source) for word in words)),
        **fit.polarity(),
        **fit.scope(),
        **fit.bounds(),
        **fit.conditions(),
    )

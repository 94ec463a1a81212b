"""The kinds of invented facts: each can be said in several ways, and got wrong in several.

A kind begins with its name and slots. After "=" follow the ways to say it and after "!" ways to get
it wrong, divided by "|"; after "~" the kinds that say the reverse of it about the same things. With
"-" no condition goes with it.
"""

from __future__ import annotations

from dataclasses import dataclass

_KINDS = """
price: group money per
= {group} pay {money}{per} | the price for {group} is {money}{per}
= for {group} it costs {money}{per} | {group} are charged {money}{per}
= it is {money}{per} for {group} | we charge {group} {money}{per}
! {group} pay nothing | it is free for {group} | {group} pay at least {money}{per}
! everyone pays {money}{per} | {group} save {money} | {group} get {money} back

costs: item money
= {a} costs {money} | the price of {a} is {money} | you pay {money} for {a}
= {some} are {money} each | we charge {money} for {a} | there is a fee of {money} for {a}
! {some} are free | you need not pay for {a} | {a} costs from {money} | we pay you {money} for {a}
! {a} costs {money} more

plan: plan money per
= {plan} costs {money}{per} | the price of {plan} is {money}{per}
= you pay {money}{per} for {plan} | {plan} is {money}{per}
! {plan} is free | all of them cost {money}{per} | {plan} costs at least {money}{per}

free: item ~charged
= {some} are free | {some} are free of charge | {some} cost nothing | you don't pay for {some}
= there is no charge for {some} | we do not charge for {some} | you get {a} at no cost

charged: item ~free
= {some} are not free | there is a charge for {some} | you have to pay for {a}
= {some} cost extra | a fee is charged for {some}

allowed: who act ~forbidden
= {who} may {act} | {who} can {act} | {who} are allowed to {act} | {acting} is allowed{for_who}
= {acting} is permitted{for_who} | it is possible{for_who} to {act} | {who} are welcome to {act}
! {who} must {act} | {who} have to {act} | only the staff may {act}

forbidden: who act ~allowed
= {who} may not {act} | {who} cannot {act} | {who} can't {act} | {who} are not allowed to {act}
= {acting} is not allowed{for_who} | {acting} is forbidden{for_who} | {who} must not {act}
= {acting} is not possible{for_who} | {acting} is prohibited{for_who} | no {acting}{for_who}
! {who} need not {act} | {who} do not have to {act}

only: group act -
= only {group} may {act} | nobody but {group} can {act} | {acting} is for {group} only
= {group} are the only ones who can {act} | none but {group} are allowed to {act}
! everyone may {act} | anybody can {act} | {group} may not {act} | all but {group} may {act}
! you need not be one of the {group} to {act} | all visitors are allowed to {act}

duty: who duty ~no_duty
= {who} must {duty} | {who} have to {duty} | {who} need to {duty} | {doing} is required{for_who}
= {who} are required to {duty} | {doing} is compulsory{for_who} | {who} should {duty}
= it is necessary{for_who} to {duty}
! {who} must not {duty} | {who} cannot {duty} | {who} can {duty} but need not

no_duty: who duty ~duty
= {who} need not {duty} | {who} do not have to {duty} | {who} don't need to {duty}
= {who} are not required to {duty} | {doing} is optional{for_who} | {who} can do without {doing}
= there is no need{for_who} to {duty} | {doing} is not necessary{for_who}
! {who} must not {duty} | {who} cannot {duty}

asked: duty ~unasked
= please {duty} | you must {duty} | make sure to {duty} | don't forget to {duty}
= we ask you to {duty}
! please do not {duty} | there is no need to {duty} | you cannot {duty} | you may {duty} if you like

unasked: duty ~asked
= you need not {duty} | no need to {duty} | you don't have to {duty} | you can do without {doing}
! please do not {duty} | you must not {duty}

invited: act ~uninvited
= feel free to {act} | you may {act} | you're welcome to {act} | {acting} is fine | you can {act}
! please {act} | you must {act} | don't forget to {act}

uninvited: act ~invited
= please do not {act} | you may not {act} | you can't {act} | please refrain from {acting}
= unfortunately {acting} is not possible
! there is no need to {act} | you need not {act}

within: item deal span
= {a} can be {dealt} within {span} | you can {deal} {a} within {span}
= you have {span} to {deal} {a} | you may {deal} {a} for up to {span}
= {some} can be {dealt} up to {span} later
! {a} can be {dealt} after {span} | {a} cannot be {dealt} | you can {deal} {a} at any time
! you can {deal} {a} even after more than {span} | you must {deal} {a}
! you have to wait {span} before you can {deal} {a}

takes: route span
= {route} takes {span} | {route} lasts {span} | you need to allow {span} for {route}
= it takes {span} for {route}
! {route} takes at least {span} | {route} takes less than {span} | {route} takes more than {span}

takes_most: route span
= {route} takes up to {span} | {route} takes at most {span} | {route} can take up to {span}
= {route} takes no more than {span} | {route} takes {span} at the longest
! {route} takes at least {span} | {route} takes {span} or more | {route} takes exactly {span}
! {route} takes more than {span} | {route} always takes {span}

takes_least: route span
= {route} takes at least {span} | {route} takes {span} or more | {route} takes no less than {span}
= {route} will take {span} at the very least
! {route} takes at most {span} | {route} takes up to {span} | {route} takes less than {span}

takes_usually: route span
= {route} usually takes {span} | {route} normally takes {span} | as a rule {route} takes {span}
= {route} generally takes {span} | in most cases {route} takes {span}
! {route} always takes {span} | {route} never takes more than {span} | {route} rarely takes {span}
! {route} is guaranteed to take {span}

takes_between: route range
= {route} takes {low} to {high} {unit} | {route} takes between {low} and {high} {unit}
= {route} takes {low}–{high} {unit} | you need to allow {low} to {high} {unit} for {route}
! {route} takes at least {high} {unit} | {route} takes at most {low} {unit}
! {route} takes {low} {unit} | {route} takes less than {low} {unit}

hours: place hours
= {place} is open from {first}:00 to {last}:00 | {place} opens at {first}:00 and closes at {last}:00
= you can use {place} between {first}:00 and {last}:00
= opening hours of {place} are {first}:00 to {last}:00
! {place} is closed from {first}:00 to {last}:00 | {place} is open around the clock
! {place} opens at {last}:00 | {place} closes at {first}:00

closed: place day -
= {place} is closed on {day}s | {place} is open every day except {day} | {place} is shut on {day}s
= {place} opens daily except on {day}s | {place} is open on all days but {day}
! {place} is open on {day}s | {place} is open every day | {place} is only open on {day}s
! {place} is open all week

open_only: place day -
= {place} is open on {day}s only | {place} only opens on {day}s
= the only day when {place} is open is {day} | {place} is closed on all days but {day}
! {place} is open every day | {place} is closed on {day}s | {place} is open every day except {day}
! {place} is also open on {day}s

some: thing trait ~all ~none
= some {thing} {trait} | a few of the {thing} {trait} | there are {thing} that {trait}
= certain {thing} {trait}

most: thing trait ~all ~none
= most {thing} {trait} | the majority of {thing} {trait} | most of our {thing} {trait}

all: thing trait ~not_all ~none
= all {thing} {trait} | all of our {thing} {trait} | our {thing} all {trait}
= there are no {thing} but those that {trait}

none: thing trait - ~some ~most ~all
= no {thing} {trait} | none of the {thing} {trait} | there are no {thing} that {trait}

not_all: thing trait - ~all ~none
= not all {thing} {trait} | only some of the {thing} {trait} | not every one of our {thing} {trait}

limit: group counted number
= {group} may {up_to} | {group} can {at_most} | {group} may {no_more}
= {group} are allowed to {maximum} | {group} may {times} but no more
! {group} must {at_least} | {group} may {more_than} | {group} may {any_number}
! everyone may {up_to} | {group} may not {up_to}

does: actor job
= {actor} {does} | it is {actor} who {does} | {actor} is the one who {does}
= the one who {does} is {actor}
! {actor} does not {do} | you {do} | we {do} | anyone {does}

ours: job ~yours
= we {do} | it is us who {do} | we will {do} | we {do} for you
! nobody {does}

yours: job ~ours
= you {do} | you will {do} | you {do} yourself | it is up to you to {do}
! nobody {does}

starts: event date - ~ends
= {event} starts on {date} | {event} begins on {date} | the first day of {event} is {date}
= {event} opens on {date}

ends: event date - ~starts
= {event} ends on {date} | {event} closes on {date} | {event} runs until {date}
= the last day of {event} is {date}

deleted: record tail ~kept
= {record} {are} deleted{tail} | {record} {are} erased{tail} | {record} will be removed{tail}
! {record} {are} never deleted

kept: record tail ~deleted
= {record} {are} kept{tail} | {record} {are} stored{tail} | {record} will be retained{tail}
= {record} {are} not deleted{tail}

published: record ~private
= {record} {are} published | {record} {are} made public | {record} {are} shown to everybody

private: record ~published
= {record} {are} kept private | {record} {are} not published
= {record} {are} visible to nobody else | nobody else sees {record}
"""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of fact: `reverse` names kinds that say the contrary about the same things."""

    name: str
    slots: tuple[str, ...]
    ways: tuple[str, ...]
    wrong: tuple[str, ...]
    reverse: tuple[str, ...]
    takes_condition: bool


def _kind(text: str) -> Kind:
    head, *lines = text.splitlines()
    name, slots = head.split(": ")
    words = slots.split()
    ways: dict[str, list[str]] = {"=": [], "!": []}
    for line in lines:
        ways[line[0]] += line[2:].split(" | ")
    return Kind(
        name,
        tuple(word for word in words if word[0] not in "~-"),
        tuple(ways["="]),
        tuple(ways["!"]),
        tuple(word[1:] for word in words if word[0] == "~"),
        "-" not in words,
    )


KINDS = {kind.name: kind for kind in map(_kind, _KINDS.strip().split("\n\n"))}
# Of these an FAQ has most.
OFTEN = (
    *KINDS, "price", "plan", "allowed", "forbidden", "allowed", "forbidden", "duty", "no_duty",
    "within", "limit", "hours", "takes", "takes_most",
)  # fmt: skip

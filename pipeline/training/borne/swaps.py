"""Words that change what a sentence says when one stands in the place of another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from random import Random

from pipeline.training.borne.wording import replaced
from pipeline.training.changes import OPPOSITES

# Each first word is exchanged for the second, not the reverse: less becomes more, may becomes will.
_STRONGER = """
some all/many all/most all/several all/may will/may always/might will/can will_always/can must
may may_not/usually always/often always/sometimes always/often never/usually never
up_to at_least/at_least at_most/more_than less_than/less_than more_than/about exactly
all some_of_the/all none_of_the/every almost_no/always sometimes/never always/never sometimes
only also/until from/must need_not/should should_not/has_to need_not/have_to need_not
does does_not/because_of in_spite_of/part_of all_of/few all/both neither/rarely often
required optional/compulsory optional/mandatory voluntary/within after/by after/at_most at_least
no_more_than at_least/at_least up_to/recommended required/suggested required/allowed required
permitted required/allowed forbidden/some most/many most/few many/can cannot/twice once
once twice/every_day every_week/every_week every_day/usually never/rarely always/mostly only
partly fully/partially completely/temporarily permanently/in_advance afterwards/immediately later
with without/inside outside/open closed/included excluded/valid invalid/accepted refused
refundable non-refundable/direct indirect/full partial/minimum maximum/maximum minimum
increase decrease/increases decreases/reduces increases/prevents causes/short long/newest oldest
free paid/possible impossible/necessary unnecessary/likely unlikely
easy difficult/keep delete/early late/before after/after before/first last
"""
# Of the same kind: any stands in for any other of its line.
_KINDS = """
children adults
child adult
students teachers parents
student teacher
men women
boys girls
man woman
mother father
patients doctors nurses
patient doctor
infants children
members guests
member guest
customers employees
buyer seller
drivers passengers cyclists
driver passenger
tenant landlord
users administrators
visitors residents
weekdays weekends
summer winter
spring autumn
morning evening
mornings evenings
day night
Monday Tuesday Wednesday Thursday Friday Saturday Sunday
January February March April May June July August September October November December
minutes hours
days weeks months years
daily weekly monthly
million billion
standard premium
single double
basic advanced
domestic international
national local
public private
indoor outdoor
upper lower
left right
north south east west
northern southern
eastern western
red blue green
black white
primary secondary
type_1 type_2
blood urine
heart lung liver kidney
arms legs
hands feet
bacteria viruses
red_blood_cells white_blood_cells
city country
book film
house flat
car bus train
gas oil
water milk
tea coffee
dog cat
phone e-mail
online offline
adviser dentist mechanic librarian
receptionist caretaker cashier
manager trainee volunteer
pharmacist surgeon midwife
teacher plumber electrician
driver conductor pilot
reception workshop canteen
office warehouse
kitchen bathroom bedroom
library museum theatre
entrance exit
cellar attic
ticket receipt invoice
passport driving_licence birth_certificate
contract certificate
form letter
credit_card bank_transfer cheque
cash vouchers
bicycle motorcycle scooter
ferry tram plane
lorry van
brother sister
son daughter
aunt uncle
grandparents cousins
husband wife
newspaper magazine podcast
video audio
printer keyboard monitor
password username
folder calendar
browser spreadsheet
desktop laptop tablet
upload download
sales accounting
personnel marketing
single_room double_room
economy_class first_class
single_ticket return_ticket
monthly_pass annual_pass
metres kilometres miles
grams kilograms
euros pounds dollars
knee shoulder elbow
eyes ears
stomach brain
skin bone
throat nose
muscles nerves
breakfast lunch dinner
bread fruit
vegetables meat
swimming cycling
tennis football
weekday weekend
noon midnight
yesterday tomorrow
"""


Swaps = tuple[tuple[str, str], ...]


def _pairs(listed: Iterable[Sequence[str]]) -> Swaps:
    return tuple((one.replace("_", " "), other.replace("_", " ")) for one, other in listed)


def _different() -> Iterator[tuple[str, str]]:
    for line in _KINDS.strip().splitlines():
        yield from permutations(line.split(), 2)
    for one, others in OPPOSITES.items():
        yield from ((one, other) for other in others)


# Neither of the two says what the other does.
DIFFERENT = _pairs(_different())
SWAPS = _pairs(pair.split() for pair in re.split(r"[/\n]", _STRONGER.strip())) + DIFFERENT


def swapped(text: str, random: Random, swaps: Swaps = SWAPS) -> str | None:
    """The text with one word in the place of another, or None where it has none of them."""
    for old, new in random.sample(swaps, len(swaps)):
        changed = replaced(text, old, new)
        # The month is no permission.
        if changed and changed != text and not (old == "May" and " may " in text):
            return changed
    return None

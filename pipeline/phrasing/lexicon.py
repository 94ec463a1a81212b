"""Words that mean the same in answers to frequent questions, and words that say little.

Written by hand. Each line of `_SAME` is one concept, named by its first word: a word of it stands
for any other. Words with opposite meanings never share a line. A word may have several concepts.
"""

from __future__ import annotations

import re

from pipeline.phrasing.vocabulary import words
from pipeline.training.changes import OPPOSITES as ASKED_OPPOSITES

_SAME = """
fee charge charges charged cost costs price priced pay pays paid payable payment spend tariff fare
buy buys bought purchase purchased order ordered orders
return returns returned sendback
refund refunds refunded reimburse reimbursed moneyback repay repaid repayment
free gratis complimentary nothing waive waived
discount discounts reduction reduced cheaper
car cars vehicle vehicles
bike bikes bicycle bicycles
phone phones telephone ring rings call calls calling dial mobile
email emails mail mailed
write writes writing contact reach message messages
text texts sms
website site online internet web page
begin begins began start starts started starting
end ends ended finish finishes finished final last expire expires runout
arrive arrives arrived arrival come comes reach gets
leave leaves left depart departs departure departing
send sends sent post posted ship ships shipped shipping deliver delivers delivered delivery dispatch
collect collects collected collection pickup fetch
get gets got receive receives received obtain given
give gives gave provide provides provided supply offer offers offered
keep keeps kept hold holds held retain store stored stores stay stays stayed remain remains
let allow allows allowed permit permitted permission
repair repairs repaired mend mends mended fix fixes fixed correct corrected
change changes changed switch switches switched switching swap modify alter amend
cancel cancels cancelled canceled cancellation
choose chooses choice select selects selected pick option
show shows showed present presents presented
bring brings brought carry take takes taken taking
apply applies application
need needs needed necessary require requires required
want wants wish wishes would like
help helps helped assist assistance support
ask asks asked request requests requested
answer answers reply replies respond response
tell tells told inform informs notify notified let-know
look looks check checks checked consider considered
see sees find finds found
use uses used using
make makes made create creates created creating
open opens opened opening
close closes closed closing shut shuts
sign signs signed signature
join joins joining register registered registration signup enrol
book books booked booking bookings reserve reserves reserved reservation
borrow borrows borrowed lend lends lent loan loans
renew renews renewed renewal extend
ticket tickets
picture pictures photo photos photograph photographs photography
proof evidence
identity identification id
address addresses
home house household
person persons people human individual
everyone everybody
anyone anybody
nobody noone
someone somebody
else another other others different
child children kid kids
pupil pupils student students
baby babies infant infants
customer customers client clients
business businesses firm firms company companies
staff employee employees personnel
doctor doctors physician gp
medicine medicines medication drug drugs tablets
appointment appointments
jab jabs vaccination vaccinations vaccine
item items thing things piece pieces object article
parcel parcels package packages
box boxes carton
bag bags luggage baggage
place places space spaces spot spots
room rooms
bill bills invoice invoices
account accounts
password passwords
figure figures reading readings
quick quickly fast
immediately straight straightaway instantly once
automatic automatically itself themselves
before beforehand advance ahead prior earlier
after afterwards later afterward
during while
also too well additionally besides
extra additional more further
about around approximately roughly
usually normally generally typically mostly
maximum max most
minimum min least
bigger larger big large
smaller small
high higher height
low lower
old older aged age
new fresh
same identical
own personal
near close-by nearby by
big large
whole full entire complete
part partial partly
year years yearly annual annually
month months monthly
week weeks weekly
day days daily
hour hours hourly
minute minutes
weekday weekdays
weekend weekends
evening night
working business
abroad overseas
correct right
wrong incorrect
lost missing lose losing
damage damages damaged harm harms
fault broken defective
problem problems issue issues trouble
reason reasons
happen happens happened
valid lasts last-for
enter entry enters entrance admission
visit visits visited visiting visitor visitors
guest guests
stop stops
rubbish waste trash garbage
bin bins
licence license
form forms
letter letters
fill fills complete-form
card cards
bank banks
money cash
rate rates
save savings
protect protected covered cover covers
border limit limits limited
fine fines penalty
owe owes owed debt
travel travels travelling traveling trip journey ride
sail sailing sailings crossing
rent rents rented hire hires
meal meals food eat eating
drink drinks
dog dogs
wear wears
speed speeds
line lines
router routers
supplier suppliers
manufacturer maker makers
publish publishes published
count counts
object objection
comment comments
accept accepts accepted
load loads
try tries retry
happy glad pleased
"""

LIGHT = words(
    """
    a able about absolutely additionally again alas all already also alternatively although am
    an and another any are as at available be because been being between both but by came can
    case certainly comes coming could course definitely did different directly do does doing
    done down during each either even ever for from furthermore get gets glad go goes going gone
    good great had happy has have having he hello hence here hi hope how however i if in into is
    it its itself just know less let like make may me might mind more moreover most must my
    myself need needs news no nor not note of off on one ones only onto or otherwise our ours
    ourselves out over own per please plus possible previous put puts question quite ready
    really remember same shall she should simply since so some somebody someone sorry still such
    sure than thank thanks that the their theirs them themselves then there therefore these they
    thing things this those though through thus till to too unfortunately until up us very via
    want was way we welcome well were what when where whether which while who whom whose why
    will wish with within would yes you your yours yourself
    """
)


def _concepts() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for line in _SAME.strip().splitlines():
        first, *rest = line.split()
        for word in (first, *rest):
            table.setdefault(word, set()).add(first)
    return {word: frozenset(names) for word, names in table.items()}


CONCEPTS = _concepts()

_MORE_OPPOSITES = """
member nonmember/weekday weekend/weekdays weekends/single return/single double/child adult
children adults/phone computer/online offline/upstairs downstairs/indoor outdoor/own other
employee customer/employees customers/teacher pupil/teachers pupils/doctor nurse/fixed variable
temporary permanent/minimum maximum/domestic international/home abroad/gross net/deposit withdraw
sender recipient/buyer seller/red green/wooden plastic/black white/hot cold/front rear/above below
monthly yearly/daily weekly/stays lost/stay lose/keep lose/keeps loses/kept lost
full half/whole half
ours yours/our their/paper electronic/debit credit/new used/optional compulsory
"""


def _opposites() -> dict[str, frozenset[str]]:
    table = {word: set(others) for word, others in ASKED_OPPOSITES.items()}
    for pair in re.split(r"[/\n]", _MORE_OPPOSITES.strip()):
        one, other = pair.split()
        table.setdefault(one, set()).add(other)
        table.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in table.items()}


OPPOSITES = _opposites()

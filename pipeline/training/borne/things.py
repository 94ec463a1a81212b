"""What invented facts are about: things and what is done with them; rows as `lists` describes them.

Of a thing only one form is given unless the other is irregular.
"""

ITEMS = """
locker/parking space/deposit box
day ticket/week ticket/month ticket/year ticket
one-way ticket/round-trip ticket
Standard seat/Premium seat
parcel/letter
book/film/game/magazine
laptop/projector/camera
card/badge/key
single room/double room/dormitory bed
tent/caravan/camper van
suitcase/backpack/pushchair
lesson/trial lesson/exam
certificate/copy/translation
towel/bathrobe/swimming cap
guided tour/audio guide
bicycle/electric bike/trailer/tandem
small box/large box
adult meal/child's meal
wheelchair/walking frame
paper bill/online bill
dog/cat/horse
replacement card/replacement key
bank transfer/cash withdrawal
credit rating/credit report
debit card/credit card
chequebook/gift card
savings account/current account
travel policy/home policy/car policy
child seat/booster seat/roof box
small car/estate car/van
navigation device/snow chain
winter tyre/summer tyre
oil filter/brake test
parking pass/visitor pass
planning form/building licence
birth certificate/marriage certificate
allotment/market stall
garden waste bin/recycling bin
reading pass/reservation
meeting room/study cabin
musical score/audiobook
yoga class/spin class/swimming lesson
training plan/fitness test
protein shake/smoothie
window seat/aisle seat
checked bag/cabin bag
lounge visit/airport transfer
airport hotel room/family room/suite
extra bed/baby cot
breakfast buffet/packed lunch
ironing board/safe
mailbox/calendar
licence/guest account
database/virtual machine
SIM card/mobile phone
router/repeater
smart meter/wall charger
solar panel/heat pump
poster/catalogue/postcard
birthday party/school visit
stalls seat/balcony seat/box seat
programme/pair of opera glasses|pairs of opera glasses
vaccination/blood test/X-ray
first appointment/follow-up appointment
dental check-up/teeth cleaning
microchip/pet passport
school meal/school bus pass
music lesson/sports course
uniform/tie
staff badge/parking card
screen repair/battery replacement
sewing machine/power drill
bottle of water|bottles of water/cup of coffee|cups of coffee
"""
PLANS = """
the Basic plan/the Plus plan/the Premium plan/the Comfort plan
the Standard fare/the Flex fare/the Saver fare
plan S/plan M/plan L
a weekday ticket/a weekend ticket
the morning class/the evening class
a place on deck/a cabin
the inside cabin/the outside cabin
model 100/model 200/model 300
the red line/the blue line
a seat in the stalls/a seat in the balcony
the Starter package/the Team package/the Business package
the Silver membership/the Gold membership
the off-peak membership/the anytime membership
the student account/the family account/the business account
the day tariff/the night tariff
the fixed tariff/the green tariff
the prepaid tariff/the monthly tariff
third-party cover/comprehensive cover
basic cover/extended cover/premium cover
the economy fare/the business fare
half board/full board
the standard room/the superior room/the suite
a compact car/an estate car/a minibus
the one-hour course/the three-hour course
group tuition/private tuition
the small hamper/the large hamper
the basic service/the full service
the standard check-up/the extended check-up
the adult season pass/the family season pass
the self-guided tour/the guided tour
"""
RECORDS = """
your data|is/your messages|are/your photos|are
the recordings|are/the minutes|are
lost property|is/parcels that nobody collects|are
old accounts|are/closed accounts|are
unused credit|is/expired vouchers|are
the invoices|are/the offers|are
your medical file|is/your test results|are
your CV|is/your certificates|are
video footage|is/visitor lists|are
your search history|is/your bookmarks|are
old backups|are/old log files|are
your loan history|is/your reading list|are
your card details|are/your address|is
your meter readings|are/your bills|are
your call records|are/your voicemail|is
exam papers|are/exam marks|are
member lists|are/donor lists|are
your payslips|are/your timesheets|are
"""
THINGS = """
tickets/rooms/courses/trains/tables/lessons/products/machines/tours/seats/branches/recipes/boats/plans
rooms on the first floor/rooms on the second floor
red tickets/green tickets
morning courses/evening courses
flats/garages/offices
lecture halls/seminar rooms/laboratories
matinees/evening performances
double rooms/single rooms/suites
rental cars/vans/minibuses
day nurseries/primary schools/secondary schools
apps/reports/templates
summer camps/winter camps
"""
TRAITS = """
have a discount/have a sea view
are accessible by wheelchair/are on the ground floor
are in English/are in French
can be booked online/can be booked by phone
need a code/need a password
are refundable/are transferable
accept cards/accept coins
contain nuts/contain milk
run late at night/run on Sundays
include lunch/include breakfast
have air conditioning/have heating
are suitable for children/are suitable for beginners
have a balcony/have a kitchen
are cleaned daily/are cleaned weekly
are insured/are heated
can be cancelled/can be moved
are for members/are for guests
have free wifi/have free parking
are sold out/are fully booked
cost extra/cost less in winter
are open in summer/are open in winter
have a lift/have a ramp
are run by volunteers/are run by students
need a deposit/need a signature
are new/are second-hand
support two languages/support dark mode
start before nine/start after five
are smoke-free/are dog-friendly
have an induction loop/have subtitles
are paid for by the council/are paid for by donors
"""
COUNTED = """
borrow # items/reserve # items
bring # bags/check in # bags
invite # guests/register # guests
send # files/store # files
book # lessons/miss # lessons
take # copies/print # copies
visit # times/cancel # times
add # drivers/add # passengers
rent # bikes/rent # boats
open # accounts/open # sub-accounts
hold # passes/hold # season tickets
keep # cats/keep # dogs
use # devices/register # devices
create # projects/share # projects
withdraw # cheques/pay in # cheques
order # cards/order # keys
resit # exams/skip # exams
buy # tickets/reserve # tickets
swap # shifts/turn down # shifts
claim # nights/claim # journeys
drop off # bags of waste/drop off # tyres
"""
DEALS = """
returned|return/exchanged|exchange/repaired|repair
cancelled|cancel/changed|change
collected|collect/paid for|pay for
activated|activate/renewed|renew
transferred|transfer/blocked|block
upgraded|upgrade/downgraded|downgrade
reserved|reserve/released|release
extended|extend/given back|give back
replaced|replace/swapped|swap
"""

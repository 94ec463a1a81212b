"""What invented facts are about: groups of people, things, places, permissions, conditions.

What stands in one row is of the same kind, so that one may be mistaken for another, and never the
same thing twice. A row's members are divided by "/", the forms or wordings of one by "|".
"""

from __future__ import annotations

from random import Random

_GROUPS = """
children/adults
pensioners/students/unemployed people
members/guests/former members
foot passengers/car drivers/cyclists/motorcyclists/lorry drivers
tenants/owners/neighbours/caretakers
teachers/pupils/parents/school classes
private customers/companies/public bodies/charities
new users/existing users/administrators
Basic customers/Plus customers/Premium customers
patients/visitors/donors
volunteers/paid staff/trainees
groups/families/people travelling alone
residents/tourists
under-16s/people over 65
season-ticket holders/single-ticket holders/day-ticket holders
beginners/advanced players/instructors
full-time students/part-time students/exchange students
holders of a Standard ticket/holders of a Flex ticket/holders of a First ticket
campers/hotel guests/day guests
buyers/sellers
men/women
"""
# Most entries speak to their reader.
_WHO = "you\n" * 6 + "customers\npassengers\nemployees" + _GROUPS
_ITEMS = """
locker|lockers/parking space|parking spaces/deposit box|deposit boxes
day ticket|day tickets/week ticket|week tickets/month ticket|month tickets/year ticket|year tickets
single ticket|single tickets/return ticket|return tickets
Standard seat|Standard seats/Premium seat|Premium seats
parcel|parcels/letter|letters
book|books/film|films/game|games/magazine|magazines
laptop|laptops/projector|projectors/camera|cameras
card|cards/badge|badges/key|keys
single room|single rooms/double room|double rooms/dormitory bed|dormitory beds
tent|tents/caravan|caravans/camper van|camper vans
suitcase|suitcases/backpack|backpacks/pushchair|pushchairs
lesson|lessons/trial lesson|trial lessons/exam|exams
certificate|certificates/copy|copies/translation|translations
towel|towels/bathrobe|bathrobes/swimming cap|swimming caps
guided tour|guided tours/audio guide|audio guides
bicycle|bicycles/electric bike|electric bikes/trailer|trailers/tandem|tandems
small box|small boxes/large box|large boxes
adult meal|adult meals/child's meal|child's meals
wheelchair|wheelchairs/walking frame|walking frames
paper bill|paper bills/online bill|online bills
dog|dogs/cat|cats/horse|horses
"""
_PLACES = """
the pool/the sauna/the gym/the climbing wall
the library/the archive/the reading room
the museum/the garden/the café/the shop
the workshop/the car park/the office
the ferry/the harbour/the ticket office
the large hall/the small hall/the meeting room
the north gate/the south gate/the west gate
the clinic/the laboratory/the pharmacy
the market/the playground/the theatre
the old building/the new building
building A/building B/building C
the day ward/the night ward
"""
_ROUTES = """
delivery/the return/the repair
standard delivery/express delivery/overseas delivery
the refund/the transfer/the voucher
the application/the interview/the approval
the morning ferry/the evening ferry
route 3/route 5/route 12
line A/line B/line C
the fast train/the slow train/the bus
the short tour/the long tour
the first test/the second test/the final test
the basic course/the advanced course
the update/the backup/the installation
boarding/registration/the security check
a reply by e-mail/a reply by post
the small wash/the large wash
"""
_PLANS = """
the Basic plan/the Plus plan/the Premium plan
the Standard fare/the Flex fare/the Saver fare
plan S/plan M/plan L
a weekday ticket/a weekend ticket
the morning class/the evening class
a place on deck/a cabin
the inside cabin/the outside cabin
model 100/model 200/model 300
the red line/the blue line
a seat in the stalls/a seat in the balcony
"""
_ACTS = """
bring a dog|bringing a dog/bring a cat|bringing a cat
park in the yard|parking in the yard/park in the street|parking in the street
take photographs|taking photographs/make films|making films
eat in the hall|eating in the hall/eat on the terrace|eating on the terrace
smoke on the balcony|smoking on the balcony/smoke in the garden|smoking in the garden
change the date|changing the date/change the name|changing the name
cancel the booking|cancelling the booking/move the booking|moving the booking
pass the ticket on|passing the ticket on/give the ticket back|giving the ticket back
pay by card|paying by card/pay by invoice|paying by invoice/pay in cash|paying in cash
sublet the room|subletting the room/paint the room|painting the room
share the account|sharing the account/close the account|closing the account
download the files|downloading the files/print the files|printing the files
bring a guest|bringing a guest/bring food|bringing food
leave early|leaving early/arrive late|arriving late
return opened goods|returning opened goods/exchange opened goods|exchanging opened goods
store a bike|storing a bike/charge an electric car|charging an electric car
light a fire|lighting a fire/fly a drone|flying a drone/play music|playing music
borrow reference books|borrowing reference books/borrow films|borrowing films
wear outdoor shoes|wearing outdoor shoes/wear socks|wearing socks
use the lift|using the lift/use the stairs|using the stairs
keep pets|keeping pets/keep plants|keeping plants
swim in the lake|swimming in the lake/fish in the lake|fishing in the lake
renew the card online|renewing the card online/renew the card by phone|renewing the card by phone
freeze the membership|freezing the membership/end the membership|ending the membership
swap shifts|swapping shifts/work from home|working from home
travel for free|travelling for free/board first|boarding first
"""
_DUTIES = """
show a photo ID|showing a photo ID/show a ticket|showing a ticket
sign the form|signing the form/print the form|printing the form
wear a helmet|wearing a helmet/wear a life jacket|wearing a life jacket
book in advance|booking in advance/pay in advance|paying in advance
register online|registering online/register at the desk|registering at the desk
keep the receipt|keeping the receipt/keep the box|keeping the box
pay a deposit|paying a deposit/pay a fee|paying a fee/pay the postage|paying the postage
bring a towel|bringing a towel/bring a lock|bringing a lock
take off shoes|taking off shoes/take a shower|taking a shower
empty the tank|emptying the tank/fill the tank|filling the tank
report the damage|reporting the damage/pay for the damage|paying for the damage
enter the code|entering the code/change the code|changing the code
attend the safety talk|attending the safety talk/pass the test|passing the test
clean the kitchen|cleaning the kitchen/lock the gate|locking the gate
create an account|creating an account/confirm the address|confirming the address
give a reason|giving a reason/send a doctor's note|sending a doctor's note
"""
_ACTORS = """
the landlord/the caretaker/the insurer
the sender/the recipient/the carrier
the seller/the buyer/the manufacturer
the club/the council/the school
the front desk/the treasurer/the project office
the driver/the conductor/the captain
the nurse/the doctor/the chemist
"""
_JOBS = """
pays the postage|pay the postage/signs the report|sign the report
checks the meters|check the meters/cleans the hall|clean the hall
keeps the deposit|keep the deposit/sends the invoice|send the invoice
orders the parts|order the parts/carries the costs|carry the costs
hands out the keys|hand out the keys/decides about exceptions|decide about exceptions
arranges the transport|arrange the transport/answers questions about fees|answer questions about fees
"""  # noqa: E501
_RECORDS = """
your data|is/your messages|are/your photos|are
the recordings|are/the minutes|are
lost property|is/parcels that nobody collects|are
old accounts|are/closed accounts|are
unused credit|is/expired vouchers|are
the invoices|are/the offers|are
"""
_THINGS = """
tickets/rooms/courses/trains/tables/lessons/products/machines/tours/seats/branches/recipes/boats/plans
rooms on the first floor/rooms on the second floor
red tickets/green tickets
morning courses/evening courses
"""
_TRAITS = """
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
"""
_COUNTED = """
borrow # items/reserve # items
bring # bags/check in # bags
invite # guests/register # guests
send # files/store # files
book # lessons/miss # lessons
take # copies/print # copies
visit # times/cancel # times
"""
_DEALS = """
returned|return/exchanged|exchange/repaired|repair
cancelled|cancel/changed|change
collected|collect/paid for|pay for
activated|activate/renewed|renew
"""
_EVENTS = """
registration/voting
the course/the exam period
the sale/the season
the summer programme/the winter programme
the application round/the trial period
"""
_DAYS = "Monday/Tuesday/Wednesday/Thursday/Friday/Saturday/Sunday"
_CONDITIONS = """
if you book online|when you book online|for bookings made online/if you book by phone|when you book by phone|for bookings made by phone/if you pay at the desk|when you pay at the desk
if it rains|when it is raining|in case of rain/if it is dry|when it is dry
if you are a member|provided that you are a member|as long as you are a member/if you are not a member|unless you are a member
if you are under 18|when you are younger than 18/if you are over 18|when you are older than 18
if an adult is present|as long as an adult is there|when accompanied by an adult
if the box is unopened|as long as the box has not been opened|provided the box is still sealed/if the box is opened|once the box has been opened
if you tell us two days ahead|provided that you tell us two days in advance|as long as you let us know two days before
between June and August|from June to August|in June, July and August/between September and May|from September to May
after 18:00|from 6 pm on|once it is past 18:00/before 18:00|until 6 pm
on weekdays|from Monday to Friday|Monday to Friday/at weekends|on Saturdays and Sundays|at the weekend/on public holidays
in summer|during the summer|in the summer months/in winter|during the winter|in the winter months
in the morning|in the mornings/in the afternoon|in the afternoons/in the evening|in the evenings
with written permission|if you have written permission|as long as permission was given in writing
if you have a doctor's note|with a note from a doctor|provided you bring a doctor's note
if your order is over 50 euros|for orders of more than 50 euros|when you order for more than 50 euros/if your order is under 50 euros|for orders of less than 50 euros
if you live in the city|provided that you live in the city|when you live in the city/if you live outside the city|when you live outside the city
in the old building|inside the old building/in the new building|inside the new building
on the upper deck|up on the upper deck/on the lower deck|down on the lower deck
on day tickets|with a day ticket|if you have a day ticket/on year tickets|with a year ticket|if you have a year ticket
if the event is cancelled|when the event is called off|in case the event is cancelled/if the event is moved|when the event is postponed
if there is space|as long as there is room|subject to space
if we are at fault|when it is our mistake|where the mistake is ours/if you are at fault|when it is your mistake|where the mistake is yours
in the first year|during the first year|for the first twelve months/in the second year|during the second year
if the manager agrees|with the manager's consent|as long as the manager agrees
with the Premium plan|on the Premium plan|if you have the Premium plan/with the Basic plan|on the Basic plan|if you have the Basic plan
with a Flex ticket|on Flex tickets|if you hold a Flex ticket/with a Saver ticket|on Saver tickets|if you hold a Saver ticket
once the payment has arrived|after we have received the payment|when the payment is in
if you stay more than a week|for stays of more than a week|when you stay longer than seven days/if you stay less than a week|for stays of less than a week
for online courses|if the course is online/for courses on site|if the course is on site
on route 3|if you travel on route 3/on route 8|if you travel on route 8
by car|if you come by car|when you travel by car/on foot|if you come on foot|when you travel on foot
if the battery can be removed|when the battery is removable
except in December|apart from in December|in every month but December
except on public holidays|but not on public holidays|apart from public holidays
unless the item is damaged|except when the item is damaged|as long as the item is not damaged
unless you are a student|except for students|if you are not a student
"""  # noqa: E501


def _rows(text: str) -> list[list[str]]:
    return [line.split("/") for line in text.strip().splitlines()]


LISTS = {
    "who": _rows(_WHO), "group": _rows(_GROUPS), "item": _rows(_ITEMS), "place": _rows(_PLACES),
    "route": _rows(_ROUTES), "plan": _rows(_PLANS), "act": _rows(_ACTS), "duty": _rows(_DUTIES),
    "actor": _rows(_ACTORS), "job": _rows(_JOBS), "record": _rows(_RECORDS),
    "thing": _rows(_THINGS), "trait": _rows(_TRAITS), "counted": _rows(_COUNTED),
    "deal": _rows(_DEALS), "event": _rows(_EVENTS), "day": _rows(_DAYS),
}  # fmt: skip
CONDITIONS = _rows(_CONDITIONS)


def siblings(rows: list[list[str]], value: str) -> list[str]:
    """What else is of the same kind as a value, by the first row that has it."""
    return next(([other for other in row if other != value] for row in rows if value in row), [])


def drawn(rows: list[list[str]], random: Random) -> str:
    """One of a list: every row as often as another."""
    return random.choice(random.choice(rows))

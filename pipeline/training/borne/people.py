"""Who invented facts are about, and what they do: rows as `lists` describes them.

Of an action only its plain form is given unless the other form is irregular.
"""

GROUPS = """
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
landlords/lodgers/letting agents
borrowers/savers/guarantors
first-time buyers/home owners
new patients/registered patients/private patients
pregnant women/new mothers/carers
policyholders/claimants/named drivers
dog owners/cat owners/horse owners
apprentices/managers/contractors
day staff/night staff/agency staff
team leaders/team members
new starters/long-serving employees
undergraduates/postgraduates/alumni
lecturers/research staff/visiting scholars
home students/overseas students
applicants/graduates/examiners
library members/guest readers/staff borrowers
infants/teenagers/young adults
economy passengers/business passengers/first-class passengers
transfer passengers/local passengers
frequent flyers/occasional flyers
hosts/paying guests
Silver members/Gold members/Bronze members
off-peak members/anytime members
free users/paying users
editors/viewers/project owners
developers/resellers/end users
prepaid customers/contract customers
broadband customers/mobile customers/landline customers
households/small businesses/farms
house owners/flat owners
curators/school groups/individual visitors
performers/audience members/stewards
subscribers/single buyers/patrons
regular donors/one-off donors
coaches/players/spectators
juniors/seniors/veterans
club captains/club members/club guests
council tenants/private tenants
taxpayers/benefit claimants
drivers under 25/drivers over 25
main drivers/additional drivers
wheelchair users/blind visitors/deaf visitors
left-handed players/right-handed players
early bookers/late bookers
local firms/foreign firms
stallholders/market visitors
exhibitors/delegates/speakers
boarders/day pupils
only children/twins
walkers/riders
people with a car/people without a car
"""
ACTORS = """
the landlord/the tenant/the caretaker/the insurer
the sender/the recipient/the carrier
the seller/the buyer/the manufacturer
the club/the council/the school
the front desk/the treasurer/the project office
the driver/the conductor/the captain
the nurse/the doctor/the chemist
our adviser/your dentist/the branch manager
your bank/your employer/your insurer
the letting agent/the managing agent/the new owner
the host/the guest/the booking site
the head teacher/the class teacher/the school nurse
your tutor/the exams office/the student union
the vet/the receptionist/the pet owner
the garage/the rental company/the breakdown service
the network operator/the energy supplier/the meter reader
the account owner/the administrator/the support team
the box office/the stage manager/the organiser
the line manager/the payroll team/the works council
the airline/the airport/the travel agent
the lender/the borrower/the guarantor
the coach/the team captain/the referee
the librarian/the archivist/the volunteer
our engineer/your electrician/the installer
the parcel shop/the warehouse/the courier
the chairperson/the secretary/the auditor
"""
CONTACTS = """
the accounts team/the service desk/the sales team
the housing office/the tax office/the parks department
your adviser/your doctor/your tutor
the lost property office/the ticket office/the complaints team
the claims team/the renewals team
the box office/the group bookings desk
the press office/the legal team/the human resources team
the data protection officer/the safety officer
our workshop/our showroom/our warehouse
the admissions office/the exams office/the library desk
the billing team/the technical team/the moving-home team
the harbour office/the port health office
"""
JOBS = """
pay the postage/sign the report
check the meters/clean the hall
keep the deposit/send the invoice
order the parts/carry the costs
hand out the keys/decide about exceptions
arrange the transport/answer questions about fees
fix the heating/cut the grass/clear the snow
book the rooms/order the food
insure the goods/pack the goods/label the goods
renew the licence/cancel the licence
train the staff/choose the staff/pay the staff
read the meter/replace the meter
choose the date/confirm the date
write the references/check the references
feed the animals/wash the animals
print the badges/collect the badges
set the fees/collect the fees/refund the fees
keep the records/delete the records
deal with complaints/deal with orders
make the appointments/cancel the appointments
collect the waste/sort the waste
write the contract/sign the contract
mark the exams/supervise the exams
"""
ACTS = """
bring a dog/bring a cat
park in the yard/park in the street
take photographs/make films
eat in the hall/eat on the terrace
smoke on the balcony/smoke in the garden
change the date/change the name
cancel the booking/move the booking
pass the ticket on/give the ticket back
pay by card/pay by invoice/pay in cash
sublet the room/paint the room
share the account/close the account
download the files/print the files
bring a guest/bring food
leave early/arrive late
return opened goods/exchange opened goods
store a bike/charge an electric car
light a fire/fly a drone/play music
borrow reference books/borrow films
wear outdoor shoes/wear socks
use the lift/use the stairs
keep pets/keep plants
swim in the lake/fish in the lake
renew the card online/renew the card by phone
freeze the membership/end the membership
swap shifts/work from home
travel for free/board first
switch tariffs/switch suppliers
read the meter/replace the meter
pay in instalments/pay in one go
raise the limit/lower the limit
open a joint account/open a savings account
order a spare card/order a spare key
add a driver/add a passenger
take the car abroad/take the car on the ferry
sleep on board/cook on board
stay overnight/stay for dinner
check in online/check in at the counter
choose a seat/choose a meal
bring a pushchair/bring a wheelchair
use the spa/use the weights
book a class/miss a class
invite friends/recommend friends
use the reading room/use the copier
reserve a desk/reserve a locker
extend the loan/shorten the loan
join the choir/join the orchestra
retake the exam/postpone the exam
change tutors/change subjects
record the lecture/share the lecture
hang pictures/put up shelves
install a dishwasher/install an aerial
barbecue in the garden/barbecue on the balcony
hold a party/hold a meeting
leave the bike in the hall/leave the pushchair in the hall
collect the parcel/refuse the parcel
send glass by post/send batteries by post
order by phone/order by e-mail
try the clothes on/take the clothes home
repair the phone/unlock the phone
keep the number/choose the number
use data abroad/make calls abroad
export the data/import the data
invite editors/remove editors
connect a printer/connect a camera
delete the project/copy the project
set up a second factor/switch off the second factor
sit in the front row/sit in a box
touch the exhibits/sketch the exhibits
bring a rucksack/bring an umbrella
sell tickets on/swap tickets
give blood/give plasma
see a specialist/see the practice nurse
order repeat medicine/collect repeat medicine
visit a patient/phone a patient
bring flowers/bring sweets
take a day off/take a week off
carry holidays over/sell holidays back
use the company car/use the canteen
drop rubble off/drop garden waste off
put up a tent/park a caravan
hire the hall/hire the sound system
moor a boat/launch a boat
"""
DUTIES = """
show a photo ID/show a ticket
sign the form/print the form
wear a helmet/wear a life jacket
book in advance/pay in advance
register online/register at the desk
keep the receipt/keep the box
pay a deposit/pay a fee/pay the postage
bring a towel/bring a lock
take off shoes/take a shower
empty the tank/fill the tank
report the damage/pay for the damage
enter the code/change the code
attend the safety talk/pass the test
clean the kitchen/lock the gate
create an account/confirm the address
give a reason/send a doctor's note
bring a passport/bring a birth certificate
wear a mask/wear gloves
switch off phones/switch off laptops
leave coats in the cloakroom/leave bags in the cloakroom
scan the barcode/type in the number
sort the waste/weigh the waste
back up the data/delete the data
restart the router/unplug the router
charge the battery/remove the battery
read the contract/sign the contract
fast before the test/drink water before the test
bring the vaccination card/bring the referral letter
keep the dog on a lead/muzzle the dog
return the keys/copy the keys
tidy the room/air the room
pay by direct debit/pay by bank transfer
name a guarantor/name a second driver
insure the bike/lock the bike
wash the car/refuel the car
stay in the cabin/leave the car deck
check in the suitcase/label the suitcase
carry the pass/stamp the pass
give the customer number/give the order number
take a photo of the meter/note down the reading
arrive ten minutes early/wait at the entrance
warm up first/wipe down the machines
swipe the card/wear the wristband
cite the source/ask the author
fill in the timesheet/ask the line manager
tell the school/tell the doctor
update the app/reinstall the app
choose a new password/answer the security question
"""

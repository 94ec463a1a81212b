"""What invented facts set terms for: papers, ways, costs, cover; rows as `lists` describes them.

What is not countable or stands in the singular is written so that "is" goes with it.
"""

EXTRAS = """
breakfast/lunch/dinner
parking/wifi/bed linen
insurance/delivery/installation
final cleaning/the kitchen
support by phone/support by e-mail
a window seat/a checked bag/a meal on board
roadside help/a second driver/a child seat
a locker/a towel/entry to the sauna
an audio guide/entry to the special exhibition
a glass of wine/the programme booklet
course material/the exam fee
a daily backup/single sign-on/extra storage
roaming/a second SIM card/voicemail
heating/water/electricity
a spare key/the removal of the old device
"""
DOCUMENTS = """
a passport/an identity card/a driving licence
a birth certificate/a marriage certificate
a referral letter/a vaccination card/a health card
a bank statement/a payslip/a tax return
a student card/a staff card/a library card
a rental contract/a proof of address/a credit report
a booking number/a customer number/a voucher code
a police report/a photo of the damage/a repair estimate
a parking pass/a hunting licence/a boating licence
a letter from your employer/a letter from your school
a boarding pass/a travel visa
a signed consent form/a medical certificate
"""
DESKS = """
the front desk/the information desk/the ticket office
the town hall/the registry office/the district office
the main branch/the station branch
the library counter/the copy shop
room 12/room 14/room 20
the north entrance/the south entrance
the service point/the parcel shop/the post office
the porter's lodge/the caretaker's office
the box office/the cloakroom
the surgery/the pharmacy
gate 3/gate 8
the rental station/the garage
"""
TOPICS = """
prices/refunds/discounts
housing/council tax/waste collection
loans/mortgages/savings
exams/admissions/scholarships
lost luggage/delayed flights
group bookings/school visits
invoices/deliveries/returns
repairs/moving out/the deposit
the app/the website
holidays/wages/sick pay
adoption/grooming/vaccination
privacy/accessibility
"""
CHANNELS = """
online/in person/by post
by phone/by e-mail/by letter
in the app/at the counter
at the machine/on the website
in writing/over the phone
by text message/by video call
with the chip card/with the code
through the customer portal/through a dealer
"""
COSTS = """
the repair/the replacement/the inspection
the postage/the packaging/the customs duty
the cleaning/the heating/the water
the transport/the hotel room/the meal
the survey/the valuation
the exam/the textbook
the prescription/the treatment/the check-up
the taxi/the rental car
the installation/the cable
the damage/the loss
the training/the journey
the licence/the hosting
"""
PROCESSES = """
your card|renewed/your card|replaced
your contract|extended/your contract|ended
your password|reset/your account|unlocked
your ticket|refunded/your ticket|rebooked
your bill|corrected/your bill|sent by post
your data|backed up/your data|deleted
your loan|extended/your reservation|cancelled
your deposit|returned/your rent|adjusted
your meter|read/your meter|replaced
your certificate|sent/your certificate|translated
your baggage|forwarded/your baggage|searched
your membership|renewed/your membership|paused
the update|installed/the backup|checked
your pay rise|granted/your holiday|approved
"""
STEPS = """
fill in the form/attend the interview
pay the fee/book the test
register online/order the card
back up the data/install the update
report the loss/order a replacement
read the rules/sign the contract
weigh the parcel/print the label
have a shower/enter the pool
check in/drop off the bag
ask the doctor/make the appointment
take the course/sit the exam
call the helpline/send the device
switch off the power/open the cover
pay the deposit/collect the key
confirm the address/choose a password
view the flat/apply for the flat
"""
POLICIES = """
the basic policy/the extended policy/the premium policy
the travel insurance/the luggage insurance
the warranty/the care plan
the home insurance/the contents insurance
third-party insurance/comprehensive insurance
the dental plan/the hospital plan
the phone insurance/the laptop insurance
the bike insurance/the boat insurance
the pet insurance/the horse insurance
"""
HARMS = """
theft/loss/vandalism
fire/flooding/storm damage
wear and tear/accidental damage
water damage/a broken screen
cancellation/delay/illness abroad
a missed flight/a missed connection
dental treatment/physiotherapy
glass damage/tyre damage
legal advice/towing
vaccination/surgery
"""
PERMITS = """
the day pass/the week pass/the annual pass
the visitor badge/the staff badge
the parking pass/the fishing licence
the voucher/the gift card
the library card/the reading pass
the season ticket/the weekend ticket
the prescription/the referral
the quote/the booking code
the licence key/the trial licence
the loyalty card/the guest card
the certificate/the membership card
"""
CONTRACTS = """
the rental contract/the garage lease
the phone contract/the broadband contract
the gym membership/the club membership
the insurance policy/the savings plan
the energy contract/the maintenance contract
the subscription/the season ticket
the job/the apprenticeship
the nursery place/the music lessons
"""
ASSETS = """
the car park/the playground/the footpath
the equipment/the furniture/the piano
the software/the website/the data
the boat/the pier/the lighthouse
the meter/the boiler/the fuse box
the hall/the stage/the sound system
the router/the cable/the mast
the collection/the archive/the building
the uniform/the laptop/the company phone
the lift/the roof/the garden fence
"""
OWNERS = """
the council/the church/the harbour authority
the landlord/the tenant/the owners' association
the club/the school/the university
the network operator/the energy supplier/the customer
the charity/the museum/a private collector
our company/your employer/the insurer
the hotel/the tour operator
the hospital/the health authority
"""
LOADS = """
hand luggage/a checked bag
a parcel/a letter/a small packet
a child seat/a bicycle
a wheelchair/a pet carrier
a market stall/a tent
garden waste/bulky waste
a shelf load/a bike rack load
"""
FILES = """
a photo/a video
an attachment/a backup
a profile picture/a logo
a scanned document/an audio file
a mailbox/a shared folder
an import file/an export file
a web page/a database
"""
LOSSES = """
a cancelled course/a missed course
a cancelled flight/a missed flight
a late delivery/a lost parcel
a faulty product/an unopened product
an unused ticket/a cancelled performance
a cancelled lesson/a missed lesson
a shortened trip/a cancelled trip
a returned gift/a returned purchase
"""
UPKEEP = """
the pool|cleaned/the water|tested
the lift|inspected/the alarm|tested
the bins|emptied/the windows|cleaned
the boiler|serviced/the meter|read
the prices|reviewed/the rules|reviewed
the newsletter|sent out/the magazine|printed
the data|backed up/the servers|restarted
the towels|changed/the bed linen|changed
the timetable|updated/the menu|changed
the fire doors|checked/the first-aid boxes|checked
the committee|elected/the accounts|audited
"""
OFTEN = """
every day|once a day/every week|once a week/every two weeks|once a fortnight
every month|once a month/every three months|four times a year/every six months|twice a year
every year|once a year/every two years|once in two years
"""
GOODS = """
your order/your parcel
your key/your badge
your rental car/your rental bike
your packed lunch/your dinner
your test result/your prescription
your certificate/your transcript
your room/your cabin
your pet/your repaired phone
"""
KEEPSAKES = """
the receipt/the box/the label
your ticket/your boarding pass
the contract/the invoice
the old battery/the charger
your payslip/your timesheet
the confirmation e-mail/the reference number
the wristband/the day pass
the warranty card/the manual
"""
PAYMENTS = """
cash|in cash/cards|by card/cheques|by cheque
bank transfers|by bank transfer/direct debits|by direct debit
credit cards|by credit card/debit cards|by debit card
vouchers|with a voucher/gift cards|with a gift card
euros|in euros/pounds|in pounds/dollars|in dollars
coins|with coins/banknotes|with banknotes
mobile payments|by phone/contactless cards|with a contactless card
"""
TASKS = """
hand in the form/collect the form
pay the invoice/query the invoice
return the tools/renew the loan
send the documents/sign the documents
confirm the booking/cancel the booking
choose a course/drop a course
submit the claim/withdraw the claim
report a fault/report a loss
collect the parcel/drop off the parcel
apply for a pass/apply for a grant
book a table/book a lesson
order a new card/block the card
return the rental car/collect the rental car
register a birth/register a pet
give notice/ask for an extension
change the address/change the password
join the club/leave the club
order a school meal/cancel a school meal
pay the rent/pay the deposit
buy a season ticket/buy a gift card
enter the meter reading/enter the bank details
pick up the badge/pick up the medicine
request a refund/request a copy
book an appointment/move an appointment
"""

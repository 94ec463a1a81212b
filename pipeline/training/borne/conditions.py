"""The conditions that invented facts hold on: rows as `lists` describes them.

The wordings in one cell say the same. No cell of a row follows from another one.
"""

CONDITIONS = """
if you book online|when you book online|for bookings made online|should you book online/if you book by phone|when you book by phone|for bookings made by phone|should you book by phone/if you pay at the desk|when you pay at the desk|should you pay at the desk
if it rains|when it is raining|in case of rain|should it rain/if it is dry|when it is dry|as long as it stays dry
if you are a member|provided that you are a member|as long as you are a member|should you be a member/if you are not a member|unless you are a member|should you not be a member
if you are under 18|when you are younger than 18|should you be under 18/if you are over 18|when you are older than 18|should you be over 18
if an adult is present|as long as an adult is there|when accompanied by an adult|in the presence of an adult/if no adult is present|when no adult is there|in the absence of an adult
if the box is unopened|as long as the box has not been opened|provided the box is still sealed/if the box is opened|once the box has been opened|with the box opened
if you tell us two days ahead|provided that you tell us two days in advance|as long as you let us know two days before|with two days' warning
between June and August|from June to August|in June, July and August/between September and May|from September to May|in the months from September to May
after 18:00|from 6 pm on|once it is past 18:00/before 18:00|until 6 pm|as long as it is before 18:00
on weekdays|from Monday to Friday|Monday to Friday/at weekends|on Saturdays and Sundays|at the weekend/on public holidays|when it is a public holiday|if it is a public holiday
in summer|during the summer|in the summer months/in winter|during the winter|in the winter months
in the morning|in the mornings|before noon/in the afternoon|in the afternoons|during the afternoon/in the evening|in the evenings|during the evening
with written permission|if you have written permission|as long as permission was given in writing/without written permission|if you have no written permission|unless permission was given in writing
if you have a doctor's note|with a note from a doctor|provided you bring a doctor's note|should you have a doctor's note/if you have no doctor's note|without a note from a doctor|unless you bring a doctor's note
if your order is over 50 euros|for orders of more than 50 euros|when you order for more than 50 euros/if your order is under 50 euros|for orders of less than 50 euros|when you order for less than 50 euros
if you live in the city|provided that you live in the city|when you live in the city/if you live outside the city|when you live outside the city|unless you live in the city
in the old building|inside the old building|when you are in the old building/in the new building|inside the new building|when you are in the new building
on the upper deck|up on the upper deck|if you are on the upper deck/on the lower deck|down on the lower deck|if you are on the lower deck
on day tickets|with a day ticket|if you have a day ticket/on year tickets|with a year ticket|if you have a year ticket
if the event is cancelled|when the event is called off|in case the event is cancelled|should the event be cancelled/if the event is moved|when the event is postponed|should the event be postponed
if there is space|as long as there is room|subject to space|space permitting/if there is no space|when there is no room|should there be no room
if we are at fault|when it is our mistake|where the mistake is ours|should we be at fault/if you are at fault|when it is your mistake|where the mistake is yours|should you be at fault
in the first year|during the first year|for the first twelve months/in the second year|during the second year|from the 13th to the 24th month
if the manager agrees|with the manager's consent|as long as the manager agrees|should the manager agree/without the manager's consent|unless the manager agrees|if the manager does not agree
with the Premium plan|on the Premium plan|if you have the Premium plan/with the Basic plan|on the Basic plan|if you have the Basic plan/with the Comfort plan|on the Comfort plan|if you have the Comfort plan
with a Flex ticket|on Flex tickets|if you hold a Flex ticket|should you hold a Flex ticket/with a Saver ticket|on Saver tickets|if you hold a Saver ticket|should you hold a Saver ticket
once the payment has arrived|after we have received the payment|when the payment is in/before the payment has arrived|until we have received the payment|as long as the payment is not in
if you stay more than a week|for stays of more than a week|when you stay longer than seven days/if you stay less than a week|for stays of less than a week|when you stay for less than seven days
for online courses|if the course is online|when the course is held online/for courses on site|if the course is on site|when the course is held on site
on route 3|if you travel on route 3|when you take route 3/on route 8|if you travel on route 8|when you take route 8
by car|if you come by car|when you travel by car/on foot|if you come on foot|when you travel on foot
if the battery can be removed|when the battery is removable|with a removable battery/if the battery cannot be removed|when the battery is built in|with a battery that is built in
except in December|apart from in December|in every month but December/in December|during December|in the month of December
except on public holidays|but not on public holidays|apart from public holidays
unless the item is damaged|except when the item is damaged|as long as the item is not damaged/if the item is damaged|when the item is damaged|should the item be damaged
unless you are a student|except for students|if you are not a student/if you are a student|as a student|should you be a student
with a voucher|if you have a voucher|when you bring a voucher|on presentation of a voucher/without a voucher|if you have no voucher|unless you have a voucher
within 14 days of delivery|up to 14 days after delivery|no later than 14 days after delivery|in the 14 days after delivery/more than 14 days after delivery|later than 14 days after delivery|once 14 days have passed since delivery
two hours or more before departure|no later than two hours before departure|until two hours before departure/less than two hours before departure|in the last two hours before departure|in the two hours before departure/after departure|once the ship has left|following departure
until the day before the event|not after the day before the event|no later than the day before the event/on the day of the event|the day the event takes place|on the very day of the event
during the school holidays|in the school holidays|when schools are closed for the holidays|outside term time/during term time|in term time|outside the school holidays
during the exam period|while the exams are on|in the exam weeks/outside the exam period|when there are no exams|except in the exam weeks
if your flight is delayed|when your flight is late|in case of a delay to your flight|should your flight be delayed/if your flight is on time|when your flight is punctual|should your flight be on time
if you fly long-haul|on long-haul flights|when you take a long-haul flight/if you fly short-haul|on short-haul flights|when you take a short-haul flight
in economy class|when you fly economy|with an economy ticket/in business class|when you fly business|with a business ticket
if you have only hand luggage|when you travel with hand luggage only|without a checked bag/if you have a checked bag|when you travel with checked luggage|with a checked bag
if you rent the room for a full day|when you have the room for the whole day|when the room is yours all day/if you rent the room for half a day|when you have the room for half a day|when the room is yours for half a day
with a licence held for over a year|if you have held your licence for more than a year|when you have had a licence for over a year/with a licence held for under a year|if you have held your licence for less than a year|when you have had a licence for under a year
if the car is electric|for electric cars|with an electric car/if the car runs on diesel|for diesel cars|with a diesel car/if the car runs on petrol|for petrol cars|with a petrol car
if the theft was reported to the police|once you have reported the theft to the police|provided the police know about the theft/if the theft was not reported to the police|unless you have reported the theft to the police|unless the police know about the theft
if the damage was caused by water|for water damage|in case of water damage/if the damage was caused by fire|for fire damage|in case of fire damage/if the damage was caused by storms|for storm damage|in case of storm damage
while your claim is open|as long as your claim is being dealt with|until your claim is settled/once your claim is settled|after your claim has been dealt with|when your claim is closed
if your account is overdrawn|when your account is in the red|should your account be overdrawn/if your account is in credit|when your account is in the black|unless your account is overdrawn
for transfers abroad|when you send money abroad|if the transfer goes abroad/for transfers within the country|when you send money within the country|if the transfer stays within the country
if your card was stolen|in case your card was stolen|should your card have been stolen/if your card has expired|once your card has expired|when your card is out of date
for joint accounts|if the account is joint|with a joint account/for single accounts|if the account is in one name only|with an account in one name
under the old tariff|on the old tariff|if you are still on the old tariff/under the new tariff|on the new tariff|if you are on the new tariff
if you pay by direct debit|when you pay by direct debit|with a direct debit|should you pay by direct debit/if you pay by cheque|when you pay by cheque|should you pay by cheque
if you have a smart meter|with a smart meter|when your meter is a smart one/if you have an old meter|with an old meter|when your meter is an old one
at night|during the night|in the night hours/by day|during the day|in daytime
if your contract runs for two years|with a two-year contract|on a contract of two years/if your contract is monthly|with a monthly contract|on a contract that runs month by month
if you are roaming|while roaming|when you use your SIM card abroad/if you are in your home network|while in your home network|when you use your SIM card at home
in the free version|if you use the free version|with the free version/in the paid version|if you use the paid version|with the paid version
if you are signed in|when you are logged in|while signed in|as long as you are logged in/if you are signed out|when you are not logged in|unless you are signed in
on a mobile|if you use a mobile|when you are on your mobile/on a computer|if you use a computer|when you are at a computer
if you are an administrator|as an administrator|provided you have administrator rights|should you be an administrator/if you are not an administrator|without administrator rights|unless you are an administrator
during the trial period|while the trial lasts|as long as you are on trial/after the trial period|once the trial is over|when the trial has ended
if your rent is paid|as long as your rent is paid|provided that you have paid your rent/if your rent is overdue|when your rent is late|unless you have paid your rent
if the flat is furnished|in furnished flats|where the flat is let furnished/if the flat is unfurnished|in unfurnished flats|where the flat is let without furniture
for flats on the ground floor|if the flat is on the ground floor|in ground-floor flats/for flats on the top floor|if the flat is on the top floor|in top-floor flats
when you move out|on moving out|as you move out/when you move in|on moving in|as you move in
on the first Sunday of the month|every first Sunday of the month|when it is the first Sunday of the month/on the last Sunday of the month|every last Sunday of the month|when it is the last Sunday of the month
in special exhibitions|when visiting a special exhibition|inside special exhibitions/in the permanent collection|when visiting the permanent collection|inside the permanent collection
for groups of ten or more|if your group has at least ten people|when you are ten people or more/for groups of fewer than ten|if your group has fewer than ten people|when you are fewer than ten people
with a museum pass|if you hold a museum pass|on presentation of a museum pass|should you hold a museum pass/without a museum pass|if you hold no museum pass|unless you hold a museum pass
before the performance|until the performance begins|as long as the performance has not begun/during the interval|in the interval|while the interval lasts/after the performance|once the performance is over|when the performance has ended
at home matches|when the team plays at home|for matches at home/at away matches|when the team plays away|for matches away
with a coach|if a coach is with you|in the company of a coach/without a coach|if no coach is with you|unless a coach is with you
during probation|in the probation period|while on probation/after probation|once the probation period is over|when probation has ended
on full-time contracts|if you work full time|for full-time jobs|should you work full time/on part-time contracts|if you work part time|for part-time jobs|should you work part time
if you work nights|on night shifts|when you are on the night shift/if you work days|on day shifts|when you are on the day shift
if you are off sick|when you are ill|in case of illness/if you are on holiday|when you are on your holidays|while you are on holiday
if your child is ill|when your child is sick|in case your child is ill|should your child be ill/if your child is well|when your child is healthy|unless your child is ill
at primary school|for primary pupils|if the child is at primary school/at secondary school|for secondary pupils|if the child is at secondary school
with a teacher's permission|if a teacher allows it|as long as a teacher agrees/without a teacher's permission|if no teacher allows it|unless a teacher agrees
if you were referred by a doctor|with a referral|when a doctor has referred you/without a referral|unless you have a referral|if no doctor has referred you
on an empty stomach|if you have not eaten|as long as you have not eaten/after a meal|if you have eaten|once you have eaten
in an emergency|in emergencies|if it is an emergency|should it be an emergency/unless it is an emergency|if it is no emergency|except in an emergency
for dogs|if your pet is a dog|with a dog/for cats|if your pet is a cat|with a cat
if the animal is vaccinated|once the animal has had its vaccinations|provided the animal has been vaccinated/if the animal is not vaccinated|unless the animal has had its vaccinations|unless the animal has been vaccinated
while the warranty lasts|during the warranty period|as long as the warranty has not run out|under warranty/once the warranty has run out|after the warranty period|when the warranty is over
if you have the receipt|with the receipt|on presentation of the receipt|should you have the receipt/if you have lost the receipt|without the receipt|unless you have the receipt
for items on sale|if the item is on sale|when you buy it on sale/for items at full price|if the item is at full price|when you buy it at full price
if the item was faulty|for faulty items|when the item had a defect|should the item be faulty/if you changed your mind|having changed your mind|should you have changed your mind
for parcels abroad|if the parcel goes abroad|when you send the parcel abroad/for parcels within the country|if the parcel stays within the country|when you send the parcel within the country
if nobody is at home|when there is nobody at home|should nobody be at home/if somebody is at home|when there is somebody at home|unless nobody is at home
in the north zone|within the north zone|if you are in the north zone/in the south zone|within the south zone|if you are in the south zone
at low tide|when the tide is low|if the tide is low/at high tide|when the tide is high|if the tide is high
in calm weather|if the sea is calm|when the sea is calm/in stormy weather|if there is a storm|when there is a storm
for single rooms|in single rooms|if you have a single room/for double rooms|in double rooms|if you have a double room
with breakfast|if you book breakfast|when breakfast is part of the booking/without breakfast|unless you book breakfast|when breakfast is not part of the booking
if you arrive after midnight|on arrival after midnight|should you arrive after midnight/if you arrive before midnight|on arrival before midnight|should you arrive before midnight
until 31 March|up until 31 March|no later than 31 March/from 1 April|from 1 April on|as of 1 April
for deliveries to the door|if we deliver to your door|when we bring it to your door/for collection at the shop|if you collect it at the shop|when you pick it up at the shop
if you cancel in writing|when you cancel by letter|with a written cancellation/if you cancel by phone|when you cancel over the phone|with a cancellation by phone
"""  # noqa: E501

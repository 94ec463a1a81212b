"""Where and when something goes on, and what takes its time: rows as `lists` describes them."""

PLACES = """
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
the town hall/the registry office/the recycling centre
the main branch/the airport branch/the station branch
the showroom/the warehouse/the garage
the hotel bar/the breakfast room/the roof terrace
the business lounge/the family lounge
the canteen/the crèche/the staff room
the surgery/the waiting room/the X-ray room
the box office/the cloakroom/the foyer
the language centre/the computer room/the sports hall
the left-luggage office/the lost property office
the parcel shop/the post room
the squash court/the tennis court/the running track
the service desk/the phone line/the live chat
the campsite shop/the laundry room/the washroom
the rose garden/the palm house/the farm
the boat shed/the bike shed/the ski shop
the upper car park/the lower car park
the east wing/the west wing
the animal shelter/the cattery/the kennels' office
the charity shop/the food bank/the repair café
the vaccination centre/the test centre
"""
ROUTES = """
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
a transfer abroad/a transfer within the country
a cash deposit/a cheque deposit
opening an account/closing an account
the credit decision/the property survey
a damage report/a claim
the safety inspection/the cleaning
filling the tank/fitting the tyres
handing over the car/checking the car
the crossing to the island/the crossing to the mainland
check-in/baggage reclaim
the long-haul flight/the short-haul flight
changing a name/changing a date
moving a phone number/connecting the line
switching suppliers/switching tariffs
the meter reading/the meter swap
restoring a file/exporting the data
setting up the account/moving the account
the deployment/the migration
the first appointment/the follow-up appointment
the blood test/the vaccination
the operation/the recovery
the evening class/the weekend class
the entrance exam/the oral exam
marking the essay/marking the exam
a loan from another library/a loan from the archive
the first half/the second half
the matinee/the late performance
moving in/moving out
the residence card/the parking pass
registering a birth/registering a company
"""
EVENTS = """
registration/voting
the course/the exam period
the sale/the season
the summer programme/the winter programme
the application round/the trial period
the autumn term/the spring term
the exhibition/the festival
the flea market/the clearance sale
the trial run/the rehearsal period
the ski season/the swimming season
the election/the consultation
the building work/the road closure
the half term/the sports week
the vaccination campaign/the blood drive
the summer timetable/the winter timetable
"""
DAYS = "Monday/Tuesday/Wednesday/Thursday/Friday/Saturday/Sunday"

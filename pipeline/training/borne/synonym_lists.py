"""Words and set phrases that mean the same.

The parts of a group are divided by "=" and its words by spaces: the first words of each part mean
the same, the second words, …; "_" stands for a space. A part that begins with "~" is only put in:
it means the same there, but has other meanings elsewhere.
"""

from __future__ import annotations

# Verbs that have an object, or are in the passive.
TRANSITIVE = """
get gets got getting = receive receives received receiving = obtain obtains obtained obtaining
buy buys bought buying = purchase purchases purchased purchasing
help helps helped helping = assist assists assisted assisting
need needs needed needing = require requires required requiring
ask_for asks_for asked_for asking_for = request requests requested requesting
collect collects collected collecting = pick_up picks_up picked_up picking_up
show shows showed showing = ~present presents presented presenting
cancel cancels cancelled cancelling = call_off calls_off called_off calling_off
book books booked booking = reserve reserves reserved reserving
rent rents rented renting = ~hire hires hired hiring
repair repairs repaired repairing = ~fix fixes fixed fixing = mend mends mended mending
provide provides provided providing = offer offers offered offering
 = supply supplies supplied supplying
permit permits permitted permitting = allow allows allowed allowing
recommend recommends recommended recommending = suggest suggests suggested suggesting
keep keeps kept keeping = hold_on_to holds_on_to held_on_to holding_on_to
 = retain retains retained retaining
store stores stored storing = ~keep keeps kept keeping
delete deletes deleted deleting = erase erases erased erasing = ~remove removes removed removing
bring brings brought bringing = bring_along brings_along brought_along bringing_along
phone phones phoned phoning = ~call calls called calling = ~ring rings rang ringing
choose chooses chosen choosing = ~pick picks picked picking = select selects selected selecting
change changes changed changing = alter alters altered altering
refund refunds refunded refunding = pay_back pays_back paid_back paying_back
 = reimburse reimburses reimbursed reimbursing
return returns returned returning = give_back gives_back given_back giving_back
 = hand_back hands_back handed_back handing_back
send_back sends_back sent_back sending_back = ~return returns returned returning
notify notifies notified notifying = inform informs informed informing
check checks checked checking = verify verifies verified verifying
contact contacts contacted contacting = get_in_touch_with gets_in_touch_with
 got_in_touch_with getting_in_touch_with
borrow borrows borrowed borrowing = ~take_out takes_out taken_out taking_out
~include includes included including = contain contains contained containing
throw_away throws_away thrown_away throwing_away = discard discards discarded discarding
 = dispose_of disposes_of disposed_of disposing_of = ~bin bins binned binning
turn_off turns_off turned_off turning_off = switch_off switches_off switched_off switching_off
turn_on turns_on turned_on turning_on = switch_on switches_on switched_on switching_on
fill_in fills_in filled_in filling_in = fill_out fills_out filled_out filling_out
 = ~complete completes completed completing
hand_in hands_in handed_in handing_in = ~submit submits submitted submitting
arrange arranges arranged arranging = organise organises organised organising
postpone postpones postponed postponing = put_off puts_off put_off putting_off
accept accepts accepted accepting = ~take takes taken taking
arrive_at arrives_at arrived_at arriving_at = ~reach reaches reached reaching
e-mail e-mails e-mailed e-mailing = ~write_to writes_to written_to writing_to
take_part_in takes_part_in took_part_in taking_part_in = participate_in participates_in
 participated_in participating_in
build builds built building = construct constructs constructed constructing
cause causes caused causing = bring_about brings_about brought_about bringing_about
renew renews renewed renewing = ~extend extends extended extending
look_for looks_for looked_for looking_for = search_for searches_for searched_for searching_for
"""
VERBS = """
begin begins began beginning = start starts started starting = ~commence commences commenced
 commencing
end ends ended ending = finish finishes finished finishing
happen happens happened happening = occur occurs occurred occurring
 = take_place takes_place took_place taking_place
stay stays stayed staying = remain remains remained remaining
expire expires expired expiring = lapse lapses lapsed lapsing = ~run_out runs_out run_out
 running_out
sign_in signs_in signed_in signing_in = log_in logs_in logged_in logging_in
 = log_on logs_on logged_on logging_on
sign_out signs_out signed_out signing_out = log_out logs_out logged_out logging_out
sign_up_for signs_up_for signed_up_for signing_up_for = register_for registers_for registered_for
 registering_for
travel travels travelled travelling = ~go goes went going
depart departs departed departing = ~leave leaves left leaving
try_to tries_to tried_to trying_to = attempt_to attempts_to attempted_to attempting_to
want_to wants_to wanted_to = wish_to wishes_to wished_to
speak speaks = talk talks
"""
NOUNS = """
deadline deadlines = last_date last_dates = closing_date closing_dates
fee fees = ~charge charges / reservation reservations = booking bookings
doctor doctors = physician physicians / child children = kid kids
grown-up grown-ups = adult adults / pensioner pensioners = senior_citizen senior_citizens
illness illnesses = ~disease diseases / elevator elevators = ~lift lifts
bike bikes = bicycle bicycles / mobile_phone mobile_phones = cell_phone cell_phones
photo photos = photograph photographs = ~picture pictures
employee employees = member_of_staff members_of_staff / invoice invoices = ~bill bills
passenger passengers = traveller travellers / mistake mistakes = error errors
journey journeys = trip trips / fault faults = defect defects
car_park car_parks = parking_lot parking_lots / apartment apartments = ~flat flats
shop shops = ~store stores / pharmacy pharmacies = ~chemist chemists
toilet toilets = restroom restrooms = lavatory lavatories
cash_machine cash_machines = ATM ATMs = cashpoint cashpoints
surname surnames = family_name family_names = last_name last_names
first_name first_names = given_name given_names = forename forenames
postcode postcodes = postal_code postal_codes = zip_code zip_codes
website websites = web_site web_sites = internet_site internet_sites
timetable timetables = schedule schedules / price_reduction price_reductions = ~discount discounts
voucher vouchers = coupon coupons / gift gifts = ~present presents
warranty warranties = ~guarantee guarantees / advantage advantages = benefit benefits
medicine medicines = medication medications / holiday holidays = ~vacation vacations
app apps = application_program application_programs / TV TVs = television televisions
physician physicians = medical_doctor medical_doctors / task tasks = ~job jobs
attorney attorneys = lawyer lawyers / teenager teenagers = adolescent adolescents
wheelchair_user wheelchair_users = person_in_a_wheelchair people_in_wheelchairs
disabled_person disabled_people = person_with_a_disability people_with_disabilities
rule rules = regulation regulations / location locations = ~place places
"""
OTHERS = """
usually = normally = generally = in_most_cases / often = frequently = in_many_cases
always = at_all_times / never = at_no_time / rarely = seldom = hardly_ever
sometimes = at_times = now_and_then = occasionally / immediately = at_once = right_away = instantly
 = straight_away
as_soon_as_possible = as_quickly_as_possible = at_the_earliest_opportunity
currently = at_the_moment = at_present = right_now / soon = shortly = before_long
again = once_more / maybe = perhaps / exactly = precisely / approximately = roughly = about = around
completely = entirely = fully / nearly = almost / mainly = mostly = chiefly
quickly = rapidly = ~fast / automatically = ~by_itself / only = solely = ~just
additionally = ~also / jointly = ~together / in_total = altogether = all_in_all
less_than = fewer_than / at_least = no_less_than = not_less_than = no_fewer_than = ~a_minimum_of
a_minimum_of = ~at_least / up_to = at_most = no_more_than = not_more_than = a_maximum_of
more_than = in_excess_of = ~over / a_maximum_of = ~up_to / no_later_than = not_later_than = by
may = can / must = have_to = need_to / has_to = needs_to / should = ought_to
is_allowed_to = is_permitted_to / are_allowed_to = are_permitted_to
not_allowed = not_permitted = forbidden = prohibited / banned = prohibited = forbidden
compulsory = mandatory = obligatory / optional = voluntary
free_of_charge = for_free = at_no_cost = without_charge = at_no_charge = ~free
you_must_not = you_are_not_allowed_to = you_are_not_permitted_to = ~you_may_not = ~you_cannot
you_are_allowed_to = you_are_permitted_to = ~you_may = ~you_can
you_need_not = you_do_not_need_to = you_do_not_have_to = you_don't_have_to = you_are_not_required_to
you_must = you_are_required_to = you_are_obliged_to = ~it_is_necessary_to
get_your_money_back = get_a_refund = receive_a_refund = be_refunded
get_a_full_refund = get_all_your_money_back = be_refunded_in_full
pay_nothing = do_not_pay_anything = travel_without_paying_anything
is_closed = is_shut = is_not_open / are_closed = are_shut = are_not_open
is_no_longer_valid = has_expired = has_run_out / not_valid = invalid / out_of_date = no_longer_valid
not_possible = impossible / not_necessary = unnecessary = not_required / unable_to = not_able_to
large = big / small = ~little / numerous = ~many / several = a_number_of / all_of_the = all_the
enormous = huge / helpful = useful / wrong = incorrect / defective = faulty / whole = entire
located = situated / recommended = ~advised / required = necessary = needed / cheap = inexpensive
expensive = costly / additional = extra = ~further / sufficient = ~enough / annual = yearly
ill = ~sick = unwell / difficult = ~hard / simple = easy / dangerous = hazardous
for_example = for_instance / such_as = ~like / because = ~since = ~as
because_of = owing_to = on_account_of = ~due_to / as_a_result_of = as_a_consequence_of
although = even_though = ~though / therefore = for_this_reason = ~thus
as_well_as = ~and / instead_of = in_place_of = rather_than / in_addition_to = besides
apart_from = except_for = with_the_exception_of = other_than / regarding = concerning = ~about
unless = except_if = except_when / until = till / prior_to = ~before
provided_that = on_condition_that = as_long_as = so_long_as = ~if / in_the_event_that = ~if
as_soon_as = the_moment = once / each_time = every_time = ~whenever / with_no = without
in_advance = beforehand = ahead_of_time / near = close_to / next_to = beside / per = ~for_each
in_order_to = so_as_to = ~to / with_the_help_of = with_the_aid_of = ~using / during = ~in
per_year = each_year = every_year = ~a_year / per_day = each_day = every_day = ~a_day
per_month = each_month = every_month = ~a_month / per_week = each_week = every_week = ~a_week
per_hour = each_hour = every_hour = ~an_hour / per_person = for_each_person = ~each
every_day = ~daily / every_week = ~weekly / every_month = ~monthly
every_year = ~annually = ~once_a_year / every_hour = ~hourly / every_two_weeks = ~fortnightly
the_day_before = one_day_earlier = on_the_previous_day / the_next_day = the_following_day
at_the_beginning_of = at_the_start_of / at_weekends = at_the_weekend = on_Saturdays_and_Sundays
on_weekdays = from_Monday_to_Friday / at_noon = at_midday = at_12:00 / at_midnight = at_0:00
until_noon = until_midday = until_12:00 / from_noon = from_midday = from_12:00
twice = two_times / a_fortnight = two_weeks = 14_days = fourteen_days / a_dozen = ~twelve
within_24_hours = within_one_day = within_a_day / 48_hours = two_days / 60_minutes = one_hour
one_week = seven_days = 7_days / within_a_week = within_seven_days / 12_months = one_year
 = twelve_months
six_months = half_a_year / 30_minutes = half_an_hour = thirty_minutes
18_months = one_and_a_half_years / 90_minutes = one_and_a_half_hours / 50_percent_of = ~half_of
luggage = baggage / rubbish = waste = garbage = trash / staff = ~employees
permission = consent / petrol = gasoline / money_off = ~a_discount / e-mail = email
e-mails = emails / opening_hours = opening_times = hours_of_business / date_of_birth = birth_date
customer_service = customer_support = customer_services / lost_luggage = missing_luggage
lost_items = missing_items / ID = ~identity_card / older_people = elderly_people = the_elderly
high_blood_pressure = hypertension / heart_attack = myocardial_infarction
pregnant_women = expectant_mothers / side_effects = unwanted_effects / newborns = newborn_babies
someone_else = somebody_else = another_person / someone = somebody / anyone = anybody
everyone = everybody / nobody = no_one / people = ~persons / user = ~person_who_uses_it
online = ~on_the_internet = ~over_the_internet / by_phone = by_telephone = over_the_phone
by_post = by_mail = through_the_post / by_e-mail = via_e-mail / in_cash = with_cash
by_credit_card = with_a_credit_card / by_card = with_a_card / by_train = on_the_train
by_bus = on_the_bus / abroad = in_another_country = in_a_foreign_country
make_sure = ensure = make_certain = see_to_it / have_got = ~have / died = passed_away
was_born = came_into_the_world / at_the_latest = and_no_later / all_over_the_world = ~worldwide
"""

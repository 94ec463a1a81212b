"""Other words for the same thing: synonyms, contractions, numbers and times of day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

_NUMBER_WORDS = """
two 2/three 3/four 4/five 5/six 6/seven 7/eight 8/nine 9/ten 10/twelve 12/fourteen 14/fifteen 15
eighteen 18/twenty 20/twenty-one 21/twenty-four 24/twenty-eight 28/thirty 30/forty-five 45/sixty 60
ninety 90
"""
DIGITS = dict(pair.split() for pair in re.split(r"[/\n]", _NUMBER_WORDS.strip()))
WORDS = {digits: word for word, digits in DIGITS.items()}
# A number in a price, a time, a range or a code is not written as a word.
_NUMBER = re.compile(r"(?<![\w$£€.,:/–-])(\d{1,2})(?![\w.,:%/–-])(?! (?:am|pm|[A-Z]|to \d))")
_NUMBER_WORD = re.compile(r"\b(" + "|".join(sorted(DIGITS, key=len, reverse=True)) + r")\b")
_CLOCK = re.compile(r"\b(\d{1,2}):00\b")
_HALF_DAYS = re.compile(r"\b(\d{1,2}) (am|pm)\b")

# A group's parts are divided by "="; the first words of each mean the same, the second words, …
_VERBS = """
go goes went going = travel travels travelled travelling
get gets got getting = receive receives received receiving = obtain obtains obtained obtaining
buy buys bought buying = purchase purchases purchased purchasing
begin begins began beginning = start starts started starting
end ends ended ending = finish finishes finished finishing
help helps helped helping = assist assists assisted assisting
need needs needed needing = require requires required requiring
ask asks asked asking = request requests requested requesting
send sends sent sending = mail mails mailed mailing
collect collects collected collecting = pick_up picks_up picked_up picking_up
show shows showed showing = present presents presented presenting
cancel cancels cancelled cancelling = call_off calls_off called_off calling_off
book books booked booking = reserve reserves reserved reserving
rent rents rented renting = hire hires hired hiring
repair repairs repaired repairing = fix fixes fixed fixing
permit permits permitted permitting = allow allows allowed allowing
provide provides provided providing = offer offers offered offering = give gives gave giving
recommend recommends recommended recommending = suggest suggests suggested suggesting
 = advise advises advised advising
keep keeps kept keeping = store stores stored storing = hold holds held holding
delete deletes deleted deleting = erase erases erased erasing = remove removes removed removing
bring brings brought bringing = take_along takes_along took_along taking_along
enter enters entered entering = go_into goes_into went_into going_into
leave leaves left leaving = depart departs departed departing
call calls called calling = phone phones phoned phoning = ring rings rang ringing
renew renews renewed renewing = extend extends extended extending
choose chooses chose choosing = pick picks picked picking = select selects selected selecting
use uses used using = make_use_of makes_use_of made_use_of making_use_of
change changes changed changing = alter alters altered altering
move moves moved moving = shift shifts shifted shifting
refund refunds refunded refunding = pay_back pays_back paid_back paying_back
return returns returned returning = send_back sends_back sent_back sending_back
tell tells told telling = inform informs informed informing
check checks checked checking = examine examines examined examining
contact contacts contacted contacting = get_in_touch_with gets_in_touch_with got_in_touch_with
 getting_in_touch_with
borrow borrows borrowed borrowing = take_out takes_out took_out taking_out
happen happens happened happening = occur occurs occurred occurring
stay stays stayed staying = remain remains remained remaining
cause causes caused causing = lead_to leads_to led_to leading_to
include includes included including = contain contains contained containing
"""
_OTHERS = """
usually = normally = generally = in_most_cases / often = frequently = in_many_cases
about = around / less_than = under = fewer_than
at_least = no_less_than = a_minimum_of / up_to = at_most = no_more_than = a_maximum_of
may = can / must = have_to = need_to / has_to = needs_to / cannot = can't
not_allowed = not_permitted = forbidden = prohibited / compulsory = mandatory = obligatory
free_of_charge = for_free = at_no_cost = without_charge / fee = charge / booking = reservation
large = big / small = little / children = kids / pensioners = senior_citizens = seniors
doctor = physician / if = in_case / numerous = many / several = a_number_of / all_of_the = all_the
great = excellent / quickly = fast = rapidly / for_example = for_instance / illness = disease
symptoms = signs / information = data / user = person_who_uses_it / until = till
in_advance = beforehand = ahead_of_time / near = close_to / most = the_majority_of
per_year = a_year = each_year / per_day = a_day / per_month = a_month = monthly
the_day_before = one_day_earlier = on_the_previous_day / every_day = daily / every_year = yearly
lift = elevator / car = vehicle / bike = bicycle / bikes = bicycles / luggage = baggage
holiday = vacation / mobile = cell_phone
e-mail = mail / app = application / form = application_form / photo = picture
photographs = photos = pictures / dogs = your_dog / employees = members_of_staff = staff
online = on_our_website = on_the_internet / by_phone = over_the_phone / invoice = bill
receipt = proof_of_purchase / permit = permission / staff = team / guests = visitors
students = people_who_study / adults = grown-ups / passengers = travellers / meal = dish
required = necessary = needed / recommended = advised / located = situated / whole = entire
broken = damaged = defective / wrong = incorrect / right_away = at_once = immediately
automatically = by_itself / additional = extra = further / enough = sufficient / cheap = inexpensive
because = as = since / before = prior_to / after = following
died = passed_away / wrote = was_the_author_of / was_born = came_into_the_world / helpful = useful
"""
_CONTRACTIONS = """
cannot can't/do_not don't/does_not doesn't/did_not didn't/is_not isn't/are_not aren't
was_not wasn't/will_not won't/would_not wouldn't/should_not shouldn't/it_is it's/that_is that's
I_am I'm/I_have I've/they_are they're/we_are we're/you_are you're/has_not hasn't
have_not haven't/you_will you'll/we_will we'll
"""


def _rows(text: str) -> Iterator[list[list[str]]]:
    """The groups of a list: for each the parts, for each part its words."""
    for group in re.split(r" / |\n(?! )", text.strip()):
        parts = " ".join(group.split()).split(" = ")
        yield [[word.replace("_", " ") for word in part.split()] for part in parts]


def _synonyms() -> dict[str, tuple[str, ...]]:
    """Each word with the others of its groups, in the same form."""
    table: dict[str, dict[str, None]] = {}
    for row in (*_rows(_VERBS), *_rows(_OTHERS)):
        for forms in zip(*row, strict=True):
            for form in forms:
                others = table.setdefault(form, {})
                others.update(dict.fromkeys(other for other in forms if other != form))
    return {word: tuple(others) for word, others in table.items()}


SYNONYMS = _synonyms()
# Longest first, for "less than" is not to be taken for "than".
_KNOWN = re.compile(
    r"(?<![\w'-])(" + "|".join(sorted(map(re.escape, SYNONYMS), key=len, reverse=True))
    + r")(?![\w'-])", re.IGNORECASE,
)  # fmt: skip
_PAIRS = [
    [part.replace("_", " ") for part in pair.split()]
    for pair in re.split(r"[/\n]", _CONTRACTIONS.strip())
]


def with_case_of(new: str, old: str) -> str:
    """The new words, beginning large where the old ones do."""
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def replaced(text: str, old: str, new: str) -> str | None:
    """The text with whole words exchanged where they come first, or None without them."""
    match = re.search(rf"(?<![\w'-]){re.escape(old)}(?![\w'-])", text, re.IGNORECASE)
    if match is None:
        return None
    return text[: match.start()] + with_case_of(new, match[0]) + text[match.end() :]


def with_synonym(text: str, random: Random) -> str | None:
    """The text with one word exchanged for another of its meaning, or None."""
    # "Must not" is not "have to not".
    found = [m for m in _KNOWN.finditer(text) if not text[m.end() :].startswith((" not ", " no "))]
    if not found:
        return None
    match = random.choice(found)
    new = with_case_of(random.choice(SYNONYMS[match[0].lower()]), match[0])
    return text[: match.start()] + new + text[match.end() :]


def with_contraction(text: str, random: Random) -> str | None:
    """The text with one contraction made or undone, or None."""
    for long, short in random.sample(_PAIRS, len(_PAIRS)):
        changed = replaced(text, long, short) or replaced(text, short, long)
        if changed:
            return changed
    return None


def with_other_numbers(text: str) -> str | None:
    """Digits as words, or words as digits, or None without either."""
    changed = _NUMBER.sub(lambda match: WORDS.get(match[1], match[1]), text)
    if changed == text:
        changed = _NUMBER_WORD.sub(lambda match: DIGITS[match[1]], text)
    return None if changed == text else changed


def with_other_times(text: str) -> str | None:
    """18:00 as 6 pm, or the reverse, or None without either."""

    def half_days(match: re.Match[str]) -> str:
        hour = int(match[1])
        return f"{(hour - 1) % 12 + 1} {'pm' if hour >= 12 else 'am'}"

    def clock(match: re.Match[str]) -> str:
        return f"{int(match[1]) % 12 + (12 if match[2] == 'pm' else 0)}:00"

    changed = _CLOCK.sub(half_days, text)
    if changed == text:
        changed = _HALF_DAYS.sub(clock, text)
    return None if changed == text else changed


def reworded(text: str, random: Random, changes: int) -> str:
    """The text after so many tries at saying a word, number or time of it otherwise."""
    for _ in range(changes):
        draw = random.random()
        if draw < 0.6:
            other = with_synonym(text, random)
        elif draw < 0.8:
            other = with_other_numbers(text) or with_other_times(text)
        else:
            other = with_contraction(text, random)
        text = other or text
    return text

"""What follows from a fact without saying all of it, by its kind."""

_CONSEQUENCES = """
instead_of: {group} pay {lower} | it costs {group} {lower} | {group} pay less than {higher}
instead_of: {group} get a reduction | for {group} it is {lower}
discount: {group} get a discount | {group} pay less | {group} don't pay the full price
free_entry: {group} need not pay to get in | you don't pay for {group}
hours: {place} opens at {first}:00 | {place} closes at {last}:00 | {place} shuts at {last}:00
hours: {place} is open from {first}:00 on | {place} is open until {last}:00
takes_between: {route} takes at least {low} {unit} | {route} takes no more than {high} {unit}
takes_between: {route} takes up to {high} {unit} | {route} can take {high} {unit}
only: {group} may {act} | {acting} is possible for {group} | not everyone may {act}
only: {group} can {act}
closed: {place} is not open every day | you can't come to {place} on {day}s
open_only: {place} is open on {day}s | {place} is not open every day
how_only: you can {task} {channel} | {tasking} {channel} is possible
voucher_back: you don't get your money back for {loss} | you get a voucher for {loss}
money_back: you get your money back for {loss} | you don't get a voucher for {loss}
on_request: {subject} {is} not {done} automatically | please ask for {subject} to be {done}
automatic: you don't have to ask for {subject} to be {done}
minimum_age: a person aged {age} may {act} | there is a minimum age for {acting}
valid_for: {permit} does not last for ever | {permit} expires
personal: you may not lend {permit} to friends | your family cannot use {permit}
limit: {group} may not {any_number} | there is a limit for {group}
each: there is a limit per person
always_open: you can come to {place} at night | {place} is open in the morning
ready_from: you must wait until {clock}:00 to collect {goods}
not_covered: you pay for {harm} yourself as far as {policy} goes
"""


def _read() -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for line in _CONSEQUENCES.strip().splitlines():
        name, ways = line.split(": ", 1)
        table[name] = (*table.get(name, ()), *ways.split(" | "))
    return table


CONSEQUENCES = _read()

"""How a help desk says when and how things go on: kinds of fact as `kinds` reads them."""

WORKINGS = """
takes: route span
= {route} takes {span} | {route} lasts {span} | you need to allow {span} for {route}
= it takes {span} for {route}
= {route} is done in {span} | set aside {span} for {route} | please plan {span} for {route}
= {span} is how long {route} takes | {route} goes on for {span} | plan on {span} for {route}
! {route} takes at least {span} | {route} takes less than {span} | {route} takes more than {span}
! {route} takes twice as long as {span} | {route} takes no time at all
! {route} is done in less than {span}

takes_most: route span
= {route} takes up to {span} | {route} takes at most {span} | {route} can take up to {span}
= {route} takes no more than {span} | {route} takes {span} at the longest
= {route} won't take more than {span} | {route} takes {span} or less
= {route} never takes over {span}
= {route} is done within {span} | {span} is the longest that {route} takes
! {route} takes at least {span} | {route} takes {span} or more | {route} takes exactly {span}
! {route} takes more than {span} | {route} always takes {span}
! {route} can take longer than {span} | {route} takes {span} at the very least
! {route} won't be done in {span}

takes_least: route span
= {route} takes at least {span} | {route} takes {span} or more | {route} takes no less than {span}
= {route} will take {span} at the very least
= {route} won't take less than {span} | {span} is the shortest that {route} takes
= please set aside at least {span} for {route} | {route} takes a minimum of {span}
! {route} takes at most {span} | {route} takes up to {span} | {route} takes less than {span}
! {route} is done within {span} | {route} takes {span} at the most | {route} takes exactly {span}

takes_usually: route span
= {route} usually takes {span} | {route} normally takes {span} | as a rule {route} takes {span}
= {route} generally takes {span} | in most cases {route} takes {span}
= {route} tends to take {span} | {route} mostly takes {span} | {span} is usual for {route}
= you can normally expect {route} to take {span}
! {route} always takes {span} | {route} never takes more than {span} | {route} rarely takes {span}
! {route} is guaranteed to take {span}
! {route} must take {span} | {route} takes {span} every time
! {route} takes {span} without exception

takes_between: route range
= {route} takes {low} to {high} {unit} | {route} takes between {low} and {high} {unit}
= {route} takes {low}–{high} {unit} | you need to allow {low} to {high} {unit} for {route}
= expect {low} to {high} {unit} for {route} | please set aside {low} to {high} {unit} for {route}
= {route} takes at least {low} and at most {high} {unit}
= {route} takes no less than {low} and no more than {high} {unit}
! {route} takes at least {high} {unit} | {route} takes at most {low} {unit}
! {route} takes {low} {unit} | {route} takes less than {low} {unit}
! {route} takes more than {high} {unit} | {route} always takes {high} {unit}
! {route} takes {high} {unit} at the least

hours: place hours
= {place} is open from {first}:00 to {last}:00
= {place} opens at {first}:00 and closes at {last}:00
= you can use {place} between {first}:00 and {last}:00
= opening hours of {place} are {first}:00 to {last}:00
= {place} doesn't open before {first}:00 and doesn't stay open after {last}:00
= you'll find {place} open from {first}:00 until {last}:00
= {place} is open {first}:00 to {last}:00
= come to {place} between {first}:00 and {last}:00
! {place} is closed from {first}:00 to {last}:00 | {place} is open around the clock
! {place} opens at {last}:00 | {place} closes at {first}:00
! {place} never closes | {place} is open all day and all night
! {place} stays open after {last}:00
! you can use {place} before {first}:00

closed: place day -
= {place} is closed on {day}s | {place} is open every day except {day} | {place} is shut on {day}s
= {place} opens daily except on {day}s | {place} is open on all days but {day}
= on {day}s {place} is closed | {place} does not open on {day}s | {place} stays shut on {day}s
= you can't visit {place} on {day}s | {day} is the day when {place} is closed
! {place} is open on {day}s | {place} is open every day | {place} is only open on {day}s
! {place} is open all week
! {place} has no closing day | on {day}s {place} is open as usual | {place} closes early on {day}s
! you can visit {place} on any day

open_only: place day -
= {place} is open on {day}s only | {place} only opens on {day}s
= the only day when {place} is open is {day} | {place} is closed on all days but {day}
= {place} is open on {day}s and on no other day | {place} is not open on any day except {day}
= {place} is never open except on {day}s | {place} does not open on days other than {day}
! {place} is open every day | {place} is closed on {day}s | {place} is open every day except {day}
! {place} is also open on {day}s
! {place} is open all week | you can visit {place} on any day | {place} opens daily

some: thing trait ~all ~none
= some {thing} {trait} | a few of the {thing} {trait} | there are {thing} that {trait}
= certain {thing} {trait}
= a number of {thing} {trait} | among our {thing} some {trait} | several {thing} {trait}

most: thing trait ~all ~none
= most {thing} {trait} | the majority of {thing} {trait} | most of our {thing} {trait}
= the greater part of our {thing} {trait} | {thing} mostly {trait}
= more than half of our {thing} {trait}

all: thing trait ~not_all ~none
= all {thing} {trait} | all of our {thing} {trait} | our {thing} all {trait}
= there are no {thing} but those that {trait}
= without exception our {thing} {trait} | every one of our {thing} is among those that {trait}
= the {thing} {trait}, all of them | there are no exceptions: all {thing} {trait}

none: thing trait - ~some ~most ~all
= no {thing} {trait} | none of the {thing} {trait} | there are no {thing} that {trait}
= not one of the {thing} is among those that {trait}
= not a single one of our {thing} is among those that {trait}
= we have no {thing} that {trait} | you won't find any {thing} that {trait}

not_all: thing trait - ~all ~none
= not all {thing} {trait} | only some of the {thing} {trait}
= it is not true of all {thing} that they {trait}
= not every one of the {thing} is among those that {trait}

limit: group counted number
= {group} may {up_to} | {group} can {at_most} | {group} may {no_more}
= {group} are allowed to {maximum} | {group} may {times} but no more
= {group} may {up_to} and not more | {group} must not {more_than} | {group} cannot {more_than}
= there is a limit for {group}: they may {up_to}
! {group} must {at_least} | {group} may {more_than} | {group} may {any_number}
! everyone may {up_to} | {group} may not {up_to}
! {group} can {any_number} | {group} have to {times} | there is no limit for {group}
! {group} can easily {more_than}

does: actor job
= {actor} {does} | it is {actor} who {does} | {actor} is the one who {does}
= the one who {does} is {actor}
= {actor} will {do} | it's the job of {actor} to {do} | it is for {actor} to {do}
= to {do} is the task of {actor} | it falls to {actor} to {do}
! {actor} does not {do} | you {do} | we {do} | anyone {does}
! nobody {does} | you have to {do} yourself | {actor} refuses to {do}
! anyone but {actor} can {do}

ours: job ~yours
= we {do} | it is us who {do} | we will {do} | we {do} for you
= you can rely on us to {do} | it's our job to {do} | you can count on us to {do}
= we are the ones who {do}
= it falls to us to {do}
! nobody {does}
! we never {do} | we {do} only on request

yours: job ~ours
= you {do} | you will {do} | you {do} yourself | it is for you to {do}
= it's your job to {do} | you are the one to {do} | it falls to you to {do} | please {do} yourself
! nobody {does}
! we {do} for you | you need not {do} | our staff {do}

starts: event date - ~ends
= {event} starts on {date} | {event} begins on {date} | the first day of {event} is {date}
= {event} opens on {date}
= {event} does not start before {date} | {date} is when {event} starts | {event} is on from {date}
= from {date} on, {event} is under way | you'll have to wait until {date} for {event} to start
! {event} is over by {date} | {event} starts after {date} | {event} is on until {date}
! the last day of {event} is {date}

ends: event date - ~starts
= {event} ends on {date} | {event} closes on {date} | {event} runs until {date}
= the last day of {event} is {date}
= {date} is when {event} ends | {event} is on until {date} | after {date} {event} is over
= {event} goes on until {date} | {event} is over once {date} has passed
! {event} does not start before {date} | {event} goes on after {date} | {event} is on from {date}

deleted: record tail ~kept
= {record} {are} deleted{tail} | {record} {are} erased{tail} | {record} will be removed{tail}
= we delete {record}{tail} | we get rid of {record}{tail} | {record} {are} wiped{tail}
= {record} {are} destroyed{tail}
! {record} {are} never deleted
! {record} {are} sold{tail} | {record} {are} passed on{tail}
! you have to delete {record} yourself

kept: record tail ~deleted
= {record} {are} kept{tail} | {record} {are} stored{tail} | {record} will be retained{tail}
= {record} {are} not deleted{tail}
= we keep {record}{tail} | we hold on to {record}{tail}
= we do not delete {record}{tail} | {record} will not be thrown away{tail}
! {record} {are} published{tail} | {record} {are} sold{tail}

published: record ~private
= {record} {are} published | {record} {are} made public | {record} {are} shown to everybody
= everybody can see {record} | {record} {are} open to everyone | we make {record} public
= {record} can be seen by anyone
! {record} {are} shown to nobody | only members can see {record}

private: record ~published
= {record} {are} kept private | {record} {are} not published
= {record} {are} visible to nobody else | nobody else sees {record}
= we do not publish {record} | we do not show {record} to anyone else
= {record} {are} not shown to others
! everybody can see {record} | {record} {are} open to everyone | anybody may ask to see {record}
"""

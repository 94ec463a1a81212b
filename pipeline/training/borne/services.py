"""How a help desk says what a service comes with: kinds of fact as `kinds` reads them."""

SERVICES = """
instead_of: group prices
= {group} pay {lower} instead of {higher} | {group} pay {lower} rather than {higher}
= instead of {higher}, {group} are charged {lower} | for {group} it is {lower} instead of {higher}
= for {group} the price goes down from {higher} to {lower}
! {group} pay {higher} | {group} pay {higher} instead of {lower}
! {group} pay {lower} and {higher}
! everyone pays {lower} instead of {higher} | {group} pay {lower} on top of {higher}

full_price: group ~reduced
= {group} pay the full price | there is no discount for {group} | {group} get no discount
= {group} are charged the full price | {group} pay just as much as everyone else
= {group} don't get anything off | no discount is given to {group}
! {group} pay nothing | {group} pay more than everyone else | {group} pay half
! {group} get in free

reduced: group ~full_price
= {group} pay less | {group} get a discount | there is a discount for {group}
= {group} pay a reduced price | {group} don't pay the full price | a discount is given to {group}
! {group} pay nothing | everyone gets a discount | {group} pay more | {group} get in free

free_entry: group ~pays_entry
= {group} get in free | {group} pay no entry | entry is free for {group}
= {group} don't pay to get in
= there's no entry fee for {group} | {group} won't be charged for entry
= {group} come in for nothing
! everyone gets in free | {group} get everything free | {group} are not let in | {group} pay half
! {group} must wait outside

pays_entry: group ~free_entry
= {group} have to pay to get in | there is an entry fee for {group} | {group} pay for entry
= entry is not free for {group} | {group} won't get in without paying | {group} pay to get in
! {group} are not let in | nobody pays for entry | {group} need not pay to get in

discount: group percent
= {group} get {percent}% off | there is a discount of {percent}% for {group}
= {group} pay {percent}% less | for {group} the price is cut by {percent}%
= {group} save {percent}%
= we take {percent}% off the price for {group}
! {group} pay {percent}% more | everyone gets {percent}% off | {group} get at least {percent}% off
! {group} pay {percent}% of the price | {group} pay the full price
! there is no discount for {group}

includes: plan extra ~not_included
= {plan} includes {extra} | {extra} is included in {plan} | {extra} comes with {plan}
= {plan} comes with {extra} | {extra} is part of {plan}
= {extra} is already in the price of {plan}
! {extra} costs extra with {plan} | {plan} includes nothing but {extra}
! {plan} is free with {extra}
! {extra} can be added to {plan} for a fee | you have to ask for {extra} with {plan}

not_included: plan extra ~includes
= {plan} does not include {extra} | {extra} is not included in {plan}
= {plan} comes without {extra}
= {extra} is not part of {plan} | {extra} doesn't come with {plan} | {plan} is without {extra}
! {extra} is free with {plan} | {extra} cannot be had with {plan} | {plan} includes everything

extra_cost: extra money
= {extra} costs {money} extra | {extra} is {money} extra | you pay {money} on top for {extra}
= there is an extra charge of {money} for {extra} | for {extra} we add {money}
= {money} is added for {extra} | you can have {extra} for another {money}
! {extra} is included | {extra} is free | {extra} costs nothing extra | everyone must take {extra}
! {extra} costs at least {money} extra | you won't be charged for {extra}

needs_document: act document ~no_document
= to {act}, you need {document} | you need {document} to {act} | {acting} requires {document}
= {document} is required for {acting} | without {document} you cannot {act}
= you can't {act} unless you have {document} | {acting} is not possible without {document}
= you can only {act} with {document} | nobody can {act} without {document}
! {document} is all you need to {act} | {document} is not enough to {act} | nobody may {act}
! {acting} is possible even without {document} | you need a copy of {document} to {act}
! {document} is only needed for {acting} on request

no_document: act document ~needs_document
= you do not need {document} to {act} | {acting} does not require {document}
= you can {act} without {document} | {document} is not required for {acting}
= {acting} is possible without {document} | you don't have to have {document} to {act}
! you cannot {act} with {document} | you cannot {act} | you must not bring {document}

deadline: task date - ~earliest
= please {task} by {date} | you must {task} by {date} | you have until {date} to {task}
= the deadline for {tasking} is {date} | {date} is the last day for {tasking}
= please {task} by {date} at the latest | make sure to {task} no later than {date}
= don't {task} later than {date} | you can {task} until {date}, but not after that
! there is no deadline for {tasking} | you can {task} at any time | please {task} after {date}
! you can still {task} after {date} | please don't {task} before {date}

earliest: task date - ~deadline
= you can {task} from {date} on | you may {task} as of {date} | you can't {task} before {date}
= {tasking} is possible from {date} | {date} is the first day for {tasking}
= {date} is the earliest day to {task} | please don't {task} before {date}
! you can {task} at any time | you can already {task} before {date}
! you must {task} before {date}
! {tasking} is no longer possible from {date}

notice: contract term
= the notice period for {contract} is {term} | {contract} can be ended with notice of {term}
= to end {contract}, you must give notice of {term}
= you must give {term} of notice for {contract}
= {contract} has a notice period of {term} | we need notice of {term} to end {contract}
! {contract} can be ended without notice | {contract} lasts {term} | {contract} cannot be ended
! {contract} ends by itself after {term} | there is no notice period for {contract}

where: task desk ~not_where
= you can {task} at {desk} | please {task} at {desk} | {desk} is where you {task}
= to {task}, go to {desk} | the place to {task} is {desk} | {tasking} is done at {desk}
= just come to {desk} to {task}
! you can {task} anywhere | you must {task} online | staff from {desk} come to you

not_where: task desk ~where
= you cannot {task} at {desk} | please do not {task} at {desk} | {desk} is not the place to {task}
= {tasking} is not possible at {desk} | {desk} is the wrong place to {task}
! you can {task} nowhere else | you must {task} at {desk} | you can {task} anywhere

contact: topic contact -
= for questions about {topic}, contact {contact} | {contact} answers questions about {topic}
= please ask {contact} about {topic} | if you have questions about {topic}, ask {contact}
= {contact} is there for questions about {topic} | {contact} can help you with {topic}
= get in touch with {contact} about {topic} | with {topic}, turn to {contact}
! {contact} cannot help with {topic} | please do not ask {contact} about {topic}
! nobody can help with {topic} | {contact} will call you about {topic}

replies: contact span
= {contact} replies within {span} | you'll hear from {contact} within {span}
= {contact} will get back to you within {span} | {contact} takes no more than {span} to reply
= you get an answer from {contact} within {span} | {contact} needs at most {span} to reply
! {contact} takes at least {span} to reply | {contact} never replies | {contact} replies at once
! you must reply to {contact} within {span} | {contact} replies after {span} at the earliest

how: task channel ~not_how
= you can {task} {channel} | {tasking} {channel} is possible | you may {task} {channel}
= it is possible to {task} {channel} | you're welcome to {task} {channel}
! you can only {task} {channel} | you must {task} {channel} | {tasking} {channel} costs extra

not_how: task channel ~how
= you cannot {task} {channel} | {tasking} {channel} is not possible
= please don't {task} {channel}
= we don't offer a way to {task} {channel} | it isn't possible to {task} {channel}
! you need not {task} {channel} | you must {task} {channel} | {tasking} {channel} costs extra

how_only: task channel
= you can only {task} {channel} | the only way to {task} is {channel}
= there's no other way to {task} than {channel} | {tasking} is only possible {channel}
= you can't {task} except {channel} | you can {task} {channel} and in no other way
! you can {task} in any way you like | you cannot {task} {channel}
! you can {task} {channel} or in other ways | {tasking} {channel} is just one of several ways

who_pays: actor cost
= {actor} pays for {cost} | {cost} is paid for by {actor} | {actor} bears the cost of {cost}
= it is {actor} who pays for {cost} | {actor} gets the bill for {cost}
= {actor} has to pay for {cost} | {cost} is at the expense of {actor}
! {actor} does not pay for {cost} | {actor} need not pay for {cost}
! {actor} shares the cost of {cost}
! nobody has to pay for {cost} | {actor} gets money for {cost} | you pay for {cost} yourself

we_pay: cost ~you_pay
= we pay for {cost} | {cost} is at our expense | we bear the cost of {cost} | {cost} is on us
= the cost of {cost} is ours to pay | we'll pay for {cost}
! we pay half of {cost} | nobody pays for {cost} | we share the cost of {cost} with you

you_pay: cost ~we_pay
= you pay for {cost} | {cost} is at your expense | you bear the cost of {cost}
= you have to pay for {cost} yourself | the cost of {cost} is yours to pay
! you pay half of {cost} | {cost} is free of charge | we share the cost of {cost} with you

automatic: process - ~on_request
= {subject} {is} {done} automatically | there is no need to ask for {subject} to be {done}
= you need not do anything for {subject} to be {done} | {subject} {is} {done} without your asking
= {subject} {is} {done} without any action on your part
! {subject} {is} never {done} | you have to apply for {subject} to be {done}
! {subject} cannot be {done}

on_request: process - ~automatic
= {subject} {is} only {done} on request | {subject} {is} not {done} unless you ask
= {subject} {is} only {done} if you ask | you have to ask for {subject} to be {done}
= {subject} {is} not {done} automatically but on request
! {subject} {is} never {done} | {subject} {is} {done} whether you ask or not

order: steps -
= first {step}, then {next} | {step} before you {next} | please {step} before {nexting}
= you must {step} before you can {next} | {step} first and {next} afterwards
= only {next} after {stepping} | {nexting} comes after {stepping} | don't {next} before {stepping}
= you cannot {next} without {stepping} first | {next} only when you are done with {stepping}
! {next} before you {step} | you can {next} without {stepping} | {stepping} comes after {nexting}
! it doesn't matter whether you {step} or {next} first | {step} and {next} at the same time
"""

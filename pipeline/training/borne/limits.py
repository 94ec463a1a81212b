"""How a help desk says how far a service goes: kinds of fact as `kinds` reads them."""

LIMITS = """
covers: policy harm ~not_covered
= {policy} covers {harm} | {harm} is covered by {policy} | you are covered for {harm} by {policy}
= {harm} is insured under {policy} | {policy} pays for {harm} | {policy} does not exclude {harm}
! {policy} covers everything | {policy} covers {harm} only | {policy} covers half of {harm}

not_covered: policy harm ~covers
= {policy} does not cover {harm} | {harm} is not covered by {policy} | {policy} excludes {harm}
= {harm} is excluded from {policy} | there's no cover for {harm} under {policy}
= {policy} won't pay for {harm} | you are not covered for {harm} by {policy}
! {policy} covers nothing | {policy} covers nothing but {harm} | {policy} covers everything

valid_for: permit term
= {permit} is valid for {term} | {permit} expires after {term} | {permit} runs out after {term}
= you can use {permit} for {term} | {permit} is no longer valid after {term}
= {permit} lasts {term}
! {permit} never expires | {permit} is valid for at least {term} | {permit} has no expiry date
! you cannot use {permit} until {term} have passed | {permit} is valid for life

valid_until: permit date - ~valid_from
= {permit} is valid until {date} | the last day of {permit} is {date} | {permit} runs until {date}
= {permit} can be used until {date} | you can use {permit} no later than {date}
= {date} is the last day when you can use {permit}
! {permit} never expires | {permit} is still valid after {date}
! {permit} is invalid before {date}

valid_from: permit date - ~valid_until
= {permit} is valid from {date} | the first day of {permit} is {date}
= {permit} can be used from {date} on | you cannot use {permit} before {date}
= {permit} is not valid before {date}
! {permit} is already valid before {date} | {permit} expires on {date} | {permit} is valid at once

personal: permit ~transferable
= {permit} is not transferable | {permit} cannot be passed on to anybody else
= nobody but you may use {permit} | no one else may use {permit} | only you may use {permit}
= you can't give {permit} to anyone else to use | {permit} is for you alone
! you may lend {permit} to friends | anyone may use {permit} | you cannot use {permit}

transferable: permit ~personal
= {permit} is transferable | {permit} can be passed on to somebody else
= somebody else may use {permit} | you can give {permit} to someone else to use
= {permit} need not be used by you yourself
! you must give {permit} to someone else | you cannot use {permit} yourself

owns: owner asset
= {asset} belongs to {owner} | {owner} owns {asset} | {owner} is the owner of {asset}
= {asset} is the property of {owner} | the owner of {asset} is {owner}
! {asset} does not belong to {owner} | {asset} belongs to you | {owner} rents {asset}
! {owner} wants to sell {asset} | nobody knows who owns {asset} | {owner} looks after {asset}

maintains: owner asset
= {owner} maintains {asset} | {owner} looks after {asset} | {owner} takes care of {asset}
= {owner} is responsible for the upkeep of {asset} | the upkeep of {asset} is a matter for {owner}
! {owner} owns {asset} | nobody looks after {asset} | you look after {asset} yourself
! {owner} does not look after {asset} | {asset} needs no upkeep

minimum_age: act age - ~maximum_age
= you must be at least {age} to {act} | nobody under {age} may {act}
= {acting} is only allowed from the age of {age} | the minimum age for {acting} is {age}
= you can't {act} unless you are {age} or older | {acting} is for people aged {age} and over only
= those under {age} are not allowed to {act} | you have to be {age} or over to {act}
! there is no minimum age for {acting} | people of all ages may {act}
! you must be under {age} to {act}
! you must be older than {age} to {act} | nobody aged {age} may {act}
! those under {age} may {act}

maximum_age: act age - ~minimum_age
= nobody over {age} may {act} | the maximum age for {acting} is {age}
= {acting} is only allowed until the age of {age} | those over {age} are not allowed to {act}
= you can't {act} once you are over {age} | {acting} is for people aged {age} and under only
! people of all ages may {act} | you must be over {age} to {act} | those over {age} may {act}

weight: load weight
= {load} may weigh up to {weight} | {load} may not weigh more than {weight}
= the weight limit for {load} is {weight} | {load} must weigh no more than {weight}
= at most {weight} is allowed for {load} | {load} may be no heavier than {weight}
= {load} may weigh {weight} at most | {load} must not be heavier than {weight}
! {load} must weigh at least {weight} | there is no weight limit for {load}
! {load} may weigh more than {weight} | {load} must weigh exactly {weight}
! {load} may be as heavy as you like | {load} must be heavier than {weight}

size: file size
= {file} may be up to {size} | {file} may be no bigger than {size} | {file} must not exceed {size}
= the size limit for {file} is {size} | at most {size} is allowed for {file}
= {file} can have {size} at most | {file} may not be larger than {size}
! {file} must be at least {size} | there is no size limit for {file} | {file} may exceed {size}
! {file} must have exactly {size} | {file} can be as large as you like

each: counted number
= each person may {up_to} | you may {up_to} per person | per person you may {up_to}
= nobody may {more_than} | everyone may {up_to}, but no more | no one can {more_than}
= it's possible to {up_to} per person | each person can {at_most}
! each person must {at_least} | each person may {any_number} | each family may {up_to}
! only members may {up_to} | each person can {more_than}

closes_at: place day clock -
= on {day}s {place} closes at {clock}:00 | {place} closes at {clock}:00 on {day}s
= on {day}s {place} is open until {clock}:00 | on {day}s you can come to {place} until {clock}:00
= {place} is open as late as {clock}:00 on {day}s | {place} shuts at {clock}:00 on {day}s
! {place} opens at {clock}:00 on {day}s | {place} is closed on {day}s
! {place} closes at {clock}:00 every day | on {day}s {place} is still open after {clock}:00
! on {day}s {place} closes before {clock}:00 | on {day}s {place} never closes

always_open: place -
= {place} is always open | {place} is open at all times | {place} never closes
= {place} is open around the clock | {place} is open day and night
= you can use {place} at any time
= you can come to {place} at any time of day or night
! {place} is only open by day | {place} closes at night | {place} is closed at weekends
! {place} is always closed | {place} is sometimes closed
! {place} is only open to members at night

voucher_back: loss ~money_back
= for {loss} you get a voucher, not money | we refund {loss} with a voucher, not in money
= {loss} is refunded as a voucher instead of money
= we don't pay back {loss} but give you a voucher
! you get nothing for {loss} | for {loss} you can choose between money and a voucher
! for {loss} you get a voucher and your money back

money_back: loss ~voucher_back
= for {loss} you get your money back, not a voucher
= we refund {loss} in money, not with a voucher
= {loss} is refunded in money instead of a voucher
= we pay you back for {loss} and do not use vouchers
! you get nothing for {loss} | for {loss} you can choose between money and a voucher
! for {loss} you get half of your money back

frequency: upkeep often -
= {subject} {is} {done} {often} | {subject} {is} {done} {rate} | {often} {subject} {is} {done}
= {rate} {subject} {is} {done} | we see to it that {subject} {is} {done} {often}
! {subject} {is} never {done} | {subject} {is} {done} only on request
! {subject} {is} {done} when needed
! {subject} {is} {done} less often than {rate} | you have to see to it that {subject} {is} {done}

ready_from: goods clock - ~ready_until
= you can collect {goods} from {clock}:00 | {goods} can be collected from {clock}:00 on
= you can't collect {goods} before {clock}:00 | {goods} is ready for collection from {clock}:00
= {goods} is not ready before {clock}:00 | please do not come for {goods} before {clock}:00
! you can collect {goods} at any time | {goods} is brought to you at {clock}:00
! {goods} must be collected before {clock}:00

ready_until: goods clock - ~ready_from
= you can collect {goods} until {clock}:00 | {goods} can be collected until {clock}:00
= please collect {goods} by {clock}:00 | you can collect {goods} as late as {clock}:00
= you can't collect {goods} after {clock}:00 | {goods} must be collected no later than {clock}:00
! you can collect {goods} at any time | you can still collect {goods} after {clock}:00
! {goods} is brought to you by {clock}:00

keep: keepsake ~throw_away
= please keep {keepsake} | hold on to {keepsake} | don't throw {keepsake} away
= make sure to keep {keepsake} | you must keep {keepsake} | don't part with {keepsake}
! please hand in {keepsake} | you may keep {keepsake} if you like | we keep {keepsake} for you
! please make a copy of {keepsake}

throw_away: keepsake ~keep
= you can throw {keepsake} away | you need not keep {keepsake} | no need to hold on to {keepsake}
= you don't have to keep {keepsake} | there is no need to keep {keepsake}
! you must throw {keepsake} away | you must not keep {keepsake} | please hand in {keepsake}

accepted: payment ~not_accepted
= we accept {payment} | you can pay {by} | paying {by} is possible | it's fine to pay {by}
= you're welcome to pay {by} | we take {payment}
! we only accept {payment} | you must pay {by} | paying {by} costs extra

not_accepted: payment ~accepted
= we do not accept {payment} | you cannot pay {by} | paying {by} is not possible
= we don't take {payment} | unfortunately you can't pay {by}
! you need not pay {by} | paying {by} costs extra | we prefer {payment}
"""

"""How a help desk says what is allowed and what it costs: kinds of fact as `kinds` reads them."""

RULES = """
price: group money per
= {group} pay {money}{per} | the price for {group} is {money}{per}
= for {group} it costs {money}{per} | {group} are charged {money}{per}
= it is {money}{per} for {group} | the charge for {group} is {money}{per}
= {group} are asked to pay {money}{per} | {money}{per} is what {group} pay
= {money}{per} is charged for {group} | {money}{per} is the price for {group}
! {group} pay nothing | it is free for {group} | {group} pay at least {money}{per}
! everyone pays {money}{per} | {group} save {money} | {group} get {money} back
! {group} are not charged | {group} pay less than {money}{per} | nobody but {group} pays

costs: item money
= {a} costs {money} | the price of {a} is {money} | you pay {money} for {a}
= {some} are {money} each | we ask {money} for {a} | there is a fee of {money} for {a}
= {money} is what you pay for {a} | {money} is charged for {a} | {a} is yours for {money}
= {a} can be had for {money} | {some} come at {money} each
! {some} are free | you need not pay for {a} | {a} costs from {money} | we pay you {money} for {a}
! {a} costs {money} more
! there is no charge for {some} | you won't be charged for {a} | {some} are {money} for two
! only members pay for {a}

plan: plan money per
= {plan} costs {money}{per} | the price of {plan} is {money}{per}
= you pay {money}{per} for {plan} | {plan} is {money}{per}
= {money}{per} is what you pay for {plan} | for {plan} you are charged {money}{per}
= {plan} comes at {money}{per} | you can have {plan} for {money}{per}
! {plan} is free | all of them cost {money}{per} | {plan} costs at least {money}{per}
! you won't be charged for {plan} | {plan} costs less than {money}{per}

free: item ~charged
= {some} are free | {some} are free of charge | {some} cost nothing | you don't pay for {some}
= there is no charge for {some} | we take no money for {some} | you get {a} at no cost
= you won't be charged for {some} | you get {some} for nothing | no fee is charged for {some}
= {some} come at no cost | we ask no money for {some} | there's nothing to pay for {some}
! {some} are half price | {some} are free for members only | you get a discount on {some}
! {some} cost extra

charged: item ~free
= {some} are not free | there is a charge for {some} | you have to pay for {a}
= {some} cost extra | a fee is charged for {some}
= {some} are not free of charge | you can't have {a} for free | {some} come at a price
= we take money for {some} | you won't get {a} for nothing
! you need not pay for {some} | {some} are free for members

allowed: who act ~forbidden
= {who} may {act} | {who} can {act} | {who} are allowed to {act} | {acting} is allowed{for_who}
= {acting} is permitted{for_who} | it is possible{for_who} to {act} | {who} are welcome to {act}
= {who} are free to {act} | {acting} is no problem{for_who} | {who} are entitled to {act}
= it is fine{for_who} to {act} | {who} are permitted to {act} | {acting} is all right{for_who}
= there is nothing against {acting}{for_who} | there is no ban on {acting}{for_who}
! {who} must {act} | {who} have to {act} | only the staff may {act}
! {who} should not {act} | {who} may {act} for a fee | nobody may {act} | {who} cannot {act}
! {who} must ask before {acting} | {acting} is compulsory{for_who}

forbidden: who act ~allowed
= {who} may not {act} | {who} cannot {act} | {who} can't {act} | {who} are not allowed to {act}
= {acting} is not allowed{for_who} | {acting} is forbidden{for_who} | {who} must not {act}
= {acting} is not possible{for_who} | {acting} is prohibited{for_who} | no {acting}{for_who}
= {who} are not permitted to {act} | {acting} is out of the question{for_who}
= {acting} is against the rules{for_who} | it is not possible{for_who} to {act}
= {who} are not entitled to {act} | there is a ban on {acting}{for_who}
= {acting} is not an option{for_who} | {who} are barred from {acting}
! {who} need not {act} | {who} do not have to {act}
! {who} may {act} for a fee | {who} may {act} after asking | {who} must {act}
! {acting} is optional
! it is fine{for_who} to {act}

only: group act -
= only {group} may {act} | nobody but {group} can {act} | {acting} is for {group} only
= {group} are the only ones who can {act} | none but {group} are allowed to {act}
= nobody may {act} except {group} | no one other than {group} may {act} | {group} alone may {act}
= {acting} is reserved for {group} | {acting} is open to {group} and nobody else
= you can't {act} unless you are among the {group}
! everyone may {act} | anybody can {act} | {group} may not {act} | all but {group} may {act}
! you need not be one of the {group} to {act} | all visitors are allowed to {act}
! {acting} is open to all | {group} must {act} | {acting} is not open to {group}
! {acting} is for everyone except {group}

duty: who duty ~no_duty
= {who} must {duty} | {who} have to {duty} | {who} need to {duty} | {doing} is required{for_who}
= {who} are required to {duty} | {doing} is compulsory{for_who} | {who} should {duty}
= it is necessary{for_who} to {duty}
= {doing} is a must{for_who} | {doing} is mandatory{for_who} | {who} are obliged to {duty}
= there is no way around {doing}{for_who} | {who} are expected to {duty}
= {who} cannot do without {doing} | {doing} cannot be avoided{for_who}
! {who} must not {duty} | {who} cannot {duty} | {who} can {duty} but need not
! {who} may {duty} | {doing} is optional{for_who} | nobody has to {duty}
! {who} are not allowed to {duty} | {doing} is only recommended{for_who}

no_duty: who duty ~duty
= {who} need not {duty} | {who} do not have to {duty} | {who} don't need to {duty}
= {who} are not required to {duty} | {doing} is optional{for_who} | {who} can do without {doing}
= there is no need{for_who} to {duty} | {doing} is not necessary{for_who}
= {who} are under no duty to {duty} | nobody asks {who} to {duty} | {doing} is voluntary{for_who}
= {who} are not obliged to {duty} | {doing} is not compulsory{for_who}
= {who} can choose whether to {duty}
! {who} must not {duty} | {who} cannot {duty}
! {who} are not allowed to {duty} | {who} may not {duty} | {doing} is impossible{for_who}
! {doing} is a must{for_who}

asked: duty ~unasked
= please {duty} | you must {duty} | make sure to {duty} | don't forget to {duty}
= we ask you to {duty}
= be sure to {duty} | you need to {duty} | remember to {duty} | you are asked to {duty}
= we require you to {duty} | kindly {duty} | it is important to {duty}
= you can't do without {doing}
! please do not {duty} | there is no need to {duty} | you cannot {duty}
! you may {duty} if you like
! {doing} is optional | you need not {duty} | feel free to {duty} | you must not {duty}
! only some people have to {duty}

unasked: duty ~asked
= you need not {duty} | no need to {duty} | you don't have to {duty} | you can do without {doing}
= you can skip {doing} | {doing} is not needed | there is no need to {duty}
= don't bother to {duty}
= you can choose whether to {duty} | it is not necessary to {duty}
! please do not {duty} | you must not {duty}
! {doing} is not allowed | be sure to {duty} | {doing} is not possible | we ask you not to {duty}

invited: act ~uninvited
= feel free to {act} | you may {act} | you're welcome to {act} | {acting} is fine | you can {act}
= you can simply {act} | by all means {act} | there's nothing wrong with {acting}
= we are happy for you to {act} | you're free to {act} | if you like, you can {act}
= go ahead and {act} | {acting} is welcome
! please {act} | you must {act} | don't forget to {act}
! you need to {act} | you can {act} for a fee | you should avoid {acting} | only members may {act}

uninvited: act ~invited
= please do not {act} | you may not {act} | you can't {act} | please refrain from {acting}
= unfortunately {acting} is not possible
= we ask you not to {act} | sorry, you can't {act} | please avoid {acting} | don't {act}
= {acting} is not welcome | we'd rather not see anyone {acting}
! there is no need to {act} | you need not {act}
! {acting} is optional | you may {act} if you ask | don't forget to {act} | it's fine to {act}

within: item deal span
= {a} can be {dealt} within {span} | you can {deal} {a} within {span}
= you have {span} to {deal} {a} | you may {deal} {a} for up to {span}
= {some} can be {dealt} up to {span} later
= {some} can be {dealt} for {span} and no longer | after {span} {some} can no longer be {dealt}
= you can {deal} {a} no later than {span} afterwards
= you must {deal} {a} within {span} or not at all
! {a} can be {dealt} after {span} | {a} cannot be {dealt} | you can {deal} {a} at any time
! you can {deal} {a} even after more than {span} | you must {deal} {a}
! you have to wait {span} before you can {deal} {a}
! there is no time limit to {deal} {a} | {a} can be {dealt} for more than {span}
! {some} can be {dealt} from {span} on
"""

"""Which entry a group of questions most likely means."""

from __future__ import annotations

from dataclasses import replace

from data.answers import Vote
from data.pending import Edit
from data.records import Entry, Status
from pipeline.build import Faqdesk
from pipeline.review.groups import grouped, waiting_turns
from pipeline.review.meant import Meant, look_up, meant_by, texts_of
from tests.conftest import Publish
from tests.turns import answered, log, no_answer, suggested


def meant(faqdesk: Faqdesk) -> tuple[Meant, ...]:
    groups = grouped(waiting_turns(faqdesk), faqdesk)
    return meant_by(groups, [look_up(texts_of(g), faqdesk) for g in groups], faqdesk)[0]


def ids(found: tuple[Meant, ...]) -> list[str]:
    return [each.entry.id for each in found]


def test_the_entry_that_fits_best_comes_first_with_its_likeness(filled: Faqdesk) -> None:
    log(filled.turns, no_answer("bring my dog"))
    first = meant(filled)[0]
    assert first.entry.id == "dogs"
    assert 0.7 < first.likeness < 1


def test_what_a_visitor_picked_goes_before_what_fits_better(filled: Faqdesk) -> None:
    [turn] = log(filled.turns, suggested("bring my dog", "dogs", "bikes"))
    filled.turns.pick(turn, "bikes")
    assert ids(meant(filled))[:2] == ["bikes", "dogs"]


def test_an_answer_that_was_disliked_gives_way_to_the_one_that_was_close(
    faqdesk: Faqdesk, publish: Publish
) -> None:
    publish(
        Entry("day", "What does a day ticket cost?", "Five."),
        Entry("week", "What does a week ticket cost?", "Thirty."),
    )
    question = "what does a ticket cost for a day"
    log(faqdesk.turns, no_answer(question))
    assert ids(meant(faqdesk)) == ["day", "week"]
    log(faqdesk.turns, answered(question, "day", 0.9, second="week"), vote=Vote.DOWN)
    log(faqdesk.turns, answered(question, "day", 0.9, second="week"), vote=Vote.DOWN)
    assert ids(meant(faqdesk)) == ["week", "day"]


def test_a_new_draft_is_proposed_and_a_draft_that_retires_is_not(
    filled: Faqdesk, entries: tuple[Entry, ...]
) -> None:
    dogs = filled.store.current_revision("dogs")
    retired = Edit(replace(entries[0], status=Status.RETIRED), dogs.number)
    pool = Edit(Entry("pool", "May my dog swim in the pool?", "No."), None)
    filled.pending.save([retired, pool], "Ada")
    log(filled.turns, no_answer("may my dog swim"))
    found = meant(filled)
    assert (found[0].entry.id, found[0].is_draft) == ("pool", True)
    assert "dogs" not in ids(found)


def test_an_entry_with_a_draft_is_proposed_as_the_draft_says_it(
    filled: Faqdesk, entries: tuple[Entry, ...]
) -> None:
    number = filled.store.current_revision("wifi").number
    draft = replace(entries[4], alternates=("Can I stream films?",))
    filled.pending.save([Edit(draft, number)], "Ada")
    log(filled.turns, no_answer("can I stream films"))
    first = meant(filled)[0]
    assert (first.entry, first.is_draft) == (draft, True)
    assert first.likeness > 0.99


def test_before_anything_is_published_there_are_only_drafts(faqdesk: Faqdesk) -> None:
    log(faqdesk.turns, no_answer("is there a pool"))
    assert meant(faqdesk) == ()
    faqdesk.pending.save([Edit(Entry("pool", "Is there a pool?", "No."), None)], "Ada")
    assert ids(meant(faqdesk)) == ["pool"]

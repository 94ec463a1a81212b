"""The Publish page, run in this process without a browser."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from app import resources
from data.records import Entry, Status
from data.roles import Role
from index import building
from pipeline.build import Faqdesk
from pipeline.evaluation.question_sets import questions_in
from pipeline.evaluation.report_json import report_as_json
from pipeline.evaluation.service import Choice, evaluate_library, live_entries
from tests.app.signing import SignedInAs, signed_in
from tests.app.test_pages import Visitor

Publish = Callable[[Path, Sequence[Entry]], None]
PUBLISH = "screens/publish.py"
QUESTIONS = b"""\
{"query": "may my puppy come on the boat", "relevant": ["dog"]}
{"query": "Can I bring my cat aboard?", "relevant": ["cat"]}
"""
WAIT_S = 20

pytestmark = pytest.mark.usefixtures("fresh_pages")


@pytest.fixture
def owner(desk: Faqdesk) -> SignedInAs:
    return signed_in(desk.settings.home)


@pytest.fixture
def drafted(desk: Faqdesk, owner: SignedInAs) -> Faqdesk:
    """A library with one changed and one retired draft."""
    item = desk.drafts.item("dog")
    dog = replace(item.entry, alternates=("may my puppy come on the boat",))
    desk.drafts.save(dog, item, owner.user)
    desk.drafts.set_status(["cat"], Status.RETIRED, owner.user)
    return desk


class Publisher(Visitor):
    """Somebody on the Publish page."""

    def __init__(self, role: Role = Role.OWNER) -> None:
        super().__init__()
        signed_in(Path(os.environ["FAQDESK_HOME"]), role).enter(self.page)
        self.visit(PUBLISH)

    def wait(self) -> None:
        """Until what runs in the background has ended."""
        assert resources.publications().wait(WAIT_S)
        assert resources.jobs().wait(WAIT_S)
        self.run()


def test_the_changes_are_listed_and_published_with_a_note(drafted: Faqdesk) -> None:
    page = Publisher()
    assert "1 changed, 1 retired" in page.text
    assert "may my puppy come on the boat" in page.text
    assert 'By <span dir="ltr">Owner</span>, 20' in page.text
    page.page.text_input(key="publish-note").set_value("puppies")
    page.run()
    page.press("publish")
    page.wait()
    assert [success.value for success in page.page.success] == [
        "Published. Visitors get it now: generation 2 is live."
    ]
    assert "No entry has a draft." in page.text
    info = drafted.store.generation(2)
    assert (info.note, info.created_by) == ("puppies", "Owner")


def test_what_the_checks_find_in_the_drafts_is_listed_below_them(
    drafted: Faqdesk, owner: SignedInAs
) -> None:
    assert "The checks find nothing to look at." in Publisher().text
    item = drafted.drafts.item("dog")
    answer = "TODO: ask the captain. See [the plan]()."
    drafted.drafts.save(replace(item.entry, answer=answer), item, owner.user)
    page = Publisher()
    [box] = [box for box in page.page.expander if box.label.startswith("The checks find")]
    assert box.label == "The checks find 2 problems"
    assert "placeholder text" in page.text
    assert "broken link" in page.text
    drafted.drafts.discard(["dog"], owner.user)
    page.run()
    assert "The checks find nothing to look at." in page.text


def test_a_live_entry_that_has_no_draft_is_not_checked_again(
    desk: Faqdesk, owner: SignedInAs, page_home: Path, publish: Publish
) -> None:
    cat = desk.drafts.item("cat").entry
    publish(page_home, [replace(cat, answer="TODO: write this")])
    item = desk.drafts.item("dog")
    desk.drafts.save(replace(item.entry, answer="All dogs."), item, owner.user)
    assert "The checks find nothing to look at." in Publisher().text


def test_two_clicks_publish_once(drafted: Faqdesk) -> None:
    page = Publisher()
    page.press("publish")
    if "publish" in page.buttons:
        page.press("publish")
    page.wait()
    assert [info.number for info in drafted.store.generations()] == [2, 1]


def test_what_goes_wrong_is_said_and_the_drafts_stay(
    drafted: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("index.building.sync_folder", full)
    page = Publisher()
    page.press("publish")
    page.wait()
    assert "visitors get what they got before" in page.text
    assert "Free some space" in page.text
    assert len(drafted.drafts.drafts()) == 2
    job = resources.publications().all()[-1]
    page.press(f"dismiss-{job.number}")
    assert "Free some space" not in page.text


def test_a_draft_can_be_discarded_here(drafted: Faqdesk) -> None:
    page = Publisher()
    page.press("discard-cat")
    assert [item.entry.id for item in drafted.drafts.drafts()] == ["dog"]


def test_an_outdated_draft_holds_up_the_button(
    drafted: Faqdesk, page_home: Path, publish: Publish
) -> None:
    dog = drafted.drafts.item("dog").published
    assert dog is not None
    publish(page_home, [replace(dog, answer="From a file.")])
    page = Publisher()
    assert page.page.button(key="publish").disabled


def test_the_figures_of_the_drafts_are_compared_with_those_of_what_is_live(
    drafted: Faqdesk,
) -> None:
    questions = questions_in("mine.jsonl", QUESTIONS, None)
    report = evaluate_library(drafted, questions, live_entries(drafted), Choice()).report
    drafted.evaluations.add("mine.jsonl", 1, report_as_json(report))
    page = Publisher()
    page.press("measure")
    page.wait()
    names = [run.name for run in drafted.evaluations.runs()]
    assert names == ["mine.jsonl (drafts)", "mine.jsonl", "mine.jsonl"]
    assert [tab.label for tab in page.page.tabs if tab.label.startswith(("Better", "Worse"))] == [
        "Better (1)",
        "Worse (1)",
    ]
    assert "on 2 questions that are in both runs" in page.text
    assert drafted.store.current_generation_number() == 1


def test_without_a_question_set_it_says_how_to_get_one(drafted: Faqdesk) -> None:
    page = Publisher()
    assert "evaluate a question file once on the Quality page" in page.text
    assert "measure" not in page.buttons


def test_an_earlier_generation_is_compared_and_gone_back_to(drafted: Faqdesk) -> None:
    page = Publisher()
    page.press("publish")
    page.wait()
    page.page.toggle(key="compare-1").set_value(True)
    page.run()
    assert "bring back 1 entry and change 1 entry" in page.text
    page.press("back-1")
    page.wait()
    assert drafted.store.current_generation_number() == 1
    # What was told of the publish before it is no news any more.
    assert [success.value for success in page.page.success] == ["Generation 1 is live again."]
    assert page.page.button(key="back-2").label == "Go forward"
    job = resources.publications().all()[-1]
    page.press(f"dismiss-{job.number}")
    assert not page.page.success


@pytest.mark.parametrize("role", [Role.READER, Role.EDITOR])
def test_others_than_owners_look_and_do_not_publish(drafted: Faqdesk, role: Role) -> None:
    page = Publisher(role)
    assert "1 changed, 1 retired" in page.text
    assert "An owner publishes these drafts." in page.text
    assert not {"publish", "back-1"} & set(page.buttons)
    assert ("discard-cat" in page.buttons) is (role is Role.EDITOR)


def test_a_page_that_is_loaded_again_follows_the_publish_under_way(
    drafted: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync, go_on = building.sync_folder, threading.Event()

    def when_let(folder: Path) -> None:
        assert go_on.wait(WAIT_S)
        sync(folder)

    monkeypatch.setattr("index.building.sync_folder", when_let)
    Publisher().press("publish")
    again = Publisher()
    assert "You may close this page. It goes on." in again.text
    assert "publish" not in again.buttons
    go_on.set()
    again.wait()
    assert drafted.store.current_generation_number() == 2

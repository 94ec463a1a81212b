"""Explanations in words, as HTML and as JSON; nothing that anybody wrote is obeyed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from html.parser import HTMLParser

import pytest

from data.answers import Decision
from data.records import Entry
from pipeline.build import Faqdesk
from pipeline.explaining import change_words, parts
from pipeline.explaining.as_json import explanation_as_json
from pipeline.explaining.changes import changes
from pipeline.explaining.charts import COLOURS, confidence_chart, scores_chart
from pipeline.explaining.explain import explain
from pipeline.explaining.page import explanation_as_html
from pipeline.explaining.records import Change, ChangeKind, Explanation, Path
from pipeline.explaining.steps import steps
from pipeline.explaining.words import GROUPS, groups, headline, how_asked, place_of, story
from tests.pipeline.explaining.test_explain import CLOSE, OPPOSITE, TWINS
from tests.sample_library import ENTRIES, UNKNOWN

Publish = Callable[..., int]
HOSTILE = (
    '<img src="http://evil.example/x.png" onerror="alert(1)"> </script><script>alert(2)</script>'
)


class Tags(HTMLParser):
    """The tags and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}


@pytest.fixture
def desk(filled: Faqdesk, publish: Publish) -> Faqdesk:
    publish(*TWINS, Entry("hostile", HOSTILE, HOSTILE, (f"{HOSTILE} too",), category=HOSTILE))
    return filled


def told(desk: Faqdesk, question: str) -> tuple[str, str]:
    explanation = explain(desk, question)
    [path] = explanation.paths
    return headline(path), " ".join(story(path, explanation.entries))


def tried(desk: Faqdesk, explanation: Explanation) -> list[tuple[Change, ...]]:
    return [changes(desk, path) for path in explanation.paths]


def test_an_answer_is_told_with_what_found_it(desk: Faqdesk) -> None:
    first, rest = told(desk, "Are pets allowed?")
    assert re.fullmatch(r"Answered by “Can I bring my dog\?”, \d\d.% sure\.", first)
    assert "its other wording “Are pets allowed?” is 100 % alike".replace(" %", "\xa0%") in rest
    assert "it shares the words" in rest
    assert "From 60\xa0% on it answers (as faqdesk comes)" in rest


def test_what_is_unsure_is_told_with_the_confidence_that_it_takes(desk: Faqdesk) -> None:
    first, rest = told(desk, UNKNOWN)
    assert "is less than the 60\xa0% that it takes" in first
    assert "zygote (in no entry)" in rest


def test_two_that_are_too_close_are_told_with_their_distance(desk: Faqdesk) -> None:
    first, rest = told(desk, CLOSE)
    assert first.startswith("Not answered: two entries nearly ask this and score alike. Suggested:")
    assert "asks nearly the same, answers otherwise and scores only" in rest


def test_an_opposite_is_told_with_what_could_be_meant(desk: Faqdesk, publish: Publish) -> None:
    publish(Entry("not", "Is a dog never one to bring my aunt?", "Never."))
    first, rest = told(desk, OPPOSITE)
    assert first.startswith("Not answered: the best entry asks the opposite in nearly these words")
    assert "where “Can I bring my dog?” does not" in rest
    assert "“Is a dog never one to bring my aunt?” could be meant" in rest


def test_another_number_is_told(desk: Faqdesk) -> None:
    first, rest = told(desk, "how much is a berth for a boat of 15 metres")
    assert first.startswith("Not answered: the best entry is of another number or code.")
    assert "another number" in rest


def test_small_talk_and_what_is_out_of_scope_are_told_so(desk: Faqdesk) -> None:
    assert "taken for thanks, not for a question" in told(desk, "thanks!")[0]
    desk.scope_marks.add(["do you sell submarines"], "a test")
    first, rest = told(desk, "do you sell submarines")
    assert "marked this as out of scope" in first
    assert "alike to “do you sell submarines”" in rest


def test_nothing_found_is_told(faqdesk: Faqdesk, publish: Publish) -> None:
    publish(replace(ENTRIES[0], valid_until=date(2000, 1, 1)))
    assert "no entry has anything in common" in told(faqdesk, "is there a pool")[0]
    page = explanation_as_html(explain(faqdesk, "is there a pool"), [()])
    assert "Nothing was found." in page
    assert change_words.NO_CHANGE in page


def test_what_was_made_of_the_message_is_told(desk: Faqdesk) -> None:
    assert how_asked(explain(desk, "Can I bring my dog?")) == ""
    assert "without pleasantries" in how_asked(explain(desk, "hi, can I bring my dog?"))
    two = explain(desk, "Can I bring my dog? And which meals are served?")
    assert "taken apart into 2 questions" in how_asked(two)
    one = explain(desk, "What happens in a storm? What happens in a storm today?")
    assert "also tried as 2 questions" in how_asked(one)


def test_every_part_of_a_score_is_of_one_kind_and_has_a_colour(desk: Faqdesk) -> None:
    named = [name for names in GROUPS.values() for name in names]
    assert len(named) == len(set(named))
    assert list(COLOURS) == list(GROUPS)
    for question in (CLOSE, "a boat of 30 metres", UNKNOWN):
        for candidate in explain(desk, question).paths[0].candidates:
            assert {part.name for part in candidate.parts} <= set(named)
            shown = sum(group.adds for group in groups(candidate))
            assert shown == pytest.approx(candidate.score, abs=3e-3)


def test_the_entry_that_should_have_answered_is_told_with_its_place(desk: Faqdesk) -> None:
    [path] = explain(desk, "a berth for a boat of 30 metres").paths
    first, second = path.candidates[:2]
    assert place_of(path, first.entry_id) == ""
    assert place_of(path, second.entry_id).startswith("It came in place 2, with 0.")
    assert "at odds with the question: another number" in place_of(path, second.entry_id)
    assert "not among the" in place_of(path, "nobody")


def test_each_step_is_told_with_its_time(desk: Faqdesk) -> None:
    explanation = explain(desk, "Can I bring my dog?")
    found = steps(explanation, explanation.paths[0])
    assert [step.ms for step in found] == [timing.ms for timing in explanation.timings]
    assert all(step.went_in and step.came_out for step in found)


def test_changes_are_told(desk: Faqdesk) -> None:
    explanation = explain(desk, CLOSE)
    [path] = explanation.paths
    sentences = [change_words.told(change, path) for change in changes(desk, path)]
    assert any(it.startswith(f"With “{CLOSE}” as another way to ask") for it in sentences)
    assert any(it.startswith("Without the entry “How much is a berth") for it in sentences)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            {"decision": Decision.UNANSWERED},
            "If answering took 70\xa0%, there would be no answer",
        ),
        ({"decision": Decision.SUGGESTED}, "there would be suggestions only."),
        ({"changes": False}, "it would still not be answered."),
        ({"answer_id": "x", "answer_question": "X?"}, "“X?” would be given."),
        ({"kind": ChangeKind.UNMARKED, "question": "q"}, "If “q” were not marked as out of scope,"),
        ({"kind": ChangeKind.WITHOUT, "question": "q"}, "no answer, 40\xa0% sure."),
    ],
)
def test_each_outcome_has_its_words(
    desk: Faqdesk, change: dict[str, object], expected: str
) -> None:
    plain = Change(ChangeKind.THRESHOLD, "", "", 0.7, True, Decision.UNANSWERED, 0.4, "", "", "")
    [path] = explain(desk, UNKNOWN).paths
    assert expected in change_words.told(replace(plain, **change), path)  # type: ignore[arg-type]


def test_the_page_needs_nothing_else_and_obeys_nothing(desk: Faqdesk) -> None:
    explanation = explain(desk, HOSTILE)
    page = explanation_as_html(explanation, tried(desk, explanation))
    assert "default-src 'none'" in page
    assert page.count("<svg ") == 2
    assert not re.search(r"url\(|@import", page)
    tags = Tags()
    tags.feed(page)
    assert not {"script", "img", "link", "iframe"} & tags.names
    assert not [name for name in tags.attributes if name in ("src", "href") or name[:2] == "on"]
    assert "&lt;img src=&quot;http://evil.example/x.png&quot;" in page


def test_a_page_about_two_questions_has_both(desk: Faqdesk) -> None:
    explanation = explain(desk, "Can I bring my dog? And which meals are served?")
    page = explanation_as_html(explanation, [(), ()])
    assert page.count("What was found") == 2
    assert page.count("<svg ") == 4


def test_charts_hold_few_numbers_and_every_feature(desk: Faqdesk) -> None:
    [path] = explain(desk, CLOSE).paths
    scores, sure = (draw(path).to_dict() for draw in (scores_chart, confidence_chart))
    assert len(json.dumps(scores)) < 20_000
    rows = sure["datasets"][sure["layer"][0]["data"]["name"]]
    assert [row["to"] for row in rows] == [f.confidence for f in path.verdict.features]
    assert rows[0]["from"] == 0.5


def test_the_json_has_all_of_it(desk: Faqdesk) -> None:
    explanation = explain(desk, "Can I bring my dog?")
    found = json.loads(json.dumps(explanation_as_json(explanation, tried(desk, explanation))))
    [path] = found["paths"]
    assert path["verdict"]["decision"] == "answered"
    assert path["candidates"][0]["score"] == explanation.paths[0].candidates[0].score
    assert path["changes"][0]["kind"] == "threshold"
    assert path["wanted"]["kinds"][0]["kind"] == "question"


def _all_html(explanation: Explanation, path: Path, changes: Sequence[Change]) -> str:
    return (
        parts.headline_html(path)
        + parts.story_html(explanation, path)
        + parts.candidates_html(path)
        + parts.reading_html(path)
        + parts.changes_html(changes, path)
        + parts.wanted_html(path)
        + parts.steps_html(explanation, path)
    )


def test_the_parts_of_the_page_escape_what_they_show(desk: Faqdesk) -> None:
    explanation = explain(desk, HOSTILE)
    [path] = explanation.paths
    shown = _all_html(explanation, path, changes(desk, path))
    assert "<img" not in shown
    assert "<script" not in shown

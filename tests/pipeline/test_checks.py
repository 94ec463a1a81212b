from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.records import Entry, Status
from index.encoder import HashEncoder
from pipeline.checks import Finding, FindingKind, Severity, Window, check_entries, encoder_window
from pipeline.checks.findings import in_order, listed, shortened
from pipeline.checks.links import bad_form
from pipeline.checks.prose import has_open_fence, prose_of
from pipeline.checks.twins import content_words, is_slip

GOOD = Entry("dog", "Can I bring my dog?", "Dogs travel free on a lead.", ("Are pets allowed?",))


def found(*entries: Entry, window: Window | None = None) -> list[Finding]:
    return list(check_entries(entries, everything=True, window=window))


def kinds(*entries: Entry) -> list[FindingKind]:
    return [finding.kind for finding in found(*entries)]


def asked(question: str, answer: str = "Yes.", entry_id: str = "") -> Entry:
    return Entry(entry_id or question, question, answer)


def answered(answer: str) -> Entry:
    return replace(GOOD, answer=answer)


def test_a_good_library_has_no_findings(entries: tuple[Entry, ...]) -> None:
    assert found(*entries) == []


# The same question twice.


def test_the_same_question_with_the_same_answer_is_a_duplicate() -> None:
    (finding,) = found(GOOD, replace(GOOD, id="2", question="can I  bring my DOG?", alternates=()))
    assert (finding.kind, finding.entry_ids) == (FindingKind.DUPLICATE, ("dog", "2"))
    assert "“Can I bring my dog?” is there 2 times" in finding.message


def test_the_same_question_with_other_answers_is_a_conflict() -> None:
    (finding,) = found(asked("Is it free?", "Yes.", "a"), asked("is it free?", "No.", "b"))
    assert (finding.kind, finding.entry_ids) == (FindingKind.CONFLICT, ("a", "b"))
    assert finding.severity is Severity.PROBLEM


def test_three_of_a_question_are_a_duplicate_and_a_conflict() -> None:
    three = [
        asked("Is it free?", answer, str(n)) for n, answer in enumerate(["Yes.", "yes.", "No."])
    ]
    conflict, duplicate = found(*three)
    assert (conflict.kind, conflict.entry_ids) == (FindingKind.CONFLICT, ("0", "2"))
    assert (duplicate.kind, duplicate.entry_ids) == (FindingKind.DUPLICATE, ("0", "1"))


def test_an_alternate_that_is_another_entrys_question_is_found() -> None:
    (finding,) = found(GOOD, asked("are pets allowed?", "Only dogs."))
    assert finding.kind is FindingKind.TAKEN_ALTERNATE
    assert finding.entry_ids == ("dog", "are pets allowed?")
    assert finding.detail == "Are pets allowed?"


def test_an_alternate_of_two_entries_with_other_answers_is_a_conflict() -> None:
    other = Entry("cat", "Can I bring a cat?", "No.", ("are pets allowed?",))
    (finding,) = found(GOOD, other)
    assert (finding.kind, finding.entry_ids) == (FindingKind.CONFLICT, ("dog", "cat"))
    assert kinds(GOOD, replace(other, answer=GOOD.answer)) == []


def test_an_alternate_that_repeats_its_own_question_is_nothing() -> None:
    assert found(replace(GOOD, alternates=("can i bring my dog?",))) == []


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("How do I cancel an order?", "How can I cancel my order"),
        ("How do I cancel an order?", "How to cancel orders?"),
        ("How do I cancel an order?", "How do I cancle an order?"),
        ("What are the opening hours?", "What are the openning hours?"),
        ("What is Parkinson disease?", "What is Parkinson's Disease?"),
        ("Where can I park?", "Where can I park !"),
        ("Can I bring 2 dogs?", "Can I bring two dogs?"),
        ("Where is the e-ticket?", "Where is the E ticket"),
        ("Isn't breakfast included?", "Isn’t the breakfast included?"),
        ("Wann öffnet das Büro?", "Wann öffnet das Büro"),
    ],
)
def test_questions_that_say_the_same_are_near_duplicates(question: str, other: str) -> None:
    (finding,) = found(asked(question, "Yes.", "a"), asked(other, "No.", "b"))
    assert (finding.kind, finding.entry_ids) == (FindingKind.NEAR_DUPLICATE, ("a", "b"))
    assert finding.severity is Severity.REMARK
    assert question in finding.message
    assert "different answers" in finding.message


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("Can I return it within 30 days?", "Can I return it within 60 days?"),
        ("What does error E-113 mean?", "What does error E-131 mean?"),
        ("What is form SL-204 for?", "What is form SL-240 for?"),
        ("Can I bring my dog?", "Can I not bring my dog?"),
        ("Can I pay by card?", "Can't I pay by card?"),
        ("Rates for members", "Rates for non-members"),
        ("Rooms with breakfast", "Rooms without breakfast"),
        ("Is diabetes type I inherited?", "Is diabetes type II inherited?"),
        ("What is hemophilia?", "What is hemophilia A?"),
        ("What is vitamin A good for?", "What is vitamin C good for?"),
        ("How do I open an account?", "How do I close an account?"),
        ("How do I import files?", "How do I export files?"),
        ("When can I check in?", "Where can I check in?"),
        ("How can I check in?", "Can I check in?"),
        ("What is hypertension?", "What is hypotension?"),
        ("What does gene PDGFRA do?", "What does gene PDGFRB do?"),
        ("How do I get from Hallan to Skarvik?", "How do I get from Skarvik to Hallan?"),
        ("How do I contact you?", "How will you contact me?"),
        ("Must I book?", "Can I book?"),
        ("Where do I send the form?", "Where do I send it from?"),
        ("What is it?", "What are you?"),
        ("犬を連れて行けますか", "猫を連れて行けますか"),
        ("Kann ich den Vertrag kündigen?", "Wie kann ich den Vertrag kündigen?"),
    ],
)
def test_questions_that_differ_in_what_matters_are_no_duplicates(question: str, other: str) -> None:
    assert kinds(asked(question), asked(other)) == []


def test_the_words_of_the_worked_example() -> None:
    assert content_words("How do I cancel an order?") == ("how", "cancel", "order")
    assert content_words("How can I cancle my orders") == ("how", "cancl", "order")


@pytest.mark.parametrize(
    ("word", "other", "slip"),
    [
        ("cancel", "cancle", True),
        ("refund", "refnd", True),
        ("parking", "parkking", True),
        ("parking", "pqrking", True),
        ("cancel", "cancel", False),
        ("cancel", "dancel", False),
        ("canceh", "cancel", False),
        ("form", "from", False),
        ("import", "export", False),
        ("20244", "20424", False),
    ],
)
def test_a_slip_is_one_letter_within_a_long_word(word: str, other: str, slip: bool) -> None:
    assert is_slip(word, other) is slip


# One entry by itself.


@pytest.mark.parametrize(
    "question", ["", "  ", "?", "12", "404 / 12", "https://example.com/faq?x=1"]
)
def test_what_is_no_question_is_a_problem(question: str) -> None:
    (finding,) = found(Entry("a", question, "Yes."))
    assert (finding.kind, finding.severity) == (FindingKind.NO_QUESTION, Severity.PROBLEM)


@pytest.mark.parametrize(
    "question", ["Parking", "The office is closed on Mondays and on holidays."]
)
def test_a_statement_or_a_lone_word_is_a_remark(question: str) -> None:
    (finding,) = found(asked(question))
    assert (finding.kind, finding.severity) == (FindingKind.WORDING, Severity.REMARK)


@pytest.mark.parametrize(
    "question",
    [
        "Opening hours",
        "refund policy",
        "Tell me about parking.",
        "I lost my key card and cannot get in.",
        "My parcel never arrived. What now?",
        "Ich habe mein Passwort vergessen.",
        "Error: connection refused by the server.",
        "AttributeError: 'DataFrame' object has no attribute 'append'.",
        "駐車場",
        "¿Dónde puedo aparcar?",
        "Wi-Fi?",
    ],
)
def test_headings_and_cries_for_help_are_fine(question: str) -> None:
    assert kinds(asked(question)) == []


def test_a_lone_word_with_alternates_is_fine() -> None:
    assert kinds(Entry("a", "Parking", "Here.", ("Where can I park?",))) == []


@pytest.mark.parametrize("answer", ["", " \n", "-", "...", "—"])
def test_an_answer_of_nothing_is_a_problem(answer: str) -> None:
    assert kinds(answered(answer)) == [FindingKind.EMPTY_ANSWER]


def test_a_very_long_answer_is_a_remark_with_its_length() -> None:
    (finding,) = found(answered("word " * 1_300))
    assert finding.kind is FindingKind.LONG_ANSWER
    assert "6,499 characters" in finding.message
    assert kinds(answered("word " * 1_000)) == []


@pytest.mark.parametrize(
    "answer",
    [
        "TODO",
        "TODO: ask the harbour",
        "The fee is TBD.",
        "The fee is tbd",
        "FIXME",
        "Lorem ipsum dolor sit amet.",
        "Call xxx for help.",
        "XXX",
        "n/a",
        "N/A.",
        "Insert answer here",
        "Hello [insert name], welcome.",
        "See {{ site.baseurl }}/help.",
        "{% for item in site.data %}",
        "Details to be added.",
        "asdf",
    ],
)
def test_placeholders_are_a_problem(answer: str) -> None:
    (finding,) = found(answered(answer))
    assert (finding.kind, finding.severity) == (FindingKind.PLACEHOLDER, Severity.PROBLEM)
    assert finding.detail in answer


@pytest.mark.parametrize(
    "answer",
    [
        "Usamos TODO EL DÍA para esto.",
        "todo está aquí",
        "Add it to your to-do list.",
        "Your code looks like SKL-XXXXXX.",
        "Women with 47,XXX are often tall.",
        "Not applicable to children.",
        "Write `TODO` in the margin.",
        "```\nTODO: this\n```\nis a comment.",
        "git clone https://github.com/xxx/faq",
        "Use {{ payment_type }} in the model.",
        "The date is to be announced in May.",
        "Type [your name](https://example.com).",
        "None of these.",
        "The XXL size.",
    ],
)
def test_what_only_looks_like_a_placeholder_is_fine(answer: str) -> None:
    assert kinds(answered(answer)) == []


def test_a_placeholder_in_the_question_is_told_of_as_such() -> None:
    (finding,) = found(asked("What does TBD cost?"))
    assert "in its question" in finding.message


@pytest.mark.parametrize(
    ("text", "is_open"),
    [
        ("```\ncode", True),
        ("~~~ python\ncode", True),
        ("````\n```\ncode", True),
        ("```\ncode\n```", False),
        ("```python\ncode\n```\nand ```x``` here", False),
        ("```one line```", False),
        ("~~~\n```\n~~~", False),
        ("```\ncode\n``` more", True),
        ("", False),
    ],
)
def test_a_code_block_that_never_ends_is_found(text: str, is_open: bool) -> None:
    assert has_open_fence(text) is is_open
    assert (FindingKind.OPEN_FENCE in kinds(answered(f"Words.\n{text}"))) is is_open


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("", "empty"),
        ("http:/example.com", "does not begin with https://"),
        ("https//example.com", "does not begin with https://"),
        ("http:example.com", "does not begin with https://"),
        ("htps://example.com", "misspelt"),
        ("hhttp://example.com", "misspelt"),
        ("https://", "names no site"),
        ("https:///help", "names no site"),
        ("https://https://example.com", "names no site"),
        ("https://example..com/", "names no site"),
        ("https://example,com", "names no site"),
        ("www.example.com/help", "lacks https://"),
        ("example.com/help", "lacks https://"),
        ("help@example.com", "mailto:"),
        ("mailto:", "names no address"),
        ("javascript:alert(1)", "runs a program"),
        ("JavaScript:alert(1)", "runs a program"),
        ("data:text/html,x", "runs a program"),
        ("file:///C:/Users/jo/faq.docx", "somebody's own computer"),
        ("C:\\Users\\jo\\faq.docx", "somebody's own computer"),
        ("\\\\server\\share\\faq.docx", "somebody's own computer"),
        ("https://example.com/a b", "blank"),
    ],
)
def test_a_link_that_cannot_work_is_a_problem(target: str, why: str) -> None:
    (finding,) = found(answered(f"See [this page]({target})."))
    assert (finding.kind, finding.detail) == (FindingKind.BROKEN_LINK, target)
    assert why in finding.message
    assert target == "" or kinds(replace(GOOD, url=target)) == [FindingKind.BROKEN_LINK]


@pytest.mark.parametrize(
    "answer",
    [
        "See [this](https://example.com/a_(b)?q=1#x).",
        'See [this](https://example.com "A title").',
        "See [this](<https://example.com/a>).",
        "See ![a picture](https://example.com/a.png).",
        "See [![a picture](https://example.com/a.png)](https://example.com).",
        "See [this](//example.com/a).",
        "See [this](http://localhost:8501) and [that](https://[::1]:80/).",
        "[Write](mailto:help@example.com?subject=Hi), [ring](tel:+442079460123).",
        "See https://example.com/faq or <https://example.com>.",
        "Addresses begin with https:// or http: as you know.",
        "`[x](http:/y)` is wrong",
        "```\n[x](http:/y)\n```",
        "Take rows[0](x) or f[x]() in Python.",
        "It is [so] (they say).",
    ],
)
def test_links_that_could_work_are_fine(answer: str) -> None:
    assert not {FindingKind.BROKEN_LINK, FindingKind.RELATIVE_LINK} & set(kinds(answered(answer)))


@pytest.mark.parametrize(
    "answer", ["See [this](https://example.com and more", "See [this](www.example.com\n\nText)"]
)
def test_a_link_that_is_never_closed_is_a_problem(answer: str) -> None:
    (finding,) = found(answered(answer))
    assert finding.kind is FindingKind.BROKEN_LINK
    assert "never closed" in finding.message


def test_an_address_in_plain_text_that_begins_wrongly_is_a_problem() -> None:
    (finding,) = found(answered("See http:/example.com/faq."))
    assert (finding.kind, finding.detail) == (FindingKind.BROKEN_LINK, "http:/example.com/faq.")


def test_links_without_a_site_are_one_remark() -> None:
    (finding,) = found(answered("[a](/help/a), [b](../b.html), [c](faq.docx), [d](#top)"))
    assert (finding.kind, finding.detail) == (FindingKind.RELATIVE_LINK, "/help/a")
    assert "and 1 more" in finding.message


@given(st.text(max_size=60))
def test_any_link_target_can_be_judged(target: str) -> None:
    bad = bad_form(target)
    assert bad is None or bad.target == target


# Personal data.


@pytest.mark.parametrize(
    "answer",
    [
        "Write to jo.doe@skerryline.example.",
        "Write to harbour.jo77@gmail.com, our support.",
        "The private number of the captain is 020 7946 0123.",
        "02079460123",
        "Pay with 4111 1111 1111 1111.",
        "Transfer it to GB29 NWBK 6016 1331 9268 19.",
    ],
)
def test_personal_data_is_a_problem(answer: str) -> None:
    (finding,) = found(answered(answer))
    assert (finding.kind, finding.severity) == (FindingKind.PERSONAL, Severity.PROBLEM)
    assert finding.detail in answer


@pytest.mark.parametrize(
    "answer",
    [
        "Write to info@skerryline.example.",
        "Write to customer-service@skerryline.example.",
        "Write to dogs@skerryline.example.",
        "Write to skerryline@skerryline.example.",
        "Write to the Harbour Office of Skarvik (HOS), hos@harbour.example.",
        "Ring us on 01632 960 140.",
        "Our office: 020 7946 0123",
        "Help: 1-800-555-0199",
    ],
)
def test_contacts_of_the_organisation_are_a_remark(answer: str) -> None:
    (finding,) = found(answered(answer))
    assert (finding.kind, finding.severity) == (FindingKind.CONTACT, Severity.REMARK)


def test_examples_of_addresses_are_fine() -> None:
    assert kinds(answered("Type yours, such as jo@example.com or name@your-domain.org.")) == []
    assert kinds(answered("git clone git@github.com:faq/faq.git")) == []


def test_one_number_in_several_entries_is_one_finding() -> None:
    text = "01632 960 140"
    entries = [asked(f"Where is {place}?", text, place) for place in ("Hallan", "Skarvik")]
    (finding,) = found(*entries)
    assert (finding.kind, finding.entry_ids) == (FindingKind.CONTACT, ("Hallan", "Skarvik"))


# The report.


def test_only_what_involves_a_changed_entry_is_reported() -> None:
    twin = replace(GOOD, id="twin", alternates=())
    empty = asked("Is there wifi?", "")
    entries = (GOOD, twin, empty)
    assert check_entries(entries) == ()
    assert [f.kind for f in check_entries(entries, {"twin"})] == [FindingKind.DUPLICATE]
    assert len(check_entries(entries, everything=True)) == 2


def test_near_duplicates_are_found_from_either_side() -> None:
    pairs = [("How do I cancel an order?", "How can I cancel orders?")]
    pairs += [("How do I cancel an order?", "How do I cancle an order?")]
    for question, other in pairs:
        entries = (asked(question, entry_id="a"), asked(other, entry_id="b"))
        for changed in ("a", "b"):
            (finding,) = check_entries(entries, {changed})
            assert finding.entry_ids == ("a", "b")


def test_retired_entries_are_passed_over() -> None:
    assert found(GOOD, replace(GOOD, id="old", answer="TODO", status=Status.RETIRED)) == []


def test_problems_come_before_remarks_and_kinds_stay_together() -> None:
    entries = [
        asked("Parking"),
        asked("Is it free?", ""),
        asked("Luggage"),
        asked("Is it dear?", ""),
    ]
    severities = [finding.severity for finding in found(*entries)]
    assert severities == [Severity.PROBLEM] * 2 + [Severity.REMARK] * 2


def test_too_many_of_a_kind_are_counted_and_not_dropped_in_silence() -> None:
    entries = [asked(f"Is number {n} free?", "") for n in range(32)]
    findings = check_entries(entries, everything=True, most=20)
    assert len(findings) == 21
    assert findings[-1].more == 12
    assert findings[-1].message.startswith("And 12 more of this kind.")
    assert findings[-1].entry_ids == tuple(f"Is number {n} free?" for n in range(20, 32))


def test_text_that_the_encoder_would_cut_is_a_remark() -> None:
    window = encoder_window(HashEncoder())
    long = " ".join(["word"] * 80) + "?"
    entry = Entry("a", long, "Yes.", ("Short?", "other " + long))
    findings = found(entry, window=window)
    assert [finding.kind for finding in findings] == [FindingKind.CUT] * 2
    assert [finding.detail for finding in findings] == [long, "other " + long]
    assert kinds(entry) == []


def test_tokens_of_short_texts_are_not_counted() -> None:
    def refuse(text: str) -> int:
        raise AssertionError(text)

    assert found(GOOD, window=Window(256, refuse)) == []


def test_names_are_shortened_and_listed() -> None:
    assert shortened("a\n b") == "a b"
    assert shortened("x" * 100, 10) == "x" * 9 + "…"
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed(["a", "b", "c", "d", "e"]) == "a, b, c and 2 more"


@given(st.lists(st.sampled_from(list(FindingKind))), st.integers(1, 3))
def test_every_finding_is_shown_or_counted(kinds: list[FindingKind], most: int) -> None:
    shown = in_order([Finding(kind, (), "") for kind in kinds], most)
    assert sum(finding.more or 1 for finding in shown) == len(kinds)
    assert [f.severity for f in shown] == sorted(f.severity for f in shown)


@given(st.text(alphabet="`~\n ab[]()", max_size=60))
def test_prose_is_as_long_as_the_text(text: str) -> None:
    prose = prose_of(text)
    assert len(prose) == len(text)
    assert all(a in (b, " ") for a, b in zip(prose, text, strict=True))


@given(st.lists(st.text(max_size=30), min_size=1, max_size=5), st.text(max_size=60))
def test_any_text_can_be_checked(questions: list[str], answer: str) -> None:
    entries = [
        Entry(str(n), question, answer, tuple(questions), url=answer)
        for n, question in enumerate(questions)
    ]
    ids = {entry.id for entry in entries}
    assert all(set(finding.entry_ids) <= ids for finding in found(*entries))


HOSTILE = [
    "](" * 50_000,
    "[" * 100_000,
    "[a](" * 25_000,
    "[a](http://" + "(" * 90_000,
    "[a](http://" * 9_000,
    "[a](" + "()" * 40_000,
    "[" + "a" * 299 + "](" + "b" * 99_000,
    "`" * 100_000,
    "`a" * 50_000,
    "``a`" * 25_000,
    "```\n" * 25_000,
    "~" * 100_000,
    "{{" * 50_000,
    "{{ site" * 14_000,
    "{%" * 50_000,
    "{% site" * 14_000,
    "x" * 100_000,
    "xxx " * 25_000,
    "TODO" * 25_000,
    "TODO " * 20_000,
    "to be added" + "." * 90_000 + "x",
    "[insert " + "a " * 50_000,
    "http:/" * 16_000,
    "https//" * 14_000,
    "?" * 100_000,
    "word " * 20_000,
    "ab " * 30_000,
    " " * 100_000,
    "02079460123 " * 8_000,
    "jo.doe@skerryline.example " * 3_800,
    "\n" * 100_000,
    "é" * 100_000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:12]))
def test_hostile_texts_of_100_000_characters_are_checked(text: str) -> None:
    entries = [Entry("a", text, text, (text[:1_000],), url=text[:5_000]), Entry("b", "Hm?", text)]
    assert all(len(finding.message) < 1_000 for finding in found(*entries))

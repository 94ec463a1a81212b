"""What the reader that comes with faqdesk looked at."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from data.answers import Candidate, Evidence, Reading
from data.errors import InputError, ModelError
from data.records import Entry
from pipeline.build import Faqdesk, open_faqdesk
from pipeline.inside.reader import LAST_LAYERS, OpenReader
from pipeline.rank import to_read

QUESTION = "what time does the café open on Sundays"
ANSWER = "The café is open on deck 5. On Sundays it opens at 10:15, on other days at 8:30."


def candidate(reading: Reading | None, answer: str = ANSWER) -> Candidate:
    entry = Entry("cafe", "When does the café open?", answer)
    return Candidate(entry, Evidence("cafe", 1, 0.8, 0, 0.5, 0.3), 0.7, 0.7, reading)


@pytest.mark.parametrize("name", ["none", "overlap", "some/model-of-another-kind"])
def test_only_readers_of_our_own_can_be_opened(name: str) -> None:
    with pytest.raises(ModelError, match="cannot be opened"):
        OpenReader.of_name(name)


@pytest.fixture(scope="module")
def opened() -> OpenReader:
    return OpenReader.of_name("faqdesk")


@pytest.fixture
def desk() -> Iterator[Faqdesk]:
    made = open_faqdesk()
    yield made
    made.engine.dispose()


def read(desk: Faqdesk, answer: str = ANSWER) -> Candidate:
    assert desk.reader
    [reading] = desk.reader.read([to_read(QUESTION, candidate(None, answer))])
    return candidate(reading, answer)


@pytest.mark.slow
def test_the_marked_tokens_are_those_of_the_marked_words(opened: OpenReader, desk: Faqdesk) -> None:
    given = read(desk)
    look = opened.look(QUESTION, given)
    assert given.reading
    tokens = "".join(look.seen.text.tokens[at] for at in look.span).replace("##", "")
    assert tokens == given.reading.text.lower().replace(" ", "")
    asked = [look.seen.text.tokens[at] for at in look.question]
    assert " ".join(asked) == "what time does the cafe open on sundays"


@pytest.mark.slow
def test_shares_are_the_attention_of_the_marked_words_to_the_question(
    opened: OpenReader, desk: Faqdesk
) -> None:
    look = opened.look(QUESTION, read(desk))
    assert [word.word for word in look.words] == QUESTION.split()
    assert sum(word.share for word in look.words) == pytest.approx(1)
    rows = [look.seen.weights[-layer, :, at] for layer in (1, LAST_LAYERS) for at in look.span]
    given = np.mean(rows, axis=(0, 1))[list(look.question)]
    assert look.to_question == pytest.approx(float(given.sum()), abs=1e-6)
    assert [word.share for word in look.words] == pytest.approx(given / given.sum(), abs=1e-6)
    assert max(look.words, key=lambda word: word.share).word in ("time", "Sundays", "what", "open")


@pytest.mark.slow
def test_in_a_long_answer_the_window_is_one_that_holds_the_marked_words(
    opened: OpenReader, desk: Faqdesk
) -> None:
    filler = "The lounge on deck 3 has seats by the window and a shelf of books. " * 30
    given = read(desk, filler + ANSWER)
    look = opened.look(QUESTION, given)
    assert given.reading
    tokens = "".join(look.seen.text.tokens[at] for at in look.span).replace("##", "")
    assert tokens == given.reading.text.lower().replace(" ", "")
    assert len(look.tokens(12)) <= 12


@pytest.mark.slow
def test_without_marked_words_there_is_nothing_to_look_at(opened: OpenReader) -> None:
    with pytest.raises(InputError, match="No words are marked in this answer"):
        opened.look(QUESTION, candidate(None))

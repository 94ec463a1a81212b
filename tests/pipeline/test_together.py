"""Many processes and threads ingest and ask at once: nothing fails and nothing is lost."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from data.exporting import export_entries
from data.records import Entry
from pipeline.build import Faqdesk
from tests.conftest import Publish
from tests.pipeline.looks import index_agrees, problems
from tests.pipeline.zygote import Zygote

INGESTING = 8
ASKING = 4
FILES_EACH = 3
ROWS = 6


def _entries(writer: int, file: int) -> list[Entry]:
    return [
        Entry(
            f"w{writer}-f{file}-{row}",
            f"What is word{writer}x{file}x{row}?",
            f"It is answer{writer}x{file}x{row}. Everyone shares this sentence.",
        )
        for row in range(ROWS)
    ]


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    for writer in range(INGESTING):
        for file in range(FILES_EACH):
            export_entries(_entries(writer, file), tmp_path / f"{writer}-{file}.csv")
    return sorted(tmp_path.glob("*.csv"))


@pytest.mark.slow
def test_processes_that_ingest_and_ask_at_once_on_a_fresh_home(
    zygote: Zygote, home: Path, tmp_path: Path, files: list[Path], faqdesk: Faqdesk
) -> None:
    questions = [f"What is word{writer}x0x0?" for writer in range(INGESTING)]
    until = tmp_path / "until"
    results = [tmp_path / f"asked-{n}.json" for n in range(ASKING)]
    asking = [
        zygote.start("ask", home, questions=questions, until=str(until), result=str(result))
        for result in results
    ]
    for file in range(FILES_EACH):
        jobs = [tmp_path / f"{writer}-{file}.csv" for writer in range(INGESTING)]
        ingesting = [zygote.start("ingest", home, file=str(job)) for job in jobs]
        assert [zygote.wait(process) for process in ingesting] == [0] * INGESTING
    until.touch()
    assert [zygote.wait(process) for process in asking] == [0] * ASKING

    _nothing_lost_or_doubled(faqdesk)
    seen = [json.loads(result.read_text())["seen"] for result in results]
    assert all(seen)
    for generation, question, entry_id, text in (answer for answers in seen for answer in answers):
        held = {r.entry.id: r.entry for r in faqdesk.store.generation_revisions(generation)}
        there = question in {entry.question for entry in held.values()}
        assert (entry_id is not None) == there
        assert entry_id is None or held[entry_id].answer == text


def _nothing_lost_or_doubled(faqdesk: Faqdesk) -> None:
    ids = [revision.entry.id for revision in faqdesk.store.current_revisions()]
    wanted = {e.id for w in range(INGESTING) for f in range(FILES_EACH) for e in _entries(w, f)}
    assert len(ids) == len(wanted)
    assert set(ids) == wanted
    assert len(faqdesk.store.generations()) == INGESTING * FILES_EACH
    assert index_agrees(faqdesk)
    assert problems(faqdesk) == []


@pytest.mark.slow
def test_processes_that_ingest_the_same_file_at_once_add_each_entry_once(
    zygote: Zygote, home: Path, tmp_path: Path, faqdesk: Faqdesk
) -> None:
    entries = _entries(0, 0)
    export_entries([replace(entry, id="") for entry in entries], tmp_path / "faq.csv")
    file = str(tmp_path / "faq.csv")
    processes = [zygote.start("ingest", home, file=file) for _ in range(INGESTING)]
    assert [zygote.wait(process) for process in processes] == [0] * INGESTING
    found = Counter(revision.entry.question for revision in faqdesk.store.current_revisions())
    assert found == {entry.question: 1 for entry in entries}
    assert [info.number for info in faqdesk.store.generations()] == [1]


@pytest.mark.slow
def test_threads_that_ask_while_others_publish_never_fail(
    filled: Faqdesk, publish: Publish, entries: tuple[Entry, ...]
) -> None:
    stop = threading.Event()
    answerer, dogs = filled.answerer, entries[0]

    def ask_until_stopped() -> list[tuple[int, str]]:
        seen = []
        while not stop.is_set():
            answer = answerer.answer(dogs.question)
            assert answer.turn is not None
            seen.append((answer.generation, answer.text))
        return seen

    with ThreadPoolExecutor(8) as pool:
        asking = [pool.submit(ask_until_stopped) for _ in range(8)]
        with _set_at_the_end(stop):
            for n in range(15):
                publish(replace(dogs, answer=f"Answer number {n}."))
    texts = {1: dogs.answer} | {n + 2: f"Answer number {n}." for n in range(15)}
    seen = [pair for future in asking for pair in future.result()]
    assert len({generation for generation, _ in seen}) > 3
    assert all(texts[generation] == text for generation, text in seen)


@pytest.mark.slow
def test_a_doctor_who_comes_while_others_publish_sees_no_problem(
    filled: Faqdesk, publish: Publish, opened: Callable[[], Faqdesk], entries: tuple[Entry, ...]
) -> None:
    stop = threading.Event()
    desk = opened()

    def examine_until_stopped() -> list[str]:
        found = []
        while not stop.is_set():
            found += problems(desk)
        return found

    with ThreadPoolExecutor(1) as pool:
        examining = pool.submit(examine_until_stopped)
        with _set_at_the_end(stop):
            for n in range(25):
                publish(replace(entries[0], answer=f"Answer number {n}."))
    assert examining.result() == []


@pytest.mark.slow
def test_threads_that_open_a_library_for_the_first_time_share_one_generation(
    filled: Faqdesk, opened: Callable[[], Faqdesk]
) -> None:
    library = opened().library
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: library.current(), range(8)))
    assert len({id(generation) for generation in found}) == 1


@contextmanager
def _set_at_the_end(event: threading.Event) -> Iterator[None]:
    try:
        yield
    finally:
        event.set()

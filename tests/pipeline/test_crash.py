"""A process that is killed while it ingests leaves the old library or the new one, never a mix."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from data.exporting import export_entries
from data.records import Entry
from pipeline.build import Faqdesk, open_faqdesk
from tests.pipeline.looks import Look, index_agrees, look_at, problems
from tests.pipeline.zygote import Zygote
from tests.sample_library import ENTRIES, UNKNOWN

pytestmark = pytest.mark.slow

# How often the process is killed in each phase, evenly spread over what it does there.
KILLS = {
    "opening": 3,
    "parsing": 4,
    "embedding": 5,
    "writing": 8,
    "renaming": 8,
    "committing": 12,
    "pruning": 8,
}
# The process is ended by the kernel in the middle of a write that makes a file longer than this.
FILE_LIMITS = (0, 500, 2000, 5000, 20_000, 40_000)

BEFORE = ENTRIES
AFTER = (
    replace(ENTRIES[0], answer="Dogs now pay half the fare."),
    replace(ENTRIES[1], question="What is the price for a bicycle?", alternates=("bike fare",)),
    *ENTRIES[2:9],
    Entry("night", "Are there night crossings?", "We cross at midnight in August."),
    Entry("cabins", "Can I book a cabin?", "Cabins have two or four berths."),
)
QUESTIONS = [entry.question for entry in {*BEFORE, *AFTER}] + [UNKNOWN]
QUESTIONS.sort()
ENVIRONMENT = {"FAQDESK_KEEP_GENERATIONS": "2"}


@dataclass(frozen=True)
class Scenario:
    """A library to start from, the file to ingest, how it looks before and after, and how long."""

    home: Path
    file: Path
    before: Look
    after: Look
    report: dict[str, int]
    counts: dict[str, int]
    migrating: dict[str, int]


@pytest.fixture(scope="module")
def scenario(zygote: Zygote, tmp_path_factory: pytest.TempPathFactory) -> Scenario:
    folder = tmp_path_factory.mktemp("scenario")
    home, done = folder / "home", folder / "done"
    for name, entries in (("1", BEFORE[:11]), ("2", BEFORE), ("3", AFTER)):
        export_entries(list(entries), folder / f"{name}.csv")
    assert zygote.run("ingest", home, file=f"{folder}/1.csv", environment=ENVIRONMENT) == 0
    assert zygote.run("ingest", home, file=f"{folder}/2.csv", environment=ENVIRONMENT) == 0
    (home / "generations" / ".building-left").mkdir()
    shutil.copytree(home, done)
    result, migrated = folder / "result.json", folder / "migrated.json"
    job = {"file": f"{folder}/3.csv", "replace": True, "count": True, "environment": ENVIRONMENT}
    assert zygote.run("ingest", done, **job, result=str(result)) == 0
    assert zygote.run("ingest", folder / "new", **job, result=str(migrated)) == 0
    undisturbed = json.loads(result.read_text())
    return Scenario(
        home,
        folder / "3.csv",
        _look(home),
        _look(done),
        undisturbed["report"],
        undisturbed["counts"],
        json.loads(migrated.read_text())["counts"],
    )


@pytest.fixture(autouse=True)
def settings(hashing: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def ingest(zygote: Zygote, scenario: Scenario, home: Path) -> Iterator[Callable[..., int]]:
    """Ingests the file into a copy of the library in a process of its own."""
    shutil.copytree(scenario.home, home)

    def ingest(**job: object) -> int:
        job |= {"file": str(scenario.file), "replace": True, "environment": ENVIRONMENT}
        return zygote.run("ingest", home, **job)

    return ingest


@pytest.mark.parametrize(
    ("phase", "share"),
    [
        pytest.param(phase, n / times, id=f"{phase} {n / times:.0%}")
        for phase, times in KILLS.items()
        for n in range(times)
    ],
)
def test_killed_at_an_instant(
    phase: str, share: float, scenario: Scenario, ingest: Callable[..., int], faqdesk: Faqdesk
) -> None:
    instant = int(scenario.counts[phase] * share)
    assert ingest(end=f"{phase}:{instant}") == -signal.SIGKILL
    _check(faqdesk, scenario)


@pytest.mark.parametrize("limit", FILE_LIMITS)
def test_killed_in_the_middle_of_a_write(
    limit: int, scenario: Scenario, ingest: Callable[..., int], faqdesk: Faqdesk
) -> None:
    assert ingest(die_at_size=limit) == -signal.SIGXFSZ
    _check(faqdesk, scenario)


@pytest.mark.parametrize("seed", range(4))
def test_killed_from_outside_at_any_time(
    seed: int, scenario: Scenario, zygote: Zygote, ingest: Callable[..., int], faqdesk: Faqdesk
) -> None:
    home = faqdesk.settings.home
    job = {"file": str(scenario.file), "replace": True, "environment": ENVIRONMENT}
    process = zygote.start("ingest", home, **job)
    time.sleep(random.Random(seed).uniform(0.01, 0.1))
    os.kill(process, signal.SIGKILL)
    zygote.wait(process)
    _check(faqdesk, scenario)


@pytest.mark.parametrize("share", [0.2, 0.4, 0.6, 0.8])
def test_killed_while_the_first_tables_are_made(
    share: float, scenario: Scenario, zygote: Zygote, home: Path, faqdesk: Faqdesk
) -> None:
    end = f"opening:{int(scenario.migrating['opening'] * share)}"
    job = {"file": str(scenario.file), "environment": ENVIRONMENT}
    assert zygote.run("ingest", home, **job, end=end) == -signal.SIGKILL
    assert faqdesk.ingester.ingest([str(scenario.file)]).added == len(AFTER)
    assert problems(faqdesk) == []
    assert index_agrees(faqdesk)


def _check(faqdesk: Faqdesk, scenario: Scenario) -> None:
    """Old or new, all of it; and the same ingest, run again, does what is left to do."""
    assert problems(faqdesk) == []
    found = look_at(faqdesk, QUESTIONS)
    assert found in (scenario.before, scenario.after)
    assert index_agrees(faqdesk)

    report = faqdesk.ingester.ingest([str(scenario.file)], replace_all=True)
    counted = (report.added, report.updated, report.retired, report.unchanged)
    if found == scenario.before:
        names = ("added", "updated", "retired", "unchanged")
        assert counted == tuple(scenario.report[name] for name in names)
    else:
        assert counted == (0, 0, 0, len(AFTER))
    assert look_at(faqdesk, QUESTIONS) == scenario.after
    assert index_agrees(faqdesk)
    assert problems(faqdesk) == []


def _look(home: Path) -> Look:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAQDESK_ENCODER", "hash")
        patch.setenv("FAQDESK_READER", "overlap")
        faqdesk = open_faqdesk(home)
        look = look_at(faqdesk, QUESTIONS)
        faqdesk.engine.dispose()
    return look

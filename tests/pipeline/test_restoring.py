"""A library that was moved to another machine is the same library, whatever happens on the way."""

from __future__ import annotations

import json
import signal
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from data.answers import Vote
from data.audit import Action, AuditLog
from data.errors import ArchiveError, DiskError, InputError, ModelError
from data.pending import Edit, PendingChanges
from data.records import Entry, Status
from data.roles import Role
from pipeline import archive as archiving
from pipeline.archive import backup, restore
from pipeline.build import Faqdesk, open_faqdesk
from pipeline.calibration import Calibration, MadeWith, load_calibration, save_calibration
from tests.archives import changed, files_of, manifest_of
from tests.conftest import Publish
from tests.pipeline.looks import Look, index_agrees, look_at, problems
from tests.pipeline.zygote import Zygote
from tests.sample_library import ENTRIES, UNKNOWN

QUESTIONS = [*(entry.question for entry in ENTRIES), UNKNOWN]
CALIBRATION = Calibration(0.7, 0.05, 200, 150, 3, MadeWith("e", "r", "w", 3), "2026-03-01")
SETTINGS = """\
# the old password was hunter2
organisation = "Ferries \\"North\\" 😀\\nand South"
database_url = "sqlite:///{home}/faqdesk.db"
models = "/opt/models"
answer_at = 0.65  # hunter2 too
keep_generations = 3
"""

OpenElsewhere = Callable[[], Faqdesk]


@pytest.fixture
def lived_in(filled: Faqdesk, publish: Publish) -> Faqdesk:
    """A library with three generations, retired entries, drafts, questions, votes and a run."""
    publish(
        replace(ENTRIES[0], answer="Dogs now pay half."), replace(ENTRIES[1], status=Status.RETIRED)
    )
    publish(
        Entry("night", "Are there night crossings?", "In August.", valid_until=date(2099, 1, 1))
    )
    first, second = (filled.answerer.answer(question) for question in QUESTIONS[:2])
    filled.turns.vote(first.turn or 0, Vote.UP)
    filled.evaluations.add("questions.jsonl", 3, {"hit@1": 0.5})
    drafts = PendingChanges(filled.engine)
    drafts.save([Edit(Entry("cabin", "Can I book a cabin?", "Yes."), None)], by="editor")
    save_calibration(filled.settings.home, CALIBRATION)
    assert second.turn
    return filled


@pytest.fixture
def file(lived_in: Faqdesk, tmp_path: Path) -> Path:
    backup(lived_in, tmp_path / "library.zip")
    return tmp_path / "library.zip"


@pytest.fixture
def elsewhere(hashing: None, tmp_path: Path) -> Iterator[OpenElsewhere]:
    """Opens the library of another machine."""
    desks: list[Faqdesk] = []

    def open_there() -> Faqdesk:
        desks.append(open_faqdesk(tmp_path / "elsewhere"))
        return desks[-1]

    yield open_there
    for desk in desks:
        desk.engine.dispose()


def whole(faqdesk: Faqdesk) -> Look:
    """How a library looks that is restored in full; fails where something is wrong with it."""
    assert problems(faqdesk) == []
    assert index_agrees(faqdesk)
    return look_at(faqdesk, QUESTIONS)


def is_empty(faqdesk: Faqdesk) -> bool:
    store = faqdesk.store
    return not (store.generations() or store.last_revision_number() or faqdesk.turns.count())


def test_another_machine_answers_as_the_first_one_did(
    lived_in: Faqdesk, file: Path, elsewhere: OpenElsewhere
) -> None:
    restored = restore(elsewhere(), file, by="owner")
    assert (restored.generation, restored.warnings) == (3, ())
    assert restored.embedded > 0
    before = lived_in.turns.count()
    assert elsewhere().turns.count() == before
    assert whole(elsewhere()) == whole(lived_in)


def test_everything_that_was_done_with_it_is_there(
    lived_in: Faqdesk, file: Path, elsewhere: OpenElsewhere
) -> None:
    restore(elsewhere(), file, by="owner")
    there = elsewhere()
    for entry_id in ("dogs", "bikes", "night"):
        assert there.store.history(entry_id) == lived_in.store.history(entry_id)
    assert there.store.generations() == lived_in.store.generations()
    assert there.turns.latest(10) == lived_in.turns.latest(10)
    assert there.evaluations.runs() == lived_in.evaluations.runs()
    assert there.evaluations.report(1) == {"hit@1": 0.5}
    assert PendingChanges(there.engine).all() == PendingChanges(lived_in.engine).all()
    assert load_calibration(there.settings.home) == CALIBRATION
    told, *rest = AuditLog(there.engine).search(limit=100)
    assert (told.change.who, told.change.action) == ("owner", Action.RESTORED)
    assert rest == AuditLog(lived_in.engine).search(limit=100)


def test_life_goes_on_in_it(file: Path, elsewhere: OpenElsewhere) -> None:
    restore(elsewhere(), file, by="owner")
    there = elsewhere()
    with there.publisher.lock():
        there.publisher.roll_back(1, by="test")
    assert there.store.current_revision("dogs").entry == ENTRIES[0]
    assert index_agrees(there)
    draft = PendingChanges(there.engine).all()[0]
    with there.publisher.lock():
        published = there.publisher.publish([draft.entry], by="test", drafts=[draft])
    assert published.generation == 4
    assert PendingChanges(there.engine).all() == []
    turn = there.answerer.answer("Can I book a cabin?").turn
    there.turns.vote(turn or 0, Vote.DOWN)
    assert there.turns.latest(1)[0].vote is Vote.DOWN
    assert problems(there) == []


def test_what_was_restored_can_be_backed_up_and_restored_again(
    file: Path, elsewhere: OpenElsewhere, tmp_path: Path
) -> None:
    restore(elsewhere(), file, by="owner")
    backup(elsewhere(), tmp_path / "again.zip")
    first, second = files_of(file), files_of(tmp_path / "again.zip")
    differing = {name for name in first if first[name] != second[name]}
    assert differing == {"manifest.json", "tables/audit.jsonl"}


def test_a_library_of_drafts_alone_is_restored_and_can_be_published(
    faqdesk: Faqdesk, elsewhere: OpenElsewhere, tmp_path: Path
) -> None:
    PendingChanges(faqdesk.engine).save([Edit(ENTRIES[0], None)], by="editor")
    backup(faqdesk, tmp_path / "drafts.zip")
    assert restore(elsewhere(), tmp_path / "drafts.zip", by="owner").generation is None
    assert [draft.entry for draft in PendingChanges(elsewhere().engine).all()] == [ENTRIES[0]]
    assert problems(elsewhere()) == []


def test_the_settings_come_along_without_what_is_secret_or_of_the_machine(
    lived_in: Faqdesk,
    opened: Callable[[], Faqdesk],
    elsewhere: OpenElsewhere,
    tmp_path: Path,
) -> None:
    home = lived_in.settings.home
    (home / "settings.toml").write_text(SETTINGS.format(home=home), "utf-8")
    info = backup(opened(), tmp_path / "library.zip")
    assert "database_url of settings.toml" in info.left_out
    assert "models of settings.toml" in info.left_out
    files = files_of(tmp_path / "library.zip")
    assert not any(b"hunter2" in content or b"sqlite:" in content for content in files.values())
    restored = restore(elsewhere(), tmp_path / "library.zip", by="owner")
    assert restored.home_files == ("calibration.json", "settings.toml")
    settings = elsewhere().settings
    assert settings.organisation == 'Ferries "North" 😀\nand South'
    assert (settings.answer_at, settings.keep_generations) == (0.65, 3)
    assert settings.url == f"sqlite:///{tmp_path / 'elsewhere' / 'faqdesk.db'}"


def test_the_roles_of_people_from_outside_come_along(
    lived_in: Faqdesk, opened: Callable[[], Faqdesk], elsewhere: OpenElsewhere, tmp_path: Path
) -> None:
    roles = '[oidc_roles]\n"ann@example.org" = "owner"\n"*@example.org" = "reader"\n'
    (lived_in.settings.home / "settings.toml").write_text(f"answer_at = 0.7\n{roles}", "utf-8")
    backup(opened(), tmp_path / "library.zip")
    restore(elsewhere(), tmp_path / "library.zip", by="owner")
    settings = elsewhere().settings
    assert settings.oidc_roles == {"ann@example.org": Role.OWNER, "*@example.org": Role.READER}
    assert settings.answer_at == 0.7


def test_an_archive_whose_name_is_no_text_is_restored(file: Path, elsewhere: OpenElsewhere) -> None:
    odd = file.with_name("caf\udce9.zip")
    file.rename(odd)
    assert restore(elsewhere(), odd, by="owner").generation is not None


def test_settings_of_an_archive_that_cannot_be_read_do_not_keep_the_library_away(
    file: Path, elsewhere: OpenElsewhere, tmp_path: Path
) -> None:
    files = [*manifest_of(file)["files"], {"name": "home/settings.toml", "rows": None}]
    broken = changed(
        file, lambda files: files.update({"home/settings.toml": b"oidc_roles = {"}), files=files
    )
    restored = restore(elsewhere(), broken, by="owner")
    assert "settings.toml cannot be read" in restored.warnings[-1]
    assert restored.generation is not None
    assert not (tmp_path / "elsewhere" / "settings.toml").exists()


def test_settings_that_are_there_already_stay(
    lived_in: Faqdesk, opened: Callable[[], Faqdesk], elsewhere: OpenElsewhere, tmp_path: Path
) -> None:
    (lived_in.settings.home / "settings.toml").write_text('organisation = "Old"\n', "utf-8")
    backup(opened(), tmp_path / "library.zip")
    there = tmp_path / "elsewhere" / "settings.toml"
    there.parent.mkdir()
    there.write_text('organisation = "New"\n', "utf-8")
    restored = restore(elsewhere(), tmp_path / "library.zip", by="owner")
    assert restored.warnings == ("settings.toml was here already and stays as it is",)
    assert elsewhere().settings.organisation == "New"


def test_settings_of_an_archive_cannot_point_at_another_database_or_hold_unknown_ones(
    file: Path, elsewhere: OpenElsewhere, tmp_path: Path
) -> None:
    hostile = f'database_url = "sqlite:///{tmp_path}/stolen.db"\nnew_setting = 1\ncontact = "c"\n'
    about = manifest_of(file)
    about["files"].append({"name": "home/settings.toml", "rows": None})
    about["files"].append({"name": "home/evil.sh", "rows": None})
    other = changed(
        file,
        lambda files: files.update({"home/settings.toml": hostile.encode(), "home/evil.sh": b"x"}),
        files=about["files"],
    )
    restored = restore(elsewhere(), other, by="owner")
    assert set(restored.warnings) == {
        "the setting database_url was left out",
        "the setting new_setting was left out",
        "evil.sh is not understood and was left alone",
    }
    assert (tmp_path / "elsewhere" / "settings.toml").read_text() == 'contact = "c"\n'
    assert not (tmp_path / "stolen.db").exists()
    assert not (tmp_path / "elsewhere" / "evil.sh").exists()


def test_it_goes_into_the_database_that_the_environment_names(
    file: Path, elsewhere: OpenElsewhere, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAQDESK_DATABASE_URL", f"sqlite:///{tmp_path}/other.db")
    restore(elsewhere(), file, by="owner")
    assert not (tmp_path / "elsewhere" / "faqdesk.db").exists()
    with sqlite3.connect(tmp_path / "other.db") as connection:
        assert connection.execute("SELECT count(*) FROM generations").fetchone() == (3,)
    connection.close()


def test_a_filled_library_is_not_restored_into_and_stays_as_it_is(
    lived_in: Faqdesk, file: Path, opened: Callable[[], Faqdesk]
) -> None:
    before = whole(lived_in)
    (lived_in.settings.home / "calibration.json").unlink()
    with pytest.raises(InputError, match=r"empty library, and this one has rows \(.*new folder"):
        restore(opened(), file, by="owner")
    assert whole(opened()) == before
    assert load_calibration(lived_in.settings.home) is None


def test_a_restore_that_fails_leaves_nothing(
    file: Path, elsewhere: OpenElsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise DiskError("The disk is full.")

    monkeypatch.setattr(archiving, "restore_archive", full)
    with pytest.raises(DiskError, match="disk is full"):
        restore(elsewhere(), file, by="owner")
    assert is_empty(elsewhere())
    assert load_calibration(elsewhere().settings.home) is None
    monkeypatch.undo()


def test_an_encoder_that_is_not_on_this_machine_is_named_and_nothing_is_restored(
    lived_in: Faqdesk,
    opened: Callable[[], Faqdesk],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FAQDESK_ENCODER", "hash")
    (lived_in.settings.home / "settings.toml").write_text('encoder = "/opt/encoder"\n', "utf-8")
    backup(opened(), tmp_path / "library.zip")
    monkeypatch.delenv("FAQDESK_ENCODER")
    there = open_faqdesk(tmp_path / "elsewhere")
    with pytest.raises(ModelError, match="/opt/encoder"):
        restore(there, tmp_path / "library.zip", by="owner")
    assert is_empty(there)
    assert not (tmp_path / "elsewhere" / "settings.toml").exists()
    there.engine.dispose()


def test_a_damaged_archive_leaves_nothing(file: Path, elsewhere: OpenElsewhere) -> None:
    file.write_bytes(file.read_bytes()[:-1000])
    with pytest.raises(ArchiveError, match="damaged"):
        restore(elsewhere(), file, by="owner")
    assert is_empty(elsewhere())
    assert {path.name for path in elsewhere().settings.home.glob("*.json")} == set()


def test_a_file_that_cannot_be_written_is_explained(lived_in: Faqdesk, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="in a folder that is not there"):
        backup(lived_in, tmp_path / "no" / "library.zip")


# How often the process is killed in each phase, evenly spread over what it does there.
KILLS = {
    "opening": 3,
    "rehearsing": 6,
    "embedding": 3,
    "writing": 4,
    "renaming": 4,
    "restoring": 12,
}


@pytest.fixture
def counts(zygote: Zygote, file: Path, tmp_path: Path) -> dict[str, int]:
    """How many instants each phase of a restore has."""
    result = tmp_path / "result.json"
    job = {"file": str(file), "count": True, "result": str(result)}
    assert zygote.run("restore", tmp_path / "undisturbed", **job) == 0
    return json.loads(result.read_text())["counts"]


@pytest.mark.slow
@pytest.mark.parametrize("phase", KILLS)
def test_killed_at_an_instant_it_is_empty_or_whole(
    phase: str,
    zygote: Zygote,
    counts: dict[str, int],
    lived_in: Faqdesk,
    file: Path,
    tmp_path: Path,
) -> None:
    expected = whole(lived_in)
    for n in range(KILLS[phase]):
        home = tmp_path / f"killed-{n}"
        end = f"{phase}:{int(counts[phase] * n / KILLS[phase])}"
        assert zygote.run("restore", home, file=str(file), end=end) == -signal.SIGKILL
        _check(home, file, expected)


@pytest.mark.slow
@pytest.mark.parametrize("limit", [500, 5000, 20_000, 60_000, 100_000, 150_000])
def test_killed_in_the_middle_of_a_write_it_is_empty_or_whole(
    limit: int, zygote: Zygote, lived_in: Faqdesk, file: Path, tmp_path: Path
) -> None:
    expected = whole(lived_in)
    ended = zygote.run("restore", tmp_path / "killed", file=str(file), die_at_size=limit)
    assert ended == -signal.SIGXFSZ
    _check(tmp_path / "killed", file, expected)


def _check(home: Path, file: Path, expected: Look) -> None:
    """Empty or whole; an empty one can be restored into without more ado."""
    faqdesk = open_faqdesk(home)
    if is_empty(faqdesk):
        assert restore(faqdesk, file, by="owner").warnings == ()
    assert whole(faqdesk) == expected
    assert load_calibration(home) == CALIBRATION
    faqdesk.engine.dispose()

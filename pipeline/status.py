"""What there is, how big it is, what made it and where it runs."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from data.errors import FaqdeskError, ModelError
from data.records import Status
from pipeline.build import Faqdesk
from pipeline.calibration import load_calibration
from pipeline.evaluation.calibrating import made_with
from pipeline.intent.topics import described

PACKAGES = ("faqdesk", "faiss-cpu", "faiss-gpu", "openvino", "sqlalchemy", "streamlit")


@dataclass(frozen=True, slots=True)
class LibraryStatus:
    """The state of a library; sizes in bytes, `problem` empty when all is well."""

    home: str
    versions: dict[str, str]
    encoder: str
    encoder_digest: str
    encoder_runs_on: str
    reader: str
    classifier: str
    calibration: str
    generation: int | None
    entries: int
    retired: int
    categories: int
    passages: int
    vectors: int
    turns: int
    index: str
    index_recall: float | None
    index_runs_on: str
    database_bytes: int
    generation_bytes: int
    problem: str

    @property
    def healthy(self) -> bool:
        """Whether questions can be answered."""
        return not self.problem


def library_status(faqdesk: Faqdesk) -> LibraryStatus:
    """The state of a library as it is now."""
    live = [revision.entry for revision in faqdesk.store.current_revisions()]
    problem, manifest, place = "", None, "-"
    try:
        generation = faqdesk.library.current()
        manifest, place = generation.manifest, generation.vectors.place
    except FaqdeskError as error:
        problem = str(error)
    reader, trouble = _reader(faqdesk)
    try:
        _ = faqdesk.weights
    except ModelError as error:
        trouble = str(error)
    settings, number = faqdesk.settings, faqdesk.store.current_generation_number()
    return LibraryStatus(
        home=str(settings.home),
        versions=_versions(),
        encoder=faqdesk.encoder.name,
        encoder_digest=faqdesk.encoder.digest,
        encoder_runs_on=faqdesk.encoder.runtime,
        reader=reader,
        classifier=described(settings.home, faqdesk.encoder),
        calibration=calibration_of(faqdesk),
        generation=number,
        entries=len(live),
        retired=len(faqdesk.store.current_revisions(Status.RETIRED)),
        categories=len({entry.category for entry in live if entry.category}),
        passages=manifest.passages if manifest else 0,
        vectors=faqdesk.vector_cache.count(),
        turns=faqdesk.turns.count(),
        index=manifest.index_kind if manifest else "-",
        index_recall=manifest.recall if manifest else None,
        index_runs_on=place,
        database_bytes=_size(settings.home, "faqdesk.db*"),
        generation_bytes=_size(settings.generations / f"{number or 0:06d}", "**/*"),
        problem=problem or trouble,
    )


def calibration_of(faqdesk: Faqdesk) -> str:
    """From when on questions are answered, in words, and whether that still holds."""
    settings = faqdesk.settings
    by_settings = f"answered from a confidence of {settings.answer_at:.3f} on, by the settings"
    try:
        calibration = load_calibration(settings.home)
        if calibration is None or "answer_at" in settings.model_fields_set:
            return by_settings
        stale = stale_calibration(faqdesk)
    except FaqdeskError as error:
        return f"{by_settings}: {error}"
    return f"{calibration.promise}. {stale}" if stale else calibration.promise


def stale_calibration(faqdesk: Faqdesk) -> str:
    """That the calibration was made with something else than what answers now; mostly "".

    Raises:
        SettingsError: when its file is damaged.
    """
    calibration = load_calibration(faqdesk.settings.home)
    changed = calibration.stale(made_with(faqdesk)) if calibration else ()
    if not changed:
        return ""
    return (
        f"The calibration is stale ({', '.join(changed)} changed since): run "
        "`faqdesk calibrate` again."
    )


def _reader(faqdesk: Faqdesk) -> tuple[str, str]:
    """What reads, and what is wrong with it: nothing, mostly."""
    try:
        return faqdesk.settings.reader if faqdesk.reader else "none: no words are marked", ""
    except ModelError as error:
        return "not usable: whole entries are given, no words are marked", str(error)


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def _size(folder: Path, pattern: str) -> int:
    return sum(path.stat().st_size for path in folder.glob(pattern) if path.is_file())

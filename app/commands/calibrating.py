"""`faqdesk calibrate`."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from app.commands.options import Home, Json, messages, opened, output
from app.commands.progress import bar
from data.errors import InputError

if TYPE_CHECKING:
    from pipeline.build import Faqdesk
    from pipeline.calibration import Calibration

LEAST_WRONG, MOST_WRONG = 0.001, 0.5


def _share(given: float) -> float:
    """A share of answers that may be wrong, if it is one that can be promised."""
    if LEAST_WRONG <= given <= MOST_WRONG:
        return given
    raise typer.BadParameter(
        f"{given:g} is no share from {LEAST_WRONG} to {MOST_WRONG}: 0.05 means 5 %."
    )


MaxWrong = Annotated[
    float,
    typer.Option(
        callback=_share,
        help=f"The share of answers that may be wrong, {LEAST_WRONG} to {MOST_WRONG}; "
        "0.05 means 5 %.",
    ),
]


def calibrate(
    questions: Annotated[
        str | None,
        typer.Argument(metavar="QUESTIONS", help="JSON lines, CSV or XLSX: query, relevant."),
    ] = None,
    max_wrong: MaxWrong = 0.05,
    undo: Annotated[bool, typer.Option("--undo", help="Go back to the settings.")] = False,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Pick from which confidence on to answer, so that a promise is kept.

    It asks labelled questions and picks the lowest threshold at which, with 90 % certainty, at most
    so many of the answers are wrong. It is used from the next question on.
    """
    from pipeline.calibration import remove_calibration, save_calibration

    faqdesk = opened(home)
    if undo:
        there = remove_calibration(faqdesk.settings.home)
        output().print("Back to the settings." if there else "There was nothing to undo.")
        return
    if questions is None:
        raise InputError("Give a file of labelled questions: faqdesk calibrate questions.jsonl")
    calibration = _calibrated(faqdesk, questions, max_wrong)
    save_calibration(faqdesk.settings.home, calibration)
    _show(calibration, as_json=as_json)
    if "answer_at" in faqdesk.settings.model_fields_set:
        messages().print(
            f"It is kept but not used: answer_at is set to {faqdesk.settings.answer_at} by hand. "
            "Take that setting away to use it."
        )


def _calibrated(faqdesk: Faqdesk, file: str, max_wrong: float) -> Calibration:
    from pipeline.evaluation.calibrating import calibrate_library
    from pipeline.evaluation.question_sets import read_questions
    from pipeline.evaluation.service import live_entries

    asked = read_questions(file, {entry.id for entry in live_entries(faqdesk)})
    for rejection in asked.rejections:
        messages().print(f"{asked.name}, row {rejection.place.row}: {rejection.reason}")
    with bar("Asking", len(asked.questions)) as progress:
        return calibrate_library(faqdesk, asked.questions, max_wrong, progress)


def _show(calibration: Calibration, *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(asdict(calibration)))
        return
    output().print(f"Promised: {calibration.promise}.")
    output().print(
        f"Of {calibration.questions:,} labelled questions {calibration.answered:,} are answered "
        f"so, {calibration.wrong:,} of them wrongly."
    )

"""`faqdesk evaluate`: how good the library, the reader, the classifier and the guard are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from app.commands.options import Home, check_places, messages, opened, output
from app.commands.progress import bar
from data.errors import InputError

if TYPE_CHECKING:
    from data.records import Entry
    from pipeline.build import Faqdesk
    from pipeline.evaluation.classifier import ClassifierReport
    from pipeline.evaluation.compare import Comparison
    from pipeline.evaluation.labelled import LabelledText
    from pipeline.evaluation.question_sets import QuestionSet
    from pipeline.evaluation.records import Report
    from pipeline.evaluation.service import Choice, Evaluation

EXIT_GATE = 4
DEFAULT = "questions"


class QuestionsByDefault(TyperGroup):
    """`faqdesk evaluate FILE` is `faqdesk evaluate questions FILE`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Puts in the subcommand where none is named."""
        if args and args[0] not in self.commands and args[0] not in {"-h", "--help"}:
            args = [DEFAULT, *args]
        return list(super().parse_args(ctx, args))


evaluate = typer.Typer(
    cls=QuestionsByDefault,
    no_args_is_help=True,
    help="Measure how good the answers are: `faqdesk evaluate questions.jsonl`.",
)

QuestionFile = Annotated[
    str | None,
    typer.Argument(metavar="QUESTIONS", help="JSON lines, CSV or XLSX: query, relevant."),
]
Faqs = Annotated[
    str | None, typer.Option(help="Evaluate this file of entries instead of the library.")
]
JsonFile = Annotated[Path | None, typer.Option("--json", help="Write the report as JSON.")]
HtmlFile = Annotated[Path | None, typer.Option("--html", help="Write a page with charts.")]
CsvFile = Annotated[Path | None, typer.Option("--csv", help="Write a row a question.")]
Limit = Annotated[int | None, typer.Option(min=1, help="Ask at most so many.")]
Category = Annotated[str, typer.Option(help="Ask only about this category.")]
Compare = Annotated[
    str | None, typer.Option("--compare", help="A stored run's number, or a JSON report.")
]
FailUnder = Annotated[
    list[str] | None, typer.Option(help="hit@1=0.80, wrong<=0.05: exit with 4 otherwise.")
]
SelfTest = Annotated[
    bool, typer.Option("--self", help="Needs no questions: entries must find themselves.")
]
Seed = Annotated[int, typer.Option(help="Fixes what is left to chance.")]


@evaluate.command(DEFAULT)
def questions(
    file: QuestionFile = None,
    faqs: Faqs = None,
    json_file: JsonFile = None,
    html_file: HtmlFile = None,
    csv_file: CsvFile = None,
    limit: Limit = None,
    category: Category = "",
    other: Compare = None,
    fail_under: FailUnder = None,
    self_test: SelfTest = False,
    seed: Seed = 0,
    home: Home = None,
) -> None:
    """Ask every question of a file as visitors do, and report how it went.

    Exit status: 0 done, 2 nothing could be asked, 4 a figure misses --fail-under.
    """
    from app.commands.evaluation_output import show_comparison, show_report, write_files
    from app.commands.selftest import show_self_test
    from pipeline.evaluation.gates import parse_gate
    from pipeline.evaluation.service import Choice

    check_places([json_file, html_file, csv_file], [file, faqs, other])
    gates = [parse_gate(text) for text in fail_under or []]
    faqdesk = opened(home)
    if self_test:
        show_self_test(faqdesk, file, seed, json_file)
        return
    earlier = None if other is None else _report(faqdesk, other)
    if file is None:
        show_comparison(_compared(earlier, _newest(faqdesk), seed))
        return
    evaluation = _evaluated(faqdesk, file, faqs, Choice(limit, category, seed))
    show_report(evaluation)
    write_files(evaluation.report, json_file, html_file, csv_file)
    if earlier is not None:
        show_comparison(_compared(earlier, evaluation.report, seed))
    _exit_if_failed(evaluation.report, gates)


@evaluate.command()
def reader(
    file: Annotated[str, typer.Argument(help="SQuAD JSON or JSON lines, gzip too.")],
    json_file: JsonFile = None,
    seed: Seed = 0,
    home: Home = None,
) -> None:
    """Measure the reader alone: exact match, F1, and whether it knows that there is no answer."""
    from app.commands.evaluation_output import show_reader_report, write_json
    from pipeline.evaluation.reader import evaluate_reader, reader_report_as_json
    from pipeline.squad import read_examples

    check_places([json_file], [file])
    chosen = opened(home).reader
    if chosen is None:
        raise InputError("The settings want no reader. Set FAQDESK_READER to the one to measure.")
    examples = list(read_examples(file))
    with bar("Reading", len(examples)) as advance:
        report = evaluate_reader(chosen, examples, seed, advance)
    show_reader_report(report)
    if json_file:
        write_json(json_file, reader_report_as_json(report))


@evaluate.command()
def intent(
    test: Annotated[
        str, typer.Option(help="To measure with: CSV text,category; CLINC JSON; seq.in/label.")
    ],
    train: Annotated[
        str | None,
        typer.Option(help="To learn from, the same. Default: what `faqdesk train intent` made."),
    ] = None,
    oos: Annotated[str | None, typer.Option(help="Texts that belong to no label.")] = None,
    json_file: JsonFile = None,
    seed: Seed = 0,
    home: Home = None,
) -> None:
    """Measure the classifier alone: accuracy, macro-F1 and how it does out of scope."""
    from app.commands.evaluation_output import show_classifier_report, write_json
    from pipeline.evaluation.classifier import classifier_report_as_json
    from pipeline.evaluation.labelled import Role, read_texts

    check_places([json_file], [test, train, oos])
    check = read_texts(test, Role.TEST)
    beyond = read_texts(oos, Role.OUT_OF_SCOPE) if oos else []
    report = _classified(opened(home), train, check, beyond, seed)
    show_classifier_report(report)
    if json_file:
        write_json(json_file, classifier_report_as_json(report))


@evaluate.command()
def guard(
    file: Annotated[str, typer.Argument(help="JSON lines: question, answer, phrasing, faithful.")],
    json_file: JsonFile = None,
    seed: Seed = 0,
    home: Home = None,
) -> None:
    """Measure the guard of phrased answers: how many wrong ones it stops and right ones pass."""
    from app.commands.evaluation_output import show_guard_report, write_json
    from pipeline.evaluation.guard import evaluate_guard, guard_report_as_json, read_guard_cases
    from pipeline.making import make_guard

    check_places([json_file], [file])
    found = read_guard_cases(file)
    for rejection in found.rejections:
        messages().print(f"Left out: {rejection.sentence}", soft_wrap=True)
    faqdesk = opened(home)
    checked_by = make_guard(
        faqdesk.settings, faqdesk.encoder, lambda text: messages().print(text, soft_wrap=True)
    )
    with bar("Checking", len(found.cases)) as advance:
        report = evaluate_guard(checked_by, found.cases, seed, advance)
    show_guard_report(report)
    if json_file:
        write_json(json_file, guard_report_as_json(report))


def _classified(
    faqdesk: Faqdesk,
    train: str | None,
    check: list[LabelledText],
    beyond: list[LabelledText],
    seed: int,
) -> ClassifierReport:
    """How a classifier that learns now, or the one that is kept, does."""
    from pipeline.evaluation.classifier import evaluate_classifier, evaluate_kept
    from pipeline.evaluation.labelled import Role, read_texts

    if train is not None:
        learn = read_texts(train, Role.TRAIN)
        with bar("Learning and asking", len(learn) + len(check) + len(beyond)) as advance:
            return evaluate_classifier(learn, check, beyond, faqdesk.encoder, seed, advance)
    kept = faqdesk.topics.load()
    if kept is None:
        raise InputError(
            "No classifier was trained. Give --train FILE, or run `faqdesk train intent` first."
        )
    with bar("Asking", len(check) + len(beyond)) as advance:
        return evaluate_kept(kept, check, beyond, seed, advance)


def _evaluated(faqdesk: Faqdesk, file: str, faqs: str | None, choice: Choice) -> Evaluation:
    from pipeline.evaluation.scratch import scratch_library
    from pipeline.evaluation.service import entries_of, live_entries

    if faqs is None:
        evaluation = _asked(faqdesk, live_entries(faqdesk), file, choice)
        _keep(faqdesk, evaluation.report)
        return evaluation
    entries = entries_of(faqs)
    with (
        bar("Embedding") as advance,
        scratch_library(faqdesk.settings, entries, advance) as scratch,
    ):
        return _asked(scratch, entries, file, choice)


def _asked(faqdesk: Faqdesk, entries: list[Entry], file: str, choice: Choice) -> Evaluation:
    from pipeline.evaluation.question_sets import read_questions
    from pipeline.evaluation.service import evaluate_library

    asked = read_questions(file, {entry.id for entry in entries})
    _tell(asked)
    count = min(choice.limit or len(asked.questions), len(asked.questions))
    with bar("Asking", count) as advance:
        return evaluate_library(faqdesk, asked, entries, choice, advance)


def _tell(asked: QuestionSet) -> None:
    """Names the rows that are left out and what else is odd about a set, on standard error."""
    console = messages()
    for rejection in asked.rejections:
        console.print(f"Left out: {rejection.sentence}", soft_wrap=True)
    for warning in asked.warnings:
        console.print(f"Warning: {warning}", soft_wrap=True)


def _keep(faqdesk: Faqdesk, report: Report) -> None:
    from pipeline.evaluation.report_json import report_as_json

    run = report.run
    number = faqdesk.evaluations.add(
        str(run["questions"]), int(str(run["generation"])), report_as_json(report)
    )
    messages().print(f"Kept as run {number}.")


def _report(faqdesk: Faqdesk, other: str) -> Report:
    """The report that `--compare` names: a stored run by its number, or a file."""
    from pipeline.evaluation.report_json import report_from_json

    if other.isdigit() and not Path(other).exists():
        return report_from_json(faqdesk.evaluations.report(int(other)))
    try:
        return report_from_json(json.loads(Path(other).read_text("utf-8")))
    except (OSError, ValueError) as error:
        raise InputError(
            f"{other} cannot be read as a report ({error}). Give the number of a stored run or a "
            "file that `faqdesk evaluate --json FILE` wrote."
        ) from error


def _newest(faqdesk: Faqdesk) -> Report:
    from pipeline.evaluation.report_json import report_from_json

    runs = faqdesk.evaluations.runs()
    if not runs:
        raise InputError("No run was kept yet. Give a file of questions: `faqdesk evaluate FILE`.")
    return report_from_json(faqdesk.evaluations.report(runs[0].id))


def _compared(earlier: Report | None, later: Report, seed: int) -> Comparison:
    from pipeline.evaluation.compare import compare

    if earlier is None:
        raise InputError("Give a file of questions, --self, or --compare with an earlier run.")
    return compare(earlier, later, seed)


def _exit_if_failed(report: Report, gates: list[Any]) -> None:
    from pipeline.evaluation.gates import failed_gates

    failed = failed_gates(report, gates)
    for sentence in failed:
        output().print(f"Failed: {sentence}")
    if failed:
        raise typer.Exit(EXIT_GATE)

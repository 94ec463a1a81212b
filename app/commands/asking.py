"""`faqdesk ask`."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from app.commands.options import Home, Json, opened, output
from data.answers import Refusal
from data.errors import InputError, SourceError

if TYPE_CHECKING:
    from rich.markdown import Markdown

    from data.answers import Answer, Intent, Phrasing
    from data.records import Entry
    from pipeline.answer import Answerer
    from pipeline.build import Faqdesk
    from pipeline.phrasing.rewording import Reworder

EXIT_SOME_FAILED = 3


def ask(
    question: Annotated[str | None, typer.Argument(help="What you want to know.")] = None,
    file: Annotated[
        str | None,
        typer.Option("--file", help="Ask each line of a file (- is standard input); JSON lines."),
    ] = None,
    category: Annotated[
        str, typer.Option(help="Answer only from the entries of this category.")
    ] = "",
    phrase: Annotated[
        bool, typer.Option("--phrase", help="Say it in fresh words that the entry bears out.")
    ] = False,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Answer a question from the library."""
    if (question is None) == (file is None):
        raise typer.BadParameter("Give one question in quotes, or --file FILE.")
    if category and file is not None:
        raise typer.BadParameter("--category goes with one question, not with --file.")
    if phrase and file is not None:
        raise typer.BadParameter("--phrase goes with one question, not with --file.")
    faqdesk = opened(home)
    _check_category(faqdesk, category)
    answerer, reworder = faqdesk.answerer, _reworder(faqdesk) if phrase else None
    if file is not None:
        _ask_each(_lines(file), answerer)
        return
    answer = answerer.answer(question or "", category)
    if as_json:
        said = _phrased(answer, reworder) if reworder else answer
        typer.echo(json.dumps(answer_as_json(said), ensure_ascii=False))
    else:
        _print(answer, reworder)


def _reworder(faqdesk: Faqdesk) -> Reworder:
    found = faqdesk.reworder
    if found is None:
        raise InputError(
            "Phrasing is off. Run `faqdesk models get phrasing` once and set "
            "FAQDESK_PHRASING=local, or leave out --phrase."
        )
    return found


def _phrased(answer: Answer, reworder: Reworder) -> Answer:
    """The answer, and those to further questions, each with what came of fresh words."""
    rewording = reworder.rewording(answer)
    for _ in rewording or ():
        pass
    further = tuple(_phrased(other, reworder) for other in answer.further)
    return replace(rewording.result if rewording else answer, further=further)


def _check_category(faqdesk: Faqdesk, category: str) -> None:
    if not category:
        return
    known = {revision.entry.category for revision in faqdesk.store.current_revisions()} - {""}
    if category.casefold() not in {name.casefold() for name in known}:
        raise InputError(
            f"No entry is of the category '{category}'. The library's categories: "
            f"{', '.join(sorted(known)) or 'none'}."
        )


def answer_as_json(answer: Answer) -> dict[str, object]:
    """The object that `--json` prints."""
    span = answer.span
    return {
        "question": answer.question,
        "decision": str(answer.decision),
        "text": answer.text,
        "confidence": answer.confidence,
        "entry": _entry_as_json(answer.entry) if answer.entry else None,
        "span": {"start": span.start, "end": span.end, "text": span.text} if span else None,
        "suggestions": [
            {"id": s.id, "question": s.question, "confidence": s.confidence}
            for s in answer.suggestions
        ],
        "intent": _intent_as_json(answer.intent) if answer.intent else None,
        "phrased": answer.phrased,
        "phrasing": _phrasing_as_json(answer.phrasing) if answer.phrasing else None,
        "remark": answer.remark,
        "further": [answer_as_json(other) for other in answer.further],
        "generation": answer.generation,
        "timings_ms": {
            **{timing.step: round(timing.ms, 3) for timing in answer.timings},
            "total": round(answer.total_ms, 3),
        },
    }


def _intent_as_json(intent: Intent) -> dict[str, str | float | None]:
    return {
        "kind": str(intent.kind),
        "confidence": intent.confidence,
        "category": intent.category,
        "category_confidence": intent.category_confidence,
    }


def _phrasing_as_json(phrasing: Phrasing) -> dict[str, str]:
    return {
        "result": str(phrasing.result),
        "text": phrasing.text,
        "remark": phrasing.remark,
    }


def _entry_as_json(entry: Entry) -> dict[str, str]:
    return {
        "id": entry.id,
        "question": entry.question,
        "answer": entry.answer,
        "category": entry.category,
        "source": entry.source,
        "url": entry.url,
    }


def _lines(file: str) -> list[str]:
    from data.importing.lines import read_lines

    lines = read_lines(file)
    if not lines:
        raise SourceError(f"{file} holds no questions. Write one on each line.")
    return lines


def _ask_each(questions: list[str], answerer: Answerer) -> None:
    """Prints one JSON object a question; one that cannot be asked says why in its place."""
    failed = False
    for reply in answerer.answer_many(questions):
        if isinstance(reply, Refusal):
            failed = True
            row: dict[str, object] = {"question": reply.question, "error": reply.reason}
        else:
            row = answer_as_json(reply)
        typer.echo(json.dumps(row, ensure_ascii=False))
    if failed:
        raise typer.Exit(EXIT_SOME_FAILED)


def _formatted(text: str) -> Markdown:
    from rich.markdown import Markdown

    return Markdown(text)


def _print(answer: Answer, reworder: Reworder | None = None) -> None:
    from rich.text import Text

    console = output()
    if not (reworder and _say(answer, reworder)):
        console.print(_formatted(answer.text) if console.is_terminal else Text(answer.text))
    console.print()
    if answer.span:
        # The marked words may begin or end in the midst of what Markdown sets in bold.
        words = answer.span.text.replace("**", "")
        console.print(Text.assemble(("In its words: ", "bold"), words))
    if answer.entry:
        entry = answer.entry
        console.print(Text.assemble(("From: ", "bold"), entry.question, f"  [{entry.id}]"))
        where = [part for part in (entry.category, entry.source, entry.url) if part]
        if where:
            console.print(Text("      " + " · ".join(where), "dim"))
        console.print(Text.assemble(("Sure: ", "bold"), f"{answer.confidence:.0%}"))
    if answer.suggestions:
        heading = "Or did you mean:" if answer.entry else "Did you mean:"
        console.print(Text(heading, "bold"))
        for suggestion in answer.suggestions:
            # "0 %" beside what is suggested would say not to look.
            sure = f"{suggestion.confidence:.0%}" if suggestion.confidence >= 0.005 else ""
            console.print(Text(f"  {sure:>4}  {suggestion.question}  [{suggestion.id}]"))
    for other in answer.further:
        console.print()
        console.print(Text(other.question, "bold"))
        _print(other, reworder)


def _say(answer: Answer, reworder: Reworder) -> bool:
    """Prints an answer in fresh words as they come; False where they are not the answer."""
    from rich.text import Text

    rewording = reworder.rewording(answer)
    if rewording is None:
        return False
    console = output()
    for sentence in rewording:
        if sentence:
            console.print(Text(sentence))
    if not rewording.result.phrased:
        why = rewording.phrasing.result
        console.print(Text(f"(In the entry's own words, for of fresh ones: {why}.)", "dim"))
    return rewording.result.phrased

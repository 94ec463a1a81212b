r"""What other FAQ programs export, brought into the plain shape.

QnA Maker (Azure) writes a row per question: rows with the same QnaId and answer are one entry. Its
answers hold line breaks as the two characters `\n`. The QnaId is not kept: every knowledge base
counts from 1, so that the second one imported would overwrite the first.

QnABot (AWS) has `q` and `a` in JSON, `question1` … and `Answer` in XLSX, and a Markdown form of
the answer, which stands in where the plain one is empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from data.importing.cells import load_json, plain
from data.importing.columns import normalised, resolve
from data.importing.notes import Notes
from data.importing.sheets import Row, Sheet
from data.records import Place, Rejection

_QNA_MAKER_ONLY = {"suggestedquestions", "iscontextonly", "prompts", "qnaid"}
_QNA_MAKER_BASIC = {"question", "answer", "source", "metadata"}


def adapt(sheet: Sheet) -> Sheet:
    """The sheet in the plain shape, if it is an export that is known; else the sheet itself."""
    at = {normalised(name): position for position, name in enumerate(sheet.header)}
    names = set(at)
    if names >= {"question", "answer"} and (
        len(names & _QNA_MAKER_ONLY) > 1 or names == _QNA_MAKER_BASIC
    ):
        return _from_qna_maker(sheet, at)
    if "qid" in names and names & {"q", "question1"} and names & {"a", "answer"}:
        return _from_qnabot(sheet, at)
    return sheet


def is_synonyms(header: tuple[str, ...]) -> bool:
    """Whether this is QnA Maker's list of synonyms, which holds no questions."""
    return normalised(header[0]) == "synonyms" and not any(header[1:]) if header else False


def is_settings(header: tuple[str, ...]) -> bool:
    """Whether this is QnA Maker's list of settings, which holds no questions."""
    return [normalised(name) for name in header] == ["key", "value"]


def _from_qna_maker(sheet: Sheet, at: Mapping[str, int]) -> Sheet:
    _count_left_out(sheet, at)
    dropped = {at[name] for name in _QNA_MAKER_ONLY if name in at}
    rows = list(sheet.rows)
    if "qnaid" in at:
        rows = _joined(rows, at["qnaid"], at["question"], at["answer"])
    rows = [_with_line_breaks(row, at["answer"], dropped) for row in rows]
    header = ["" if position in dropped else name for position, name in enumerate(sheet.header)]
    if "source" in at and "url" not in at:
        rows = [_with_url(row, at["source"], len(header)) for row in rows]
        header += ["url"] if any(len(header) in row.cells for row in rows) else []
    return replace(sheet, header=tuple(header), rows=tuple(rows))


def _with_line_breaks(row: Row, answer: int, dropped: set[int]) -> Row:
    cells = {position: value for position, value in row.cells.items() if position not in dropped}
    if answer in cells:
        cells[answer] = plain(cells[answer]).replace("\\n", "\n")
    return Row(row.number, cells)


def _joined(rows: list[Row], qna_id: int, question: int, answer: int) -> list[Row]:
    """One row per id and answer, whose question is the list of all that are asked for it."""
    joined: dict[object, Row] = {}
    for row in rows:
        key = (row.cells.get(qna_id), row.cells.get(answer))
        first = joined.get(key) if qna_id in row.cells and question in row.cells else None
        if first is None or question not in first.cells:
            joined[key if key not in joined else row.number] = row
            continue
        asked = first.cells[question]
        questions = [*(asked if isinstance(asked, list) else [asked]), row.cells[question]]
        joined[key] = Row(first.number, {**first.cells, question: questions})
    return list(joined.values())


def _with_url(row: Row, source: int, url: int) -> Row:
    link = row.cells.get(source)
    if isinstance(link, str) and link.strip().lower().startswith(("http://", "https://")):
        return Row(row.number, {**row.cells, url: link})
    return row


def _count_left_out(sheet: Sheet, at: Mapping[str, int]) -> None:
    prompts = sum(len(_items(row, at.get("prompts"))) for row in sheet.rows)
    suggested = sum(
        len(cluster["AlternateQuestionList"])
        for row in sheet.rows
        for cluster in _items(row, at.get("suggestedquestions"))
        if isinstance(cluster, dict) and isinstance(cluster.get("AlternateQuestionList"), list)
    )
    if prompts or suggested:
        sheet.notes.say(
            f"follow-up prompts ({prompts}) and suggested questions ({suggested}) are not imported"
        )


def _items(row: Row, position: int | None) -> list[object]:
    value = row.cells.get(position) if position is not None else None
    if isinstance(value, str):
        try:
            value = load_json(value)
        except (ValueError, RecursionError):
            return []
    return value if isinstance(value, list) else []


def _from_qnabot(sheet: Sheet, at: Mapping[str, int]) -> Sheet:
    answer = at["answer"] if "answer" in at else at["a"]
    rows, rejected = [], list(sheet.rejections)
    for row in sheet.rows:
        kind = row.cells.get(at["type"], "qna") if "type" in at else "qna"
        if kind == "qna":
            rows.append(_with_markdown(row, answer, at, sheet.notes))
        else:
            reason = f"this is a {kind} and not a question with its answer: leave it out"
            rejected.append(Rejection(Place(sheet.file, row.number, "type"), reason))
    header = _qnabot_header(sheet, rows)
    hints = {"category": "t"} if "category" not in resolve(header, {}).fields else {}
    return replace(sheet, header=header, rows=tuple(rows), rejections=tuple(rejected), hints=hints)


def _qnabot_header(sheet: Sheet, kept: list[Row]) -> tuple[str, ...]:
    """The names without those that only other kinds of items use: a quiz has a "question" too."""
    used = {position for row in kept for position in row.cells}
    foreign = {position for row in sheet.rows for position in row.cells} - used
    names = ["" if at in foreign else name for at, name in enumerate(sheet.header)]
    return tuple("alt (markdown, ssml)" if name == "alt" else name for name in names)


def _with_markdown(row: Row, answer: int, at: Mapping[str, int], notes: Notes) -> Row:
    """The row with its Markdown for an answer, where it has no plain one."""
    forms = row.cells.get(at["alt"]) if "alt" in at else None
    markdown = forms.get("markdown") if isinstance(forms, dict) else None
    if "markdown" in at:
        markdown = row.cells.get(at["markdown"])
    if answer in row.cells or not markdown:
        return row
    notes.at(row.number, "the answer is empty and its Markdown form was taken in {rows}")
    return Row(row.number, {**row.cells, answer: markdown})

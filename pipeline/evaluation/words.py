"""What an evaluation says in words that those who own an FAQ understand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pipeline.evaluation.records import Figure, Report

# Keeps a number and its sign on one line.
PERCENT = "\N{NO-BREAK SPACE}%"
NO_QUESTIONS = "no questions of this kind"
NO_CATEGORY = "(no category)"

SOURCES = {
    "dense": "By meaning",
    "bm25": "By words",
    "fused": "Both together",
    "final": "What visitors get",
}
STEPS = {
    "open": "Open the library",
    "encode": "Understand the question",
    "retrieve": "Search",
    "read": "Read the answers",
    "intent": "Tell what kind it is",
    "decide": "Decide",
    "total": "All together",
}
FACTS = {
    "questions": "Question file",
    "asked": "Questions asked",
    "rejected": "Rows left out",
    "category": "Only the category",
    "limit": "At most",
    "seed": "Seed of the lots drawn",
    "generation": "State of the library",
    "digest": "Digest of the library",
    "encoder": "Encoder",
    "encoder_digest": "Digest of the encoder",
    "fusion": "Weights of the search",
    "answer_at": "Answers from a confidence of",
    "suggest_at": "Suggests from a confidence of",
    "faqdesk": "Version of faqdesk",
}


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a figure is called, what it says, and whether it is a share, to be told in percent."""

    label: str
    text: str
    is_share: bool = True


RETRIEVAL = {
    "hit@1": Meaning(
        "Right entry first",
        "Of the questions that have an answer, how many got the right entry in first place.",
    ),
    "hit@5": Meaning(
        "Right entry in the first five",
        "How many got it in one of the first five places, where suggestions come from.",
    ),
    "mrr@10": Meaning(
        "MRR@10",
        "Mean of 1 / place of the first right entry: 1 if it is always first, ½ if always second.",
        is_share=False,
    ),
    "ndcg@10": Meaning(
        "nDCG@10",
        "How close the first ten are to the best possible order, 0 to 1; late places count less.",
        is_share=False,
    ),
    "map": Meaning(
        "MAP",
        "Mean average precision, 0 to 1: for questions that several entries answer, "
        "whether all of them come early.",
        is_share=False,
    ),
    "recall@20": Meaning(
        "Found at all", "Of all the entries that answer, how many are among the first twenty."
    ),
}
DECISIONS = {
    "coverage": Meaning(
        "Answered", "Of all questions, how many got an answer rather than “did you mean” or none."
    ),
    "accuracy": Meaning("Answers that were right", "Of the answers given, how many were right."),
    "wrong": Meaning("Wrong answers", "Of all questions, how many got an answer that is wrong."),
    "withheld": Meaning(
        "Right answers withheld",
        "Of the questions that have an answer, how many had it in first place and did not get it, "
        "because faqdesk was not sure enough.",
    ),
    "false_answers": Meaning(
        "False answers",
        "Of the questions that nothing in the library answers, how many got an answer.",
    ),
    "coverage@0.8": Meaning(
        "Could answer, 80 % right",
        "How many questions could be answered, surest first, with 80 % of the answers right.",
    ),
    "coverage@0.9": Meaning("Could answer, 90 % right", "The same with 90 % of them right."),
    "coverage@0.95": Meaning("Could answer, 95 % right", "The same with 95 % of them right."),
    "aurc": Meaning(
        "Area under the risk curve",
        "Share of wrong answers, averaged over how many are answered: 0 is best.",
        is_share=False,
    ),
    "auroc": Meaning(
        "Tells right from wrong",
        "How often a right first entry has more confidence than a wrong one (AUROC): "
        "1 is always, ½ is as good as a coin.",
        is_share=False,
    ),
    "answerable_auroc": Meaning(
        "Tells what has an answer",
        "How often the first entry is nearer to a question that has an answer than to one that "
        "has none (AUROC): 1 is always, ½ is as good as a coin.",
        is_share=False,
    ),
    "ece": Meaning(
        "Confidence is off by",
        "How far the confidence is from how often it is right, on average "
        "(expected calibration error).",
    ),
}
ANSWERS = {
    "em": Meaning(
        "Exactly the right words",
        "Of the questions with gold words, how many had exactly those marked (exact match).",
    ),
    "f1": Meaning(
        "Overlap with the right words",
        "How much the marked words and the gold words share, 0 to 100 % (token F1 of SQuAD).",
    ),
}
INTENT = {
    "accuracy": Meaning(
        "Kind of message right", "Of the messages with a known kind, how many were taken for it."
    ),
    "macro_f1": Meaning(
        "The same, every kind alike",
        "Mean over the kinds, so that a rare one counts as much as a common one (macro-F1).",
    ),
}
# What the names of figures mean, by group. Categories take theirs from the first two.
GLOSSARY: Mapping[str, Mapping[str, Meaning]] = {
    "Finding the right entry": RETRIEVAL,
    "Deciding whether to answer": DECISIONS,
    "Marking the words that answer": ANSWERS,
    "Kind of message": INTENT,
}
MEANINGS: Mapping[str, Meaning] = {**RETRIEVAL, **DECISIONS}


def meaning(group: Mapping[str, Meaning], name: str) -> Meaning:
    """What a figure means; one that has no words yet goes by its name."""
    return group.get(name) or Meaning(name, "", is_share=False)


def value_text(figure: Figure, meant: Meaning) -> str:
    """The value alone: "65.8 %" of a share, "0.747" of an index."""
    return NO_QUESTIONS if figure.value is None else _number(figure.value, meant)


def interval_text(figure: Figure, meant: Meaning) -> str:
    """The interval: "60.7 to 70.7 %"; "" without questions."""
    if figure.low is None or figure.high is None:
        return ""
    return f"{_number(figure.low, meant).removesuffix(PERCENT)} to {_number(figure.high, meant)}"


def _number(value: float, meant: Meaning) -> str:
    return f"{100 * value:.1f}{PERCENT}" if meant.is_share else f"{value:.3f}"


def summary(report: Report) -> tuple[str, ...]:
    """What came out, in sentences for the owner, the most important first."""
    found = (*_finding(report), *_deciding(report), *_trusting(report))
    return found or ("There were no questions.",)


def headline(report: Report) -> str:
    """The whole in one line: how many answers were right, and how often there was one."""
    covered, right = report.decisions["coverage"], report.decisions["accuracy"]
    if covered.value is None:
        return "There were no questions."
    if right.value is None:
        return "faqdesk answered none of the questions."
    return (
        f"{_percent(covered)} of the questions were answered, "
        f"and {_percent(right)} of those answers were right."
    )


def _finding(report: Report) -> Iterator[str]:
    first, five = report.retrieval["final"]["hit@1"], report.retrieval["final"]["hit@5"]
    if first.value is None:
        return
    asked = _questions(first.n, "that has an answer", "that have an answer")
    yield (
        f"Of {asked}, {_percent(first)} got the right entry first and {_percent(five)} "
        "among the first five."
    )
    yield (
        "Asked of other questions like these, the right entry would come first for "
        f"{_range(first)}: that is how much these figures can tell."
    )


def _deciding(report: Report) -> Iterator[str]:
    figures = report.decisions
    covered, right, false = figures["coverage"], figures["accuracy"], figures["false_answers"]
    if right.value is not None:
        yield (
            f"faqdesk answered {_percent(covered)} of all {covered.n:,} questions; "
            f"{_percent(right)} of those answers were right."
        )
    elif covered.value is not None:
        yield f"faqdesk answered none of the {covered.n:,} questions."
    if figures["withheld"].value:
        yield (
            f"For {_percent(figures['withheld'])} of the questions that have an answer it had the "
            "right entry first and was not sure enough to give it."
        )
    if false.value is not None:
        asked = _questions(false.n, "that nothing here answers", "that nothing here answers")
        yield f"Of {asked}, {_percent(false)} got an answer all the same."


def _trusting(report: Report) -> Iterator[str]:
    could, off = report.decisions["coverage@0.9"], report.decisions["ece"]
    if could.value is not None:
        yield (
            f"If 90 % of its answers are to be right, it can answer {_percent(could)} of the "
            "questions, surest first."
        )
    if off.value is not None:
        points = round(100 * off.value)
        yield (
            f"Its confidence is off by {points} {'point' if points == 1 else 'points'} on average."
        )


def _questions(number: int, one: str, many: str) -> str:
    return f"{number:,} question {one}" if number == 1 else f"{number:,} questions {many}"


def _percent(figure: Figure) -> str:
    return "–" if figure.value is None else f"{100 * figure.value:.0f}{PERCENT}"


def _range(figure: Figure) -> str:
    low, high = (round(100 * (bound or 0.0)) for bound in (figure.low, figure.high))
    return f"{low}{PERCENT}" if low == high else f"{low} to {high}{PERCENT}"


def fact_text(value: object) -> str:
    """A fact of a run as it is shown: "–" for none, and what is in a mapping with its names."""
    if value is None or value == "":
        return "–"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {fact_text(inner)}" for name, inner in value.items())
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def step_text(step: str) -> str:
    """What a step of an answer is called."""
    return STEPS.get(step, step)


def category_text(category: str) -> str:
    """What a category is called, "" being that of entries without one."""
    return category or NO_CATEGORY

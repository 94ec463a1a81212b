"""The insights as markup: pure functions. Whatever visitors or the library wrote is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from app.review.words import times
from app.wording import counted, plain_html, shortened
from data.records import Entry
from data.turn_figures import Unmatched
from pipeline.evaluation.report_parts import table_html
from pipeline.insights import Insights, RecentUse, UsedEntry

TEXT_LENGTH = 140


def headline(insights: Insights) -> str:
    """What there is to say first."""
    total, days = insights.total, len(insights.days)
    asked = counted(total.questions, "question", "questions")
    if not total.questions:
        return "Nothing was asked in these days."
    answered = share(total.answered, total.questions)
    when = "on one day" if days == 1 else f"in {days:,} days"
    return f"{asked} {when}, {answered} % of them answered."


def share(part: int, whole: int) -> int:
    """A part of a whole in per cent, 0 to 100."""
    return round(100 * part / whole) if whole else 0


def tiles_html(insights: Insights) -> str:
    """The figures that matter most."""
    total, votes = insights.total, insights.votes
    asked, voted = total.questions, votes.up + votes.down
    others = counted(total.others, "other message", "other messages")
    told = (
        ("Questions", f"{asked:,}", f"and {others}"),
        ("Answered", _percent(total.answered, asked), f"{total.answered:,} of {asked:,}"),
        ("Suggestions only", _percent(total.suggested, asked), f"{total.suggested:,} of {asked:,}"),
        ("No answer", _percent(total.unanswered, asked), f"{total.unanswered:,} of {asked:,}"),
        ("Thumbs up", _percent(votes.up, voted), f"{votes.up:,} of {voted:,} votes"),
    )
    tiles = "".join(
        f'<div class="fd-tile"><p>{name}</p><p class="fd-big">{value}</p><p>{below}</p></div>'
        for name, value, below in told
    )
    return f'<div class="fd-tiles">{tiles}</div>'


def _percent(part: int, whole: int) -> str:
    return f"{share(part, whole)}<small> %</small>" if whole else "–"


def entries_html(entries: Sequence[UsedEntry]) -> str:
    """Entries and how they were used, as a table."""
    rows = [
        [
            plain_html(shortened(each.question or each.use.entry_id, TEXT_LENGTH)),
            f"{each.use.answered:,}",
            f"{each.use.suggested:,}",
            f"{each.use.picked:,}",
            f"{each.use.liked:,} / {each.use.disliked:,}",
        ]
        for each in entries
    ]
    return table_html(("Entry", "Given", "Suggested", "Chosen there", "Liked / disliked"), rows)


def use_told(recent: RecentUse) -> str:
    """How an entry was used, in a sentence."""
    use, when = recent.use, f"in the last {counted(recent.days, 'day', 'days')}"
    if not use.shown:
        return f"No visitor was shown it {when}."
    chosen = f" (chosen there {times(use.picked)})" if use.picked else ""
    given = (
        f"Given as the answer {times(use.answered)}"
        if use.answered
        else "Never given as the answer"
    )
    suggested = f"suggested {times(use.suggested)}{chosen}" if use.suggested else "never suggested"
    return f"{given}, {suggested}, liked {use.liked:,}, disliked {use.disliked:,}, {when}."


def unmatched_html(questions: Sequence[Unmatched]) -> str:
    """Questions for which nothing was found, as a table."""
    rows = [
        [
            plain_html(shortened(each.question, TEXT_LENGTH)),
            times(each.count),
            # A row is no place for a widget. Beside this page lies the other.
            f'<a href="inspect?question={quote(each.question, safe="")}">Why?</a>',
        ]
        for each in questions
    ]
    return table_html(("Question", "Asked", "Explained"), rows)


def never_html(entries: Sequence[Entry]) -> str:
    """Entries by their questions, as a list."""
    items = "".join(f"<li>{plain_html(shortened(e.question, TEXT_LENGTH))}</li>" for e in entries)
    return f'<ul class="fd-rows">{items}</ul>'

"""Which of the kept runs is meant."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

import streamlit as st

from app.wording import shortened
from data.records import EvaluationInfo


def pick(label: str, runs: Sequence[EvaluationInfo], key: str, first: int = 0) -> int:
    """The number of the run that is picked, at first the one in place `first`."""
    names = {info.id: run_name(info) for info in runs}
    return st.selectbox(
        label, list(names), index=first, key=key, format_func=lambda id_: names[id_]
    )


def run_name(info: EvaluationInfo) -> str:
    """A run as it is called: "Run 3: questions.jsonl, 21 July 2026, 14:05"."""
    when = _local(info.created_at)
    return f"Run {info.id}: {shortened(info.name, 40)}, {when.day} {when:%B %Y, %H:%M}"


def _local(time: datetime) -> datetime:
    """A time as the visitor's clock shows it."""
    zone = st.context.timezone
    return time.astimezone(ZoneInfo(zone)) if zone else time

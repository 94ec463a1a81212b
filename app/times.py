"""Moments as the clock of whoever looks at a page shows them."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st


def zone() -> tzinfo:
    """The time zone of the browser, or UTC where it does not say."""
    try:
        return ZoneInfo(st.context.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def stamp(moment: datetime) -> str:
    """A moment to the minute: "2026-05-03 14:05"."""
    return f"{moment.astimezone(zone()):%Y-%m-%d %H:%M}"


def when(moment: datetime, now: datetime) -> str:
    """A moment in words: "today at 14:05", "yesterday at 9:30", "on 3 May", "on 3 May 2025"."""
    then, here = moment.astimezone(zone()), now.astimezone(zone())
    days = (here.date() - then.date()).days
    if days in (0, 1):
        return f"{('today', 'yesterday')[days]} at {then:%H:%M}"
    year = "" if then.year == here.year else f" {then.year}"
    return f"on {then.day} {then:%B}{year}"

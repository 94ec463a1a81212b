"""What an owner should look at before entries are imported or published."""

from pipeline.checks.findings import Finding, FindingKind, Severity
from pipeline.checks.report import check_entries
from pipeline.checks.texts import Window, encoder_window

__all__ = ["Finding", "FindingKind", "Severity", "Window", "check_entries", "encoder_window"]

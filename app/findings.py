"""What the checks find, as a list."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app.paging import PAGE, turned_to
from app.wording import counted, plain_html
from pipeline.checks import Finding, Severity


@st.fragment
def findings_list(findings: Sequence[Finding], key: str) -> None:
    """Draws what was found, problems first, a page at a time."""
    shown = findings
    if len(findings) > PAGE:
        shown = turned_to(findings, key, one="finding", many="findings")
    items = "".join(f"<li>{finding_html(it)}</li>" for it in shown)
    st.html(f'<ul class="fd-findings">{items}</ul>')


def summary(findings: Sequence[Finding]) -> str:
    """How much was found, as in "1 problem and 2 remarks"; "" where nothing was."""
    problems = sum(it.severity is Severity.PROBLEM for it in findings)
    remarks = len(findings) - problems
    told = [
        counted(problems, "problem", "problems") if problems else "",
        counted(remarks, "remark", "remarks") if remarks else "",
    ]
    return " and ".join(filter(None, told))


def finding_html(finding: Finding) -> str:
    """A finding with what kind it is, as HTML."""
    kind = "fd-fault-problem" if finding.severity is Severity.PROBLEM else "fd-fault-remark"
    return (
        f'<span class="fd-fault {kind}">{plain_html(str(finding.kind))}</span> '
        f"{plain_html(finding.message)}"
    )

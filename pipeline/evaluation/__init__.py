"""How good the answers are: metrics with intervals, reports, comparisons and gates."""

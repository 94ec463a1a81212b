"""The parts of the page Insights."""

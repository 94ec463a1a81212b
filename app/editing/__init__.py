"""The parts of the Entries page."""

"""The parts of the Publish page."""

"""The pieces of the Quality page."""

"""The pieces of the Upload page."""

"""The pages, one script each."""

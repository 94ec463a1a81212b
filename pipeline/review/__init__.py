"""What went wrong, in groups, and what whoever looks after the library makes of it."""

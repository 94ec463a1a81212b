"""What kind of message it is, and what in it is asked."""

"""Changes to the library before they are live: made, looked at, and published."""

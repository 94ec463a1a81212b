"""The page Inspect: one question seen from inside, each view in a tab of its own."""

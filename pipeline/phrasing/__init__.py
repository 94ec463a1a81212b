"""Wording an answer freshly, and holding it against its entry before anyone sees it."""

"""Makes the pairs of a sentence and a passage that the check of sentences is trained on."""

"""Training: from files of examples to the weights of a reader."""

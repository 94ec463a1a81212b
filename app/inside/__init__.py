"""The parts of the Inspect page that show how the models read a question."""

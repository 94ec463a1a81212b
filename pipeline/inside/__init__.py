"""How the models read: what attention, tokens and vectors are made of, on the real models."""

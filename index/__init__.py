"""How text is found: models, vectors, BM25 and the generations on disk."""

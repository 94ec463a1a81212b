"""How an answer is made: ingest, publish, retrieve, decide, answer."""

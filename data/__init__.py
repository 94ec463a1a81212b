"""What is known: records, errors, the database, importers, exporters and the sample FAQ."""

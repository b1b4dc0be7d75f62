"""Characters of any script, statistics of texts, hashes."""

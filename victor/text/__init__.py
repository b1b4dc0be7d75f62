"""Character classes of any script, text statistics, hashes."""

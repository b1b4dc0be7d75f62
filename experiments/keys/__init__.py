"""The number of keys that an annotator needs."""

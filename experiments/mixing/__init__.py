"""Composite pages as training data."""

"""The type of a page."""

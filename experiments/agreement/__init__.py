"""The annotator agreement that CANOLA reports."""

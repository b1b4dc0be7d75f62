"""Arrange the parts of a document as a reader sees them: lists, layout tables, emphasis, rules."""

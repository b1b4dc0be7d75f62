"""Whether a task depends on the language of a page."""

"""Learn from pages without annotations, where independent systems agree."""

"""Evaluation: gold, scores, diagnostics, comparisons, agreement, and their tables."""

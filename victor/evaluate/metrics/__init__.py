"""Scores: words, labels, CleanEval's, and intervals."""

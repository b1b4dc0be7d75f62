"""The effect of each filter on the scores of unseen pages."""

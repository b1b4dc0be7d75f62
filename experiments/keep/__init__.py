"""The effect of kept and dropped roles on the score."""

"""Maximum subsequence segmentation (Pasternack and Roth, 2009)."""

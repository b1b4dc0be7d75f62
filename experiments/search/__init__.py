"""What cleaning does for search."""

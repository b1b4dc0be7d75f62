"""The effect of cleaning on search."""

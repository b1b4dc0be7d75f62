"""Which features matter."""

"""A small network before the linear chain."""

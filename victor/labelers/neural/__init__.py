"""A linear chain on top of a small neural network."""

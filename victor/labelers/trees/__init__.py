"""Decision trees as arrays, and the labelers that learn them."""

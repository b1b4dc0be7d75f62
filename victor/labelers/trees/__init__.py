"""Decision trees as arrays, and labelers that learn such trees."""

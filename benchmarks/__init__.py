"""Benchmarks: speed, growth with page size, crawls, and accuracy against other systems."""

"""Benchmarks: speed, growth with page size, crawls, and accuracy against other systems."""

import os

# Before numpy is loaded: timings are of one core.
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"

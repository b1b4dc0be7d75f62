"""The evaluation of Schäfer's texrex."""

import benchmarks  # noqa: F401 - one thread, before numpy is loaded: speed is measured

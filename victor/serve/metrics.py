"""Counters in the text format of Prometheus."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping

BOUNDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)  # seconds


class Histogram:
    """A histogram of durations, with the bucket bounds ``BOUNDS``."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """Count a duration.

        Args:
            seconds: the duration.
        """
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str) -> list[str]:
        """The lines of the metric: cumulative buckets, sum and count.

        Args:
            name: the name of the metric.
        """
        total, out = 0, []
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self._counts, strict=True):
            total += count
            out.append(f'{name}_bucket{{le="{bound}"}} {total}')
        return [*out, f"{name}_sum {self._sum:.6f}", f"{name}_count {total}"]


class Metrics:
    """Counters since the start of the server."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, int]] = Counter()  # by path and status
        self.pages: Counter[str] = Counter()  # by status: cleaned, empty, skipped
        self.seconds = Histogram()  # duration of jobs in the workers

    def text(self, gauges: Mapping[str, float]) -> str:
        """All metrics as text.

        Args:
            gauges: current values by name; names that end in ``_total`` are counters.
        """
        lines = ["# TYPE victor_requests_total counter"]
        for (path, status), count in sorted(self.requests.items()):
            lines.append(f'victor_requests_total{{path="{path}",status="{status}"}} {count}')
        lines.append("# TYPE victor_pages_total counter")
        for name, count in sorted(self.pages.items()):
            lines.append(f'victor_pages_total{{status="{name}"}} {count}')
        lines.append("# TYPE victor_job_seconds histogram")
        lines += self.seconds.lines("victor_job_seconds")
        for name, value in gauges.items():
            kind = "counter" if name.endswith("_total") else "gauge"
            lines += [f"# TYPE {name} {kind}", f"{name} {value:g}"]
        return "\n".join(lines) + "\n"

"""The state that the endpoints share: settings, workers, limits, metrics and sessions."""

from dataclasses import dataclass, field
from time import monotonic

from starlette.requests import Request

from victor.page.robots import Rules
from victor.serve.limits import Gate
from victor.serve.metrics import Metrics
from victor.serve.sessions import Sessions
from victor.serve.settings import Settings
from victor.serve.workers import Workers

_SECONDS = 3600  # for which rules are kept


class Robots:
    """The rules of robots.txt of the hosts from which pages were fetched, for an hour."""

    def __init__(self) -> None:
        self._rules: dict[str, Rules] = {}
        self._since = monotonic()

    def current(self) -> dict[str, Rules]:
        """The rules by scheme and host, to which fetching adds."""
        if monotonic() - self._since > _SECONDS:
            self._rules, self._since = {}, monotonic()
        return self._rules


@dataclass(frozen=True)
class Server:
    """A running server."""

    settings: Settings
    workers: Workers
    gate: Gate
    metrics: Metrics = field(default_factory=Metrics)
    sessions: Sessions = field(default_factory=Sessions)
    robots: Robots = field(default_factory=Robots)

    @classmethod
    def of(cls, request: Request) -> "Server":
        """The server of a request.

        Args:
            request: any request to the application.
        """
        found: Server = request.app.state.server
        return found

    def gauges(self) -> dict[str, float]:
        """Current values by metric name."""
        return {
            "victor_requests_under_way": self.gate.requests,
            "victor_jobs_waiting": self.workers.waiting,
            "victor_workers": self.workers.count,
            "victor_workers_replaced_total": self.workers.replaced,
            "victor_sessions": len(self.sessions),
            "victor_session_bytes": self.sessions.bytes,
        }

"""Figures for Prometheus. With several workers they are added up through files in ``PROMETHEUS_MULTIPROC_DIR``."""

from __future__ import annotations

import os
from functools import cache

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector

FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
SLOW = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 25.0, 60.0, 150.0, 600.0)

ACTS = Counter("sandtable_entries", "Entries written to the logs of tables", ["kind"])
REFUSED = Counter("sandtable_refused", "Requests and messages refused", ["code"])
SPREAD = Histogram("sandtable_spread_seconds", "From an act to everybody's update, durable", buckets=FAST)
REQUESTS = Histogram("sandtable_request_seconds", "HTTP requests", ["route", "method", "status"], buckets=FAST)
BOTS = Histogram("sandtable_bot_seconds", "Thinking of bots", ["level"])
WAITING = Gauge("sandtable_bot_waiting", "Tables that wait for a bot here", multiprocess_mode="livesum")
ANALYSES = Gauge("sandtable_analyses", "Analyses under way", multiprocess_mode="livesum")
ANALYSES_WAITING = Gauge("sandtable_analyses_waiting", "Analyses in the queue", multiprocess_mode="livemostrecent")
ANALYSIS_SECONDS = Histogram("sandtable_analysis_seconds", "Work on analyses", ["kind", "depth", "state"], buckets=SLOW)
ANALYSIS_QUEUED = Histogram("sandtable_analysis_queued_seconds", "Analyses in the queue, until they begin", ["lane"], buckets=SLOW)
TALK = Counter("sandtable_talk", "Things said at tables", ["kind"])
PEOPLE = Gauge("sandtable_people", "People with names of their own", ["state"], multiprocess_mode="livemostrecent")
SEEKING = Gauge("sandtable_seeking", "People who look for others", multiprocess_mode="livemostrecent")
OFFERS = Gauge("sandtable_open_tables", "Tables of the lobby that wait", multiprocess_mode="livemostrecent")
RESULTS = Gauge("sandtable_rated_games", "Rated games that ended", multiprocess_mode="livemostrecent")
REPORTS = Gauge("sandtable_reports_open", "Reports that nobody has closed", multiprocess_mode="livemostrecent")
SWEPT = Counter("sandtable_swept", "What was removed because it is not kept any longer", ["what"])
PUSHES = Counter("sandtable_pushes", "Messages to browsers", ["outcome"])
SOCKETS = Gauge("sandtable_sockets", "Open sockets", multiprocess_mode="livesum")
TABLES = Gauge("sandtable_tables_in_memory", "Tables in memory", multiprocess_mode="livesum")


@cache
def acts(kind: str) -> Counter:
    """The figure of one kind of entries: found once, since looking for it takes longer than counting."""
    return ACTS.labels(kind)


def registry() -> CollectorRegistry:
    """The figures of this process, or of all that are added up with it."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return REGISTRY
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return together


def page() -> bytes:
    """All figures as text."""
    return generate_latest(registry())


def serve(host: str, port: int) -> None:
    """Serves the figures of a process that serves nothing else; ``OSError`` if it cannot listen there."""
    start_http_server(port, host, registry())

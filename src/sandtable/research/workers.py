"""Doing the parts of a dataset side by side: threads on this machine (compiled rules hold no lock), or Ray on many."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib import import_module
from itertools import islice
from typing import Any

from sandtable.research.needs import missing

Work = Callable[[int], bytes]
RETRIES = 20
"""Ray starts a part again whose worker or machine was lost."""


def on_threads(work: Work, parts: Sequence[int], threads: int) -> Iterator[tuple[int, bytes]]:
    """Yields every part as it is finished; only ``threads`` of them are under way at once."""
    waiting = iter(parts)
    with ThreadPoolExecutor(threads) as pool:
        running = {pool.submit(work, part): part for part in islice(waiting, threads)}
        while running:
            done = next(as_completed(running))
            part = running.pop(done)
            yield part, done.result()
            running.update((pool.submit(work, part), part) for part in islice(waiting, 1))


def on_ray(work: Work, parts: Sequence[int], address: str | None) -> Iterator[tuple[int, bytes]]:
    """The same on a Ray cluster (``address``) or on a Ray started here; Sandtable must be installed on its nodes. Whoever is connected to
    one already goes on with it, and stays connected."""
    try:
        ray: Any = import_module("ray")
    except ImportError as error:
        raise missing("Ray", "ray") from error
    connected = ray.is_initialized()
    if not connected:
        ray.init(address=address, log_to_driver=False, include_dashboard=False, logging_level=logging.ERROR)
    try:
        remote = ray.remote(max_retries=RETRIES)(lambda part: work(part))  # noqa: PLW0108 (Ray takes no partial)
        most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting = iter(parts)
        running = {remote.remote(part): part for part in islice(waiting, most)}
        while running:
            [done], _ = ray.wait(list(running), num_returns=1)
            yield running.pop(done), ray.get(done)
            running.update((remote.remote(part), part) for part in islice(waiting, 1))
    finally:
        if not connected:
            ray.shutdown()

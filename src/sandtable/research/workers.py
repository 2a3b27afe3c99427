"""Doing the parts of a dataset side by side: threads on this machine (compiled rules hold no lock), or Ray on many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any

from sandtable.research.needs import missing

Work = Callable[[int], bytes]


def on_threads(work: Work, parts: Sequence[int], threads: int) -> Iterator[tuple[int, bytes]]:
    """Yields every part as it is finished; only ``threads`` of them are under way at once."""
    waiting = iter(parts)
    with ThreadPoolExecutor(threads) as pool:
        running = {pool.submit(work, part): part for part, _ in zip(waiting, range(threads), strict=False)}
        while running:
            done = next(as_completed(running))
            part = running.pop(done)
            yield part, done.result()
            for following in waiting:
                running[pool.submit(work, following)] = following
                break


def on_ray(work: Work, parts: Sequence[int], address: str | None) -> Iterator[tuple[int, bytes]]:
    """The same on a Ray cluster (``address``) or on a Ray started here; Sandtable must be installed on its nodes."""
    try:
        import ray
    except ImportError as error:
        raise missing("Ray", "ray") from error
    ray.init(address=address, log_to_driver=False, include_dashboard=False)
    try:
        remote: Any = ray.remote(work)
        most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting = iter(parts)
        running = {remote.remote(part): part for part, _ in zip(waiting, range(most), strict=False)}
        while running:
            [done], _ = ray.wait(list(running), num_returns=1)
            yield running.pop(done), ray.get(done)
            for following in waiting:
                running[remote.remote(following)] = following
                break
    finally:
        ray.shutdown()

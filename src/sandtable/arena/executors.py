"""Where games are played: on threads, in processes, or on a Ray cluster.

All give back finished games in any order and survive a lost worker."""

from __future__ import annotations

import logging
import multiprocessing
import os
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait as wait_for
from typing import Any, Protocol

from sandtable.arena.match import Job, Result, close_kept, play

AHEAD = 2
"""Games waiting per worker."""
LOST_WORKERS = 20
"""So many broken pools in a row without a finished game mean that something is wrong with the games, not with the workers."""


class Workers(Protocol):
    def run(self, jobs: Iterable[Job]) -> Iterator[Result]:
        """Plays the jobs; closing the iterator stops the run."""


class Local:
    """Threads (compiled code holds no lock) or processes on this machine."""

    def __init__(self, workers: int, processes: bool) -> None:
        self.workers = workers
        self.processes = processes

    def _pool(self) -> Executor:
        if self.processes:
            return ProcessPoolExecutor(self.workers, mp_context=multiprocessing.get_context("spawn"), initializer=_end_with_parent)
        return ThreadPoolExecutor(self.workers)

    def run(self, jobs: Iterable[Job]) -> Iterator[Result]:
        source = iter(jobs)
        pool = self._pool()
        waiting: dict[Future[Result], Job] = {}
        again: list[Job] = []
        lost = 0
        try:
            while True:
                whole = True
                while whole and len(waiting) < AHEAD * self.workers:
                    job = again.pop() if again else next(source, None)
                    if job is None:
                        break
                    try:
                        waiting[pool.submit(play, job)] = job
                    except BrokenProcessPool:
                        again.append(job)
                        whole = False
                if not waiting and not again:
                    return
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    job = waiting.pop(future)
                    try:
                        result = future.result()
                    except BrokenProcessPool:
                        again.append(job)
                        whole = False
                        continue
                    lost = 0
                    yield result
                if not whole:
                    lost += 1
                    if lost > LOST_WORKERS:
                        raise RuntimeError(f"Workers were lost {lost} times in a row, lately with game {again[-1].number}.")
                    for future, job in waiting.items():
                        if future.done() and future.exception() is None:
                            yield future.result()
                        else:
                            again.append(job)
                    waiting.clear()
                    pool.shutdown(wait=False, cancel_futures=True)
                    pool = self._pool()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
            close_kept()


def _end_with_parent() -> None:
    """In a worker: ends it, in the middle of a game if need be, when the process that wants the games is gone."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait_for([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, name="parent", daemon=True).start()


class OnRay:
    """Games as Ray tasks; Ray itself starts a game again whose worker or machine is lost."""

    def __init__(self, workers: int | None = None, address: str | None = None) -> None:
        try:
            import ray
        except ImportError:
            raise RuntimeError("Ray is not installed; install sandtable[ray].") from None
        self.ray: Any = ray
        if not self.ray.is_initialized():
            quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
            if address or os.environ.get("RAY_ADDRESS"):
                self.ray.init(address=address, **quiet)
            else:
                self.ray.init(num_cpus=workers, include_dashboard=False, **quiet)
        self.workers = int(workers or self.ray.cluster_resources().get("CPU", 1))

    def run(self, jobs: Iterable[Job]) -> Iterator[Result]:
        remote = self.ray.remote(num_cpus=1, max_retries=LOST_WORKERS)(play)
        source = iter(jobs)
        waiting: list[Any] = []
        while True:
            while len(waiting) < AHEAD * self.workers:
                job = next(source, None)
                if job is None:
                    break
                waiting.append(remote.remote(job))
            if not waiting:
                return
            done, waiting = self.ray.wait(waiting, num_returns=1)
            try:
                yield self.ray.get(done[0])
            except GeneratorExit:
                for task in waiting:
                    self.ray.cancel(task)
                raise

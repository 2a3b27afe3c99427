"""Games and datasets on Ray. A real one takes as long to start as hundreds of games: one is started, and asked for everything."""

from __future__ import annotations

import inspect
import os
import signal
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from sandtable import load
from sandtable.arena import Config, Store, Tournament
from sandtable.arena.executors import OnRay
from sandtable.cli import app
from sandtable.research.dataset import Plan, make_part, part_file
from sandtable.research.workers import on_ray

ray: Any = pytest.importorskip("ray")
SEED = bytes(16).hex()


def test_a_lost_worker_loses_no_game_and_a_dataset_has_the_same_bytes(tmp_path: Path) -> None:
    """A worker is killed in mid-run; every game is finished once. A dataset is made on the Ray that is there, and leaves it there."""
    workers = OnRay(2)
    try:
        lose_a_worker(Tournament(Config("tuareg", ("level2", "greedy"), 2), Store(tmp_path / "arena.sqlite")), workers)
        folder = tmp_path / "d"
        command = ["dataset", "tuareg", "--games", "4", "--per-file", "2", "--players", "5", "--seed", SEED, "--out", str(folder)]
        made = CliRunner().invoke(app, [*command, "--ray", "local"])
        assert made.exit_code == 0, made.output
        assert ray.is_initialized()
    finally:
        ray.shutdown()
    plan = Plan("tuareg", 5, load("tuareg").check_options(5, {}), SEED, 4, games_per_part=2)
    for part in range(2):
        assert part_file(folder, part).read_bytes() == make_part(plan, part)


def lose_a_worker(run: Tournament, workers: OnRay) -> None:
    raylet = ray._private.worker.global_worker.node.all_processes["raylet"][0].process.pid
    killed = 0
    for _ in run.play(10, workers):
        if not killed:
            for child in Path(f"/proc/{raylet}/task/{raylet}/children").read_text().split():
                if b"ray::play" in Path(f"/proc/{child}/cmdline").read_bytes():
                    os.kill(int(child), signal.SIGKILL)
                    killed = int(child)
                    break
    assert killed
    assert sorted(result.number for result in run.results) == list(range(10))


@pytest.mark.parametrize("address", [None, "ray://somewhere"])
def test_a_dataset_starts_or_joins_a_ray_and_leaves_it(address: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said to Ray fits Ray; the rest is a Ray that does at once what it is asked."""
    said: list[Any] = []
    fits = inspect.signature(ray.init)

    def init(**more: Any) -> None:
        said.append(fits.bind(**more).arguments["address"])

    at_once = SimpleNamespace(
        is_initialized=lambda: False,
        init=init,
        shutdown=lambda: said.append("left"),
        remote=lambda **_: lambda work: SimpleNamespace(remote=lambda part: (part, work(part))),
        cluster_resources=lambda: {"CPU": 1},
        wait=lambda running, num_returns: (running[:num_returns], running[num_returns:]),
        get=lambda done: done[1],
    )
    monkeypatch.setitem(sys.modules, "ray", at_once)
    assert list(on_ray(lambda part: bytes([part]), [0, 1, 2], address)) == [(n, bytes([n])) for n in range(3)]
    assert said == [address, "left"]

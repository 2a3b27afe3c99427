"""Games and datasets on Ray. A real one takes as long to start as hundreds of games: one is started, and asked for everything."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sandtable import load
from sandtable.arena import Config, Store, Tournament
from sandtable.arena.executors import OnRay
from sandtable.cli import app
from sandtable.research.dataset import Plan, make_part, part_file
from tests.commands import good

SEED = bytes(16).hex()


@pytest.mark.first
def test_a_lost_worker_loses_no_game_and_a_dataset_has_the_same_bytes(tmp_path: Path) -> None:
    """A worker is killed in mid-run; every game is finished once. A dataset is made on the Ray that is there, by whoever is connected to it
    and by a command that joins it; both leave it there. Where there is none, the command starts its own."""
    import ray

    workers = OnRay(2)
    try:
        lose_a_worker(Tournament(Config("tuareg", ("level2", "greedy"), 2), Store(tmp_path / "arena.sqlite")), workers)
        command = ["dataset", "tuareg", "--games", "4", "--per-file", "2", "--players", "5", "--seed", SEED, "--out"]
        made = CliRunner().invoke(app, [*command, str(tmp_path / "connected"), "--ray", "local"])
        assert made.exit_code == 0, made.output
        good(*command, tmp_path / "joined", "--ray", ray.get_runtime_context().gcs_address)
        assert ray.is_initialized()
        assert ray.cluster_resources()["CPU"] == 2
    finally:
        ray.shutdown()
    good(*command, tmp_path / "own", "--ray", "local")
    plan = Plan("tuareg", 5, load("tuareg").check_options(5, {}), SEED, 4, games_per_part=2)
    for folder in ("connected", "joined", "own"):
        for part in range(2):
            assert part_file(tmp_path / folder, part).read_bytes() == make_part(plan, part)


def lose_a_worker(run: Tournament, workers: OnRay) -> None:
    import ray

    raylet = ray._private.worker.global_worker.node.all_processes["raylet"][0].process.pid
    killed = 0
    for _ in run.play(10, workers):
        if not killed:
            for child in Path(f"/proc/{raylet}/task/{raylet}/children").read_text().split():
                with suppress(OSError):  # it may just have ended by itself
                    if not killed and b"ray::play" in Path(f"/proc/{child}/cmdline").read_bytes():
                        os.kill(int(child), signal.SIGKILL)
                        killed = int(child)
    assert killed
    assert sorted(result.number for result in run.results) == list(range(10))

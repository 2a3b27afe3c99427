"""`sandtable train`: games, a fit, whole numbers, a match; stopped and taken up again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from typer.testing import CliRunner

from sandtable import load, networks
from sandtable.cli import app
from sandtable.cli.errors import BadInput
from sandtable.search.weights import network, read, said_of, to_bytes
from sandtable.training.examples import Examples
from sandtable.training.fit import Fitting
from sandtable.training.selfplay import Plan, make_part
from sandtable.training.selfplay import read as read_games

QUICK = ["--quick-games", "40"]
TINY = [
    "--games",
    "20",
    "--simulations",
    "8",
    "--wide",
    "16",
    "--epochs",
    "1",
    "--match-games",
    "4",
    "--match-ms",
    "1",
]


def examples(game: str, tmp_path: Path, games: int) -> Examples:
    file = tmp_path / "games.parquet"
    file.write_bytes(make_part(Plan(game, 1, games, games, 0), 0))
    return read_games(game, [file], network(game).SEATS, 0.5)


@pytest.mark.parametrize("game", ["tuareg", "five-tribes"])
def test_it_learns_and_whole_numbers_say_the_same(game: str, tmp_path: Path) -> None:
    data = examples(game, tmp_path, 60)
    fitting = Fitting(game, 32, 16)
    before = fitting.judged(data)
    fitting.learn(data, 3e-3, 6)
    assert fitting.judged(data)[0] < before[0]
    later = Fitting(game, 32, 16, seed=2)
    later.restore(fitting.kept())
    assert later.judged(data) == fitting.judged(data), "The next generation goes on from here."
    weights = read(to_bytes(fitting.whole(), {}), fitting.module)
    taken = Fitting(game, 32, 16, seed=3)
    taken.take_up(weights)
    for name, layer in taken.whole().items():
        assert np.array_equal(layer, fitting.whole()[name]), f"{name}: whole numbers can be gone on from, too."
    states = data.states[:200]
    rows, likely = fitting.told(states)
    assert np.allclose(likely.sum(1), 1.0), "What the heuristics think of the decisions is learned from, too."
    with torch.no_grad():
        value = fitting.net(fitting.inputs(rows))[0].numpy()
    _, scores, _, chances = said_of(fitting.module, states, fitting.knobs, weights, weighed=True)
    assert np.allclose(chances, likely, atol=1e-6), "Before any search there is nothing to be said beyond the heuristics."
    mine = np.take_along_axis(scores, states["seat"][:, None].astype(np.int64), 1)[:, 0]
    assert np.abs(mine - rows[:, fitting.module.OBSERVED] / fitting.module.FINE - fitting.module.POINTS * value[:, 0]).max() < 0.5


def test_a_run_is_taken_up_where_it_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first run is a process of its own, which knows nothing of the others but what lies on disk; those need not load PyTorch anew."""
    monkeypatch.chdir(tmp_path)

    def words(generations: int, *more: str) -> list[str]:
        return ["train", "tuareg", "--out", "run", "--generations", str(generations), *TINY, *more]

    def train(generations: int, *more: str) -> None:
        ran = CliRunner().invoke(app, words(generations, *more), catch_exceptions=False)
        assert ran.exit_code == 0, ran.output

    def refused(generations: int, *more: str) -> str:
        with pytest.raises(BadInput) as bad:
            train(generations, *more)
        return str(bad.value)

    command = [sys.executable, "-m", "sandtable", *words(1, *QUICK)]
    first = subprocess.run(command, capture_output=True, text=True, check=False, timeout=500)
    assert first.returncode == 0, first.stderr
    made = {path.relative_to(tmp_path).as_posix(): path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    assert {"run/run.json", "run/run.svg", "run/gen-000/network.npz", "run/gen-000/result.json", "run/gen-000/match.db"} <= set(made)
    assert networks.load("tuareg", tmp_path / "run/gen-000/network.npz").judge(load("tuareg").new(3, 5))[1].sum() == pytest.approx(1)
    (tmp_path / "run/gen-001/games").mkdir(parents=True)  # as if it had been stopped
    train(2, *QUICK)
    result = json.loads((tmp_path / "run/gen-001/result.json").read_text())
    assert result["positions"] > 100
    assert sum(row[2] for row in result["calibration"]) > 0
    for path, time in made.items():
        if path.startswith("run/gen-000"):
            assert (tmp_path / path).stat().st_mtime_ns == time, f"{path} was made again"
    learned = tmp_path / "learned.npz"
    learned.write_bytes((tmp_path / "run/gen-001/network.npz").read_bytes())
    for name, games in (("searched", []), ("quick", [*QUICK, "--wild", "0"])):
        train(1, "--out", name, "--begin", "learned.npz", *games)
        result = json.loads((tmp_path / name / "gen-000/result.json").read_text())
        assert result["match"]["against"] == "best", "It meets the weights that it went on from."
        assert result["losses"][2] == 0 if games else result["losses"][2] > 0, "Only a search thinks of decisions."
    assert "tables of 2, 3, 4, 5" in refused(1, "--out", "large", "--players", "3,6")
    train(1, "--out", "large", "--begin", "learned.npz", "--players", "4,3")
    weights = networks.load("tuareg", tmp_path / "large/gen-000/network.npz").weights
    assert weights.about["players"] == [4, 3], "It says at which tables it has learned."
    assert "no such" in refused(1, "--out", "nowhere", "--begin", "missing.npz").lower()
    assert "another recipe" in refused(2, *QUICK, "--seed", "9")


def test_tables_of_every_size_are_learned_from(tmp_path: Path) -> None:
    """And in each of them as many games have turns by chance."""
    data = examples("tuareg", tmp_path, 80)
    sizes = data.states["players"].tolist()
    assert set(sizes) == set(load("tuareg").players)
    file = tmp_path / "calm.parquet"
    file.write_bytes(make_part(Plan("tuareg", 1, 80, 80, 0, wild=0), 0))
    calm = read_games("tuareg", [file], network("tuareg").SEATS, 0.5).states["players"].tolist()
    for size in load("tuareg").players:
        assert sizes.count(size) > calm.count(size), "After a turn by chance the position is learned from too."

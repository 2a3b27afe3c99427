"""The benchmark's own parts: our subjects run, and the report says what was measured. Peers are not installed here; nothing is timed."""

import json
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.parametrize("way", ["loop", "vector", "pettingzoo", "python", "play"])
def test_every_way_to_play_is_measured_by_its_decisions(way: str) -> None:
    request = json.dumps({"subject": f"sandtable tuareg {way}", "seconds": 0.01, "threads": 1})
    done = subprocess.run(
        [sys.executable, str(FOLDER / "peers_worker.py")], input=request, capture_output=True, text=True, check=True, timeout=300
    )
    answer = json.loads(done.stdout)
    assert answer["decisions"] >= 100
    assert answer["seconds"] >= 0.01


def test_a_peer_that_fails_is_reported_not_hidden() -> None:
    request = json.dumps({"subject": "pettingzoo no_such_game", "seconds": 0.01, "threads": 1})
    done = subprocess.run([sys.executable, str(FOLDER / "peers_worker.py")], input=request, capture_output=True, text=True, check=True)
    assert "ModuleNotFoundError" in json.loads(done.stdout)["error"]
    peers = runpy.run_path(str(FOLDER / "peers.py"))
    found = {
        "sandtable tuareg loop": peers["Found"]([300.0, 330.0, 600.0], [500.0, 600.0, 700.0]),
        "catanatron": peers["Found"]([1.0, 1.0, 2.0], [2.0, 2.0, 2.0]),
        "pgx backgammon": peers["Found"](error="no wheel for this machine"),
    }
    text = peers["report"](found, 3, 1.0, "Idle.")
    assert "| 330 (300–600) | 600 (500–700) | 300 (300–330) |" in text
    assert "not measured: no wheel for this machine" in text

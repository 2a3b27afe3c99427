"""The benchmark's own parts: our subjects run, and the report says what was measured. Peers are not installed here; nothing is timed."""

import json
import runpy
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "benchmarks"


def test_every_way_to_play_is_measured_by_its_decisions() -> None:
    ways = ("loop", "vector", "pettingzoo", "python", "play", "table")
    requests = [json.dumps({"subject": f"sandtable tuareg {way}", "seconds": 0.01, "threads": 1}) for way in ways]
    command = [sys.executable, str(FOLDER / "peers_worker.py")]
    done = subprocess.run(command, input="\n".join(requests), capture_output=True, text=True, check=True, timeout=300)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(ways)
    for way, answer in zip(ways, answers, strict=True):
        assert answer["decisions"] >= (20 if way == "table" else 100), way
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
    assert "| 330 (300–600) | 600 (500–700) | 1.67 (1.17–1.82) | 300 (300–330) |" in text
    assert "not measured: no wheel for this machine" in text


def test_what_lost_more_than_a_tenth_shows_in_the_report(tmp_path: Path) -> None:
    """Beside the median of the last runs on the same machine; other machines do not count."""
    peers = runpy.run_path(str(FOLDER / "peers.py"))
    history, file = peers["history"], tmp_path / "history.jsonl"
    for machine, loop in (("this", 400.0), ("this", 340.0), ("other", 9000.0), ("this", 350.0)):
        history.keep(machine, "2026-11-16", {"sandtable tuareg loop": loop, "sandtable tuareg vector": 50.0}, file)
    assert [run["sandtable tuareg loop"] for run in history.earlier("this", file)] == [400, 340, 350]
    found = {
        "sandtable tuareg loop": peers["Found"]([3.0, 3.0], [1.0, 1.0]),
        "sandtable tuareg vector": peers["Found"]([0.46, 0.46], [1.0, 1.0]),
        "catanatron": peers["Found"]([0.01, 0.01], [1.0, 1.0]),
    }
    text = peers["report"](found, 2, 1.0, "Idle.", history.earlier("this", file))
    assert "- sandtable tuareg loop: 86% of before (ratio 300, 350 in 3 earlier runs)" in text
    assert "vector: 9" not in text
    found["sandtable tuareg loop"].one[:] = [3.3, 3.3]
    assert "Nothing is more than a tenth slower" in peers["report"](found, 2, 1.0, "Idle.", history.earlier("this", file))


def test_what_the_second_core_gains_is_watched_as_well() -> None:
    peers = runpy.run_path(str(FOLDER / "peers.py"))
    found = {
        "sandtable tuareg vector": peers["Found"]([2.0, 2.0, 2.0], [3.8, 2.0, 3.6]),
        "sandtable tuareg table": peers["Found"]([2.0, 2.0, 2.0], [3.0, 3.0, 3.0]),
        "catanatron": peers["Found"]([1.0, 1.0, 1.0], [2.0, 2.0, 2.0]),
    }
    kept = peers["our_ratios"](found)
    assert kept == {"sandtable tuareg vector": 2.0, "sandtable tuareg table": 2.0, "sandtable tuareg vector on two cores": 1.8}
    text = peers["report"](found, 3, 1.0, "Idle.", [{"sandtable tuareg vector on two cores": 2.5}])
    assert "- sandtable tuareg vector on two cores: 72% of before (ratio 1.8, 2.5 in 1 earlier runs)" in text

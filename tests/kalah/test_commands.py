"""The command line of the fresh environment, as real processes: the first from nothing, the others forked from one that has loaded all."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.kalah.environment import Environment
from tests.kalah.installed.twin import Twin


def test_it_is_listed_beside_our_own(home: Environment) -> None:
    listed = {entry["game"]: entry for entry in json.loads(home.sandtable("games", "--json"))}
    assert listed["kalah"]["players"] == [2, 3, 4]
    assert listed["kalah"]["options"]["pits"] == [6, 4, 5]
    assert len(listed) > 1
    assert "kalah" in home.forked("games")


def test_it_is_not_there_where_it_is_not_installed() -> None:
    from sandtable.kernel.registry import games

    assert "kalah" not in games(), f"Kalah is installed in {sys.prefix}; these tests want it in their own environment only."


def test_level_3_beats_chance(home: Environment, tmp_path: Path) -> None:
    """Without a line of heuristics: light playouts are enough."""
    told = home.forked("arena", "--game", "kalah", "--bots", "level3,random", "--games", "40", "--db", tmp_path / "arena.sqlite", "--json")
    standings = {row["bot"]: row for row in json.loads(told)["standings"]}
    assert standings["level3"]["games"] == 40
    assert standings["level3"]["wins"] >= 34


def test_perft_agrees_with_a_slow_twin(home: Environment) -> None:
    for options in ({}, {"pits": 4, "seeds": 3}):
        given = [word for name, value in options.items() for word in ("--option", f"{name}={value}")]
        counted = json.loads(home.forked("perft", "kalah", "--depth", "6", *given, "--json"))
        assert counted["counts"] == [Twin(2, **options).perft(depth) for depth in range(1, 7)]


def test_a_record_is_kept_replayed_and_verified(home: Environment, tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    home.forked("new", "kalah", path, "--players", "3", "--seed", "5", "--seats", "Ann,Ben,Cleo")
    home.forked("verify", path)
    assert "Ann" in path.read_text("utf-8")
    assert home.forked("show", path).count("Seat") == 3


def test_a_game_in_the_terminal(home: Environment, tmp_path: Path) -> None:
    path = tmp_path / "bots.record"
    home.forked("play", "kalah", "--seats", "level1,random", "--record", path)
    assert "result:" in path.read_text("utf-8")
    told = home.forked("replay", path, "--lang", "de")
    assert "sät Mulde" in told


def test_the_coach_reports_with_its_defaults(home: Environment, tmp_path: Path) -> None:
    path, page, picture = tmp_path / "game.record", tmp_path / "game.md", tmp_path / "game.svg"
    home.forked("play", "kalah", "--seats", "level1,random", "--record", path)
    found = json.loads(home.forked("analyse", path, "--depth", "60", "--markdown", page, "--picture", picture, "--lang", "de", "--json"))
    assert found["done"]
    assert len(found["curve"]) == len(found["turns"]) + 1
    assert page.read_text("utf-8").startswith("# Kalah: ")
    assert "Mulde" in page.read_text("utf-8")
    at_once = json.loads(home.forked("analyse", path, "--to", "0", "--depth", "60", "--json"))
    assert at_once["decisions"] == 0

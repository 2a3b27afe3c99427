"""Tournaments: kept, continued, verified, reported."""

from __future__ import annotations

import dataclasses
import json
import multiprocessing
import os
import signal
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sandtable.arena import Config, Result, Sprt, Store, Tournament, Verdict
from sandtable.arena.executors import Local
from sandtable.arena.match import Unsound, play, verify
from sandtable.arena.pairing import jobs
from sandtable.arena.report import markdown, write
from sandtable.arena.store import BadStore
from sandtable.cli import app

CONFIG = Config("tuareg", ("greedy", "random"), 2)


def tournament(tmp_path: Path, config: Config = CONFIG, sprt: Sprt | None = None) -> Tournament:
    return Tournament(config, Store(tmp_path / "arena.sqlite"), sprt)


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    first = tournament(tmp_path)
    for n, _ in enumerate(first.play(20, Local(1, False))):
        if n == 4:
            break
    first.store.close()
    again = tournament(tmp_path)
    assert len(again.results) == 5
    known = {result.number: result for result in again.results}
    played = list(again.play(20, Local(2, False)))
    assert len(played) == 15
    assert sorted(result.number for result in again.results) == list(range(20))
    kept = Store(tmp_path / "arena.sqlite").results(again.run_id)
    assert [result.number for result in kept] == list(range(20))
    assert all(kept[number] == result for number, result in known.items())
    assert list(again.play(20, Local(1, False))) == []


def test_the_same_game_is_played_again_the_same_way() -> None:
    for job in jobs("tuareg", ("level1", "greedy"), 2, {}, 5, 2):
        one, two = play(job), play(job)
        assert (one.record, one.points, one.scores) == (two.record, two.points, two.scores)


def test_two_runs_in_one_file_stay_apart(tmp_path: Path) -> None:
    a = tournament(tmp_path)
    b = tournament(tmp_path, dataclasses.replace(CONFIG, seed=2))
    list(a.play(4, Local(1, False)))
    assert b.results == []
    assert len(b.store.runs()) == 2


def test_results_are_verified_by_replay() -> None:
    job = next(jobs("tuareg", ("greedy", "random"), 2, {}, 1, 1))
    result = play(job)
    verify(job, result)
    other = play(dataclasses.replace(job, seed=job.seed + 1))
    lines = result.record.splitlines()
    false: list[Result] = [
        dataclasses.replace(result, points=result.points[::-1]),
        dataclasses.replace(result, scores=(99, 0)),
        dataclasses.replace(result, record=other.record),
        dataclasses.replace(result, record="\n".join(lines[:-3])),
        dataclasses.replace(result, record=result.record.replace("draw", "pass", 1)),
        dataclasses.replace(result, seats=("random", "greedy")),
    ]
    for lie in false:
        with pytest.raises(Unsound):
            verify(job, lie)


def test_a_clear_claim_ends_the_run_early(tmp_path: Path) -> None:
    run = tournament(tmp_path, sprt=Sprt(0.5, 0.7))
    played = list(run.play(200, Local(1, False)))
    assert run.verdict() is Verdict.accepted
    assert len(played) < 60
    summary = run.summary()
    assert summary["sprt"]["verdict"] == "accepted"
    assert summary["standings"][0]["score_rate"] > 0.9


def test_a_lost_process_loses_no_game(tmp_path: Path) -> None:
    run = tournament(tmp_path, Config("tuareg", ("level1", "random"), 2))
    for finished, _ in enumerate(run.play(6, Local(1, True))):
        if finished == 1:
            victim = next(child for child in multiprocessing.active_children() if child.name.startswith("SpawnProcess"))
            assert victim.pid is not None
            os.kill(victim.pid, signal.SIGKILL)
    assert sorted(result.number for result in run.results) == list(range(6))


def test_several_players_and_forfeits_in_the_report(tmp_path: Path) -> None:
    config = Config("tuareg", ("greedy", "random", "program@10ms:/nowhere/bot"), 3)
    run = tournament(tmp_path, config)
    list(run.play(6, Local(1, False)))
    rows = {row.bot: row for row in run.standings()}
    assert rows["program@10ms:/nowhere/bot"].forfeits == 6
    assert rows["greedy"].wins == 3
    page = markdown(run)
    assert "cannot be started" in page
    assert [rating.bot for rating in run.ratings()][-1] == "program@10ms:/nowhere/bot"


def test_the_report_has_its_plots(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    run = tournament(tmp_path)
    list(run.play(4, Local(1, False)))
    written = write(run, tmp_path / "report")
    assert {path.name for path in written} == {"report.md", "ratings.svg", "ratings.png"}
    assert (tmp_path / "report" / "ratings.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (tmp_path / "report" / "ratings.svg").read_text("utf-8")
    assert "ratings.svg" in (tmp_path / "report" / "report.md").read_text("utf-8")


def arena(*arguments: object) -> tuple[int, str]:
    run = CliRunner().invoke(app, ["arena", *map(str, arguments)])
    return run.exit_code, run.stdout


def test_the_command(tmp_path: Path) -> None:
    db = tmp_path / "a.sqlite"
    given = ("--game", "tuareg", "--bots", "greedy,random", "--games", 4, "--on", "threads", "--db", db)
    code, out = arena(*given, "--json")
    assert code == 0
    found = json.loads(out)
    assert (found["games"], found["verified"]) == (4, 4)
    assert [row["bot"] for row in found["standings"]] == ["greedy", "random"]
    assert found["sprt"]["verdict"] in ("open", "accepted", "rejected")
    assert json.loads(arena(*given, "--json")[1]) == found
    assert "greedy" in arena(*given)[1]


def test_forfeits_say_why_in_table_and_json(tmp_path: Path) -> None:
    lost = "program@10ms:/nowhere/bot"
    given = ("--game", "tuareg", "--bots", f"random,{lost}", "--games", 2, "--on", "threads", "--db", tmp_path / "a.sqlite")
    found = json.loads(arena(*given, "--json")[1])["forfeits"]
    assert [(one["game"], one["bot"]) for one in found] == [(0, lost), (1, lost)]
    assert all("cannot be started" in one["reason"] for one in found)
    said = " ".join(arena(*given)[1].split())
    assert f"forfeit in game 0, 1: {lost}: /nowhere/bot cannot be started" in said


def test_bad_input_is_refused(tmp_path: Path) -> None:
    broken = tmp_path / "broken.sqlite"
    broken.write_text("this is no database, however long one makes it" * 50)
    with pytest.raises(BadStore):
        Store(broken)
    for config in ((), ("greedy", "greedy"), ("greedy", "nobody")):
        with pytest.raises(ValueError, match=r"different names|not a bot"):
            Config("tuareg", config, 2)
    for arguments in (("--claim", "1,2"), ("--claim", "x"), ("--bots", "nobody,greedy"), ("--players", "9")):
        given = {"--game": "tuareg", "--bots": "greedy,random", "--db": str(tmp_path / "x.sqlite"), **dict([arguments])}
        assert arena(*[word for pair in given.items() for word in pair])[0] != 0

"""Bots in the terminal, and the bot of the documentation."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sandtable.arena.match import Job, play
from sandtable.cli import app
from sandtable.kernel.record import Record

PAGE = Path(__file__).parents[2] / "docs" / "4-bots.md"


def command(*arguments: object, typed: str = "") -> str:
    run = CliRunner().invoke(app, [*map(str, arguments)], input=typed)
    assert run.exit_code == 0, run.output
    return run.output


def test_levels_play_to_the_end(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    out = command("play", "tuareg", "--seats", "level2,level1", "--seed", 5, "--record", path, "--lang", "de")
    assert "Händlerin" in out
    assert Record.load(path).result is not None


def test_a_person_against_a_level_asks_for_a_hint() -> None:
    out = command(
        "play", "tuareg", "--seats", "human,level1", "--seed", 1, "-o", "start=0", typed="hint\ndraw\nhint\nto_market millet\nend_turn\nq\n"
    )
    assert out.count("winning chance") == 2
    assert "to_market millet" in out
    assert "Traveller" in out


def test_a_forfeit_ends_the_game_with_a_sentence() -> None:
    run = CliRunner().invoke(app, ["play", "tuareg", "--seats", "program:/nowhere/bot,random", "-o", "start=0"])
    assert run.exit_code != 0
    assert "cannot be started" in str(run.exception)


@pytest.mark.slow
def test_the_documented_bot_plays(tmp_path: Path) -> None:
    (source,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    path = tmp_path / "mybot.py"
    path.write_text(source, "utf-8")
    result = play(Job(0, 0, "tuareg", {}, 3, (f"program@60000ms:{sys.executable} {path}", "random")))
    assert result.forfeit is None


@pytest.mark.parametrize("seats", ["human,wizard", "level9,human", "search@5:nonsense=1,human"])
def test_unknown_seats_are_refused(seats: str) -> None:
    assert CliRunner().invoke(app, ["play", "tuareg", "--seats", seats]).exit_code != 0

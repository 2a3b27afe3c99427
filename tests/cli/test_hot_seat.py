"""Games in the terminal, every seat a person who types."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

import sandtable
from sandtable import State
from sandtable.cli import app
from sandtable.kernel.record import Record
from sandtable.kernel.words import catalogue

pytestmark = pytest.mark.slow

WHOLE = [("five-tribes", 3), ("targui", 2), ("tuareg", 4)]
BEGUN = [(game, players) for game, whole in WHOLE for players in (2, 3, 4) if players != whole]
"""A terminal draws the whole board for every decision: each game and each number of players is played to the end once."""
DECISIONS = 30


def typed_game(game: str, players: int, kept: Path, most: int = 10**6) -> tuple[State, Result]:
    """Decisions are typed as texts, so many at most; whoever takes over the keyboard presses Enter first."""
    played = sandtable.load(game).new(players=players, seed=7)
    rng = np.random.default_rng(players)
    typed, at_the_keyboard = "", played.seat
    while not played.over and played.number < most:
        action = played.legal[int(rng.integers(len(played.legal)))]
        typed += f"{action.text}\n"
        played.play(action)
        if not played.over and played.seat != at_the_keyboard:
            at_the_keyboard = played.seat
            typed += "\n"
    seats = ",".join(["human"] * players)
    ran = CliRunner().invoke(app, ["play", game, "--seats", seats, "--seed", "7", "--record", str(kept)], input=f"{typed}q\n")
    assert ran.exit_code == 0, ran.output[-2000:]
    return played, ran


@pytest.mark.parametrize(("game", "players"), WHOLE)
def test_a_hot_seat_game_is_played_to_the_end(game: str, players: int, tmp_path: Path) -> None:
    played, ran = typed_game(game, players, tmp_path / "game.record")
    assert Record.load(tmp_path / "game.record").final().scores == played.scores
    said, words = " ".join(ran.output.split()), catalogue("en", "terminal")
    winners = ", ".join(f"{words['seat']} {seat} ({words['human']})" for seat in played.winners)
    assert words["won"].format(names=winners) in said


@pytest.mark.parametrize(("game", "players"), BEGUN)
def test_a_hot_seat_game_is_handed_on_and_left(game: str, players: int, tmp_path: Path) -> None:
    played, _ = typed_game(game, players, tmp_path / "game.record", DECISIONS)
    assert {move.seat for move in played.moves} == set(range(players))
    kept = Record.load(tmp_path / "game.record")
    assert [action for action, _ in kept.decisions] == [move.action for move in played.moves]
    assert kept.final().record.tobytes() == played.record.tobytes()

"""Whole games in the terminal, every seat a person who types."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import sandtable
from sandtable.cli import app
from sandtable.kernel.record import Record
from sandtable.kernel.words import catalogue

pytestmark = pytest.mark.slow

GAMES = [(game, players) for game in ("five-tribes", "targui", "tuareg") for players in (2, 3, 4)]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_hot_seat_game_is_played_to_the_end(game: str, players: int, tmp_path: Path) -> None:
    """Decisions are typed as texts; whoever takes over the keyboard presses Enter first."""
    played = sandtable.load(game).new(players=players, seed=7)
    rng = np.random.default_rng(players)
    typed, at_the_keyboard = "", played.seat
    while not played.over:
        if played.seat != at_the_keyboard:
            at_the_keyboard = played.seat
            typed += "\n"
        action = played.legal[int(rng.integers(len(played.legal)))]
        typed += f"{action.text}\n"
        played.play(action)
    kept = tmp_path / "game.record"
    seats = ",".join(["human"] * players)
    ran = CliRunner().invoke(app, ["play", game, "--seats", seats, "--seed", "7", "--record", str(kept)], input=typed)
    assert ran.exit_code == 0, ran.output[-2000:]
    assert Record.load(kept).final().scores == played.scores
    said, words = " ".join(ran.output.split()), catalogue("en", "terminal")
    winners = ", ".join(f"{words['seat']} {seat} ({words['human']})" for seat in played.winners)
    assert words["won"].format(names=winners) in said

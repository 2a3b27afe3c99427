"""The coach on Kalah: what it says without a line of the game's own."""

from __future__ import annotations

from sandtable.bots import Knowledge, seat_named
from sandtable.kernel.registry import load
from sandtable.search import Limits, Search


def test_the_search_finds_a_large_capture() -> None:
    game = load("kalah")
    seats = [{"pits": [1, 0, 1, 0, 0, 1], "store": 10}, {"pits": [1, 1, 1, 1, 15, 1], "store": 15}]
    options = {"pits": 6, "seeds": 4, "empty_capture": "no", "rest": "owner"}
    state = game.position({"game": "kalah", "players": 2, "options": options, "turn": 0, "seats": seats, "last": None})
    found = Search(game, Limits(simulations=2000), seed=1).think(Knowledge.of(state))
    assert state.copy().play("sow 1").scores[0] == 26
    assert found.best.text in ("sow 1", "sow 6"), "at once, or after another turn"


def test_every_level_plays() -> None:
    game = load("kalah")
    for level in ("random", "greedy", "level1", "level2", "level4"):
        bot, state = seat_named(level).make("kalah"), game.new(4, seed=3)
        for seat in range(4):
            bot.start(game, 4, seat, 1)
        for _ in range(6):
            state.play(bot.decide(Knowledge.of(state)))

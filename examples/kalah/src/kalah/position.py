"""Positions as JSON: ``{"game", "players", "options", "turn", "seats": [{"pits": [4, …], "store": 0}, …], "last": {"seat", "pit"}}``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel.game import JSON, Game
from sandtable.kernel.refusals import BadOption, BadPosition


def write(game: Game, s: Any) -> JSON:
    players, pits, last = int(s["players"]), int(s["pits"]), s["last"].tolist()
    return {
        "game": game.id,
        "players": players,
        "options": game.read_options(s),
        "turn": None if s["seat"] < 0 else int(s["seat"]),
        "seats": [{"pits": s["row"][seat, :pits].tolist(), "store": int(s["store"][seat])} for seat in range(players)],
        "last": None if last[0] < 0 else {"seat": last[0], "pit": last[1] + 1},
    }

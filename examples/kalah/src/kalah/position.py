"""Positions as JSON: ``{"game", "players", "options", "turn", "seats": [{"pits": [4, …], "store": 0}, …], "last": {"seat", "pit"}}``."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.game import JSON, Game
from sandtable.kernel.reading import opened, read_options


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


def read(game: Game, given: Any, s: Any) -> None:
    """Fills a zeroed record; what cannot be is refused with the place and the reason."""
    p = opened(game, given).fields(("game", "players", "options", "turn", "seats", "last"))
    read_options(p, s, p["players"].value)
    players, pits = int(s["players"]), int(s["pits"])
    total = players * pits * int(s["seeds"])
    for number, seat in enumerate(p["seats"].each_seat(players)):
        seat.fields(("pits", "store"))
        s["row"][number, :pits] = [pit.number(0, total) for pit in seat["pits"].entries(length=pits)]
        s["store"][number] = seat["store"].number(0, total)
    s["seat"] = p["turn"].seat(players, null=-1)
    last = p["last"]
    s["last"] = (-1, -1) if last.value is None else (last["seat"].seat(players), last["pit"].number(1, pits) - 1)
    rows, seeds = s["row"].sum(axis=1)[:players], int(s["row"].sum() + s["store"].sum())
    p["seats"].need(seeds == total, "SEEDS", n=seeds, total=total)
    p["turn"].need(s["seat"] < 0 or rows.all(), "ROW_EMPTY")
    p["turn"].need(s["seat"] >= 0 or not (rows.all() or (rows.any() and not s["rest"])), "NOT_OVER")

"""Positions as JSON: ``{"game", "players", "options", "turn", "seats": [{"pits": [4, …], "store": 0}, …], "last": {"seat", "pit"}}``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


def read(game: Game, given: Any, s: Any) -> None:
    """Fills a zeroed record; refuses what cannot be, with the place and the reason."""
    found = fields(given, ("game", "players", "options", "turn", "seats", "last"), "position")
    if found["game"] != game.id:
        raise BadPosition(f"game: this is a position of {found['game']!r}, not of {game.id!r}.")
    try:
        options = game.check_options(found["players"], fields(found["options"], [o.name for o in game.options], "options"))
    except BadOption as error:
        raise BadPosition(f"options: {error}") from None
    players, pits, total = found["players"], options["pits"], found["players"] * options["pits"] * options["seeds"]
    s["players"] = players
    game.write_options(s, options)
    for number, given_seat in enumerate(listed(found["seats"], players, "seats")):
        where = f"seats[{number}]"
        seat = fields(given_seat, ("pits", "store"), where)
        for pit, seeds in enumerate(listed(seat["pits"], pits, f"{where}.pits")):
            s["row"][number, pit] = whole(seeds, 0, total, f"{where}.pits[{pit}]")
        s["store"][number] = whole(seat["store"], 0, total, f"{where}.store")
    s["seat"] = -1 if found["turn"] is None else whole(found["turn"], 0, players - 1, "turn")
    s["last"] = -1
    if found["last"] is not None:
        last = fields(found["last"], ("seat", "pit"), "last")
        s["last"] = whole(last["seat"], 0, players - 1, "last.seat"), whole(last["pit"], 1, pits, "last.pit") - 1
    check(s, total)


def check(s: Any, total: int) -> None:
    """No seed is lost (KA-1.4), and the game is over exactly when it should be (KA-4.1, KA-4.2)."""
    rows = s["row"].sum(axis=1)[: s["players"]]
    if rows.sum() + s["store"].sum() != total:
        raise BadPosition(f"seats: there are {rows.sum() + s['store'].sum()} seeds, but this game has {total}.")
    if s["seat"] >= 0 and not rows.all():
        raise BadPosition("turn: a row is empty, so the game is over and nobody is to sow.")
    if s["seat"] < 0 and (rows.all() or (rows.any() and not s["rest"])):
        raise BadPosition("turn: the game is not over; somebody is to sow.")


def fields(value: Any, names: Sequence[str], where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or set(value) != set(names):
        raise BadPosition(f"{where}: expected an object with exactly: {', '.join(names)}.")
    return value


def listed(value: Any, length: int, where: str) -> list[Any]:
    if not isinstance(value, list) or len(value) != length:
        raise BadPosition(f"{where}: expected a list of {length}.")
    return value


def whole(value: Any, low: int, high: int, where: str) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BadPosition(f"{where}: expected a whole number from {low} to {high}, got {value!r}.")
    return value

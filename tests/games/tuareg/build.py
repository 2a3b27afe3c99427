"""Arranges Tuareg positions in a few letters: W water, G gold, S salt, M millet; stacks bottom first, piles top first."""

from __future__ import annotations

from collections import Counter
from typing import Any

import sandtable
from sandtable import State

GAME = sandtable.load("tuareg")
LETTERS = {"W": "water", "G": "gold", "S": "salt", "M": "millet"}
TOTAL = {"W": 8, "G": 10, "S": 12, "M": 14}
SUPPLY = {2: (2, 2, 3, 3), 3: (3, 3, 3, 2), 4: (4, 4, 3, 3), 5: (5, 5, 3, 4)}
DEFAULTS = {"goods": "A", "overpay": "strict", "discard": "out", "used_maps": "out", "start": "random"}
Json = dict[str, Any]


def goods(letters: str) -> list[str]:
    return [LETTERS[letter] for letter in letters]


def counts(letters: str) -> dict[str, int]:
    return {name: letters.count(letter) for letter, name in LETTERS.items()}


def letters(counted: dict[str, int]) -> str:
    return "".join(letter * counted[name] for letter, name in LETTERS.items())


def stack(named: list[str]) -> str:
    return "".join(name[0].upper() for name in named)


def card(letter: str, known: list[int], players: int) -> Json:
    """Lower case: everyone saw it before it was laid face down."""
    public = letter.islower()
    return {"good": LETTERS[letter.upper()], "known": list(range(players)) if public else sorted(known), "public": public}


def seat_json(number: int, players: int, seat: Json) -> Json:
    camels = list(seat.get("camels", []))
    camels += [""] * ((3 if players == 2 else 2) - len(camels))
    animals = {f"camel{i}": goods(load) for i, load in enumerate(camels, 1)}
    animals |= {f"donkey{i}": goods(load) for i, load in enumerate(seat.get("donkeys", []), 1)}
    caves = [[card(letter, [number], players) for letter in cave] for cave in seat.get("caves", [])]
    thieves = [thief and card(thief[0], [number, int(thief[1:] or 0)], players) for thief in seat.get("thieves", [])]
    zero = {"goods1": counts(""), "goods2": counts(""), "maps1": 0, "maps2": 0, "unused": 0}
    return {
        "hand": counts(seat.get("hand", "")),
        "animals": animals,
        "caves": caves,
        "cave_used": seat.get("cave_used", [False] * len(caves)),
        "thieves": thieves,
        "maps": seat.get("maps", 0),
        "vp": {**zero, **seat.get("vp", {})},
    }


def position(
    *seats: Json,
    players: int | None = None,
    pile: str = "",
    rest: str = "pile",
    market: str = "",
    discard: str = "",
    lap: int | None = None,
    current: int = 0,
    stage: int = 1,
    maps_out: int = 0,
    phase: str = "turn",
    turn: Json | None = None,
    options: Json | None = None,
    **fields: Any,
) -> Json:
    """A position: what is not said lies in the pile (below ``pile``), or, with ``rest="discard"`` or in a lap, on the discard pile."""
    players = players or max(2, len(seats))
    full = [seat_json(i, players, seats[i] if i < len(seats) else {}) for i in range(players)]
    used = Counter(pile + market + discard)
    for seat in seats:
        hidden = "".join(seat.get("caves", [])) + "".join(thief[0] for thief in seat.get("thieves", []) if thief)
        used += Counter(seat.get("hand", "") + "".join(seat.get("camels", [])) + "".join(seat.get("donkeys", [])) + hidden.upper())
    for paid in (turn or {}).get("paid", []):
        used[paid["good"][0].upper()] += 1
    left = "".join(letter * (n - used[letter]) for letter, n in TOTAL.items())
    if lap or rest == "discard":
        discard += left
    else:
        pile += left
    owned = [
        sum(len(seat.get("donkeys", [])) for seat in seats),
        sum(len(seat.get("caves", [])) for seat in seats),
        sum(len(seat.get("thieves", [])) for seat in seats),
        sum(seat.get("maps", 0) for seat in seats) + maps_out,
    ]
    supply = [total - n for total, n in zip(SUPPLY[players], owned, strict=True)]
    blank = {"main": None, "animal": None, "good": None, "loading": False, "owed": 0, "special": None, "paid": []}
    return {
        "game": "tuareg",
        "players": players,
        "options": {**DEFAULTS, **(options or {})},
        "stage": stage,
        "phase": phase,
        "pile": goods(pile),
        "market": counts(market),
        "discard": counts(discard),
        "supply": dict(zip(("donkey", "cave", "thief", "map"), supply, strict=True)),
        "maps_out": maps_out,
        "seats": full,
        "start": 0,
        "current": current,
        "turn": {**blank, **(turn or {})},
        "ender": (current + lap - 1) % players if lap else None,
        "lap": lap,
        "map_queue": [],
        **fields,
    }


def table(*seats: Json, **fields: Any) -> State:
    """The state of such a position."""
    return GAME.position(position(*seats, **fields), seed=1)


def hand(state: State, seat: int = 0) -> str:
    return letters(state.position()["seats"][seat]["hand"])


def animal(state: State, name: str, seat: int = 0) -> str:
    return stack(state.position()["seats"][seat]["animals"][name])


def market(state: State) -> str:
    return letters(state.position()["market"])


def code(state: State, action: str, seat: int | None = -1) -> str | None:
    """The code and rule of the refusal; None if the decision is offered."""
    refusal = state.why(action, seat)
    assert (refusal is None) == (action in state.legal) or seat != -1
    return f"{refusal.code} {refusal.rule}" if refusal else None


def offered(state: State, kind: str) -> list[str]:
    return [action.text for action in state.legal if action.kind == kind]


def play(state: State, *actions: str) -> State:
    for action in actions:
        state.play(action)
    return state

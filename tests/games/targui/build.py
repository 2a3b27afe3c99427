"""Arranges Targui positions: name what matters, the rest is an ordinary desert in round 1."""

from __future__ import annotations

from typing import Any

import sandtable
from sandtable import State
from sandtable.games.targui.components import COLOURS, STARTS

GAME = sandtable.load("targui")
Json = dict[str, Any]

LETTERS = {
    "W": "salt_works",
    "O": "oasis",
    "D": "dunes",
    "H": "hills",
    "M": "mountains",
    "P": "sand_plain",
    "L": "salt_lake",
}
LAYOUT = "WDMPHHLDOPOHPMDDMDHDMDPDDPHHOLHOPOPDHHMLOMHDPHLHD"
"""Fields 1 to 49 of the specification's whole game (K9)."""
HOMES = {2: (43, 31), 3: (32, 40, 48), 4: (43, 49, 37, 31)}
DEFAULTS: Json = {"stacking": True, "split_purchase": False, "camel_limit": True, "money_limit": False, "conquest_only": False}
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def colours(players: int) -> list[str]:
    return list(COLOURS[4 - players :])


def fates_of(players: int) -> list[int]:
    return [n for n in range(1, 17) if not 2 <= n < 6 - players]


def layout(fixed: dict[int, str]) -> list[str | None]:
    """The usual desert with some cards where they are wanted: each changes places with a card of that kind."""
    cards: list[str | None] = [None, *(LETTERS[letter] for letter in LAYOUT)]
    settled: set[int] = set()
    for field, key in fixed.items():
        if cards[field] != key:
            other = next(f for f in range(49, 1, -1) if cards[f] == key and f not in settled)
            cards[field], cards[other] = cards[other], cards[field]
        settled.add(field)
    return cards


def position(
    players: int = 4,
    *,
    turn: str | None = None,
    fields: dict[int, tuple[str, int]] | None = None,
    cards: dict[int, str] | None = None,
    homes: dict[str, int] | None = None,
    money: dict[str, int] | None = None,
    die: int = 1,
    fate: int | None = None,
    next_fate: int | None = None,
    pack: list[Any] | None = None,
    last_round: bool = False,
    out: list[str] | None = None,
    supply: int | None = None,
    **more: Any,
) -> Json:
    """``fields``: field -> (colour, camels), (None, 0) for no marker. ``fate``: in force. ``next_fate``: on top of the pack.

    Of ``more``, options change the options, everything else the position itself."""
    names, gone = colours(players), out or []
    turn = turn or next(name for name in names if name not in gone)
    options = {**DEFAULTS, "fates": fates_of(players), **{k: more.pop(k) for k in list(more) if k in (*DEFAULTS, "fates")}}
    home = dict(zip(names, HOMES[players], strict=True)) | (homes or {})
    card = layout({f: key for f, key in (cards or {}).items() if f not in home.values()})
    owner: list[str | None] = [None] * 50
    camels = [0] * 50
    for name, field in home.items():
        card[field] = f"settlement_{name}"
        if name not in gone:
            owner[field], camels[field] = name, 10
    for field, (who, n) in (fields or {}).items():
        owner[field], camels[field] = who, n
    if supply is not None:  # a stack of camels elsewhere makes the box as empty as wanted
        store = home[turn]
        camels[store] += 400 - supply - sum(camels)
    if pack:
        next_fate = next((card for card in pack if isinstance(card, int)), next_fate)
    unseen = [n for n in options["fates"] if n not in (fate, next_fate)]
    in_pack = next_fate or (None if fate else unseen.pop(0))
    each = 1 if die == 6 else die
    revealed: list[Any] = [*([fate] if fate else []), turn]
    if pack is None:
        rest = [name for name in names if name not in gone for _ in range(each)]
        rest.remove(turn)
        pack = [*([next_fate] if next_fate else []), *rest, *([in_pack] if in_pack and not next_fate else [])]
    elif in_pack and in_pack not in pack:
        pack = [*pack, in_pack]
    purse = {name: (0 if name in gone else 10) for name in names} | (money or {})
    seen = [*(unseen if last_round else []), *([fate] if fate else [])]
    rounds = None if options["conquest_only"] else len(options["fates"])
    return {
        "game": "targui",
        "options": options,
        "colours": names,
        "card": card,
        "owner": owner,
        "camels": camels,
        "money": purse,
        "supply": 400 - sum(camels) if options["camel_limit"] else None,
        "bank": 130 - sum(purse.values()) if options["money_limit"] else None,
        "out": gone,
        "round": (rounds or 100) if last_round else 1,
        "rounds": rounds,
        "die": die,
        "fate_deck": [] if last_round else unseen,
        "fate_seen": seen,
        "fate_now": fate,
        "pack": pack,
        "revealed": revealed,
        "phase": "turn",
        "turn": turn,
        "turns_left": 2 if die == 6 else 1,
        "moved": False,
        "bought": False,
        "pending": None,
        "result": None,
        "events": [],
        **more,
    }


def desert(players: int = 4, **what: Any) -> State:
    """A state in the middle of a turn; see ``position``."""
    return GAME.position(position(players, **what), seed=1)


def last(state: State, name: str | None = None) -> list[Json]:
    """The events of the last decision, or those of one name."""
    return [event for event in state.position()["events"] if name in (None, event["event"])]


def names(state: State) -> list[str]:
    return [event["event"] for event in last(state)]


def ids(text: str) -> list[int]:
    """``0 54 885-894`` as a list of ids."""
    found: list[int] = []
    for part in text.split():
        first, _, end = part.partition("-")
        found += range(int(first), int(end or first) + 1)
    return found


def camels(state: State, *fields: int) -> list[int]:
    return [state.position()["camels"][field] for field in fields]


def owners(state: State, *fields: int) -> list[str | None]:
    return [state.position()["owner"][field] for field in fields]


def kinds(state: State) -> set[str]:
    return {action.kind for action in state.legal}


def starts(players: int, colour: str) -> tuple[int, ...]:
    return STARTS[players][colours(players).index(colour)]

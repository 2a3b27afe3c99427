"""Arranges positions in a few words: ``at(board={"a1": "YW", "c1": "W"})`` is a table with these meeples, seat 0 to move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sandtable
from sandtable import State
from sandtable.games.five_tribes.components import CARDS, COLOURS, GOODS, TILE_NAMES

GAME = sandtable.load("five-tribes")
LETTERS = dict(zip("YWGBR", COLOURS, strict=True))
VALUES = {"village": 5, "sacred": 6, "oasis": 8, "small_market": 6, "large_market": 4}


def counts(letters: str) -> dict[str, int]:
    return {colour: letters.count(letter) for letter, colour in LETTERS.items()}


def hand(**cards: int) -> dict[str, int]:
    return {card: cards.get(card, 0) for card in CARDS}


def seat(
    gold: int = 50, camels: int = 8, viziers: int = 0, elders: int = 0, djinns: str = "", used: str = "", **cards: int
) -> dict[str, Any]:
    """A player with these things; all cards are seen unless they are given as ``hidden_<card>``. ``nuggets`` are the good gold."""
    if "nuggets" in cards:
        cards["gold"] = cards.pop("nuggets")
    seen = {card: n for card, n in cards.items() if not card.startswith("hidden_")}
    hidden = {card.removeprefix("hidden_"): n for card, n in cards.items() if card.startswith("hidden_")}
    both = {card: seen.get(card, 0) + hidden.get(card, 0) for card in CARDS}
    return {
        "gold": gold, "camels": camels, "viziers": viziers, "elders": elders,
        "hand": both, "seen": hand(**seen), "djinns": djinns.split(), "used": used.split(),
    }  # fmt: skip


def turn(**given: Any) -> dict[str, Any]:
    blank = {
        "hand": None, "at": None, "previous": None, "final": None, "colour": None, "count": 0, "echidna": False, "iblis": False,
        "struck": False, "place": None, "closed": False, "set": [], "pending": None, "peek": [],
    }  # fmt: skip
    assert set(given) <= set(blank)
    return blank | given


def position(
    board: Mapping[str, str] | None = None,
    kinds: Mapping[str, str] | None = None,
    me: Mapping[str, Any] | None = None,
    *others: Mapping[str, Any],
    players: int = 3,
    camels: Mapping[str, int] | None = None,
    palms: Mapping[str, int] | None = None,
    palaces: Mapping[str, int] | None = None,
    base: str = "small_market",
    stage: str = "start",
    row: Sequence[str] = GOODS,
    bag: str = "",
    options: Mapping[str, str] | None = None,
    **given: Any,
) -> dict[str, Any]:
    """A position in the exchange format. Tiles are of the kind ``base`` but for ``kinds``; seat 0 plays first of the round."""
    kinds, board = kinds or {}, board or {}
    seats = [dict(me or seat()), *map(dict, others)]
    seats += [seat() for _ in range(players - len(seats))]
    order = list(range(players)) * (2 if players == 2 else 1)
    bidding = stage == "bid"
    return {
        "game": "five-tribes",
        "options": {"edition": "fakirs", "djinn_limit": "round", "neighbours": "eight", "redirect": "any", "hands": "closed"}
        | dict(options or {}),
        "players": players,
        "tiles": {
            name: {
                "kind": kinds.get(name, base), "vp": VALUES[kinds.get(name, base)], "meeples": counts(board.get(name, "")),
                "camel": (camels or {}).get(name), "palms": (palms or {}).get(name, 0), "palaces": (palaces or {}).get(name, 0),
            }
            for name in TILE_NAMES
        },
        "seats": seats,
        "bag": counts(bag),
        "palms": 12, "palaces": 10,
        "row": list(row), "djinn_row": ["marid", "nekir", "monkir"],
        "pile": ["fish", "fakir", "wheat", "ivory"], "djinn_pile": ["jafaar", "boaz", "shamhat", "haurvatat"],
        "discard": [], "djinn_discard": [],
        "round": 3, "stage": stage, "ending": False,
        "bid_order": order if bidding else [], "bids": [],
        "queue": [] if bidding else order[1:], "next_order": [] if bidding else [0],
        "seat": 0, "turn": None if bidding else turn(),
    } | given  # fmt: skip


def at(*args: Any, **given: Any) -> State:
    """The state of such a position."""
    return GAME.position(position(*args, **given), seed=1)


def play(state: State, *decisions: str, chance: Sequence[Any] | None = None) -> State:
    """Plays decisions one after the other; ``chance`` scripts the last one."""
    for decision in decisions[:-1]:
        state.play(decision)
    return state.play(decisions[-1], chance=chance)


def texts(state: State, kind: str = "") -> list[str]:
    """The legal decisions as texts, of one kind or all."""
    return [action.text for action in state.legal if not kind or action.kind == kind]


def code(state: State, attempt: str, seat: int | None = -1) -> str | None:
    """The refusal's code, None if legal."""
    refusal = state.why(attempt, seat)
    return refusal.code if refusal else None


def stage(state: State) -> str:
    return str(state.position()["stage"])


def player(state: State, number: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = state.position()["seats"][number]
    return found


def tile(state: State, name: str) -> dict[str, Any]:
    found: dict[str, Any] = state.position()["tiles"][name]
    return found


def meeples(state: State, name: str) -> str:
    """The meeples of a tile as letters."""
    return "".join(letter * tile(state, name)["meeples"][colour] for letter, colour in LETTERS.items())


def events(state: State, name: str, everything: bool = True) -> list[dict[str, Any]]:
    return [event for event in state.events(everything=everything) if event["event"] == name]

"""Positions in the exchange format (section 19), and what a seat may see of them (17a)."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.writing import once

from . import options
from .components import ANIMALS, CAMELS, FIRST_DONKEY, GOODS, SPECIALS
from .state import CARD, EVERYBODY, GOODS1, GOODS2, MAINS, MAPS1, MAPS2, NO, PHASES, UNUSED, Record
from .values import STACKED

JSON = dict[str, Any]


def counted(row: list[int]) -> dict[str, int]:
    return dict(zip(GOODS, row, strict=True))


def named(names: tuple[Any, ...], index: int) -> Any:
    return None if index < 0 else names[index]


def place_name(place: int) -> str:
    """Where a paid card came from."""
    return "hand" if place == NO else ANIMALS[place]


def knowers(card: int) -> int:
    """Who knows a hidden card: a set of seats (bits), with ``EVERYBODY`` if it was open before."""
    return (card - CARD) // 4


def write_card(card: int, players: int) -> JSON:
    known = knowers(card)
    return {
        "good": GOODS[card % 4],
        "known": [seat for seat in range(players) if known >> seat & 1],
        "public": bool(known & EVERYBODY),
    }


def write_thief(card: int, players: int) -> JSON | None:
    return write_card(card, players) if card >= CARD else None


def write_vp(row: list[int]) -> JSON:
    return {
        "goods1": counted(row[GOODS1 : GOODS1 + 4]),
        "goods2": counted(row[GOODS2 : GOODS2 + 4]),
        "maps1": row[MAPS1],
        "maps2": row[MAPS2],
        "unused": row[UNUSED],
    }


def write_seats(s: Record) -> list[JSON]:
    players = int(s["players"])
    hands, drawn, stacks, vp = s["hand"].tolist(), s["drawn"].tolist(), s["stack"].tolist(), s["vp"].tolist()
    caves, used, counts = s["cave"].tolist(), s["cave_used"].tolist(), s["caves"].tolist()
    thieves, maps = s["thief"].tolist(), s["maps"].tolist()
    seats = []
    for seat in range(players):
        seats.append(
            {
                "hand": counted(hands[seat]),
                "animals": {
                    ANIMALS[animal]: [GOODS[good] for good in STACKED[code]] for animal, code in enumerate(stacks[seat]) if code > 0
                },
                "caves": [[write_card(card, players) for card in caves[seat][cave] if card] for cave in range(counts[seat])],
                "cave_used": [bool(used[seat] >> cave & 1) for cave in range(counts[seat])],
                "thieves": [write_thief(card, players) for card in thieves[seat] if card],
                "maps": maps[seat],
                "drawn": counted(drawn[seat]),
                "vp": write_vp(vp[seat]),
            }
        )
    return seats


def write_turn(s: Record) -> JSON:
    paid = zip(s["paid_from"].tolist(), s["paid_good"].tolist(), strict=True)
    return {
        "main": MAINS[int(s["main"])],
        "animal": named(ANIMALS, int(s["animal"])),
        "good": named(GOODS, int(s["good"])),
        "loading": bool(s["loading"]),
        "owed": int(s["owed"]),
        "special": named(SPECIALS, int(s["special"])),
        "paid": [{"from": place_name(place), "good": GOODS[good]} for place, good in list(paid)[: int(s["paid"])]],
    }


@once
def write_position(s: Record) -> JSON:
    """The complete position."""
    size, lap, ender = int(s["pile_size"]), int(s["lap"]), int(s["ender"])
    return {
        "game": "tuareg",
        "players": int(s["players"]),
        "options": options.read(s),
        "stage": int(s["stage"]),
        "phase": PHASES[int(s["phase"])],
        "pile": [GOODS[good] for good in reversed(s["pile"].tolist()[:size])],
        "stage_pile": counted(s["stage_pile"].tolist()),
        "market": counted(s["market"].tolist()),
        "discard": counted(s["discard"].tolist()),
        "supply": dict(zip(SPECIALS, s["supply"].tolist(), strict=True)),
        "maps_out": int(s["maps_out"]),
        "seats": write_seats(s),
        "start": int(s["start"]),
        "current": int(s["current"]),
        "turn": write_turn(s),
        "ender": None if ender < 0 else ender,
        "lap": lap or None,
        "map_queue": s["queue"].tolist()[: int(s["queue_size"])],
    }


def view(s: Record, seat: int | None) -> JSON:
    """What a seat, or a spectator, may see (17a): counts instead of hidden cards, until the game is over."""
    seen = write_position(s)
    seen["viewer"] = seat
    seen["pile"] = len(seen["pile"])
    if seen["phase"] == "over":
        return seen
    for other, holding in enumerate(seen["seats"]):
        if other != seat:
            holding["hand"] = sum(holding["hand"].values())
            holding["drawn"] = sum(holding["drawn"].values())
        for card in [card for cave in holding["caves"] for card in cave] + [card for card in holding["thieves"] if card]:
            if not card["public"] and seat not in card["known"]:
                card["good"] = None
    return seen


def animals_of(players: int, donkeys: int) -> list[str]:
    """The names of the animals of a seat."""
    return [*ANIMALS[: CAMELS[players]], *ANIMALS[FIRST_DONKEY : FIRST_DONKEY + donkeys]]

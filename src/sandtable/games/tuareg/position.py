"""Positions in the exchange format (section 19), and what a seat may see of them (17a)."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.writing import copy_of, once, reader, shared

from . import options
from .components import ANIMALS, CAMELS, FIRST_DONKEY, GOODS, SPECIALS
from .state import CARD, EVERYBODY, GOODS1, GOODS2, MAINS, MAPS1, MAPS2, NO, PHASES, STATE, UNUSED, Record
from .values import STACKED

JSON = dict[str, Any]
fields_of = reader(STATE)
"""The fields of a record as plain numbers."""


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


def write_seats(fields: JSON) -> list[JSON]:
    players = fields["players"]
    hands, drawn, stacks, vp = fields["hand"], fields["drawn"], fields["stack"], fields["vp"]
    caves, used, counts = fields["cave"], fields["cave_used"], fields["caves"]
    thieves, maps = fields["thief"], fields["maps"]
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


def write_turn(fields: JSON) -> JSON:
    paid = zip(fields["paid_from"], fields["paid_good"], strict=True)
    return {
        "main": MAINS[fields["main"]],
        "animal": named(ANIMALS, fields["animal"]),
        "good": named(GOODS, fields["good"]),
        "loading": bool(fields["loading"]),
        "owed": fields["owed"],
        "special": named(SPECIALS, fields["special"]),
        "paid": [{"from": place_name(place), "good": GOODS[good]} for place, good in list(paid)[: fields["paid"]]],
    }


def _write(s: Record) -> JSON:
    """The complete position."""
    fields = fields_of(s)
    ender = fields["ender"]
    return {
        "game": "tuareg",
        "players": fields["players"],
        "options": options.read(fields),
        "stage": fields["stage"],
        "phase": PHASES[fields["phase"]],
        "pile": [GOODS[good] for good in reversed(fields["pile"][: fields["pile_size"]])],
        "stage_pile": counted(fields["stage_pile"]),
        "market": counted(fields["market"]),
        "discard": counted(fields["discard"]),
        "supply": dict(zip(SPECIALS, fields["supply"], strict=True)),
        "maps_out": fields["maps_out"],
        "seats": write_seats(fields),
        "start": fields["start"],
        "current": fields["current"],
        "turn": write_turn(fields),
        "ender": None if ender < 0 else ender,
        "lap": fields["lap"] or None,
        "map_queue": fields["queue"][: fields["queue_size"]],
    }


write_position = once(_write)
_read_position = shared(_write)


def view(s: Record, seat: int | None) -> JSON:
    """What a seat, or a spectator, may see (17a): counts instead of hidden cards, until the game is over."""
    return copy_of(glance(s, seat))


def glance(s: Record, seat: int | None) -> JSON:
    """The same, with parts that are shared with what others see."""
    whole = _read_position(s)
    seen = {**whole, "viewer": seat, "pile": len(whole["pile"])}
    if whole["phase"] != "over":
        seen["seats"] = [_holding(holding, seat, other == seat) for other, holding in enumerate(whole["seats"])]
    return seen


def _holding(holding: JSON, seat: int | None, own: bool) -> JSON:
    """What a place holds, as ``seat`` sees it."""
    seen = {
        **holding,
        "caves": [[_card(card, seat) for card in cave] for cave in holding["caves"]],
        "thieves": [card and _card(card, seat) for card in holding["thieves"]],
    }
    if not own:
        seen["hand"], seen["drawn"] = sum(holding["hand"].values()), sum(holding["drawn"].values())
    return seen


def _card(card: JSON, seat: int | None) -> JSON:
    return card if card["public"] or seat in card["known"] else {**card, "good": None}


def animals_of(players: int, donkeys: int) -> list[str]:
    """The names of the animals of a seat."""
    return [*ANIMALS[: CAMELS[players]], *ANIMALS[FIRST_DONKEY : FIRST_DONKEY + donkeys]]

"""Positions in the exchange format (section 19), and what a seat may see of them (17a)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from sandtable.kernel.writing import copy_of, numbers, once, place, row_of_numbers, shared

from . import options, values
from .components import ANIMALS, CAMELS, CAVE_LIMIT, FIRST_DONKEY, GOODS, SEATS, SPECIALS
from .state import CARD, EVERYBODY, GOODS1, GOODS2, MAINS, MAPS1, MAPS2, NO, PHASES, STATE, UNUSED, Record
from .values import STACKED

JSON = dict[str, Any]
Row = tuple[bytes, ...]
"""The part of a record that belongs to a seat: the bytes of ``HELD``."""
HELD = ("hand", "drawn", "stack", "cave", "thief", "caves", "cave_used", "maps", "vp")
ROWS = [itemgetter(*(place(STATE, name, seat) for name in HELD)) for seat in range(SEATS)]
TURN = ("main", "animal", "good", "loading", "owed", "special", "paid", "paid_from", "paid_good")
OPEN = ("stage_pile", "market", "discard", "supply", "queue")
turn_of = itemgetter(*(place(STATE, name) for name in TURN))
open_of = itemgetter(*(place(STATE, name) for name in OPEN))
pile_of = itemgetter(place(STATE, "pile"))
players_of = numbers(STATE, ("players",))
options_of = numbers(STATE, ("goods", "overpay", "discard_in", "maps_back", "start_option"))
single_of = numbers(STATE, ("stage", "phase", "pile_size", "maps_out", "start", "current", "ender", "lap", "queue_size"))
in_hand, on_stacks, in_caves, under_thieves, in_vp = (row_of_numbers(STATE, name, 0) for name in ("hand", "stack", "cave", "thief", "vp"))
one, in_pile, in_supply, in_queue, in_payment = (row_of_numbers(STATE, name) for name in ("main", "pile", "supply", "queue", "paid_good"))
REMEMBERED = 1_000
"""Parts of positions: a decision changes few of them, and those that are as they were need not be written again."""


@lru_cache(REMEMBERED)
def counted(row: bytes) -> dict[str, int]:
    """Cards by good. Nobody changes it."""
    return dict(zip(GOODS, in_hand(row), strict=True))


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


@lru_cache(REMEMBERED)
def write_vp(row: bytes) -> JSON:
    """Nobody changes it."""
    points = in_vp(row)
    return {
        "goods1": dict(zip(GOODS, points[GOODS1 : GOODS1 + 4], strict=True)),
        "goods2": dict(zip(GOODS, points[GOODS2 : GOODS2 + 4], strict=True)),
        "maps1": points[MAPS1],
        "maps2": points[MAPS2],
        "unused": points[UNUSED],
    }


@lru_cache(REMEMBERED)
def write_animals(row: bytes) -> JSON:
    """The goods on every animal, bottom first. Nobody changes it."""
    return {ANIMALS[animal]: [GOODS[good] for good in STACKED[code]] for animal, code in enumerate(on_stacks(row)) if code > 0}


class Holding(NamedTuple):
    """What a seat holds, and how many of every good that is."""

    written: JSON
    cards: list[int]


@lru_cache(REMEMBERED)
def holding_of(row: Row, players: int) -> Holding:
    """The whole truth, from the seat's part of a record. Nobody changes it."""
    hand, drawn, stack, cave, thief, caves, cave_used, maps, vp = row
    hidden, thieves, (count,), (used,) = in_caves(cave), under_thieves(thief), one(caves), one(cave_used)
    written = {
        "hand": counted(hand),
        "animals": write_animals(stack),
        "caves": [
            [write_card(card, players) for card in hidden[at : at + CAVE_LIMIT] if card] for at in range(0, count * CAVE_LIMIT, CAVE_LIMIT)
        ],
        "cave_used": [bool(used >> cave & 1) for cave in range(count)],
        "thieves": [write_thief(card, players) for card in thieves if card],
        "maps": one(maps)[0],
        "drawn": counted(drawn),
        "vp": write_vp(vp),
    }
    return Holding(written, values.held(in_hand(hand), on_stacks(stack), (*hidden, *thieves)))


@lru_cache(2 * REMEMBERED)
def seen_holding(row: Row, players: int, eyes: int | None, own: bool) -> JSON:
    """The same as a seat or a spectator sees it. Nobody changes it."""
    holding = holding_of(row, players).written
    seen = {
        **holding,
        "caves": [[_card(card, eyes) for card in cave] for cave in holding["caves"]],
        "thieves": [card and _card(card, eyes) for card in holding["thieves"]],
    }
    if not own:
        seen["hand"], seen["drawn"] = sum(holding["hand"].values()), sum(holding["drawn"].values())
    return seen


def _card(card: JSON, eyes: int | None) -> JSON:
    return card if card["public"] or eyes in card["known"] else {**card, "good": None}


@lru_cache(REMEMBERED)
def write_turn(turn: Row) -> JSON:
    """Nobody changes it."""
    main, animal, good, loading, owed, special, paid = (one(part)[0] for part in turn[:7])
    cards = [*zip(in_payment(turn[7]), in_payment(turn[8]), strict=True)][:paid]
    return {
        "main": MAINS[main],
        "animal": named(ANIMALS, animal),
        "good": named(GOODS, good),
        "loading": bool(loading),
        "owed": owed,
        "special": named(SPECIALS, special),
        "paid": [{"from": place_name(place), "good": GOODS[good]} for place, good in cards],
    }


def cards_of(pile: tuple[int, ...], turn: Row, lying: Iterable[bytes], holdings: Iterable[Sequence[int]]) -> list[int]:
    """The cards of every good, wherever they are; ``lying``: open ones, by good; ``holdings``: those of the seats."""
    paid = in_payment(turn[8])[: one(turn[6])[0]]
    piled = [pile.count(good) + paid.count(good) for good in range(len(GOODS))]
    return [sum(row) for row in zip(piled, *map(in_hand, lying), *holdings, strict=True)]


def all_cards(record: bytes, holdings: Iterable[Sequence[int]]) -> list[int]:
    """The same of a whole record."""
    pile = in_pile(pile_of(record))[: single_of(record)[2]]
    return cards_of(pile, turn_of(record), open_of(record)[1:3], holdings)


class Written(NamedTuple):
    """A position: what is open to all (``pile`` as its size, ``seats`` yet to be filled in), the pile from the bottom, each seat's part."""

    common: JSON
    pile: tuple[int, ...]
    rows: list[Row]


@shared
def written(s: Record) -> Written:
    """A position once for all who look at it. Nobody changes it."""
    record = s.tobytes()
    (players,) = players_of(record)
    rows = [row_of(record) for row_of in ROWS[:players]]
    stage, phase, pile, maps_out, start, current, ender, lap, queued = single_of(record)
    (stage_pile, market, discard, supply, queue), turn = open_of(record), turn_of(record)
    piled = in_pile(pile_of(record))[:pile]
    cards = cards_of(piled, turn, (market, discard), [holding_of(row, players).cards for row in rows])
    common = {
        "game": "tuareg",
        "players": players,
        "options": options.read(options_of(record), tuple(cards) if any(cards) else in_hand(stage_pile)),
        "stage": stage,
        "phase": PHASES[phase],
        "pile": pile,
        "stage_pile": counted(stage_pile),
        "market": counted(market),
        "discard": counted(discard),
        "supply": dict(zip(SPECIALS, in_supply(supply), strict=True)),
        "maps_out": maps_out,
        "seats": None,
        "start": start,
        "current": current,
        "turn": write_turn(turn),
        "ender": None if ender < 0 else ender,
        "lap": lap or None,
        "map_queue": list(in_queue(queue)[:queued]),
    }
    return Written(common, piled, rows)


@once
def write_position(s: Record) -> JSON:
    """The complete position."""
    common, pile, rows = written(s)
    return {**common, "pile": [GOODS[good] for good in reversed(pile)], "seats": [holding_of(row, len(rows)).written for row in rows]}


def view(s: Record, seat: int | None) -> JSON:
    """What a seat, or a spectator, may see (17a): counts instead of hidden cards, until the game is over."""
    return copy_of(glance(s, seat))


def glance(s: Record, seat: int | None) -> JSON:
    """The same, with parts that are shared with what others see."""
    common, _, rows = written(s)
    players = len(rows)
    if common["phase"] == "over":
        seats = [holding_of(row, players).written for row in rows]
    else:
        seats = [seen_holding(row, players, seat, other == seat) for other, row in enumerate(rows)]
    return {**common, "viewer": seat, "seats": seats}


def animals_of(players: int, donkeys: int) -> list[str]:
    """The names of the animals of a seat."""
    return [*ANIMALS[: CAMELS[players]], *ANIMALS[FIRST_DONKEY : FIRST_DONKEY + donkeys]]

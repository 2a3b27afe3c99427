"""Positions in the exchange format (FT-8), and what a seat may see of them (FT-7.1). ``reading`` reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.kernel.writing import copy_of, shared

from . import options
from .components import (
    CARDS,
    COLOURS,
    DJINNS,
    GOODS,
    SPOTS,
    TILE_KINDS,
    TILE_NAMES,
    TILES,
)
from .scoring import lines
from .state import STAGES, Stage

JSON = dict[str, Any]


def _counts(numbers: Any, names: Sequence[str]) -> JSON:
    return dict(zip(names, numbers.tolist(), strict=True))


def _names(numbers: Any, size: Any, names: Sequence[str]) -> list[str]:
    return [names[n] for n in numbers[: int(size)].tolist()]


def _members(bits: int, names: Sequence[str]) -> list[str]:
    return [name for i, name in enumerate(names) if bits >> i & 1]


def _multiset(counts: Any, names: Sequence[str]) -> list[str]:
    return [name for name, n in zip(names, counts.tolist(), strict=True) for _ in range(n)]


def _name(number: int, names: Sequence[str]) -> str | None:
    return names[number] if number >= 0 else None


@shared
def written(s: Any) -> JSON:
    """The complete position, the truth of all hidden things included, once for all who read it. Nobody changes it."""
    kind, value, camel, palms, palaces = (s[field].tolist() for field in ("kind", "value", "camel", "palms", "palaces"))
    meeples = s["meeples"].tolist()
    return {
        "game": "five-tribes",
        "options": options.read(s),
        "players": int(s["players"]),
        "tiles": {
            name: {
                "kind": TILE_KINDS[kind[t]],
                "vp": value[t],
                "meeples": dict(zip(COLOURS, meeples[t], strict=True)),
                "camel": camel[t] if camel[t] >= 0 else None,
                "palms": palms[t],
                "palaces": palaces[t],
            }
            for t, name in enumerate(TILE_NAMES)
        },
        "seats": [write_seat(s, seat) for seat in range(int(s["players"]))],
        "bag": _counts(s["bag"], COLOURS),
        "palms": int(s["palms_left"]),
        "palaces": int(s["palaces_left"]),
        "row": _names(s["row"], s["row_size"], CARDS),
        "djinn_row": _names(s["djinn_row"], s["djinn_row_size"], DJINNS),
        "pile": _names(s["pile"], s["pile_size"], CARDS)[::-1],
        "djinn_pile": _names(s["djinn_pile"], s["djinn_pile_size"], DJINNS)[::-1],
        "discard": _multiset(s["discard"], CARDS),
        "djinn_discard": _multiset(s["djinn_discard"], DJINNS),
        "round": int(s["rounds"]),
        "stage": STAGES[int(s["stage"])],
        "ending": bool(s["ending"]),
        "bid_order": s["bid_order"][: int(s["bid_order_size"])].tolist(),
        "bids": [[SPOTS[int(s["bid_spot"][i])], int(s["bid_seat"][i])] for i in range(int(s["bid_count"]))],
        "queue": s["queue"][: int(s["queue_size"])].tolist(),
        "next_order": s["next_order"][: int(s["next_order_size"])].tolist(),
        "seat": int(s["seat"]) if s["seat"] >= 0 else None,
        "turn": _write_turn(s) if s["stage"] not in (Stage.BID, Stage.OVER) else None,
    }


def write_position(s: Any) -> JSON:
    """The same for whoever may change it."""
    return copy_of(written(s))


def write_seat(s: Any, seat: int) -> JSON:
    """What a seat has, all of it."""
    return {
        "gold": int(s["gold"][seat]),
        "camels": int(s["camels"][seat]),
        "viziers": int(s["viziers"][seat]),
        "elders": int(s["elders"][seat]),
        "hand": _counts(s["hand"][seat], CARDS),
        "seen": _counts(s["seen"][seat], CARDS),
        "djinns": _names(s["djinns"][seat], s["djinn_count"][seat], DJINNS),
        "used": _members(int(s["used"][seat]), DJINNS),
    }


def score_lines(s: Any, seat: int) -> dict[str, int]:
    """The score sheet of a seat: ``lines`` of as much of the position as they read, since a whole one takes far longer to write."""
    value, camel, palms, palaces = (s[field].tolist() for field in ("value", "camel", "palms", "palaces"))
    own = [t for t, owner in enumerate(camel) if owner == seat]
    tiles = {t: {"camel": seat, "vp": value[t], "palms": palms[t], "palaces": palaces[t]} for t in own}
    seats: list[JSON] = [{"viziers": n} for n in s["viziers"][: int(s["players"])].tolist()]
    seats[seat] = write_seat(s, seat)
    return lines({"tiles": tiles, "seats": seats}, seat)


def _write_turn(s: Any) -> JSON:
    place, pending = int(s["place"]), int(s["pending"])
    return {
        "hand": _counts(s["moving"], COLOURS) if s["stage"] == Stage.SOW else None,
        "at": _name(int(s["at"]), TILE_NAMES),
        "previous": _name(int(s["previous"]), TILE_NAMES),
        "final": _name(int(s["final"]), TILE_NAMES),
        "colour": _name(int(s["colour"]), COLOURS),
        "count": int(s["count"]),
        "echidna": bool(s["echidna"]),
        "iblis": bool(s["iblis"]),
        "struck": bool(s["struck"]),
        "place": place - TILES if place >= TILES else _name(place, TILE_NAMES),
        "closed": bool(s["closed"]),
        "set": _members(int(s["set"]), GOODS),
        "pending": None
        if pending < 0
        else {"djinn": DJINNS[pending], "origin": _name(int(s["origin"]), TILE_NAMES), "back": _name(int(s["back"]), STAGES)},
        "peek": _names(s["peek"], s["peek_size"], DJINNS),
    }


def view(s: Any, seat: int | None) -> JSON:
    """The position with what this seat may not see replaced: a pile by its size, a hand and gold by null, a look by its size.

    Every seat has ``cards``, the size of its hand, after the end ``score``, its sheet; ``viewer`` is the seat this view is for."""
    return copy_of(glance(s, seat))


def glance(s: Any, seat: int | None) -> JSON:
    """The same, with parts that are shared with what others see."""
    truth = written(s)
    seats = [{**player, "cards": sum(player["hand"].values())} for player in truth["seats"]]
    shown = {**truth, "viewer": seat, "seats": seats}
    if s["stage"] == Stage.OVER:
        for number, player in enumerate(seats):
            player["score"] = lines(truth, number)
        return shown
    shown.update(pile=len(truth["pile"]), djinn_pile=len(truth["djinn_pile"]))
    if s["open_hands"]:
        return shown
    for number, player in enumerate(seats):
        if number != seat:
            player.update(hand=None, gold=None)
    if truth["turn"] and truth["seat"] != seat:
        shown["turn"] = {**truth["turn"], "peek": len(truth["turn"]["peek"])}
    return shown

"""Reading positions of the exchange format, with the reason for what is refused (FT-8.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.kernel.refusals import BadPosition

from .components import (
    BOURAQ,
    CARDS,
    COLOURS,
    DJINNS,
    ENKI,
    GOODS,
    HAGIS,
    LAMIA,
    MARKERS,
    SIBITTIS,
    SPOTS,
    TILE_KINDS,
    TILE_NAMES,
    TILES,
    ZERO_SPOTS,
)
from .djinns import NEEDS_TARGET
from .position import OPTIONS
from .state import (
    MAX_CARDS,
    MAX_DJINNS,
    MAX_ROW,
    STAGE_ASSASSINS,
    STAGE_BID,
    STAGE_BUILDERS,
    STAGE_END,
    STAGE_OVER,
    STAGE_REDIRECT,
    STAGE_SECOND_CARD,
    STAGE_SECOND_KILL,
    STAGE_SELL,
    STAGE_SIBITTIS,
    STAGE_SOW,
    STAGE_START,
    STAGE_TARGET,
    STAGE_TILE,
    STAGES,
)

NO_TURN = ("at", "previous", "final", "colour", "place", "pending", "origin", "back")
MOST = 30_000
MOST_GOLD = 100_000_000
POWER_STAGES = (STAGE_START, STAGE_BUILDERS, STAGE_ASSASSINS, STAGE_TILE, STAGE_END)


# ---- reading: what a value must be --------------------------------------------------------------------------------------------------


def _refuse(where: str, reason: str) -> BadPosition:
    return BadPosition(f"{where}: {reason}")


def _object(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise _refuse(where, f"an object is needed, not {value!r}.")
    return value


def _get(thing: Any, key: str, where: str) -> Any:
    if key not in _object(thing, where):
        raise _refuse(where, f"the key {key!r} is missing.")
    return thing[key]


def _number(value: Any, where: str, most: int = MOST) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise _refuse(where, f"a whole number from 0 to {most} is needed, not {value!r}.")
    return value


def _flag(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise _refuse(where, f"true or false is needed, not {value!r}.")
    return value


def _known(value: Any, names: Sequence[str], where: str) -> int:
    if not isinstance(value, str) or value not in names:
        raise _refuse(where, f"{value!r} is not one of: {', '.join(names)}.")
    return names.index(value)


def _known_or_null(value: Any, names: Sequence[str], where: str) -> int:
    return -1 if value is None else _known(value, names, where)


def _list(value: Any, where: str, most: int) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise _refuse(where, f"a list is needed, not {value!r}.")
    if len(value) > most:
        raise _refuse(where, f"at most {most} entries fit, there are {len(value)}.")
    return value


def _seat(value: Any, players: int, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < players:
        raise _refuse(where, f"there is no seat {value!r}; seats run from 0 to {players - 1}.")
    return value


def _seats(value: Any, players: int, where: str) -> list[int]:
    return [_seat(seat, players, where) for seat in _list(value, where, 4)]


def _read_counts(value: Any, names: Sequence[str], where: str) -> list[int]:
    for name in _object(value, where):
        _known(name, names, where)
    return [_number(_get(value, name, where), f"{where}.{name}") for name in names]


def _read_names(value: Any, names: Sequence[str], where: str, most: int) -> list[int]:
    return [_known(name, names, where) for name in _list(value, where, most)]


# ---- reading ------------------------------------------------------------------------------------------------------------------------


def read_position(position: Mapping[str, Any], s: Any) -> None:
    """Fills a zeroed record; raises ``BadPosition`` for what has no meaning (FT-8.1)."""
    p = _object(position, "position")
    if p.get("game", "five-tribes") != "five-tribes":
        raise _refuse("game", f"this is a position of {p['game']!r}.")
    players = _get(p, "players", "position")
    if type(players) is not int or players not in (2, 3, 4):
        raise _refuse("players", f"2, 3 or 4 can play, not {players!r}.")
    s["players"] = players
    options = _get(p, "options", "position")
    for name, (field, values) in OPTIONS.items():
        s[field] = _known(_get(options, name, "options"), values, f"options.{name}")
    for field in NO_TURN:
        s[field] = -1
    _read_board(p, s)
    _read_seats(p, s, players)
    _read_cards(p, s)
    stage = _known(_get(p, "stage", "position"), STAGES, "stage")
    s["stage"] = stage
    s["rounds"] = _number(_get(p, "round", "position"), "round", MOST_GOLD)
    s["ending"] = _flag(_get(p, "ending", "position"), "ending")
    _read_tracks(p, s, players, stage)
    seat = _get(p, "seat", "position")
    if (seat is None) != (stage == STAGE_OVER):
        raise _refuse("seat", "null means that the game is over, and only then.")
    s["seat"] = -1 if seat is None else _seat(seat, players, "seat")
    if stage == STAGE_BID and seat != s["bid_order"][0]:
        raise _refuse("seat", "the next marker of `bid_order` is to decide.")
    turn = _get(p, "turn", "position")
    if stage in (STAGE_BID, STAGE_OVER):
        if turn is not None:
            raise _refuse("turn", f"it is null in the stage {STAGES[stage]!r}.")
    else:
        _read_turn(_object(turn, "turn"), s, players, stage)
    _check_totals(s)


def _read_board(p: Mapping[str, Any], s: Any) -> None:
    tiles = _object(_get(p, "tiles", "position"), "tiles")
    players = int(s["players"])
    for name in tiles:
        _known(name, TILE_NAMES, "tiles")
    for t, name in enumerate(TILE_NAMES):
        where = f"tiles.{name}"
        tile = _get(tiles, name, "tiles")
        s["kind"][t] = _known(_get(tile, "kind", where), TILE_KINDS, f"{where}.kind")
        s["value"][t] = _number(_get(tile, "vp", where), f"{where}.vp")
        camel = _get(tile, "camel", where)
        s["camel"][t] = -1 if camel is None else _seat(camel, players, f"{where}.camel")
        s["palms"][t] = _number(_get(tile, "palms", where), f"{where}.palms")
        s["palaces"][t] = _number(_get(tile, "palaces", where), f"{where}.palaces")
        counts = _read_counts(_get(tile, "meeples", where), COLOURS, f"{where}.meeples")
        if sum(counts) > MOST:
            raise _refuse(where, f"at most {MOST} meeples fit.")
        s["meeples"][t] = counts
        s["height"][t] = sum(counts)
        for colour, n in enumerate(counts):
            if n:
                s["present"][colour] |= 1 << t
    s["bag"] = _read_counts(_get(p, "bag", "position"), COLOURS, "bag")
    s["palms_left"] = _number(_get(p, "palms", "position"), "palms")
    s["palaces_left"] = _number(_get(p, "palaces", "position"), "palaces")


def _read_seats(p: Mapping[str, Any], s: Any, players: int) -> None:
    seats = _list(_get(p, "seats", "position"), "seats", 4)
    if len(seats) != players:
        raise _refuse("seats", f"{players} are needed, not {len(seats)}.")
    for i, seat in enumerate(seats):
        where = f"seats[{i}]"
        s["gold"][i] = _number(_get(seat, "gold", where), f"{where}.gold", MOST_GOLD)
        for field in ("camels", "viziers", "elders"):
            s[field][i] = _number(_get(seat, field, where), f"{where}.{field}")
        s["hand"][i] = _read_counts(_get(seat, "hand", where), CARDS, f"{where}.hand")
        s["seen"][i] = _read_counts(_get(seat, "seen", where), CARDS, f"{where}.seen")
        djinns = _read_names(_get(seat, "djinns", where), DJINNS, f"{where}.djinns", MAX_DJINNS)
        s["djinns"][i, : len(djinns)] = djinns
        s["djinn_count"][i] = len(djinns)
        for djinn in djinns:
            s["owns"][i] |= 1 << djinn
        for djinn in _read_names(_get(seat, "used", where), DJINNS, f"{where}.used", MAX_DJINNS):
            s["used"][i] |= 1 << djinn


def _read_cards(p: Mapping[str, Any], s: Any) -> None:
    for key, names, field, most in (
        ("row", CARDS, "row", MAX_ROW),
        ("pile", CARDS, "pile", MAX_CARDS),
        ("djinn_row", DJINNS, "djinn_row", MAX_DJINNS),
        ("djinn_pile", DJINNS, "djinn_pile", MAX_DJINNS),
    ):
        cards = _read_names(_get(p, key, "position"), names, key, most)
        s[field][: len(cards)] = cards[::-1] if "pile" in key else cards
        s[f"{field}_size"] = len(cards)
    for card in _read_names(_get(p, "discard", "position"), CARDS, "discard", MAX_CARDS):
        s["discard"][card] += 1
    for djinn in _read_names(_get(p, "djinn_discard", "position"), DJINNS, "djinn_discard", MAX_DJINNS):
        s["djinn_discard"][djinn] += 1


def _read_tracks(p: Mapping[str, Any], s: Any, players: int, stage: int) -> None:
    lists = {key: _seats(_get(p, key, "position"), players, key) for key in ("bid_order", "queue", "next_order")}
    for key, seats in lists.items():
        s[key][: len(seats)] = seats
        s[f"{key}_size"] = len(seats)
    bidders = []
    for i, bid in enumerate(_list(_get(p, "bids", "position"), "bids", 4)):
        where = f"bids[{i}]"
        if len(_list(bid, where, 2)) != 2:
            raise _refuse(where, "a bid is a pair of spot and seat.")
        if isinstance(bid[0], bool) or bid[0] not in SPOTS:
            raise _refuse(where, f"{bid[0]!r} is not one of the spots {', '.join(map(str, SPOTS))}.")
        bidders.append(_seat(bid[1], players, where))
        s["bid_spot"][i] = SPOTS.index(bid[0])
        s["bid_seat"][i] = bidders[-1]
    s["bid_count"] = len(bidders)
    spots = s["bid_spot"][: len(bidders)].tolist()
    for spot in set(spots):
        if spots.count(spot) > (1 if spot else ZERO_SPOTS):
            raise _refuse("bids", f"there are too many markers on spot {SPOTS[spot]}.")
    if stage == STAGE_BID:
        if not lists["bid_order"]:
            raise _refuse("bid_order", "somebody has to bid.")
        _check_markers(bidders + lists["bid_order"], players, "bids and bid_order")
    elif stage != STAGE_OVER:
        _check_markers(lists["next_order"] + lists["queue"], players, "next_order and queue")
    if len(lists["next_order"]) + len(lists["queue"]) > 4 or (stage == STAGE_BID and (lists["next_order"] or lists["queue"])):
        raise _refuse("next_order", "while markers bid, `next_order` and `queue` are empty; later they hold every marker once.")


def _check_markers(found: list[int], players: int, where: str) -> None:
    """Four seats with 2 players, otherwise every seat once (FT-8.1)."""
    if len(found) != MARKERS[players] or (players > 2 and len(set(found)) != players):
        wanted = "four seats" if players == 2 else "every seat once"
        raise _refuse(where, f"together they hold {wanted}, not {found}.")


def _read_turn(turn: Mapping[str, Any], s: Any, players: int, stage: int) -> None:
    for field in ("at", "previous", "final"):
        s[field] = _known_or_null(_get(turn, field, "turn"), TILE_NAMES, f"turn.{field}")
    s["colour"] = _known_or_null(_get(turn, "colour", "turn"), COLOURS, "turn.colour")
    s["count"] = _number(_get(turn, "count", "turn"), "turn.count")
    for field in ("echidna", "iblis", "struck", "closed"):
        s[field] = _flag(_get(turn, field, "turn"), f"turn.{field}")
    place = _get(turn, "place", "turn")
    if isinstance(place, int):
        s["place"] = TILES + _seat(place, players, "turn.place")
    else:
        s["place"] = _known_or_null(place, TILE_NAMES, "turn.place")
    goods = _read_names(_get(turn, "set", "turn"), GOODS, "turn.set", len(GOODS))
    if len(set(goods)) != len(goods):
        raise _refuse("turn.set", "a set contains only different goods.")
    s["set"] = sum(1 << good for good in goods)
    peek = _read_names(_get(turn, "peek", "turn"), DJINNS, "turn.peek", 3)
    s["peek"][: len(peek)] = peek
    s["peek_size"] = len(peek)
    hand = _get(turn, "hand", "turn")
    if stage == STAGE_SOW:
        counts = _read_counts(hand, COLOURS, "turn.hand")
        if sum(counts) > MOST:
            raise _refuse("turn.hand", f"at most {MOST} meeples fit.")
        s["moving"] = counts
        s["moving_size"] = sum(counts)
        _need(sum(counts) > 0 and s["at"] >= 0, stage, "hand and at")
    elif hand is not None:
        raise _refuse("turn.hand", "it is null outside the stage 'sow'.")
    _read_pending(_get(turn, "pending", "turn"), s)
    _check_stage(s, stage)


def _read_pending(pending: Any, s: Any) -> None:
    if pending is None:
        return
    s["pending"] = _known(_get(pending, "djinn", "turn.pending"), DJINNS, "turn.pending.djinn")
    s["origin"] = _known_or_null(_get(pending, "origin", "turn.pending"), TILE_NAMES, "turn.pending.origin")
    s["back"] = _known(_get(pending, "back", "turn.pending"), STAGES, "turn.pending.back")
    if s["back"] not in POWER_STAGES:
        raise _refuse("turn.pending.back", f"{STAGES[int(s['back'])]!r} is not a stage in which powers are used.")


def _need(present: Any, stage: int, fields: str) -> None:
    if not present:
        raise _refuse("turn", f"the stage {STAGES[stage]!r} needs {fields}.")


def _check_stage(s: Any, stage: int) -> None:
    """A stage has the fields of ``turn`` that it needs."""
    pending, origin = int(s["pending"]), int(s["origin"])
    after_move = (STAGE_BUILDERS, STAGE_ASSASSINS, STAGE_SECOND_KILL, STAGE_TILE, STAGE_SECOND_CARD)
    if stage in after_move or int(s["back"]) in after_move:
        _need(s["final"] >= 0, stage, "final")
    if stage == STAGE_SECOND_KILL:
        _need(s["place"] >= 0, stage, "place")
    elif stage == STAGE_SELL:
        _need(s["set"] > 0, stage, "set")
    elif stage == STAGE_TARGET:
        _need(pending in NEEDS_TARGET and (origin >= 0 or pending not in (HAGIS, LAMIA)), stage, "pending")
    elif stage == STAGE_REDIRECT:
        _need(pending in (BOURAQ, ENKI) and origin >= 0, stage, "pending, with an origin")
    elif stage == STAGE_SIBITTIS:
        _need(pending == SIBITTIS and s["peek_size"] > 0, stage, "pending and peek")
    for field, found, stages in (
        ("set", s["set"] > 0, (STAGE_SELL,)),
        ("pending", pending >= 0, (STAGE_TARGET, STAGE_REDIRECT, STAGE_SIBITTIS)),
        ("peek", s["peek_size"] > 0, (STAGE_SIBITTIS,)),
    ):
        if found and stage not in stages:
            raise _refuse(f"turn.{field}", f"it has no meaning in the stage {STAGES[stage]!r}.")


def _check_totals(s: Any) -> None:
    """What the record has room for."""
    meeples = int(s["meeples"].sum() + s["moving"].sum() + s["bag"].sum() + s["viziers"].sum() + s["elders"].sum())
    cards = int(s["hand"].sum() + s["row_size"] + s["pile_size"] + s["discard"].sum())
    djinns = int(s["djinn_count"].sum() + s["djinn_row_size"] + s["djinn_pile_size"] + s["djinn_discard"].sum() + s["peek_size"])
    pieces = max(int(s["palms"].sum() + s["palms_left"]), int(s["palaces"].sum() + s["palaces_left"]))
    for what, n, most in (
        ("meeples", meeples, MOST),
        ("cards", cards, MAX_CARDS),
        ("djinns", djinns, MAX_DJINNS),
        ("pieces", pieces, MOST),
    ):
        if n > most:
            raise _refuse(what, f"there is room for {most} in all, not for {n}.")

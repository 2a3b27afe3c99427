"""Reading positions of the exchange format, with the reason for what is refused (FT-8.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sandtable.kernel.reading import Reader, opened, read_options

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
from .options import OPTIONS
from .state import MAX_CARDS, MAX_DJINNS, MAX_ROW, NUM_ACTIONS, STAGES, Stage

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

NO_TURN = ("at", "previous", "final", "colour", "place", "pending", "origin", "back")
MOST = 30_000
MOST_GOLD = 100_000_000
POWER_STAGES = (Stage.START, Stage.BUILDERS, Stage.ASSASSINS, Stage.TILE, Stage.END)
AFTER_MOVE = (Stage.BUILDERS, Stage.ASSASSINS, Stage.SECOND_KILL, Stage.TILE, Stage.SECOND_CARD)


def read_position(game: Game, position: Any, s: Any) -> None:
    """Fills a zeroed record; raises ``BadPosition`` for what has no meaning (FT-8.1)."""
    p = opened(game, position)
    p["options"].fields([option.name for option in OPTIONS])
    read_options(p, s, p["players"].value)
    players = int(s["players"])
    for field in NO_TURN:
        s[field] = -1
    read_board(p, s, players)
    read_seats(p, s, players)
    read_cards(p, s)
    s["stage"] = p["stage"].index(STAGES)
    s["rounds"] = p["round"].number(0, MOST_GOLD)
    s["ending"] = p["ending"].truth()
    read_tracks(p, s, players)
    read_turn(p, s, players)
    check_totals(p, s)
    if s["seat"] >= 0 and not game.loops.legal(np.atleast_1d(s), 0, np.empty(NUM_ACTIONS, np.int64)):
        p.fail("NO_DECISION")


def read_board(p: Reader, s: Any, players: int) -> None:
    tiles = p["tiles"].fields(TILE_NAMES)
    for t, name in enumerate(TILE_NAMES):
        tile = tiles[name].on(f"tile:{name}")
        s["kind"][t] = tile["kind"].index(TILE_KINDS)
        s["value"][t] = tile["vp"].number(0, MOST)
        s["camel"][t] = tile["camel"].seat(players, null=-1)
        s["palms"][t] = tile["palms"].number(0, MOST)
        s["palaces"][t] = tile["palaces"].number(0, MOST)
        s["meeples"][t] = counts = read_meeples(tile["meeples"])
        s["height"][t] = sum(counts)
        for colour, n in enumerate(counts):
            if n:
                s["present"][colour] |= 1 << t
    s["bag"] = p["bag"].counts(COLOURS, MOST)
    s["palms_left"] = p["palms"].number(0, MOST)
    s["palaces_left"] = p["palaces"].number(0, MOST)


def read_meeples(meeples: Reader) -> list[int]:
    counts = meeples.counts(COLOURS, MOST)
    meeples.need(sum(counts) <= MOST, "ROOM_MEEPLES", most=MOST, n=sum(counts))
    return counts


def read_seats(p: Reader, s: Any, players: int) -> None:
    for i, seat in enumerate(p["seats"].each_seat(players)):
        s["gold"][i] = seat["gold"].number(0, MOST_GOLD)
        for field in ("camels", "viziers", "elders"):
            s[field][i] = seat[field].number(0, MOST)
        s["hand"][i] = seat["hand"].counts(CARDS, MOST)
        s["seen"][i] = seat["seen"].counts(CARDS, MOST)
        djinns = seat["djinns"].indices(DJINNS, MAX_DJINNS)
        s["djinns"][i, : len(djinns)] = djinns
        s["djinn_count"][i] = len(djinns)
        for djinn in djinns:
            s["owns"][i] |= 1 << djinn
        for djinn in seat["used"].indices(DJINNS, MAX_DJINNS):
            s["used"][i] |= 1 << djinn


def read_cards(p: Reader, s: Any) -> None:
    for field, names, most in (
        ("row", CARDS, MAX_ROW),
        ("pile", CARDS, MAX_CARDS),
        ("djinn_row", DJINNS, MAX_DJINNS),
        ("djinn_pile", DJINNS, MAX_DJINNS),
    ):
        cards = p[field].indices(names, most)
        s[field][: len(cards)] = cards[::-1] if "pile" in field else cards
        s[f"{field}_size"] = len(cards)
    for card in p["discard"].indices(CARDS, MAX_CARDS):
        s["discard"][card] += 1
    for djinn in p["djinn_discard"].indices(DJINNS, MAX_DJINNS):
        s["djinn_discard"][djinn] += 1


# ---- tracks -------------------------------------------------------------------------------------------------------------------------


def read_tracks(p: Reader, s: Any, players: int) -> None:
    """Bids and orders, and whose decision it is."""
    lists = {key: p[key].seats(players, 4) for key in ("bid_order", "queue", "next_order")}
    for key, seats in lists.items():
        s[key][: len(seats)] = seats
        s[f"{key}_size"] = len(seats)
    bidders = read_bids(p["bids"], s, players)
    s["seat"] = p["seat"].seat(players, null=-1)
    playing = lists["next_order"] + lists["queue"]
    if s["stage"] == Stage.BID:
        p["bid_order"].need(lists["bid_order"], "NOBODY_BIDS")
        check_markers(p["bid_order"], bidders + lists["bid_order"], players, "BIDDERS")
        p["next_order"].need(not playing, "BIDDING_HAS_NO_ORDER")
        p["seat"].need(s["seat"] == s["bid_order"][0], "NEXT_MARKER")
    elif s["stage"] != Stage.OVER:
        check_markers(p["next_order"], playing, players, "MARKERS")
    p["next_order"].need(len(playing) <= 4, "TOO_MANY", most=4, n=len(playing))
    p["seat"].need((s["seat"] < 0) == (s["stage"] == Stage.OVER), "NOBODY_DECIDES")


def read_bids(bids: Reader, s: Any, players: int) -> list[int]:
    """Who has bid, in the order of the bids."""
    spots = []
    for i, bid in enumerate(bids.entries(4)):
        bid.need(isinstance(bid.value, list | tuple) and len(bid.value) == 2, "BID")
        spot, seat = bid.value[0], bid[1].seat(players)
        bid.need(type(spot) is int and spot in SPOTS, "SPOT", spots=", ".join(map(str, SPOTS)))
        spots.append(spot)
        bids.need(spots.count(spot) <= (1 if spot else ZERO_SPOTS), "CROWDED_SPOT", f"spot:{spot}", n=spot)
        s["bid_spot"][i], s["bid_seat"][i] = SPOTS.index(spot), seat
    s["bid_count"] = len(spots)
    return [int(seat) for seat in s["bid_seat"][: len(spots)]]


def check_markers(where: Reader, found: list[int], players: int, code: str) -> None:
    """Four seats with 2 players, otherwise every seat once (FT-8.1)."""
    fits = len(found) == MARKERS[players] and (players == 2 or len(set(found)) == players)
    where.need(fits, f"{code}_OF_TWO" if players == 2 else code, found=", ".join(map(str, found)))


# ---- the turn -----------------------------------------------------------------------------------------------------------------------


def read_turn(p: Reader, s: Any, players: int) -> None:
    turn, stage = p["turn"], int(s["stage"])
    if stage in (Stage.BID, Stage.OVER):
        turn.need(turn.value is None, "NO_TURN", stage=STAGES[stage])
        return
    for field in ("at", "previous", "final"):
        s[field] = turn[field].index(TILE_NAMES, null=-1)
    s["colour"] = turn["colour"].index(COLOURS, null=-1)
    s["count"] = turn["count"].number(0, MOST)
    for field in ("echidna", "iblis", "struck", "closed"):
        s[field] = turn[field].truth()
    place = turn["place"]
    s["place"] = TILES + place.seat(players) if isinstance(place.value, int) else place.index(TILE_NAMES, null=-1)
    goods = turn["set"].indices(GOODS, len(GOODS))
    turn["set"].need(len(set(goods)) == len(goods), "SET")
    s["set"] = sum(1 << good for good in goods)
    peek = turn["peek"].indices(DJINNS, 3)
    s["peek"][: len(peek)] = peek
    s["peek_size"] = len(peek)
    if stage == Stage.SOW:
        s["moving"] = counts = read_meeples(turn["hand"])
        s["moving_size"] = sum(counts)
    elif turn["hand"].value is not None:
        turn["hand"].fail("NOT_NOW", stage=STAGES[stage])
    if turn["pending"].value is not None:
        read_pending(turn["pending"], s)
    check_stage(turn, s, stage)


def read_pending(pending: Reader, s: Any) -> None:
    s["pending"] = pending["djinn"].index(DJINNS)
    s["origin"] = pending["origin"].index(TILE_NAMES, null=-1)
    s["back"] = pending["back"].index(STAGES)
    pending["back"].need(s["back"] in POWER_STAGES, "NO_POWERS", stage=STAGES[int(s["back"])])


def check_stage(turn: Reader, s: Any, stage: int) -> None:
    """A stage has the fields of ``turn`` that it needs, and no others."""
    pending, origin = int(s["pending"]), int(s["origin"])

    def needs(there: Any, fields: str) -> None:
        turn.need(there, "STAGE_NEEDS", stage=STAGES[stage], fields=fields)

    if stage == Stage.SOW:
        needs(s["moving_size"] > 0 and s["at"] >= 0, "hand, at")
    if stage in AFTER_MOVE or int(s["back"]) in AFTER_MOVE:
        needs(s["final"] >= 0, "final")
    if stage == Stage.SECOND_KILL:
        needs(s["place"] >= 0, "place")
    elif stage == Stage.SELL:
        needs(s["set"] > 0, "set")
    elif stage == Stage.TARGET:
        needs(pending in NEEDS_TARGET and (origin >= 0 or pending not in (HAGIS, LAMIA)), "pending")
    elif stage == Stage.REDIRECT:
        needs(pending in (BOURAQ, ENKI) and origin >= 0, "pending, pending.origin")
    elif stage == Stage.SIBITTIS:
        needs(pending == SIBITTIS and s["peek_size"] > 0, "pending, peek")
    for field, found, stages in (
        ("set", s["set"] > 0, (Stage.SELL,)),
        ("pending", pending >= 0, (Stage.TARGET, Stage.REDIRECT, Stage.SIBITTIS)),
        ("peek", s["peek_size"] > 0, (Stage.SIBITTIS,)),
    ):
        turn[field].need(not found or stage in stages, "NOT_NOW", stage=STAGES[stage])


def check_totals(p: Reader, s: Any) -> None:
    """What the record has room for."""
    meeples = s["meeples"].sum() + s["moving"].sum() + s["bag"].sum() + s["viziers"].sum() + s["elders"].sum()
    cards = s["hand"].sum() + s["row_size"] + s["pile_size"] + s["discard"].sum()
    djinns = s["djinn_count"].sum() + s["djinn_row_size"] + s["djinn_pile_size"] + s["djinn_discard"].sum() + s["peek_size"]
    pieces = max(s["palms"].sum() + s["palms_left"], s["palaces"].sum() + s["palaces_left"])
    for code, n, most in (
        ("ROOM_MEEPLES", meeples, MOST),
        ("ROOM_CARDS", cards, MAX_CARDS),
        ("ROOM_DJINNS", djinns, MAX_DJINNS),
        ("ROOM_PIECES", pieces, MOST),
    ):
        p.need(n <= most, code, most=most, n=int(n))

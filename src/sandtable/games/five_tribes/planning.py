"""Before the bidding: what a seat would do as first, second or last, and what each place in the order is worth.

The board is played on from what the seat knows: the others take turns that look good to them, as often as such turns are taken, and after
each of them the own best turn is counted. Turns that are there now are looked for again, so that one sees how often they last.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.kernel.game import JSON
from sandtable.kernel.state import State

from .components import COLOURS, PRICES, TILE_NAMES, TILES, WHITE, YELLOW, ZERO_SPOTS
from .heuristics_gains import KNOBS
from .lasting import banked_rows, worths
from .state import Stage
from .walks import R_COLOUR, R_COUNT, R_FINAL, R_START
from .whole_moves import drops
from .whole_turns import RIVAL_CAP, as_seen, moved, walked, whole_turns

ROUNDS = 40
"""Rounds that are tried."""
BIDDINGS = 200
"""Ways the others may still bid."""
SHOWN = 3
"""Turns shown for every place."""
WATCHED = 60
"""Turns that are looked for again after the others have played."""
LASTS = 0.25
"""A turn shown for a later place is still there at least so often."""
NEARLY = 1.0
"""Points a turn may lose and still count as the same."""
GONE = -99.0
"""The worth of a turn that is no longer there."""


def plan(state: State, seat: int) -> JSON | None:
    """What ``seat`` would do at every place of the order, and what every price leaves; None outside the bidding."""
    record = state.record
    if record["stage"] != Stage.BID:
        return None
    mine = begun(state, seat)
    turns = whole_turns(mine, seat)
    worth, shares = tried(mine.record, seat, markers(record, seat), turns[:WATCHED])
    places: list[JSON] = [
        {
            "place": k + 1,
            "worth": round(float(found.mean()), 1),
            "low": round(float(np.quantile(found, 0.2))),
            "high": round(float(np.quantile(found, 0.8))),
            "turns": shown(turns, shares[k]),
        }
        for k, found in enumerate(worth)
    ]
    bids = seat == int(record["seat"])
    return {"places": places, "prices": prices(record, seat, [place["worth"] for place in places]) if bids else [], "turns": turns}


def begun(state: State, seat: int) -> State:
    """The position as if the seat began its turn now."""
    states = np.array([state.record], state.record.dtype)
    states["seat"], states["stage"], states["queue_size"] = seat, Stage.START, 0
    return State(state.game, states, state.seed)


def markers(record: Any, seat: int) -> tuple[list[int], list[int]]:
    """The other markers of the round: those on the track in the order in which they play, and those that still bid."""
    n = int(record["bid_count"])
    bids = sorted(((int(record["bid_spot"][i]), i, int(record["bid_seat"][i])) for i in range(n)), reverse=True)
    waiting = record["bid_order"][: int(record["bid_order_size"])].tolist()
    if seat in waiting:
        waiting.remove(seat)
        return [who for _, _, who in bids], waiting
    return [who for _, _, who in bids if who != seat], waiting


# ---- rounds that may come -------------------------------------------------------------------------------------------------------------


def tried(record: Any, seat: int, others: tuple[list[int], list[int]], turns: list[JSON]) -> tuple[Any, Any]:
    """By place of the order: the worth of the own best turn in every round tried; how often every turn is still there."""
    generator = np.random.default_rng(int(record["rounds"]))
    size = len(others[0]) + len(others[1]) + 1
    worth, there = np.zeros((size, ROUNDS)), np.zeros((size, len(turns)))
    ways = np.array([_key(TILE_NAMES.index(t["start"]), TILE_NAMES.index(t["final"]), COLOURS.index(t["colour"])) for t in turns], int)
    least = np.array([turn["worth"] - NEARLY for turn in turns])
    for n in range(ROUNDS):
        board = record.copy()
        for k, other in enumerate([-1, *arranged(others, generator)]):
            if other >= 0:
                board = after_a_turn(board, other, generator)
            worth[k, n], best = looked_at(board, seat)
            there[k] += best[ways] >= least
    return worth, there / ROUNDS


def arranged(others: tuple[list[int], list[int]], generator: Any) -> list[int]:
    """An order in which the others may play: who has bid keeps the place among those that have."""
    order = list(others[0])
    for who in generator.permutation(others[1]).tolist():
        order.insert(int(generator.integers(len(order) + 1)), int(who))
    return order


def after_a_turn(board: Any, other: int, generator: Any) -> Any:
    """The board after a turn of another seat, drawn from those that look good to it."""
    seen = as_seen(board, other)
    rows = banked_rows(seen, RIVAL_CAP)
    if not len(rows):
        return board
    looks = worths(seen, rows)
    weights = np.exp(KNOBS["play_sharp"] * (looks - looks.max()))
    row = rows[generator.choice(len(rows), p=weights / weights.sum())].tolist()
    choices = drops(seen, row)
    after = moved(seen, row, choices, walked(row, choices))
    for colour, kept in ((YELLOW, "viziers"), (WHITE, "elders")):
        if row[R_COLOUR] == colour:
            after[kept][other] += row[R_COUNT]
    after["hand"][other], after["gold"][other] = board["hand"][other], board["gold"][other]
    return after


def looked_at(board: Any, seat: int) -> tuple[float, Any]:
    """The worth of the seat's best turn, and by ``_key`` that of the best turn of every way; ``GONE`` where there is none."""
    mine = board.copy()
    mine["seat"], mine["stage"] = seat, Stage.START
    rows = banked_rows(mine, RIVAL_CAP)
    best = np.full(_key(TILES, 0, 0), GONE)
    if not len(rows):
        return 0.0, best
    found = worths(mine, rows)
    np.maximum.at(best, _key(rows[:, R_START], rows[:, R_FINAL], rows[:, R_COLOUR]), found)
    return float(found.max()), best


def _key(start: Any, final: Any, colour: Any) -> Any:
    """A number for every way: where it begins, where it ends, whom it collects there."""
    return (start * TILES + final) * len(COLOURS) + colour


def shown(turns: list[JSON], shares: Any) -> list[JSON]:
    """The best turns that are there often enough, one for every end and tribe."""
    ends: set[tuple[str, str]] = set()
    found: list[JSON] = []
    for turn, share in zip(turns, shares.tolist(), strict=False):
        end = (turn["final"], turn["colour"])
        if share >= LASTS and end not in ends and len(found) < SHOWN:
            ends.add(end)
            found.append({**turn, "share": round(share, 2)})
    return found


# ---- prices ---------------------------------------------------------------------------------------------------------------------------


def prices(record: Any, seat: int, worth: list[float]) -> list[JSON]:
    """For every free spot: how often it makes the seat first, and what the round is likely to leave with the price paid.

    The others who still bid are taken to pay anything up to what lies between the best place and the worst."""
    generator = np.random.default_rng(0)
    waiting = len(markers(record, seat)[1])
    edge = max(1.0, max(worth) - min(worth))
    told = []
    taken = record["bid_spot"][: int(record["bid_count"])].tolist()
    for spot in range(len(PRICES)):
        if taken.count(spot) >= (ZERO_SPOTS if spot == 0 else 1) or PRICES[spot] > record["gold"][seat]:
            continue
        places = [place(spot, [*taken], waiting, edge, generator) for _ in range(BIDDINGS)]
        left = sum(worth[at] for at in places) / BIDDINGS - int(PRICES[spot])
        told.append({"spot": int(PRICES[spot]), "first": round(places.count(0) / BIDDINGS, 2), "left": round(left, 1)})
    return told


def place(spot: int, taken: list[int], waiting: int, edge: float, generator: Any) -> int:
    """The place in the order after one way the others may bid; 0 is the first. Of bids of 0 the latest plays first (FT-1.8)."""
    before = sum(other > spot for other in taken)
    taken.append(spot)
    for _ in range(waiting):
        free = [s for s in range(len(PRICES)) if PRICES[s] <= edge and (s == 0 or s not in taken)]
        bid = free[int(generator.integers(len(free)))]
        taken.append(bid)
        before += bid > spot or (bid == spot == 0)
    return before

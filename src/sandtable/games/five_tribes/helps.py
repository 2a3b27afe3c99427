"""What a board shows beside a seat's view: ways to finish a move, what a decision brings, the order of play after a bid, the best sale.

Everything is computed from what the seat knows: the board, the row, its own hand and gold, and what lies open before the others. The
piles and hidden cards are never read, and decisions that draw from them are not tried out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from sandtable.kernel.actions import Action
from sandtable.kernel.state import State

from .components import BLOCK, BLUE, BLUE_KINDS, COLOURS, GOODS, PRICES, SET_VALUE, SPOTS, STEP, TILE_NAMES
from .lasting import banked_rows, lead_change, splitting, worths
from .position import write_position
from .scoring import lines
from .state import A_DROP, A_SELL_ADD, A_SELL_SET, Stage
from .walks import R_COLOUR, R_FINAL, R_GAIN, R_START
from .whole_moves import drops, named

JSON = dict[str, Any]

MOST_WAYS = 60
"""Ways to finish that are sent while a move is under way."""
MOST_LIFTED = 5
"""Ways that are sent for a tile before it is lifted."""
TRIED = ("fakirs", "kill", "kill_owned", "no_kill", "build", "skip", "take_card", "take_djinn", "place", "keep", "sell_set")
"""Decisions that are tried out on a copy; the others bring nothing yet, or have an aid of their own."""
COUNTS = ("viziers", "elders")


def helps(state: State, seat: int) -> JSON:
    """All aids for ``seat``, which is to decide."""
    record = state.record
    told: JSON = {"score": lines(write_position(record), seat)}
    if state.seat != seat:
        return told
    stage = int(record["stage"])
    if stage == Stage.BID:
        told["bids"] = {str(action.id): bid(record, seat, action) for action in state.legal}
    elif stage == Stage.START:
        told["lifts"] = lifts(record)
    elif stage == Stage.SOW:
        told["ways"] = finishes(record)
    else:
        told["gains"] = gains(state, seat, state.legal)
        if stage in (Stage.END, Stage.SELL):
            told["sale"] = sale(record, seat)
    return told


# ---- moves --------------------------------------------------------------------------------------------------------------------------


def lifts(record: Any) -> JSON:
    """By tile that can be lifted: how many outcomes its moves have, the best gain on every tile where they can end, the best ways.

    A gain is what a move is likely worth in the end; ``split`` says what of it is banked and what is a lead that may not last."""
    rows, worth = _weighed(record)
    told: JSON = {}
    split = splitting(record)
    for i in _best(rows, worth, (R_START, R_FINAL)):
        row = rows[i].tolist()
        fresh: JSON = {"outcomes": int((rows[:, R_START] == row[R_START]).sum()), "ends": {}, "split": {}, "ways": []}
        entry = told.setdefault(TILE_NAMES[row[R_START]], fresh)
        entry["ends"][TILE_NAMES[row[R_FINAL]]] = round(worth[i])
        banked, lead = parts = split(row)
        entry["split"][TILE_NAMES[row[R_FINAL]]] = [banked[R_GAIN], lead]
        if len(entry["ways"]) < MOST_LIFTED:
            entry["ways"].append(way(record, parts, worth[i], lift=True))
    return told


def finishes(record: Any) -> JSON:
    """The ways to finish the move under way by outcome, the best first: all of them near the end, else the best for every next drop,
    final tile and colour."""
    rows, worth = _weighed(record)
    listed = np.argsort(-worth, kind="stable").tolist()
    if len(listed) > MOST_WAYS:
        seen: set[tuple[int, ...]] = set()
        chosen = []
        for i in listed:
            row = rows[i].tolist()
            mark = (drops(record, row)[0], row[R_FINAL], row[R_COLOUR])
            if mark not in seen:
                seen.add(mark)
                chosen.append(i)
        listed = chosen[: 2 * MOST_WAYS]
    split = splitting(record)
    return {"outcomes": len(rows), "list": [way(record, split(rows[i].tolist()), worth[i], lift=False) for i in listed]}


def _weighed(record: Any) -> tuple[Any, Any]:
    rows = banked_rows(record)
    return rows, worths(record, rows)


def _best(rows: Any, worth: Any, columns: tuple[int, ...]) -> list[int]:
    """The first row of every combination of the columns, the greatest worth first."""
    order = np.argsort(-worth, kind="stable")
    _, first = np.unique(rows[order][:, list(columns)], axis=0, return_index=True)
    return [int(order[i]) for i in np.sort(first)]


def way(record: Any, parts: tuple[list[int], int], worth: float, lift: bool) -> JSON:
    """One way: its decisions by id, where each meeple lands, what is collected, its gain, and what is banked at once by parts."""
    row, lead = parts
    move = named(record, row)
    at, path = row[R_START], []
    for number in move["ids"][1:]:
        choice = number - A_DROP
        at = int(STEP[at, choice // 5])
        path.append([TILE_NAMES[at], COLOURS[choice % 5]])
    entry: JSON = {
        "ids": move["ids"] if lift else move["ids"][1:],
        "path": path,
        **{key: move[key] for key in ("final", "colour", "count", "parts")},
        "gain": round(worth),
        "banked": row[R_GAIN],
        "lead": lead,
        "camel": "control" in move["parts"],
    }
    if row[R_COLOUR] == BLUE:
        entry["blue"] = blue_block(record, row[R_FINAL])
    return entry


def blue_block(record: Any, tile: int) -> list[str]:
    """The blue tiles in the 3 by 3 block round a tile, which pay builders (FT-2.4.5)."""
    return [TILE_NAMES[t] for t in BLOCK[tile].tolist() if t >= 0 and int(record["kind"][t]) in BLUE_KINDS]


# ---- bids and other decisions -------------------------------------------------------------------------------------------------------


def bid(record: Any, seat: int, action: Action) -> JSON:
    """What a bid costs and leaves, and the order of play if nobody bid after it (FT-1.3, FT-1.8)."""
    spot, fakirs = int(action.args["spot"]), int(action.args["fakirs"])
    step = SPOTS.index(spot)
    gold = int(record["gold"][seat])
    price = min(int(PRICES[step - fakirs]), gold)
    n = int(record["bid_count"])
    bids = [(int(record["bid_spot"][i]), i, int(record["bid_seat"][i])) for i in range(n)] + [(step, n, seat)]
    order = sorted(bids, reverse=True)
    waiting = [int(other) for other in record["bid_order"][1 : int(record["bid_order_size"])]]
    return {
        "price": price,
        "left": gold - price,
        "order": [[int(PRICES[s]), who] for s, _, who in order],
        "place": order.index((step, n, seat)) + 1,
        "waiting": waiting,
    }


def gains(state: State, seat: int, legal: Iterable[Action]) -> JSON:
    """By decision id what it changes for the seat: points in all and by line of the score sheet, pieces and cards; tried out on a copy."""
    before = write_position(state.record)
    score, player = lines(before, seat), before["seats"][seat]
    told: JSON = {}
    for action in legal:
        if action.kind not in TRIED or state.reveals(action):
            continue
        done = state.copy().play(action).record
        after = write_position(done)
        changed, now = lines(after, seat), after["seats"][seat]
        entry: JSON = {
            "points": sum(changed.values()) - sum(score.values()),
            "lines": {name: changed[name] - score[name] for name in score if changed[name] != score[name]},
            "camels": [name for name, tile in after["tiles"].items() if tile["camel"] == seat and before["tiles"][name]["camel"] is None],
        }
        if lead := lead_change(state.record, done, seat):
            entry["lead"] = lead
        for name in COUNTS:
            if now[name] != player[name]:
                entry[name] = now[name] - player[name]
        spent = player["hand"]["fakir"] - now["hand"]["fakir"]
        if spent > 0:
            entry["fakirs"] = spent
        told[str(action.id)] = entry
    return told


def sale(record: Any, seat: int) -> JSON:
    """The best sets of the own goods, the set laid down so far, what sets are worth, and the decisions that sell (FT-0.1.6, FT-2.6.1)."""
    hand = record["hand"][seat].tolist()
    laid = [good for i, good in enumerate(GOODS) if int(record["set"]) >> i & 1]
    sets = []
    for copy in range(max(hand[: len(GOODS)], default=0)):
        goods = [good for i, good in enumerate(GOODS) if hand[i] > copy]
        sets.append({"goods": goods, "gold": int(SET_VALUE[len(goods)])})
    return {
        "sets": sets,
        "values": SET_VALUE.tolist(),
        "laid": laid,
        "laid_gold": int(SET_VALUE[len(laid)]),
        "ids": {good: A_SELL_ADD + i for i, good in enumerate(GOODS)},
        "done": A_SELL_SET,
    }

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

from .components import BLOCK, BLUE, BLUE_KINDS, COLOURS, GOODS, PRICES, SET_VALUE, SPOTS, STEP, TILE_NAMES, TILES
from .lasting import banked_rows, lead_change, splitting, worths
from .position import score_lines, write_seat
from .scoring import lines
from .state import A_DROP, A_LIFT, A_SELL_ADD, A_SELL_SET, Stage
from .walks import R_COLOUR, R_FINAL, R_GAIN, R_START
from .whole_moves import collected, drops

JSON = dict[str, Any]

STEPS, BLOCKS = STEP.tolist(), BLOCK.tolist()
"""As lists of numbers: Python reads them ten times as fast."""
MOST_WAYS = 60
"""Ways to finish that are sent while a move is under way."""
MOST_LIFTED = 5
"""Ways that are sent for a tile before it is lifted."""
TRIED = ("fakirs", "kill", "kill_owned", "no_kill", "build", "skip", "take_card", "take_djinn", "place", "keep", "sell_set")
"""Decisions that are tried out on a copy; the others bring nothing yet, or have an aid of their own."""
COUNTS = ("viziers", "elders")


def helps_from(view: JSON, seat: int | None) -> JSON:
    """The aids of whoever is not to decide: a view tells enough for them."""
    return {} if seat is None else {"score": lines(view, seat)}


def helps(state: State, seat: int) -> JSON:
    """All aids for ``seat``."""
    record = state.record
    told: JSON = {"score": score_lines(record, seat)}
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
    split, listed = splitting(record), np.bincount(rows[:, R_START], minlength=TILES).tolist()
    for i in _best_ends(rows, worth):
        row, value = rows[i].tolist(), float(worth[i])
        start, final = TILE_NAMES[row[R_START]], TILE_NAMES[row[R_FINAL]]
        entry = told.get(start)
        if entry is None:
            entry = told[start] = {"outcomes": listed[row[R_START]], "ends": {}, "split": {}, "ways": []}
        entry["ends"][final] = round(value)
        banked, lead = parts = split(row)
        entry["split"][final] = [banked[R_GAIN], lead]
        if len(entry["ways"]) < MOST_LIFTED:
            entry["ways"].append(way(record, parts, value, lift=True))
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


def _best_ends(rows: Any, worth: Any) -> list[int]:
    """The best row for every tile where a move begins and every one where it ends, the first of several as good; the greatest worth
    first."""
    ends = rows[:, R_START] * TILES + rows[:, R_FINAL]
    most, first = np.full(TILES * TILES, -np.inf), np.full(TILES * TILES, len(rows))
    np.maximum.at(most, ends, worth)
    best = np.flatnonzero(worth == most[ends])
    np.minimum.at(first, ends[best], best)
    found = np.sort(first[first < len(rows)])
    return [int(i) for i in found[np.argsort(-worth[found], kind="stable")]]


def way(record: Any, parts: tuple[list[int], int], worth: float, lift: bool) -> JSON:
    """One way: its decisions by id, where each meeple lands, what is collected, its gain, and what is banked at once by parts."""
    row, lead = parts
    at, path, choices = row[R_START], [], drops(record, row)
    ids = [A_LIFT + at] if lift else []
    for choice in choices:
        at = STEPS[at][choice // 5]
        path.append([TILE_NAMES[at], COLOURS[choice % 5]])
        ids.append(A_DROP + choice)
    brings = collected(row)
    entry: JSON = {
        "ids": ids,
        "path": path,
        **brings,
        "gain": round(worth),
        "banked": row[R_GAIN],
        "lead": lead,
        "camel": "control" in brings["parts"],
    }
    if row[R_COLOUR] == BLUE:
        entry["blue"] = blue_block(record, row[R_FINAL])
    return entry


def blue_block(record: Any, tile: int) -> list[str]:
    """The blue tiles in the 3 by 3 block round a tile, which pay builders (FT-2.4.5)."""
    kind = record["kind"].tolist()
    return [TILE_NAMES[t] for t in BLOCKS[tile] if t >= 0 and kind[t] in BLUE_KINDS]


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
    before = state.record
    score, player, camels = score_lines(before, seat), write_seat(before, seat), before["camel"].tolist()
    told: JSON = {}
    for action in legal:
        if action.kind not in TRIED or state.reveals(action):
            continue
        done = state.copy().play(action).record
        changed, now = score_lines(done, seat), write_seat(done, seat)
        entry: JSON = {
            "points": sum(changed.values()) - sum(score.values()),
            "lines": {name: changed[name] - score[name] for name in score if changed[name] != score[name]},
            "camels": [TILE_NAMES[tile] for tile, owner in enumerate(done["camel"].tolist()) if owner == seat and camels[tile] < 0],
        }
        if lead := lead_change(before, done, seat):
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

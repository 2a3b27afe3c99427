"""Five Tribes: the whole turns of a position with gains and marks, against analysis paralysis; all from public facts and the own hand."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.kernel.game import JSON
from sandtable.kernel.state import State

from .components import (
    BLOCK,
    BLUE_KINDS,
    COLOURS,
    FAKIR,
    GREEN,
    LARGE_MARKET,
    LARGE_PRICE,
    OASIS,
    RED,
    SACRED,
    SMALL_MARKET,
    SMALL_PRICE,
    STEP,
    TILE_NAMES,
    VILLAGE,
    WHITE,
    YELLOW,
)
from .gains import P_CONTROL, P_DJINN, PARTS
from .lasting import banked_rows, lead_change, likely_change
from .position import score_lines
from .state import A_DROP, Stage
from .turn_ends import play_out
from .walks import R_COLOUR, R_COUNT, R_FINAL, R_GAIN, R_PARTS, R_START
from .whole_moves import MOVES_CAP, named, outcomes

MARKS = (
    "claims", "empties", "elders", "viziers", "merchants", "builders", "kills", "palm", "palace", "market", "sacred", "djinn", "blocks",
)  # fmt: skip
BLOCKING = 4
"""Points the next player must lose for a turn to count as blocking."""
GOOD_FINISHES = 3
"""The tiles that are worth emptying: so many of the next player's best."""
RIVAL_CAP = 4
"""Of taller stacks only one way to every final tile and colour is looked at: their gains hardly differ."""
PLENTY = 100
"""Gold nobody sees is taken to be enough."""

Rows = NDArray[np.int64]


def whole_turns(state: State, seat: int) -> list[JSON]:
    """Every whole turn the seat can begin now, the greatest worth first; empty where no turn begins.

    Turns that differ only in where meeples are dropped on the way, for the same gain, are listed once. ``texts`` are the decisions of the
    move, ``then`` those that follow from it; ``gain`` is what all of them bring at once: ``banked``, and a ``lead`` that may not last."""
    if state.seat != seat or state.record["stage"] != Stage.START:
        return []
    start, rival = _Start(state, seat), _Rival(state.record, seat)
    found = [_turn(start, row, rival) for row in distinct(banked_rows(state.record)).tolist()]
    return sorted(found, key=lambda turn: -turn["worth"])


class _Start:
    """Where all turns begin, with what is counted there once."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat, self.record = state, seat, state.record
        self.lines = score_lines(self.record, seat)


class _Rival:
    """The next player, with what is known of its turns before this one."""

    def __init__(self, record: Any, seat: int) -> None:
        self.seat = next_rival(record, seat)
        rows = outcomes(as_seen(record, self.seat), RIVAL_CAP) if self.seat >= 0 else np.zeros((0, R_PARTS), np.int64)
        self.finals = _best_finals(rows)
        self.most = int(rows[:, R_GAIN].max()) if len(rows) else 0
        good = rows[rows[:, R_GAIN] > self.most - BLOCKING]
        self.good = set(zip(good[:, R_START].tolist(), good[:, R_FINAL].tolist(), strict=True))
        """Where its best turns begin and end."""


def distinct(rows: Rows) -> Rows:
    """One row for every start, final tile, colour, number and gain by parts, the greatest gain first."""
    if not len(rows):
        return rows
    rows = rows[np.argsort(-rows[:, R_GAIN], kind="stable")]
    _, first = np.unique(rows[:, : R_PARTS + len(PARTS)], axis=0, return_index=True)
    return rows[np.sort(first)]


def _turn(start: _Start, row: list[int], rival: _Rival) -> JSON:
    record, seat = start.record, start.seat
    turn = named(record, row)
    choices = [number - A_DROP for number in turn["ids"][1:]]
    tiles = walked(row, choices)
    texts = turn.pop("decisions")
    done = start.state.copy()
    for number in turn["ids"]:
        done.play(number)
    rest = play_out(done)
    after = score_lines(done.record, seat)
    gain, lead = sum(after.values()) - sum(start.lines.values()), lead_change(record, done.record, seat)
    brings = {name: after[name] - start.lines[name] - (lead if name == "viziers" else 0) for name in after}
    return {
        **turn,
        "gain": gain,
        "banked": gain - lead,
        "lead": lead,
        "worth": round(gain - lead + likely_change(record, done.record, seat), 1),
        "brings": {name: points for name, points in brings.items() if points},
        "texts": texts,
        "then": [done.game.actions[number].text for number, _ in rest],
        "does": [what for _, what in rest],
        "blue": blue_count(record, row[R_FINAL]),
        "path": [TILE_NAMES[tile] for tile in tiles],
        "marks": marks(record, row, choices, tiles, rival),
    }


def blue_count(record: Any, tile: int) -> int:
    """Blue tiles in the block round a tile, which pay builders (FT-2.4.5)."""
    return sum(int(record["kind"][other]) in BLUE_KINDS for other in BLOCK[tile].tolist() if other >= 0)


def walked(row: list[int], choices: list[int]) -> list[int]:
    """The tiles of a move, from the one that is lifted to the final one."""
    tiles = [row[R_START]]
    for choice in choices:
        tiles.append(int(STEP[tiles[-1], choice // 5]))
    return tiles


# ---- marks --------------------------------------------------------------------------------------------------------------------------


def marks(record: Any, row: list[int], choices: list[int], tiles: list[int], rival: _Rival) -> list[str]:
    """What a turn is good for, in the order of ``MARKS``."""
    seat, colour, count, kind = int(record["seat"]), row[R_COLOUR], row[R_COUNT], int(record["kind"][row[R_FINAL]])
    gold = int(record["gold"][seat])
    has = {
        "claims": row[R_PARTS + P_CONTROL] > 0,
        "empties": row[R_START] not in tiles[1:] and row[R_START] in rival.finals,
        "elders": colour == WHITE and count >= 2,
        "viziers": colour == YELLOW and count >= 2,
        "merchants": colour == GREEN and count >= 3,
        "builders": COLOURS[colour] == "blue",
        "kills": colour == RED,
        "palm": kind == OASIS and record["palms_left"] > 0,
        "palace": kind == VILLAGE and record["palaces_left"] > 0,
        "market": (kind == SMALL_MARKET and gold >= SMALL_PRICE) or (kind == LARGE_MARKET and gold >= LARGE_PRICE),
        "sacred": kind == SACRED and can_buy_a_djinn(record, seat, count if colour == WHITE else 0),
        "djinn": row[R_PARTS + P_DJINN] > 0,
        "blocks": blocks_next_player(record, row, choices, tiles, rival),
    }
    return [mark for mark in MARKS if has[mark]]


def can_buy_a_djinn(record: Any, seat: int, elders: int) -> bool:
    """Is there an open djinn and the price of one: two elders, or an elder and a Fakir?"""
    have, fakirs = int(record["elders"][seat]) + elders, int(record["hand"][seat, FAKIR])
    return int(record["djinn_row_size"]) > 0 and have >= 1 and have + fakirs >= 2


def _best_finals(theirs: Rows) -> list[int]:
    """Where the next player's best turns end."""
    found: list[int] = []
    for final in theirs[np.argsort(-theirs[:, R_GAIN], kind="stable"), R_FINAL].tolist():
        if final not in found:
            found.append(final)
        if len(found) == GOOD_FINISHES:
            break
    return found


def blocks_next_player(record: Any, row: list[int], choices: list[int], tiles: list[int], rival: _Rival) -> bool:
    """Does the next player's best turn lose at least ``BLOCKING`` points? Only counted out if the move touches all of the best."""
    if not rival.good or not all(start in tiles or final in tiles for start, final in rival.good):
        return False
    return rival.most - rival_gain(moved(record, row, choices, tiles), rival.seat) >= BLOCKING


def moved(record: Any, row: list[int], choices: list[int], tiles: list[int]) -> Any:
    """The board after the move, with its camel and its palm or palace."""
    board = record.copy()
    meeples = board["meeples"]
    meeples[tiles[0]] = 0
    for tile, choice in zip(tiles[1:], choices, strict=True):
        meeples[tile, choice % 5] += 1
    meeples[row[R_FINAL], row[R_COLOUR]] = 0
    board["height"][:] = meeples.sum(axis=1)
    board["present"][:] = ((meeples > 0) * (1 << np.arange(len(meeples)))[:, None]).sum(axis=0)
    if row[R_PARTS + P_CONTROL] > 0:
        board["camel"][row[R_FINAL]] = board["seat"]
        board["camels"][board["seat"]] -= 1
    pieces = {OASIS: "palms", VILLAGE: "palaces"}.get(int(board["kind"][row[R_FINAL]]))
    if pieces and board[f"{pieces}_left"] > 0:
        board[pieces][row[R_FINAL]] += 1
        board[f"{pieces}_left"] -= 1
    return board


# ---- the next player ----------------------------------------------------------------------------------------------------------------


def next_rival(record: Any, seat: int) -> int:
    """The next other seat to take a turn this round; -1: there is none."""
    waiting = record["queue"][: int(record["queue_size"])].tolist()
    return next((int(other) for other in waiting if other != seat), -1)


def as_seen(record: Any, seat: int) -> Any:
    """The position as if ``seat`` began a turn now, with nothing of its hand and gold but what everybody knows."""
    board = record.copy()
    board["seat"], board["stage"] = seat, Stage.START
    board["moving"][:] = 0
    board["moving_size"] = 0
    if not record["open_hands"]:
        board["hand"][seat] = board["seen"][seat]
        board["gold"][seat] = PLENTY
    return board


def spoils(before: Any, after: Any, seat: int) -> JSON | None:
    """The best gain of the next player before and after a turn of ``seat``, by public facts; None if nobody else plays this round."""
    rival = next_rival(before, seat)
    if rival < 0:
        return None
    return {"seat": rival, "before": rival_gain(before, rival), "after": rival_gain(after, rival)}


def rival_gain(record: Any, rival: int) -> int:
    """The most a turn of another seat could bring it at once, as far as everybody knows."""
    return best_gain(as_seen(record, rival), RIVAL_CAP)


def best_gain(record: Any, cap: int = MOVES_CAP) -> int:
    """The most a turn of the seat to decide can bring at once; 0 without a move."""
    rows = outcomes(record, cap)
    return int(rows[:, R_GAIN].max()) if len(rows) else 0


def turn_gains(record: Any) -> tuple[int, int]:
    """The best gain at once, and the best of the turns that share neither start nor final tile with that one."""
    rows = outcomes(record)
    if not len(rows):
        return 0, 0
    best = rows[rows[:, R_GAIN].argmax()]
    pair = best[[R_START, R_FINAL]]
    apart = rows[~np.isin(rows[:, R_START], pair) & ~np.isin(rows[:, R_FINAL], pair)]
    return int(best[R_GAIN]), int(apart[:, R_GAIN].max()) if len(apart) else 0

"""The board looked at without the compiled tables, as their proof: where walks lead, and which moves can be finished."""

from __future__ import annotations

from functools import cache
from typing import Any

from sandtable.games.five_tribes.components import BLUE_KINDS, OFFSETS


def neighbour(tile: int, direction: int) -> int | None:
    column, row = tile % 6 + OFFSETS[direction][0], tile // 6 + OFFSETS[direction][1]
    return row * 6 + column if 0 <= column < 6 and 0 <= row < 5 else None


def apart(a: int, b: int) -> tuple[int, int]:
    return abs(a % 6 - b % 6), abs(a // 6 - b // 6)


@cache
def onward(tile: int, previous: int) -> tuple[int, ...]:
    """Where a step may lead: beside the tile, not straight back."""
    beside = [neighbour(tile, d) for d in range(4)]
    return tuple(t for t in beside if t is not None and t != previous)


@cache
def ends(tile: int, previous: int, n: int) -> frozenset[int]:
    """Where a walk of n steps may end."""
    if n == 1:
        return frozenset(onward(tile, previous))
    return frozenset().union(*(ends(to, tile, n - 1) for to in onward(tile, previous)))


@cache
def closes(tile: int, previous: int, n: int) -> bool:
    """May a walk of n steps end on a tile it has entered before?"""
    return n > 1 and any(to in ends(to, tile, n - 1) or closes(to, tile, n - 1) for to in onward(tile, previous))


def finishes(tile: int, previous: int, hand: list[int], board: list[list[int]]) -> bool:
    """Can a walk that drops this hand end on a meeple of its last colour?"""
    n = sum(hand)
    n = n if n < 18 else 16 + n % 2  # longer walks reach the same tiles as shorter ones of the same parity
    last = ends(tile, previous, n)
    if any(held and any(board[end][colour] for end in last) for colour, held in enumerate(hand)):
        return True
    return max(hand) > 1 and closes(tile, previous, n)


def movable(board: list[list[int]], tile: int) -> bool:
    hand = board[tile]
    rest = [[0] * 5 if t == tile else meeples for t, meeples in enumerate(board)]
    return sum(hand) > 0 and finishes(tile, -1, hand, rest)


def blue(s: Any, tile: int) -> int:
    """Blue tiles in the block round a tile."""
    kinds = s["kind"].tolist()
    return sum(kinds[t] in BLUE_KINDS for t in range(30) if max(apart(t, tile)) <= 1)

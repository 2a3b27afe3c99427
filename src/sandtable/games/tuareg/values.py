"""The numbers printed on goods and specials, as a game counts with them: those of a preset, or of somebody's own box (TU-1.4).

A record has no room of its own for them. What a good pays is its row of ``DINAR``; what majorities and specials bring lies, as the distance
to the usual number, in the spare bits of three options: so records with the usual numbers are what they always were. How many cards of a
good there are is seen from the cards themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from sandtable.jit import jit

from .components import CARDS, DINAR, GOODS, GOODS_TOTAL, MAJORITY_VP, MAP_VP, PRESETS, UNUSED_VP
from .state import CARD, STACK_CODES, Record, stack_goods

MOST_DINAR = 3
MOST_VP = 7
"""Three bits hold a number up to this."""
LEAST_CARDS = 2
HOLDERS = ("overpay", "discard_in", "maps_back")
"""The options with spare bits: each has its own in bit 0, then two numbers of three bits."""
VP_KEYS = (*(f"vp_{good}" for good in GOODS), "vp_map", "vp_unused")
USUAL_VP = (*MAJORITY_VP.tolist(), MAP_VP, UNUSED_VP)
STACKED = tuple(tuple(stack_goods(code)) for code in range(STACK_CODES))
"""The goods of every stack, bottom first."""
STACKED_COUNTS = tuple(tuple(goods.count(good) for good in range(len(GOODS))) for goods in STACKED)
"""How many of every good lie on it."""


# ---- in compiled rules ----------------------------------------------------------------------------------------------------------


@jit
def majority_vp(s: Record, good: int) -> int:
    """What the majority of a good brings."""
    bits = s.overpay if good < 2 else s.discard_in
    return (MAJORITY_VP[good] + (bits >> (1 + 3 * (good % 2)) & 7)) & 7


@jit
def map_vp(s: Record) -> int:
    return (MAP_VP + (s.maps_back >> 1 & 7)) & 7


@jit
def unused_vp(s: Record) -> int:
    return (UNUSED_VP + (s.maps_back >> 4 & 7)) & 7


# ---- as an option ---------------------------------------------------------------------------------------------------------------


@cache
def usual(preset: str) -> Mapping[str, int]:
    """All numbers of a preset by key."""
    row = DINAR[PRESETS.index(preset)].tolist()
    found = {f"dinar_{good}": n for good, n in zip(GOODS, row, strict=True)}
    found |= dict(zip(VP_KEYS, USUAL_VP, strict=True))
    return found | {f"cards_{good}": n for good, n in zip(GOODS, CARDS.tolist(), strict=True)}


def limits(key: str) -> tuple[int, int]:
    """The least and the most that can be entered."""
    if key.startswith("dinar_"):
        return 1, MOST_DINAR
    if key.startswith("vp_"):
        return 0 if key in ("vp_map", "vp_unused") else 1, MOST_VP
    return LEAST_CARDS, GOODS_TOTAL


def check(value: Any) -> Any:
    """A preset, or an object of numbers: those that are left out are as in preset A. What equals a preset is one."""
    if value in PRESETS:
        return value
    if not isinstance(value, Mapping):
        raise ValueError(f"goods is {', '.join(PRESETS)}, or an object of the numbers in your box.")
    found = dict(usual(PRESETS[0]))
    for key, n in value.items():
        if key not in found:
            raise ValueError(f"goods has no {key!r}; there are: {', '.join(found)}.")
        low, high = limits(key)
        if type(n) is not int or not low <= n <= high:
            raise ValueError(f"{key} is a whole number from {low} to {high}.")
        found[key] = n
    if sum(found[f"cards_{good}"] for good in GOODS) != GOODS_TOTAL:
        raise ValueError(f"The cards of all goods are {GOODS_TOTAL} together.")
    return next((preset for preset in PRESETS if usual(preset) == found), found)


def numbers(goods: Any) -> Mapping[str, int]:
    """All numbers of the option's value."""
    return usual(goods) if isinstance(goods, str) else goods


def write(s: Any, goods: Any) -> None:
    """Into a record whose other options are written; the cards are those of the first pile."""
    told = numbers(goods)
    row = [told[f"dinar_{good}"] for good in GOODS]
    s["goods"] = DINAR.tolist().index(row)
    far = [told[key] - n & 7 for key, n in zip(VP_KEYS, USUAL_VP, strict=True)]
    for i, holder in enumerate(HOLDERS):
        s[holder] += far[2 * i] << 1 | far[2 * i + 1] << 4
    s["stage_pile"] = [told[f"cards_{good}"] for good in GOODS]


def read(row: int, held: tuple[int, ...], cards: tuple[int, ...]) -> Any:
    """The value of the option that a record holds: from the row of dinars, what the holders hold, and the cards of every good."""
    found = _told(row, held, cards)
    return found if isinstance(found, str) else dict(found)


@lru_cache(64)
def _told(row: int, held: tuple[int, ...], counted: tuple[int, ...]) -> str | Mapping[str, int]:
    """A preset, or all numbers."""
    found = dict(zip((f"dinar_{good}" for good in GOODS), DINAR[row].tolist(), strict=True))
    for i, (key, n) in enumerate(zip(VP_KEYS, USUAL_VP, strict=True)):
        found[key] = n + (held[i // 2] >> (1 + 3 * (i % 2)) & 7) & 7
    found |= {f"cards_{good}": n for good, n in zip(GOODS, counted, strict=True)}
    return next((preset for preset in PRESETS if usual(preset) == found), found)


def held(hand: Sequence[int], stacks: Sequence[int], hidden: Sequence[int]) -> list[int]:
    """The cards of every good that a seat holds: in its hand, on its animals, face down."""
    down = [card % 4 for card in hidden if card >= CARD]
    stacked = [STACKED_COUNTS[code] for code in stacks if code > 0]
    return [down.count(good) + sum(row) for good, row in enumerate(zip(hand, *stacked, strict=True))]

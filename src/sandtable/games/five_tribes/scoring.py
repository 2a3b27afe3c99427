"""Points and ranks (FT-4.6, FT-4.7)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sandtable.jit import jit

from .components import (
    AL_AMIN,
    DJINN_VALUE,
    DJINNS,
    ELDER_POINTS,
    FAKIR,
    GOODS,
    HAURVATAT,
    HAURVATAT_PALM,
    JAFAAR,
    JAFAAR_VIZIER,
    NUM_GOODS,
    PALACE_POINTS,
    PALM_POINTS,
    SET_VALUE,
    SHAMHAT,
    SHAMHAT_ELDER,
    TILES,
    VIZIER_BONUS,
    VIZIER_POINTS,
)
from .state import Record, owns


@jit
def vizier_value(s: Record, seat: int) -> int:
    """FT-4.6.2, FT-D11."""
    return JAFAAR_VIZIER if owns(s, seat, JAFAAR) else VIZIER_POINTS


@jit
def elder_value(s: Record, seat: int) -> int:
    """FT-4.6.3, FT-D19."""
    return SHAMHAT_ELDER if owns(s, seat, SHAMHAT) else ELDER_POINTS


@jit
def palm_value(s: Record, seat: int) -> int:
    """FT-4.6.6, FT-D09."""
    return HAURVATAT_PALM if owns(s, seat, HAURVATAT) else PALM_POINTS


@jit
def outdone(s: Record, seat: int) -> int:
    """Opponents with strictly fewer viziers."""
    n = 0
    for other in range(s.players):
        if s.viziers[other] < s.viziers[seat]:
            n += 1
    return n


@jit
def vizier_points(s: Record, seat: int) -> int:
    """FT-4.6.2."""
    return s.viziers[seat] * vizier_value(s, seat) + VIZIER_BONUS * outdone(s, seat)


@jit
def elder_points(s: Record, seat: int) -> int:
    """FT-4.6.3."""
    return s.elders[seat] * elder_value(s, seat)


@jit
def djinn_points(s: Record, seat: int) -> int:
    """FT-4.6.4."""
    points = 0
    for i in range(s.djinn_count[seat]):
        points += DJINN_VALUE[s.djinns[seat, i]]
    return points


@jit
def tile_points(s: Record, seat: int, tile: int) -> int:
    """A tile with its palms and palaces, for its owner (FT-4.6.5 to FT-4.6.7)."""
    return s.value[tile] + s.palms[tile] * palm_value(s, seat) + s.palaces[tile] * PALACE_POINTS


@jit
def board_points(s: Record, seat: int) -> int:
    points = 0
    for tile in range(TILES):
        if s.camel[tile] == seat:
            points += tile_points(s, seat, tile)
    return points


@jit
def goods_points(s: Record, seat: int) -> int:
    """Merchandise in the best sets: first copies, second copies and so on (FT-4.6.8); wild cards fill the largest (FT-D01)."""
    wild = s.hand[seat, FAKIR] // 2 if owns(s, seat, AL_AMIN) else 0
    points = 0
    copy = 0
    while True:
        size = 0
        for good in range(NUM_GOODS):
            if s.hand[seat, good] > copy:
                size += 1
        joined = min(wild, NUM_GOODS - size)
        if size + joined == 0:
            return points
        wild -= joined
        points += SET_VALUE[size + joined]
        copy += 1


@jit
def points(s: Record, seat: int) -> int:
    """FT-4.6."""
    return (
        s.gold[seat]
        + vizier_points(s, seat)
        + elder_points(s, seat)
        + djinn_points(s, seat)
        + board_points(s, seat)
        + goods_points(s, seat)
    )


@jit
def score(s: Record, seat: int) -> int:
    return points(s, seat)


@jit
def rank(s: Record, seat: int) -> int:
    """1 + the number of players with more points (FT-4.7)."""
    mine = points(s, seat)
    place = 1
    for other in range(s.players):
        if points(s, other) > mine:
            place += 1
    return place


def piece_values(djinns: Collection[str]) -> tuple[int, int, int]:
    """What a vizier, an elder and a palm are worth to somebody with these djinns: ``vizier_value`` and its likes in plain Python."""
    return (
        JAFAAR_VIZIER if "jafaar" in djinns else VIZIER_POINTS,
        SHAMHAT_ELDER if "shamhat" in djinns else ELDER_POINTS,
        HAURVATAT_PALM if "haurvatat" in djinns else PALM_POINTS,
    )


def lines(position: Mapping[str, Any], seat: int) -> dict[str, int]:
    """The score sheet of a seat from a position, or from a view that shows its hand and gold (plain Python)."""
    return {key: sum(n * worth for n, worth in terms) for key, terms in sheet(position, seat).items()}


def sheet(position: Mapping[str, Any], seat: int) -> dict[str, list[tuple[int, int]]]:
    """The same, line by line as what counts: how many, and what each is worth."""
    player = position["seats"][seat]
    own = [tile for tile in position["tiles"].values() if tile["camel"] == seat]
    djinns, hand = player["djinns"], player["hand"]
    vizier, elder, palm = piece_values(djinns)
    fewer = sum(other["viziers"] < player["viziers"] for other in position["seats"])
    return {
        "gold": [(player["gold"], 1)],
        "viziers": [(player["viziers"], vizier), (fewer, VIZIER_BONUS)],
        "elders": [(player["elders"], elder)],
        "djinns": [(1, int(DJINN_VALUE[DJINNS.index(name)])) for name in djinns],
        "tiles": [(1, tile["vp"]) for tile in own],
        "palms": [(sum(tile["palms"] for tile in own), palm)],
        "palaces": [(sum(tile["palaces"] for tile in own), PALACE_POINTS)],
        "goods": [(1, value) for value in set_values([hand[good] for good in GOODS], hand["fakir"] // 2 if "al_amin" in djinns else 0)],
    }


def set_values(copies: Sequence[int], wild: int) -> list[int]:
    """Values of the sets of first copies, second copies and so on; a wild card joins the largest set of fewer than 9 (FT-4.6.8, FT-D01)."""
    sizes = [sum(n > k for n in copies) for k in range(max(copies, default=0))]
    for _ in range(wild):
        open_sets = [k for k, size in enumerate(sizes) if size < NUM_GOODS]
        if open_sets:
            sizes[max(open_sets, key=lambda k: sizes[k])] += 1
        else:
            sizes.append(1)
    return [int(SET_VALUE[size]) for size in sizes]

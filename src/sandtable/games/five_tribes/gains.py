"""What a sowing move is worth at once: points now, not plans (base of hints and greedy bots).

A gain counts what the move, the tribe and the tile bring to the mover's own score when every free choice (victim, market cards, djinn) is
made for the most points at once and no Fakirs are added. Draws from a pile count nothing: they are not known.
"""

from __future__ import annotations

from typing import Any

from sandtable.jit import jit

from .components import (
    BAAL,
    BLUE,
    DISTANCE,
    DJINN_ROW_SIZE,
    DJINN_VALUE,
    FAKIR,
    GREEN,
    HAURVATAT,
    JAFAAR,
    KANDICHA,
    LARGE_MARKET,
    LARGE_PRICE,
    LARGE_REACH,
    MONKIR,
    NEKIR,
    OASIS,
    PALACE_POINTS,
    SACRED,
    SHAMHAT,
    SMALL_MARKET,
    SMALL_PRICE,
    SMALL_REACH,
    TILES,
    VILLAGE,
    VIZIER_BONUS,
    WHITE,
    YELLOW,
)
from .scoring import elder_value, goods_points, outdone, palm_value, tile_points, vizier_value
from .state import Record, owns
from .tribes import blue_tiles, is_target

PARTS = ("gold", "viziers", "elders", "control", "cards", "kill", "build", "market", "djinn")
P_GOLD, P_VIZIERS, P_ELDERS, P_CONTROL, P_CARDS, P_KILL, P_BUILD, P_MARKET, P_DJINN = range(9)


@jit
def price_row(s: Record, seat: int, table: Any) -> None:
    """``table[k]``: goods points after taking the first k cards; best net gain of a small and of a large market after that."""
    size = s.row_size
    for k in range(size + 1):
        if k > 0:
            s.hand[seat, s.row[k - 1]] += 1
        base = goods_points(s, seat)
        table[k, 0] = base
        table[k, 1] = 0
        table[k, 2] = 0
        front = min(LARGE_REACH, size - k)
        for i in range(front):
            s.hand[seat, s.row[k + i]] += 1
            if i < SMALL_REACH:
                table[k, 1] = max(table[k, 1], goods_points(s, seat) - base - SMALL_PRICE)
            if front == 1:
                table[k, 2] = max(table[k, 2], goods_points(s, seat) - base - LARGE_PRICE)
            for j in range(i + 1, front):
                s.hand[seat, s.row[k + j]] += 1
                table[k, 2] = max(table[k, 2], goods_points(s, seat) - base - LARGE_PRICE)
                s.hand[seat, s.row[k + j]] -= 1
            s.hand[seat, s.row[k + i]] -= 1
    for k in range(size):
        s.hand[seat, s.row[k]] -= 1


@jit
def vizier_gain(s: Record, seat: int, n: int) -> int:
    """n viziers more, with the change of the bonus."""
    before = outdone(s, seat)
    s.viziers[seat] += n
    after = outdone(s, seat)
    s.viziers[seat] -= n
    return n * vizier_value(s, seat) + VIZIER_BONUS * (after - before)


@jit
def kill_gain(s: Record, seat: int, final: int, count: int, camels: int, piece: int) -> int:
    """The best free kill; the collected assassins are off the board already. -1: there is no victim.

    ``piece``: what the palm or palace of the final tile brings if the kill wins that tile."""
    best = -1
    kandicha = owns(s, seat, KANDICHA)
    for tile in range(TILES):
        if s.height[tile] == 0 or DISTANCE[final, tile] > count:
            continue
        claim = 0
        if s.height[tile] == 1 and s.camel[tile] < 0 and camels > 0:
            claim = tile_points(s, seat, tile) + (piece if tile == final else 0)
        extra = 0
        if kandicha:
            if s.meeples[tile, YELLOW] > 0:
                extra = max(extra, vizier_gain(s, seat, 1))
            if s.meeples[tile, WHITE] > 0:
                extra = max(extra, elder_value(s, seat))
            if s.meeples[tile, BLUE] > 0:
                extra = max(extra, blue_tiles(s, tile))
        best = max(best, claim + extra)
    for other in range(s.players):
        if not is_target(s, other):
            continue
        if s.viziers[other] > 0:
            s.viziers[other] -= 1
            gain = vizier_gain(s, seat, 1 if kandicha else 0)
            s.viziers[other] += 1
            bonus = VIZIER_BONUS if s.viziers[other] == s.viziers[seat] else 0
            best = max(best, gain + bonus)
        if s.elders[other] > 0:
            best = max(best, elder_value(s, seat) if kandicha else 0)
    return best


@jit
def djinn_gain(s: Record, seat: int, viziers: int, elders: int, fakirs: int) -> int:
    """The best open djinn less its price; Jafaar, Shamhat and Haurvatat raise the score at once."""
    best = 0
    if elders < 1 or elders + fakirs < 2:
        return best
    for slot in range(min(DJINN_ROW_SIZE, s.djinn_row_size)):
        djinn = s.djinn_row[slot]
        spent = 1 if fakirs > 0 else 2
        gain = DJINN_VALUE[djinn] - spent * elder_value(s, seat)
        if djinn == JAFAAR:
            gain += 2 * viziers
        elif djinn == SHAMHAT:
            gain += 2 * (elders - spent)
        elif djinn == HAURVATAT:
            for tile in range(TILES):
                if s.camel[tile] == seat:
                    gain += 2 * s.palms[tile]
        best = max(best, gain + owns(s, seat, BAAL))
    return best


@jit
def piece_gain(s: Record, seat: int, kind: int) -> int:
    """A palm or palace of the tile action on an own tile."""
    if kind == OASIS and s.palms_left > 0:
        return palm_value(s, seat)
    if kind == VILLAGE and s.palaces_left > 0:
        return PALACE_POINTS
    return 0


@jit
def gain(s: Record, final: int, colour: int, marid: int, table: Any, parts: Any) -> int:
    """The points of a finished walk (its last meeple dropped, nothing collected yet), split into ``parts``."""
    seat = s.seat
    count = s.meeples[final, colour]
    kind = s.kind[final]
    camels, gold, taken = s.camels[seat], marid, 0
    viziers, elders, fakirs = s.viziers[seat], s.elders[seat], s.hand[seat, FAKIR]
    piece = piece_gain(s, seat, kind)
    own = s.camel[final] == seat
    parts[:] = 0
    s.meeples[final, colour] = 0
    s.height[final] -= count
    if s.height[final] == 0 and s.camel[final] < 0 and camels > 0:
        camels -= 1
        own = True
        parts[P_CONTROL] = tile_points(s, seat, final)
    if colour == YELLOW:
        parts[P_VIZIERS] = vizier_gain(s, seat, count)
        viziers += count
    elif colour == WHITE:
        parts[P_ELDERS] = count * elder_value(s, seat)
        elders += count
    elif colour == GREEN:
        taken = min(count, s.row_size)
        parts[P_CARDS] = table[taken, 0] - table[0, 0]
        for k in range(taken):
            fakirs += s.row[k] == FAKIR
    elif colour == BLUE:
        gold += count * blue_tiles(s, final)
    else:
        best = kill_gain(s, seat, final, count, camels, 0 if own else piece)
        if best >= 0:
            parts[P_KILL] = best
            gold += owns(s, seat, NEKIR)
    s.meeples[final, colour] = count
    s.height[final] += count
    if own:
        parts[P_BUILD] = piece
    if kind == VILLAGE and s.palaces_left > 0:
        gold += owns(s, seat, MONKIR)
    elif kind == SACRED:
        parts[P_DJINN] = djinn_gain(s, seat, viziers, elders, fakirs)
    elif kind == SMALL_MARKET and s.gold[seat] + gold >= SMALL_PRICE:
        parts[P_MARKET] = table[taken, 1]
    elif kind == LARGE_MARKET and s.gold[seat] + gold >= LARGE_PRICE:
        parts[P_MARKET] = table[taken, 2]
    parts[P_GOLD] = gold
    total = 0
    for part in range(len(PARTS)):
        total += parts[part]
    return total

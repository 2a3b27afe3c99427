"""How promising the decisions of Five Tribes look: whole moves by their gain, bids by what an earlier turn brings, powers, places."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit
from sandtable.kernel.heuristics import soften
from sandtable.kernel.integers import int64

from .components import (
    ANUN_NAK,
    BLUE,
    BOURAQ,
    ECHIDNA,
    ENKI,
    HAGIS,
    IBLIS,
    LAMIA,
    LARGE_PRICE,
    LETA,
    NO_DIRECTION,
    PALACE_POINTS,
    PAY_ELDERS,
    PAY_FAKIRS,
    POWER_DJINN,
    POWER_PAYMENT,
    PRICES,
    SIBITTIS,
    SLOAR,
    SMALL_MARKET,
    SMALL_PRICE,
    STEP,
    TILES,
    UTUG,
)
from .heuristics_gains import (
    FAKIR_VP,
    FIRST,
    SHARP,
    card_worth,
    djinn_worth,
    elders_worth,
    kill_owned_worth,
    kill_worth,
    owned_worth,
    rest,
    tile_worth,
    turn_values,
)
from .moving import REACH, steps
from .scoring import palm_value
from .state import (
    A_BUILD,
    A_DJINN,
    A_DROP,
    A_FAKIRS,
    A_KEEP,
    A_KILL,
    A_KILL_OWNED,
    A_LIFT,
    A_NO_KILL,
    A_PASS,
    A_PLACE,
    A_SELL_ADD,
    A_SELL_SET,
    A_SKIP,
    A_TAKE_CARD,
    A_TAKE_DJINN,
    Record,
    Stage,
)
from .tribes import blue_tiles, fakirs_for

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

OUTBID = np.array([0.75, 0.55, 0.4, 0.27, 0.15, 0.06, 0.0])
"""How likely a later bidder goes beyond each spot."""


# ---- moves --------------------------------------------------------------------------------------------------------------------------


@jit
def best_from(s: Record, ends: int, colours: Ints, gains: Floats) -> float:
    """The best turn that ends on one of these tiles with one of the colours still in hand; -1 if there is none."""
    best = -1.0
    for colour in range(5):
        if colours[colour] > 0:
            tiles = ends & s.present[colour]
            while tiles:
                low = tiles & -tiles
                tile = TILE_OF[low % 37]
                best = max(best, gains[tile * 5 + colour])
                tiles ^= low
    return best


def _tile_of() -> NDArray[np.int64]:
    """Powers of two differ modulo 37: the tile of a single bit."""
    table = np.zeros(37, np.int64)
    for tile in range(TILES):
        table[(1 << tile) % 37] = tile
    return table


TILE_OF = _tile_of()


@jit
def lift_value(s: Record, tile: int, gains: Floats) -> float:
    ends = REACH[steps(int64(s.height[tile])), tile, NO_DIRECTION] & ~(1 << tile)
    best = -1.0
    for colour in range(5):
        if s.meeples[tile, colour] > 0:
            tiles = ends & s.present[colour]
            while tiles:
                low = tiles & -tiles
                best = max(best, gains[TILE_OF[low % 37] * 5 + colour])
                tiles ^= low
    return best


@jit
def drop_value(s: Record, action: int, hand: Ints, gains: Floats) -> float:
    """The best turn that is still possible after this drop (the gains are those before it)."""
    direction = (action - A_DROP) // 5
    colour = (action - A_DROP) % 5
    to = STEP[s.at, direction]
    if s.moving_size == 1:
        return gains[to * 5 + colour]
    for c in range(5):
        hand[c] = s.moving[c]
    hand[colour] -= 1
    value = best_from(s, REACH[steps(s.moving_size - 1), to, (direction + 2) & 3], hand, gains)
    return value


# ---- all decisions ------------------------------------------------------------------------------------------------------------------


@jit
def bid_values(s: Record, gains: Floats, top: Floats) -> None:
    """The best turns now, one per final tile, best first."""
    best = np.full(TILES, -1.0)
    for tile in range(TILES):
        if s.height[tile] == 0:
            continue
        ends = REACH[steps(int64(s.height[tile])), tile, NO_DIRECTION] & ~(1 << tile)
        for colour in range(5):
            if s.meeples[tile, colour] > 0:
                tiles = ends & s.present[colour]
                while tiles:
                    low = tiles & -tiles
                    end = TILE_OF[low % 37]
                    best[end] = max(best[end], gains[end * 5 + colour])
                    tiles ^= low
    for k in range(len(top)):
        at = 0
        for tile in range(TILES):
            if best[tile] > best[at]:
                at = tile
        top[k] = max(0.0, best[at])
        best[at] = -1.0


@jit
def bid_worth(s: Record, action: int, top: Floats, knobs: Floats) -> float:
    """What the turn should bring that this spot leads to, less its price."""
    spot = 0
    while (spot + 1) * (spot + 2) // 2 <= action:
        spot += 1
    fakirs = action - spot * (spot + 1) // 2
    before = 0.0
    for i in range(s.bid_count):
        if s.bid_spot[i] > spot:
            before += 1.0
    before += (s.bid_order_size - 1) * OUTBID[spot]
    low = int(before)
    part = before - low
    value = top[low] * (1.0 - part) + top[min(low + 1, len(top) - 1)] * part
    return knobs[FIRST] * value - PRICES[spot - fakirs] - fakirs * knobs[FAKIR_VP]


@jit
def power_worth(s: Record, seat: int, number: int, knobs: Floats) -> float:
    """Using a djinn now, less its cost."""
    djinn = POWER_DJINN[number]
    payment = POWER_PAYMENT[number]
    cost = elders_worth(s, seat, 1, knobs) * PAY_ELDERS[payment] + knobs[FAKIR_VP] * PAY_FAKIRS[payment]
    gain = 0.0
    if djinn in (UTUG, LETA):
        for tile in range(TILES):
            if s.camel[tile] < 0 and (s.height[tile] > 0) == (djinn == UTUG) and s.palms[tile] == 0 and s.palaces[tile] == 0:
                gain = max(gain, tile_worth(s, seat, tile, knobs))
    elif djinn == BOURAQ:
        gain = 1.0 * PALACE_POINTS
    elif djinn == ENKI:
        gain = 1.0 * palm_value(s, seat)
    elif djinn == SIBITTIS:
        gain = 8.0 + 4.0 * rest(s)
    elif djinn == SLOAR:
        gain = 3.0
    elif djinn == ANUN_NAK:
        gain = 2.0
    elif djinn == ECHIDNA:
        gain = 1.0 * s.count * blue_tiles(s, int64(s.final)) if s.colour == BLUE else 2.0
    elif djinn == IBLIS:
        gain = 4.0
    elif djinn in (HAGIS, LAMIA):
        gain = 3.0 if s.camel[s.final] != seat else 0.0
    return gain - cost


@jit
def place_worth(s: Record, seat: int, tile: int, knobs: Floats) -> float:
    djinn = s.pending
    if djinn in (BOURAQ, HAGIS):
        return owned_worth(s, seat, int64(s.camel[tile]), 1.0 * PALACE_POINTS, knobs)
    if djinn in (ENKI, LAMIA):
        return owned_worth(s, seat, int64(s.camel[tile]), 1.0 * palm_value(s, seat), knobs)
    if djinn in (UTUG, LETA):
        return tile_worth(s, seat, tile, knobs)
    return 0.0


@jit
def utilities(s: Record, out: Ints, n: int, weight: Floats, knobs: Floats) -> None:
    """What each decision is worth, in points; -1e9: not worth a thought."""
    seat = int64(s.seat)
    stage = s.stage
    gains = np.empty(TILES * 5, np.float64)
    top = np.zeros(6, np.float64)
    hand = np.zeros(5, np.int64)
    most = -1.0
    if stage in (Stage.START, Stage.SOW, Stage.BID):
        turn_values(s, seat, gains, knobs)
        if stage == Stage.BID:
            bid_values(s, gains, top)
        elif stage == Stage.START:
            for tile in range(TILES):
                if s.height[tile] > 0:
                    most = max(most, lift_value(s, tile, gains))
    for i in range(n):
        a = out[i]
        u = 0.0
        if a < A_DJINN:
            u = bid_worth(s, a, top, knobs)
        elif a < A_LIFT:
            u = power_worth(s, seat, a - A_DJINN, knobs)
            if stage == Stage.START:
                u += most
        elif a < A_DROP:
            u = lift_value(s, a - A_LIFT, gains)
        elif a < A_PASS:
            u = drop_value(s, a, hand, gains)
        elif a == A_PASS:
            u = 0.0
        elif a < A_KILL:
            u = (a - A_FAKIRS) * (blue_tiles(s, int64(s.final)) - knobs[FAKIR_VP])
        elif a < A_KILL_OWNED:
            tile = (a - A_KILL) // 5
            u = kill_worth(s, seat, tile, (a - A_KILL) % 5, int64(s.camels[seat]), knobs) - knobs[FAKIR_VP] * fakirs_for(s, tile)
        elif a < A_NO_KILL:
            u = kill_owned_worth(s, seat, (a - A_KILL_OWNED) // 2, (a - A_KILL_OWNED) % 2, knobs)
        elif a in (A_NO_KILL, A_BUILD, A_SKIP):
            u = 0.0
        elif a < A_TAKE_DJINN:
            u = card_worth(s, seat, int64(s.row[a - A_TAKE_CARD]), 0, knobs)
            if stage != Stage.SECOND_CARD:
                u -= SMALL_PRICE if s.kind[s.final] == SMALL_MARKET else LARGE_PRICE / 2.0
        elif a < A_PLACE:
            slot = (a - A_TAKE_DJINN) // 2
            cost = elders_worth(s, seat, 2, knobs)
            if (a - A_TAKE_DJINN) % 2 == 1:
                cost = elders_worth(s, seat, 1, knobs) + knobs[FAKIR_VP]
            u = djinn_worth(s, seat, int64(s.djinn_row[slot]), knobs) - cost
        elif a < A_KEEP:
            u = place_worth(s, seat, a - A_PLACE, knobs)
        elif a < A_SELL_ADD:
            u = djinn_worth(s, seat, int64(s.peek[a - A_KEEP]), knobs)
        elif a < A_SELL_SET:
            u = 3.0 if stage != Stage.END else (-1e9 if s.gold[seat] >= 12 or s.ending else -2.0)
        weight[i] = u


@jit
def weigh(s: Record, out: Ints, n: int, weight: Floats, knobs: Floats) -> None:
    utilities(s, out, n, weight, knobs)
    soften(n, weight, knobs[SHARP])

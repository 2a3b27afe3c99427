"""Five Tribes: what things are worth, and every whole turn with its gain.

A move is a start tile, a final tile and the colour collected there; the way between them matters little for the gain. The gain depends on
the final tile and the colour alone, so all whole turns of a position are 150 numbers and, per start tile, the set of tiles in reach.
All values are points, including what denies an opponent as much.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit
from sandtable.kernel.integers import int64

from .components import (
    BLUE,
    BOAZ,
    DISTANCE,
    DJINN_VALUE,
    FAKIR,
    GREEN,
    HAURVATAT,
    JAFAAR,
    LARGE_MARKET,
    LARGE_PRICE,
    LARGE_REACH,
    NUM_GOODS,
    OASIS,
    PALACE_POINTS,
    RED,
    SACRED,
    SET_VALUE,
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
from .scoring import elder_value, palm_value, tile_points, vizier_value
from .state import Record, owns
from .tribes import blue_tiles

Floats = NDArray[np.float64]

(SHARP, PLAY_SHARP, TURNS, ELDER, FAKIR_VP, GOODS_LATER, VIZIER_WIDTH, POWER, CHANCE_LATE, CHANCE_EARLY, DENY, CAMEL, FIRST,
 ROUNDS) = range(6, 20)  # fmt: skip
KNOBS = {
    "sharp": 0.30,  # how strictly the better-looking decision is preferred in the tree
    "play_sharp": 0.6,  # and in the playout
    "turns": 3.0,  # a playout ends with the round, but not before so many turns
    "elder": 2.7,
    "fakir": 1.8,
    "goods_later": 2.2,  # what a new kind of goods is worth beyond its present increment, at the start of the game
    "vizier_width": 2.2,  # viziers ahead that make the bonus likely, at the start of the game
    "power": 1.0,  # djinn powers by the table below
    "chance_late": 6.0,  # points ahead that make winning likely, at the end and at the start
    "chance_early": 30.0,
    "deny": 0.6,  # taking from an opponent, compared with getting
    "camel": 1.0,
    "first": 1.0,  # trust in the estimate of what playing earlier brings
    "rounds": 1.0,  # 0: a playout may end with any turn
}

#                     amin anun baal boaz bour echi enki hagi haur ibli jafa kand kuma lami leta mari monk neki sham sibi sloa utug
POWER_VP = np.array([1.0, 1.0, 1.5, 1.5, 6.0, 4.0, 2.5, 3.0, 2.0, 3.0, 3.0, 3.0, 3.0, 2.0, 6.0, 3.0, 1.0, 1.0, 4.0, 7.0, 2.0, 8.0])
"""What a djinn's power brings over a whole game, apart from his value and what can be counted at once."""


@jit
def rest(s: Record) -> float:
    """How much of the game is left, 1 to 0: the camels of whoever has fewest."""
    fewest = 11 if s.players == 2 else 8
    all_camels = fewest
    for seat in range(s.players):
        fewest = min(fewest, int64(s.camels[seat]))
    return 0.0 if s.ending else fewest / all_camels


@jit
def bonus_chance(lead: float, width: float) -> float:
    """The chance to have strictly more viziers at the end."""
    return 1.0 / (1.0 + math.exp(-(lead - 0.5) / width))


@jit
def vizier_width(s: Record, knobs: Floats) -> float:
    return 0.35 + knobs[VIZIER_WIDTH] * rest(s)


@jit
def viziers_worth(s: Record, seat: int, k: int, knobs: Floats) -> float:
    """k more viziers (or fewer): their points and the bonus won and denied."""
    width = vizier_width(s, knobs)
    worth = 1.0 * k * vizier_value(s, seat)
    for other in range(s.players):
        if other != seat:
            lead = s.viziers[seat] - s.viziers[other]
            worth += VIZIER_BONUS * (bonus_chance(lead + k, width) - bonus_chance(lead, width))
            worth += VIZIER_BONUS * (bonus_chance(-lead, width) - bonus_chance(-lead - k, width)) / (s.players - 1)
    return worth


@jit
def elders_worth(s: Record, seat: int, k: int, knobs: Floats) -> float:
    return k * (knobs[ELDER] - 2.0) * min(1.0, 2.0 * rest(s)) + k * elder_value(s, seat)


@jit
def good_worth(s: Record, seat: int, good: int, extra: int, knobs: Floats) -> float:
    """One more card of a good; ``extra``: goods (bits) that come with it."""
    copies = int64(s.hand[seat, good]) + ((extra >> good) & 1)
    size = 0
    for other in range(NUM_GOODS):
        if s.hand[seat, other] + ((extra >> other) & 1) > copies:
            size += 1
    worth = 1.0 * (SET_VALUE[size + 1] - SET_VALUE[size])
    later = knobs[GOODS_LATER] * rest(s) * max(0.0, 1.0 - size / 6.0)
    return worth + (later if copies == 0 else 0.4 * later)


@jit
def card_worth(s: Record, seat: int, card: int, extra: int, knobs: Floats) -> float:
    if card == FAKIR:
        return knobs[FAKIR_VP] * min(1.0, 0.2 + 2.0 * rest(s))
    return good_worth(s, seat, card, extra, knobs)


@jit
def djinn_worth(s: Record, seat: int, djinn: int, knobs: Floats) -> float:
    """His value, what he adds to the points at hand, and his power."""
    worth = DJINN_VALUE[djinn] + knobs[POWER] * POWER_VP[djinn] * rest(s)
    if djinn == JAFAAR:
        worth += 2.0 * s.viziers[seat]
    elif djinn == SHAMHAT:
        worth += 2.0 * s.elders[seat]
    elif djinn == HAURVATAT:
        for tile in range(TILES):
            if s.camel[tile] == seat:
                worth += 2.0 * s.palms[tile]
    return worth


@jit
def best_djinn(s: Record, seat: int, elders: int, knobs: Floats) -> float:
    """The best purchase at a sacred place with so many elders more than now; 0 if there is none."""
    have = s.elders[seat] + elders
    if have >= 1 and s.hand[seat, FAKIR] > 0:
        cost = elders_worth(s, seat, 1, knobs) + card_worth(s, seat, FAKIR, 0, knobs)
    elif have >= 2:
        cost = elders_worth(s, seat, 2, knobs)
    else:
        return 0.0
    best = 0.0
    for slot in range(min(3, int64(s.djinn_row_size))):
        best = max(best, djinn_worth(s, seat, int64(s.djinn_row[slot]), knobs) - cost)
    return best


@jit
def owned_worth(s: Record, seat: int, owner: int, worth: float, knobs: Floats) -> float:
    """A palm or palace on a tile of ``owner``."""
    if owner == seat:
        return worth
    return 0.0 if owner < 0 else -knobs[DENY] * worth


@jit
def tile_worth(s: Record, seat: int, tile: int, knobs: Floats) -> float:
    """An own camel on a tile nobody owns."""
    worth = 1.0 * tile_points(s, seat, tile)
    if s.kind[tile] == OASIS or s.kind[tile] == VILLAGE:
        worth += 2.0 * rest(s)
    return worth + knobs[CAMEL] * (0.0 if s.camels[seat] > 1 else 1.0)


@jit
def kill_worth(s: Record, seat: int, tile: int, colour: int, camels: int, knobs: Floats) -> float:
    """A victim on the board: a tile to own, or one meeple less."""
    if s.height[tile] == 1 and s.camel[tile] < 0 and camels > 0:
        return tile_worth(s, seat, tile, knobs)
    return 0.5 if colour == YELLOW else 0.2


@jit
def kill_owned_worth(s: Record, seat: int, victim: int, colour: int, knobs: Floats) -> float:
    if colour == WHITE:
        return knobs[DENY] * elders_worth(s, victim, 1, knobs)
    width = vizier_width(s, knobs)
    lead = s.viziers[seat] - s.viziers[victim]
    mine = VIZIER_BONUS * (bonus_chance(lead + 1.0, width) - bonus_chance(lead, width))
    theirs = 1.0 * vizier_value(s, victim) + VIZIER_BONUS * (bonus_chance(-lead, width) - bonus_chance(-lead - 1.0, width))
    return mine + knobs[DENY] * theirs


@jit
def strike_worth(s: Record, seat: int, tile: int, reach: int, camels: int, knobs: Floats) -> float:
    """The best victim of so many assassins on ``tile``, with own Fakirs."""
    best = 0.0
    for victim in range(s.players):
        if victim != seat and not owns(s, victim, BOAZ):
            if s.viziers[victim] > 0:
                best = max(best, kill_owned_worth(s, seat, victim, YELLOW, knobs))
            if s.elders[victim] > 0:
                best = max(best, kill_owned_worth(s, seat, victim, WHITE, knobs))
    if camels > 0:
        for other in range(TILES):
            if s.height[other] == 1 and s.camel[other] < 0 and other != tile:
                far = DISTANCE[tile, other] - reach
                if far <= s.hand[seat, FAKIR]:
                    cost = knobs[FAKIR_VP] * far if far > 0 else 0.0
                    best = max(best, tile_worth(s, seat, other, knobs) - cost)
    return best


@jit
def market_worth(s: Record, seat: int, reach: int, cards: int, price: int, knobs: Floats) -> float:
    """The best one or two of the front cards, less the price; 0 if it is not worth it."""
    if s.gold[seat] < price:
        return 0.0
    best = 0.0
    second = 0.0
    for slot in range(min(reach, int64(s.row_size))):
        worth = card_worth(s, seat, int64(s.row[slot]), 0, knobs)
        if worth > best:
            second = best
            best = worth
        elif worth > second:
            second = worth
    return max(0.0, (best + second if cards == 2 else best) - price)


@jit
def turn_values(s: Record, seat: int, gains: Floats, knobs: Floats) -> None:
    """``gains[tile * 5 + colour]``: a turn that ends on this tile with this colour; -1 where no meeple of the colour stands.

    The last meeple is not on the tile yet: one more than stands there now is collected."""
    cards = np.zeros(TILES + 2, np.float64)
    extra = 0
    shown = min(9, int64(s.row_size))
    for i in range(shown):
        card = int64(s.row[i])
        cards[i + 1] = cards[i] + card_worth(s, seat, card, extra, knobs)
        if card < NUM_GOODS:
            extra |= 1 << card
    small = market_worth(s, seat, SMALL_REACH, 1, SMALL_PRICE, knobs)
    large = market_worth(s, seat, LARGE_REACH, 2, LARGE_PRICE, knobs)
    djinn = best_djinn(s, seat, 0, knobs)
    for tile in range(TILES):
        owner = int64(s.camel[tile])
        for colour in range(5):
            there = int64(s.meeples[tile, colour])
            if there == 0:
                gains[tile * 5 + colour] = -1.0
                continue
            k = there + 1
            gain = 0.0
            holder = owner
            camels = int64(s.camels[seat])
            if owner < 0 and s.height[tile] == there and camels > 0:
                gain += tile_worth(s, seat, tile, knobs)
                camels -= 1
                holder = seat
            kind = s.kind[tile]
            if kind == OASIS:
                if s.palms_left > 0:
                    gain += owned_worth(s, seat, holder, 1.0 * palm_value(s, seat), knobs)
            elif kind == VILLAGE:
                if s.palaces_left > 0:
                    gain += owned_worth(s, seat, holder, 1.0 * PALACE_POINTS, knobs)
            elif kind == SMALL_MARKET:
                gain += small
            elif kind == LARGE_MARKET:
                gain += large
            elif kind == SACRED:
                gain += best_djinn(s, seat, k, knobs) if colour == WHITE else djinn
            if colour == YELLOW:
                gain += viziers_worth(s, seat, k, knobs)
            elif colour == WHITE:
                gain += elders_worth(s, seat, k, knobs)
            elif colour == GREEN:
                gain += cards[min(k, shown)]
            elif colour == BLUE:
                blue = blue_tiles(s, tile)
                gain += blue * k + s.hand[seat, FAKIR] * max(0.0, blue - knobs[FAKIR_VP])
            elif colour == RED:
                gain += strike_worth(s, seat, tile, k, camels, knobs)
            gains[tile * 5 + colour] = gain

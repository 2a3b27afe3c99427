"""What is in the box (FT-0.1): tiles, tribes, cards, djinns, tracks, and the geometry of the board."""

from __future__ import annotations

import numpy as np

# ---- tiles (FT-0.1.1) ---------------------------------------------------------------------------------------------------------------

TILE_KINDS = ("village", "sacred", "oasis", "small_market", "large_market")
VILLAGE, SACRED, OASIS, SMALL_MARKET, LARGE_MARKET = range(5)
BLUE_KINDS = (VILLAGE, SACRED)

TILE_TYPES = (  # kind, value, count
    (VILLAGE, 5, 5),
    (SACRED, 6, 4),
    (SACRED, 10, 1),
    (SACRED, 12, 1),
    (SACRED, 15, 1),
    (OASIS, 8, 6),
    (SMALL_MARKET, 6, 8),
    (LARGE_MARKET, 4, 4),
)
TYPE_KIND = np.array([kind for kind, _, _ in TILE_TYPES], np.int64)
TYPE_VALUE = np.array([value for _, value, _ in TILE_TYPES], np.int64)
TILE_BOX = np.repeat(np.arange(len(TILE_TYPES)), [count for _, _, count in TILE_TYPES])

SMALL_PRICE, SMALL_REACH = 3, 3
LARGE_PRICE, LARGE_REACH = 6, 6

# ---- the board (FT-0.1.2) -----------------------------------------------------------------------------------------------------------

COLUMNS, ROWS = 6, 5
TILES = COLUMNS * ROWS
TILE_NAMES = tuple(f"{'abcdef'[t % COLUMNS]}{t // COLUMNS + 1}" for t in range(TILES))

DIRECTIONS = ("N", "E", "S", "W")
OFFSETS = ((0, -1), (1, 0), (0, 1), (-1, 0))
NO_DIRECTION = 4


def _tile(column: int, row: int) -> int:
    return row * COLUMNS + column if 0 <= column < COLUMNS and 0 <= row < ROWS else -1


STEP = np.array([[_tile(t % COLUMNS + x, t // COLUMNS + y) for x, y in OFFSETS] for t in range(TILES)])
"""``STEP[tile, direction]``: the next tile, -1 off the board."""

TOWARDS = np.full((TILES, TILES + 1), NO_DIRECTION)
"""``TOWARDS[tile, other]``: the direction of a neighbouring tile, ``NO_DIRECTION`` for any other (``other`` = -1: none)."""
for _t in range(TILES):
    for _d in range(4):
        if STEP[_t, _d] >= 0:
            TOWARDS[_t, STEP[_t, _d]] = _d

DISTANCE = np.array([[abs(a % COLUMNS - b % COLUMNS) + abs(a // COLUMNS - b // COLUMNS) for b in range(TILES)] for a in range(TILES)])
"""Columns apart plus rows apart (FT-2.4.8)."""

BLOCK = np.array([[_tile(t % COLUMNS + x, t // COLUMNS + y) for y in (-1, 0, 1) for x in (-1, 0, 1)] for t in range(TILES)])
"""``BLOCK[tile]``: the 3 by 3 block round a tile, -1 off the board (FT-2.4.5)."""

# ---- meeples (FT-0.1.3) -------------------------------------------------------------------------------------------------------------

COLOURS = ("yellow", "white", "green", "blue", "red")
YELLOW, WHITE, GREEN, BLUE, RED = range(5)
MEEPLE_COUNTS = (16, 20, 18, 18, 18)
MEEPLE_BOX = np.repeat(np.arange(5), MEEPLE_COUNTS)
PER_TILE = 3

# ---- resource cards (FT-0.1.4, FT-0.1.6) --------------------------------------------------------------------------------------------

GOODS = ("ivory", "jewels", "gold", "papyrus", "silk", "spice", "fish", "wheat", "pottery")
CARDS = (*GOODS, "fakir")
NUM_GOODS, FAKIR = 9, 9
CARD_COUNTS = (2, 2, 2, 4, 4, 4, 6, 6, 6, 18)
CARD_BOX = np.repeat(np.arange(10), CARD_COUNTS)
SET_VALUE = np.array([0, 1, 3, 7, 13, 21, 30, 40, 50, 60])
ROW_SIZE = 9

# ---- djinns (FT-D01 to FT-D22) ------------------------------------------------------------------------------------------------------

DJINNS = (
    "al_amin", "anun_nak", "baal", "boaz", "bouraq", "echidna", "enki", "hagis", "haurvatat", "iblis", "jafaar",
    "kandicha", "kumarbi", "lamia", "leta", "marid", "monkir", "nekir", "shamhat", "sibittis", "sloar", "utug",
)  # fmt: skip
(
    AL_AMIN, ANUN_NAK, BAAL, BOAZ, BOURAQ, ECHIDNA, ENKI, HAGIS, HAURVATAT, IBLIS, JAFAAR,
    KANDICHA, KUMARBI, LAMIA, LETA, MARID, MONKIR, NEKIR, SHAMHAT, SIBITTIS, SLOAR, UTUG,
) = range(22)  # fmt: skip
DJINN_VALUE = np.array([5, 8, 6, 6, 6, 4, 8, 10, 8, 8, 6, 6, 6, 10, 4, 6, 6, 6, 6, 4, 8, 4])
DJINN_ROW_SIZE = 3

# For two elders one Fakir may stand in, not two (FT-R45).
PAYMENTS = ("E", "F", "EE", "EF")
PAY_E, PAY_F, PAY_EE, PAY_EF = range(4)
PAY_ELDERS = np.array([1, 0, 2, 1])
PAY_FAKIRS = np.array([0, 1, 0, 1])

COSTS = {  # FT-5.3; Kumarbi is paid with the bid
    ANUN_NAK: (PAY_E, PAY_F),
    BOURAQ: (PAY_E, PAY_F),
    ECHIDNA: (PAY_EE, PAY_EF),
    ENKI: (PAY_E, PAY_F),
    HAGIS: (PAY_E, PAY_F),
    IBLIS: (PAY_E, PAY_F),
    LAMIA: (PAY_E, PAY_F),
    LETA: (PAY_EE, PAY_EF),
    SIBITTIS: (PAY_EE, PAY_EF),
    SLOAR: (PAY_F,),
    UTUG: (PAY_EE, PAY_EF),
}
POWERS = tuple((djinn, payment) for djinn, payments in COSTS.items() for payment in payments)
"""The 21 ``djinn`` decisions in id order."""
POWER_DJINN = np.array([djinn for djinn, _ in POWERS])
POWER_PAYMENT = np.array([payment for _, payment in POWERS])
PAID = sum(1 << int(djinn) for djinn in COSTS)

# ---- tracks, pieces, gold (FT-0.1.7) ------------------------------------------------------------------------------------------------

PRICES = np.array([0, 1, 3, 5, 8, 12, 18])
SPOTS = tuple(int(price) for price in PRICES)
ZERO_SPOTS = 3
PALMS, PALACES = 12, 10
PALACE_POINTS = 5
VIZIER_BONUS = 10
VIZIER_POINTS, JAFAAR_VIZIER = 1, 3
ELDER_POINTS, SHAMHAT_ELDER = 2, 4
PALM_POINTS, HAURVATAT_PALM = 3, 5
START_GOLD = 50
CAMELS = np.array([0, 0, 11, 8, 8])
"""Camels of every player, by number of players."""
MARKERS = np.array([0, 0, 4, 3, 4])
"""Turn markers on the tracks: two each with 2 players, otherwise one."""

# ---- scripted chance (FT-9): what draws and orders are called ------------------------------------------------------------------------

CHANCE = {name: i for names in (COLOURS, CARDS, DJINNS) for i, name in enumerate(names)}
SETUP_CHANCE = {f"{TILE_KINDS[kind]} {value}" if kind == SACRED else TILE_KINDS[kind]: i for i, (kind, value, _) in enumerate(TILE_TYPES)}

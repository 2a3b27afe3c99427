"""What is in the box: tribes, territory cards, fate cards, and the board with its neighbours and start fields."""

from __future__ import annotations

import numpy as np

# ---- tribes (TG-1.1) --------------------------------------------------------------------------------------------------------------

COLOURS = ("blue", "red", "green", "yellow")
TRIBES = ("Kel Ress", "Kel Ilbakan", "Kel Ahaggar", "Kel Ajjer")

# ---- territory cards (TG-2.1): key, count in the shuffled deck, strategic value, economic value -------------------------------------

NOTHING, SALT_WORKS, OASIS, DUNES, HILLS, MOUNTAINS, SAND_PLAIN, SALT_LAKE, SETTLEMENT = range(9)
"""Card numbers; the settlement of a colour is ``SETTLEMENT`` plus the number of the colour in ``COLOURS``."""

CARDS = (
    ("nothing", 0, 0, 0),
    ("salt_works", 0, 5, 5),
    ("oasis", 6, 3, 3),
    ("dunes", 12, 0, 1),
    ("hills", 12, 0, 2),
    ("mountains", 6, 1, 0),
    ("sand_plain", 8, 2, 0),
    ("salt_lake", 4, 0, 0),
    *((f"settlement_{colour}", 0, 4, 4) for colour in COLOURS),
)
CARD_KEYS = tuple(card[0] for card in CARDS)
DECK = np.repeat(np.arange(len(CARDS), dtype=np.int64), [card[1] for card in CARDS])
SV = np.array([card[2] for card in CARDS], np.int64)
EV = np.array([card[3] for card in CARDS], np.int64)
TERRAINS = {"settlement": SETTLEMENT, **{key: number for number, key in enumerate(CARD_KEYS) if NOTHING < number < SETTLEMENT}}

# ---- other material (TG-2.2) --------------------------------------------------------------------------------------------------------

CAMELS = 400
COINS = 130
MOST_AT_ONCE = 400
START_CAMELS = 10
START_MONEY = 10
UNLIMITED = 1 << 30
SAFETY_ROUND = 100
DIE = 6
DOUBLE, DOUBLE_TURNS = 6, 2
"""With this die every player has one card, and a card gives so many turns (TG-4.4)."""

# ---- fate cards (section E) ---------------------------------------------------------------------------------------------------------

FATES = 16
SALT_WORKS_RAID = 1
FIRST_GIFT, LAST_GIFT = 2, 5
SANDSTORM, DROUGHT, CARAVAN, PLAGUE, HOSTILE_TRIBE, RAIN, SPRING, CLIMATE, POISON, RAID, SILVER = range(6, 17)
CLIMATE_SV = 3
SILVER_EV = 3
GIFT = 10
CARAVAN_SILVER = 10
DROUGHT_LEAVES = 15
SANDSTORM_TAKES = 3
RAIN_TAKES = 5
POISON_TAKES = 10
SPRING_BRINGS = 5

SV_IN_FORCE = np.tile(SV, (FATES + 1, 1))
SV_IN_FORCE[CLIMATE, DUNES] = CLIMATE_SV
EV_IN_FORCE = np.tile(EV, (FATES + 1, 1))
EV_IN_FORCE[SILVER, MOUNTAINS] = SILVER_EV
"""``[fate card of the round, 0 = none yet, territory card]``: the values in force (TG-9.13, TG-9.16)."""

PRESETS = {"full": tuple(range(1, 17)), "medium": (1, *range(6, 17)), "short": (1, 6, 8, 9, 11, 12, 13, 16)}

# ---- the board (TG-2.4 to TG-2.6) ---------------------------------------------------------------------------------------------------

SIZE = 7
FIELDS = SIZE * SIZE
SPIRAL = (
    (43, 44, 45, 46, 47, 48, 49),
    (42, 21, 22, 23, 24, 25, 26),
    (41, 20, 7, 8, 9, 10, 27),
    (40, 19, 6, 1, 2, 11, 28),
    (39, 18, 5, 4, 3, 12, 29),
    (38, 17, 16, 15, 14, 13, 30),
    (37, 36, 35, 34, 33, 32, 31),
)
DIRECTIONS = {"N": (-1, 0), "NE": (-1, 1), "E": (0, 1), "SE": (1, 1), "S": (1, 0), "SW": (1, -1), "W": (0, -1), "NW": (-1, -1)}
SECTORS = {
    1: (20, 21, 22, 41, 42, 43, 44, 45),
    2: (10, 24, 25, 26, 27, 47, 48, 49),
    3: (16, 17, 18, 35, 36, 37, 38, 39),
    4: (12, 13, 14, 29, 30, 31, 32, 33),
}
STARTS: dict[int, tuple[tuple[int, ...], ...]] = {
    2: (SECTORS[1], SECTORS[4]),
    3: ((31, 32, 33), (39, 40, 41), (47, 48, 49)),
    4: (SECTORS[1], SECTORS[2], SECTORS[3], SECTORS[4]),
}
"""By number of players and seat: where the settlement may lie (TG-3.6, TG-7.1.2, TG-7.2.2)."""


def _neighbours() -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """``[field, direction]`` -> the field there, 0 off the board."""
    table = np.zeros((FIELDS + 1, len(DIRECTIONS)), np.int64)
    for r, row in enumerate(SPIRAL):
        for c, field in enumerate(row):
            for i, (dr, dc) in enumerate(DIRECTIONS.values()):
                if 0 <= r + dr < SIZE and 0 <= c + dc < SIZE:
                    table[field, i] = SPIRAL[r + dr][c + dc]
    return table


def _start_fields() -> np.ndarray[tuple[int, int, int], np.dtype[np.int64]]:
    """``[players, seat]`` -> start fields in ascending order, filled up with 0."""
    table = np.zeros((5, 4, 8), np.int64)
    for players, seats in STARTS.items():
        for seat, fields in enumerate(seats):
            table[players, seat, : len(fields)] = fields
    return table


NEIGHBOUR = _neighbours()
START_FIELDS = _start_fields()

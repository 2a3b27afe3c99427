"""What lies in the box: goods, specials, camels (TU-1), and the numbers of the decisions (TU-16)."""

from __future__ import annotations

import itertools

import numpy as np

SEATS = 5

# ---- goods (TU-1.1, TU-1.4) -----------------------------------------------------------------------------------------------------

GOODS = ("water", "gold", "salt", "millet")
WATER, GOLD, SALT, MILLET = range(4)
KINDS = 4
CARDS = np.array([8, 10, 12, 14])
GOODS_TOTAL = 44
MAJORITY_VP = np.array([6, 5, 4, 3])

# Only the values of gold are in the seed; the others are reconstructed, hence two presets. The rows behind them are all other values that
# somebody's box may have.
PRESETS = ("A", "B")
_PRESET_DINAR = ((3, 2, 2, 1), (3, 2, 1, 1))
DINAR = np.array([*_PRESET_DINAR, *(row for row in itertools.product((1, 2, 3), repeat=KINDS) if row not in _PRESET_DINAR)])

# ---- specials and camels in play (TU-1.2, TU-1.3, TU-1.5) -----------------------------------------------------------------------

SPECIALS = ("donkey", "cave", "thief", "map")
DONKEY, CAVE, THIEF, MAP = range(4)
PRICE = 3

#                     donkeys, caves, thieves, maps; rows by number of players
SUPPLY = np.array([[0, 0, 0, 0], [0, 0, 0, 0], [2, 2, 3, 3], [3, 3, 3, 2], [4, 4, 3, 3], [5, 5, 3, 4]])
CAMELS = np.array([0, 0, 3, 2, 2, 2])

ANIMALS = ("camel1", "camel2", "camel3", "donkey1", "donkey2", "donkey3", "donkey4", "donkey5")
ANIMAL_SLOTS = 8
FIRST_DONKEY = 3
CAVE_SLOTS = 5
THIEF_SLOTS = 3

# ---- limits and points ----------------------------------------------------------------------------------------------------------

DRAW_SIZE = 3
HAND_LIMIT = 4
LOAD_LIMIT = 4
GOLD_LIMIT = 2
CAVE_LIMIT = 2
MAP_VP = 2
UNUSED_VP = 1
TIE_LOSS = 1
MOST_PAID = 3  # the cheapest cards are worth 1, the price is 3

# ---- decisions: the first id of every kind (TU-16.1) ----------------------------------------------------------------------------

DRAW = 0
TO_MARKET = 1
LOAD_HAND = 5
LOAD_MARKET = 37
BUY = 69
PAY_HAND = 73
PAY_ANIMAL = 77
HIDE_HAND = 85
HIDE_ANIMAL = 105
STEAL_HAND = 145
STEAL_ANIMAL = 150
USE_MAP = 190
KEEP_MAP = 191
END_TURN = 192
PASS = 193
NUM_ACTIONS = 194

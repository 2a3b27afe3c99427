"""What is printed on the components, as boards and editors are told it."""

from __future__ import annotations

from sandtable.kernel.game import JSON

from .components import CARDS, CAVE_LIMIT, DINAR, DRAW_SIZE, GOODS, HAND_LIMIT, LOAD_LIMIT, MAJORITY_VP, MAP_VP, PRESETS, PRICE, SPECIALS


def components() -> JSON:
    return {
        "goods": {
            name: {
                "cards": int(CARDS[good]),
                "vp": int(MAJORITY_VP[good]),
                "dinar": {preset: int(DINAR[row, good]) for row, preset in enumerate(PRESETS)},
            }
            for good, name in enumerate(GOODS)
        },
        "specials": list(SPECIALS),
        "price": PRICE,
        "map": MAP_VP,
        "draw": DRAW_SIZE,
        "hand_limit": HAND_LIMIT,
        "load_limit": LOAD_LIMIT,
        "cave_limit": CAVE_LIMIT,
    }

"""What is printed on the components, as boards and editors are told it."""

from __future__ import annotations

from sandtable.kernel.game import JSON

from .components import (
    BLUE_KINDS,
    CAMELS,
    CARD_COUNTS,
    CARDS,
    COLOURS,
    COLUMNS,
    COSTS,
    DJINN_ROW_SIZE,
    DJINN_VALUE,
    DJINNS,
    GOODS,
    JAFAAR_VIZIER,
    KUMARBI,
    MARKERS,
    MEEPLE_COUNTS,
    PALACES,
    PALMS,
    PAYMENTS,
    ROW_SIZE,
    ROWS,
    SET_VALUE,
    SPOTS,
    TILE_KINDS,
    TILE_TYPES,
    VIZIER_POINTS,
    ZERO_SPOTS,
)
from .scorepad import RULES


def components(players: range) -> JSON:
    values = {kind: sorted(value for k, value, _ in TILE_TYPES if k == kind) for kind in range(len(TILE_KINDS))}
    return {
        "columns": COLUMNS,
        "rows": ROWS,
        "tile_kinds": {name: {"values": values[kind], "blue": kind in BLUE_KINDS} for kind, name in enumerate(TILE_KINDS)},
        "colours": dict(zip(COLOURS, MEEPLE_COUNTS, strict=True)),
        "goods": list(GOODS),
        "cards": dict(zip(CARDS, CARD_COUNTS, strict=True)),
        "row_size": ROW_SIZE,
        "djinn_row_size": DJINN_ROW_SIZE,
        "djinns": {name: _djinn(number) for number, name in enumerate(DJINNS)},
        "track": [*reversed(SPOTS[1:]), *[SPOTS[0]] * ZERO_SPOTS],
        "palms": PALMS,
        "palaces": PALACES,
        "camels": {str(n): int(CAMELS[n]) for n in players},
        "markers": {str(n): int(MARKERS[n]) for n in players},
        "score": RULES,
        "sets": SET_VALUE.tolist(),
        "vizier": {"usual": VIZIER_POINTS, "jafaar": JAFAAR_VIZIER},
    }


def _djinn(number: int) -> JSON:
    """``cost``: what the card says; ``payments``: how his power can be paid for in a turn (Kumarbi's is paid with the bid)."""
    payments = [PAYMENTS[payment] for payment in COSTS.get(number, ())]
    return {
        "value": int(DJINN_VALUE[number]),
        "cost": "F" if number == KUMARBI else payments[0] if payments else None,
        "payments": payments,
    }

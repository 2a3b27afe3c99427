"""What is printed on the components, as boards and editors are told it."""

from __future__ import annotations

from sandtable.kernel.game import JSON

from .components import (
    CAMELS,
    CARDS,
    COINS,
    COLOURS,
    DIE,
    DIRECTIONS,
    DOUBLE,
    DOUBLE_TURNS,
    SAFETY_ROUND,
    SETTLEMENT,
    SILVER,
    SPIRAL,
    START_CAMELS,
    START_MONEY,
    STARTS,
)


def components() -> JSON:
    """A settlement is told once, for all colours."""
    cards = {key.partition("_")[0] if number >= SETTLEMENT else key: facts for number, (key, *facts) in enumerate(CARDS) if number}
    return {
        "colours": list(COLOURS),
        "cards": {key: {"count": count, "sv": sv, "ev": ev} for key, (count, sv, ev) in cards.items()},
        "spiral": [list(row) for row in SPIRAL],
        "directions": {name: list(step) for name, step in DIRECTIONS.items()},
        "starts": {str(players): [list(fields) for fields in seats] for players, seats in STARTS.items()},
        "camels": CAMELS,
        "coins": COINS,
        "start_camels": START_CAMELS,
        "start_money": START_MONEY,
        "safety_round": SAFETY_ROUND,
        "die": DIE,
        "double": DOUBLE,
        "double_turns": DOUBLE_TURNS,
        "silver_fate": SILVER,
    }

"""The score pad of Five Tribes, djinns included."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.kernel.scorepad import Field, Line, ScorePad, Seat, Sheet, leaders

from . import scoring
from .components import (
    CARD_COUNTS,
    DJINNS,
    FAKIR,
    GOODS,
    MEEPLE_COUNTS,
    NUM_GOODS,
    PALACES,
    PALMS,
    TILE_BOX,
    TYPE_VALUE,
    WHITE,
    YELLOW,
)

FIELDS = (
    Field("gold", 999),
    Field("viziers", MEEPLE_COUNTS[YELLOW]),
    Field("elders", MEEPLE_COUNTS[WHITE]),
    Field("tiles", int(TYPE_VALUE[TILE_BOX].sum()), "board"),
    Field("palms", PALMS, "board"),
    Field("palaces", PALACES, "board"),
    Field("djinns", 0, "djinns", tuple(DJINNS)),
    *(Field(f"good_{good}", max(CARD_COUNTS[:NUM_GOODS]), "goods") for good in GOODS),
    Field("fakir", CARD_COUNTS[FAKIR], "goods"),
)

RULES = {
    "gold": "FT-4.6.1",
    "viziers": "FT-4.6.2",
    "elders": "FT-4.6.3",
    "djinns": "FT-4.6.4",
    "tiles": "FT-4.6.5",
    "palms": "FT-4.6.6",
    "palaces": "FT-4.6.7",
    "goods": "FT-4.6.8",
}


def sheet(seats: list[Seat], _values: Mapping[str, int]) -> Sheet:
    """FT-4.6 and FT-4.7, by the engine's own score sheet: all tiles of a seat are entered as one."""
    position = {
        "seats": [
            {
                "gold": seat["gold"],
                "viziers": seat["viziers"],
                "elders": seat["elders"],
                "djinns": seat["djinns"],
                "hand": {**{good: seat[f"good_{good}"] for good in GOODS}, "fakir": seat["fakir"]},
            }
            for seat in seats
        ],
        "tiles": {
            str(i): {"camel": i, "vp": seat["tiles"], "palms": seat["palms"], "palaces": seat["palaces"]} for i, seat in enumerate(seats)
        },
    }
    counted = [scoring.sheet(position, i) for i in range(len(seats))]
    told = [Line.of(key, rule, [one[key] for one in counted]) for key, rule in RULES.items()]
    scores = [sum(line.values[i] for line in told) for i in range(len(seats))]
    return Sheet(told, scores, leaders([(score,) for score in scores]))


PAD = ScorePad(FIELDS, sheet)

"""The score pad of Five Tribes, djinns included."""

from __future__ import annotations

from sandtable.kernel.scorepad import Field, Line, Seat, Sheet, leaders

from . import scoring
from .components import DJINNS, GOODS

FIELDS = (
    Field("gold", 999),
    Field("viziers", 16),
    Field("elders", 20),
    Field("tiles", 198, "board"),
    Field("palms", 12, "board"),
    Field("palaces", 10, "board"),
    Field("djinns", 0, "djinns", tuple(DJINNS)),
    *(Field(f"good_{good}", 6, "goods") for good in GOODS),
    Field("fakir", 18, "goods"),
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


def sheet(seats: list[Seat]) -> Sheet:
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

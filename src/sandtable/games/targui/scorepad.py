"""The score pad of Targui: the income of the last round, and camels and silver for a tie."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.kernel.scorepad import Field, Line, ScorePad, Seat, Sheet, leaders

from .components import CAMELS, CARDS, COLOURS, EV_IN_FORCE, SILVER, TERRAINS

MOST = {
    "settlement": len(COLOURS),
    "salt_works": 1,
    **{key: count for key, count, *_ in CARDS if count and EV_IN_FORCE[SILVER, TERRAINS[key]]},
}
"""How many there are of what brings an income."""

FIELDS = (
    Field("home", 1, "home"),
    *(Field(f"field_{card}", most, "fields") for card, most in MOST.items() if card != "mountains"),
    Field("silver_mountains", MOST["mountains"], "fields"),
    Field("camels", CAMELS, "capital"),
    Field("silver", 999, "capital"),
)


def sheet(seats: list[Seat], _values: Mapping[str, int]) -> Sheet:
    """TG-5.5, TG-6.3, TG-6.4: no income without the own settlement; mountains count only under card 16."""
    told = []
    for card in MOST:
        worth = int(EV_IN_FORCE[SILVER, TERRAINS[card]])
        key = "silver_mountains" if card == "mountains" else f"field_{card}"
        rule = "TG-9.16" if card == "mountains" else "TG-5.5.2"
        told.append(Line.of(key, rule, [[(seat[key], worth)] if seat["home"] else [] for seat in seats]))
    scores = [sum(line.values[i] for line in told) for i in range(len(seats))]
    capital = [seat["camels"] + seat["silver"] for seat in seats]
    told.append(Line.of("capital", "TG-6.4", [[(seat["camels"], 1), (seat["silver"], 1)] for seat in seats]))
    return Sheet(told, scores, leaders([(score, capital[i]) for i, score in enumerate(scores)]))


PAD = ScorePad(FIELDS, sheet)

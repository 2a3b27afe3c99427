"""The score pad of Targui: the income of the last round, and camels and silver for a tie."""

from __future__ import annotations

from sandtable.kernel.scorepad import Field, Line, Seat, Sheet, leaders

from .components import EV_IN_FORCE, SILVER, TERRAINS

MOST = {"settlement": 4, "salt_works": 1, "oasis": 6, "dunes": 12, "hills": 12, "mountains": 6}

FIELDS = (
    Field("home", 1, "home"),
    *(Field(f"field_{card}", most, "fields") for card, most in MOST.items() if card != "mountains"),
    Field("silver_mountains", MOST["mountains"], "fields"),
    Field("camels", 400, "capital"),
    Field("silver", 999, "capital"),
)


def sheet(seats: list[Seat]) -> Sheet:
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

"""The score pad of Tuareg: goods of both stages, maps, unused specials; ties by the dinar in hand."""

from __future__ import annotations

from sandtable.kernel.scorepad import Field, Line, Seat, Sheet, Terms, leaders

from .components import CARDS, DINAR, GOODS, MAJORITY_VP, MAP_VP, SUPPLY, UNUSED_VP
from .helps import points

MOST_MAPS = int(SUPPLY[:, 3].max())

FIELDS = (
    *(Field(f"stage1_{good}", int(n), "stage1") for good, n in zip(GOODS, CARDS, strict=True)),
    Field("maps_used", MOST_MAPS, "stage1"),
    *(Field(f"stage2_{good}", int(n), "stage2") for good, n in zip(GOODS, CARDS, strict=True)),
    Field("maps_kept", MOST_MAPS, "stage2"),
    Field("unused", 13, "stage2"),
    *(Field(f"hand_{good}", 4, "hand") for good in GOODS),
)


def sheet(seats: list[Seat]) -> Sheet:
    """TU-13.5 to TU-13.8, TU-12, TU-14."""
    lines = []
    for stage in ("stage1", "stage2"):
        for good in GOODS:
            counts = [seat[f"{stage}_{good}"] for seat in seats]
            lines.append(Line.of(f"{stage}_{good}", "TU-13.6", [_majority(won, good) for won in points(counts, good)]))
        if stage == "stage1":
            lines.append(Line.of("maps_used", "TU-12.1", [[(seat["maps_used"], MAP_VP)] for seat in seats]))
    lines.append(Line.of("unused", "TU-14.2", [[(seat["unused"], UNUSED_VP)] for seat in seats]))
    lines.append(Line.of("maps_kept", "TU-14.3", [[(seat["maps_kept"], MAP_VP)] for seat in seats]))
    scores = [sum(line.values[i] for line in lines) for i in range(len(seats))]
    dinar = [sum(int(DINAR[0][k]) * seat[f"hand_{good}"] for k, good in enumerate(GOODS)) for seat in seats]
    return Sheet(lines, scores, leaders([(score, dinar[i]) for i, score in enumerate(scores)]))


def _majority(won: int, good: str) -> Terms:
    """The good's points, less those that a tie costs."""
    whole = int(MAJORITY_VP[GOODS.index(good)])
    return [(1, whole), (1, won - whole)] if won else []

"""The score pad of Tuareg: goods of both stages, maps, unused specials; ties by the dinar in hand."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.kernel.game import Number
from sandtable.kernel.scorepad import Field, Line, ScorePad, Seat, Sheet, Terms, leaders

from .components import CARDS, DINAR, GOODS, HAND_LIMIT, MAJORITY_VP, MAP_VP, SUPPLY, UNUSED_VP
from .helps import shared_out

MOST_MAPS = int(SUPPLY[:, 3].max())
MOST_UNUSED = int(SUPPLY[:, :3].sum(axis=1).max())

FIELDS = (
    *(Field(f"stage1_{good}", int(n), "stage1") for good, n in zip(GOODS, CARDS, strict=True)),
    Field("maps_used", MOST_MAPS, "stage1"),
    *(Field(f"stage2_{good}", int(n), "stage2") for good, n in zip(GOODS, CARDS, strict=True)),
    Field("maps_kept", MOST_MAPS, "stage2"),
    Field("unused", MOST_UNUSED, "stage2"),
    *(Field(f"hand_{good}", HAND_LIMIT, "hand") for good in GOODS),
)
VALUES = (
    *(Number(f"dinar_{good}", int(n), 0, 9) for good, n in zip(GOODS, DINAR[0], strict=True)),
    *(Number(f"vp_{good}", int(n), 0, 20) for good, n in zip(GOODS, MAJORITY_VP, strict=True)),
    Number("vp_map", MAP_VP, 0, 20),
    Number("vp_unused", UNUSED_VP, 0, 20),
)
"""The rules name the values of gold only; whoever owns the box reads the others from the cards (TU-1.4)."""


def sheet(seats: list[Seat], values: Mapping[str, int]) -> Sheet:
    """TU-13.5 to TU-13.8, TU-12, TU-14. ``values``: those of somebody's own box."""
    lines = []
    for stage in ("stage1", "stage2"):
        for good in GOODS:
            counts = [seat[f"{stage}_{good}"] for seat in seats]
            worth = values[f"vp_{good}"]
            lines.append(Line.of(f"{stage}_{good}", "TU-13.6", _majority(shared_out(counts, worth), worth)))
        if stage == "stage1":
            lines.append(Line.of("maps_used", "TU-12.1", [[(seat["maps_used"], values["vp_map"])] for seat in seats]))
    lines.append(Line.of("unused", "TU-14.2", [[(seat["unused"], values["vp_unused"])] for seat in seats]))
    lines.append(Line.of("maps_kept", "TU-14.3", [[(seat["maps_kept"], values["vp_map"])] for seat in seats]))
    scores = [sum(line.values[i] for line in lines) for i in range(len(seats))]
    dinar = [sum(values[f"dinar_{good}"] * seat[f"hand_{good}"] for good in GOODS) for seat in seats]
    return Sheet(lines, scores, leaders([(score, dinar[i]) for i, score in enumerate(scores)]))


def _majority(won: list[int], worth: int) -> list[Terms]:
    """The good's points for every seat, less those that a tie costs."""
    return [[(1, worth), (1, points - worth)] if points else [] for points in won]


PAD = ScorePad(FIELDS, sheet, VALUES)

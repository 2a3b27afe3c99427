"""What a seat or a spectator may see (FT-7.1)."""

from __future__ import annotations

from typing import Any

from .position import JSON, write_position
from .scoring import lines
from .state import Stage


def view(s: Any, seat: int | None) -> JSON:
    """The position with what this seat may not see replaced: a pile by its size, a hand and gold by null, a look by its size.

    Every seat has ``cards``, the size of its hand, after the end ``score``, its sheet; ``viewer`` is the seat this view is for."""
    shown = write_position(s)
    shown["viewer"] = seat
    for player in shown["seats"]:
        player["cards"] = sum(player["hand"].values())
    if s["stage"] == Stage.OVER:
        for number, player in enumerate(shown["seats"]):
            player["score"] = lines(shown, number)
        return shown
    shown["pile"] = len(shown["pile"])
    shown["djinn_pile"] = len(shown["djinn_pile"])
    if s["open_hands"]:
        return shown
    for number, player in enumerate(shown["seats"]):
        if number != seat:
            player["hand"] = None
            player["gold"] = None
    if shown["turn"] and shown["seat"] != seat:
        shown["turn"]["peek"] = len(shown["turn"]["peek"])
    return shown

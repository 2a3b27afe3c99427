"""Why a sowing is not possible; None if it is. Written apart from ``rules.legal``: the conformance suite compares the two."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.actions import Attempt
from sandtable.kernel.game import Game
from sandtable.kernel.refusals import Refusal


def why(game: Game, s: Any, attempt: Attempt, seat: int | None) -> Refusal | None:
    if attempt.action is None:
        return game.refuse("UNKNOWN_DECISION", "2.1")
    if s["seat"] < 0:
        return game.refuse("GAME_OVER", game.over_rule)
    if seat is None:
        return game.refuse("SPECTATOR", game.spectator_rule)
    if seat != s["seat"]:
        return game.refuse("NOT_YOUR_DECISION", "5.2")
    pit = attempt.action.id
    if pit >= s["pits"]:
        return game.refuse("NO_SUCH_PIT", "1.2", pits=str(s["pits"]))
    if s["row"][seat, pit] == 0:
        return game.refuse("EMPTY_PIT", "2.1", pit=str(pit + 1))
    return None

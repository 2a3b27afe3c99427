"""How much of a game is played."""

from __future__ import annotations

from typing import Any

from sandtable.games.five_tribes.components import CAMELS
from sandtable.games.targui.components import SAFETY_ROUND
from sandtable.games.tuareg.components import GOODS_TOTAL
from sandtable.games.tuareg.state import MAPS
from sandtable.kernel.game import Game


def part_of(game: Game, s: Any) -> float:
    """0 at the start, about 1 at the end, by what ends the game: camels in Five Tribes, rounds in Targui, the piles in Tuareg."""
    players = int(s["players"])
    if int(s["seat"]) < 0:
        return 1.0
    if game.id == "five-tribes":
        left = min(int(camels) for camels in s["camels"][:players])
        return 1.0 if s["ending"] else 1.0 - left / float(CAMELS[players])
    if game.id == "targui":
        rounds = SAFETY_ROUND if s["conquest_only"] else int(s["fates"]).bit_count()
        return min(1.0, max(0, int(s["number"]) - 1) / rounds)
    if s["phase"] == MAPS:
        return 0.5
    drawn = 1.0 - int(s["pile_size"]) / max(1, int(s["stage_pile"].sum()) or GOODS_TOTAL)
    return 0.5 * (int(s["stage"]) - 1) + 0.5 * drawn

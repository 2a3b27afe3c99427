"""Opponents at one table or at many: a policy that sits at many tables is asked once for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from sandtable.bots.policy import PolicyBot

if TYPE_CHECKING:
    from sandtable.research.gymnasium import SeatEnv


def play_others(tables: Sequence[SeatEnv]) -> None:
    """Everybody but the learners decides, until each of them is asked or its game is over."""
    waiting = [(table, bot) for table in tables if (bot := table.asked()) is not None]
    while waiting:
        policies: dict[int, list[tuple[SeatEnv, PolicyBot]]] = {}
        for table, bot in waiting:
            if isinstance(bot, PolicyBot):
                policies.setdefault(id(bot.act), []).append((table, bot))
            else:
                table.answer(bot.decide(table.knowledge()))
        for seats in policies.values():
            _ask_once(seats)
        waiting = [(table, bot) for table, _ in waiting if (bot := table.asked()) is not None]


def _ask_once(seats: Sequence[tuple[SeatEnv, PolicyBot]]) -> None:
    """All who follow one policy."""
    rows, masks = zip(*(table.known() for table, _ in seats), strict=True)
    chosen = seats[0][1].choose(seats[0][0].game, np.stack(rows), np.stack(masks))
    for (table, _), action in zip(seats, chosen.tolist(), strict=True):
        table.answer(action)

"""One decision of one bot, for whoever does not keep bots between decisions (a server)."""

from __future__ import annotations

import secrets

from sandtable.bots.base import Forfeit
from sandtable.bots.levels import LEVELS
from sandtable.bots.spec import seat_named
from sandtable.kernel.actions import Action
from sandtable.kernel.state import State
from sandtable.search import Knowledge, Limits

MEMORY = 32 << 20


def choose(spec: str, state: State, milliseconds: float | None = None, seed: int | None = None) -> Action:
    """What the bot named ``spec`` decides in the seat to decide. ``milliseconds`` bounds a level that thinks by time more tightly."""
    knowledge = Knowledge.of(state)
    level = next((level for level in LEVELS if level.id == spec), None)
    if level is None:
        bot = seat_named(spec).make(state.game.id)
    elif level.milliseconds is None:
        bot = level.bot(state.game.id, Limits(simulations=state.game.levels[level.number - 1][0], memory=MEMORY))
    else:
        bot = level.bot(state.game.id, Limits(milliseconds=min(level.milliseconds, milliseconds or level.milliseconds), memory=MEMORY))
    try:
        bot.start(state.game, state.players, knowledge.seat, secrets.randbelow(1 << 48) if seed is None else seed)
        chosen = state.game.actions.attempt(bot.decide(knowledge)).action
    finally:
        bot.close()
    if chosen is None or chosen.id not in knowledge.ids:
        raise Forfeit(f"{bot.name} decided something that is not legal.")
    return chosen

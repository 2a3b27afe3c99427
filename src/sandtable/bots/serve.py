"""The other side of the protocol: runs a Python bot as a program. ``run(MyBot())`` is all a bot author writes;
``python -m sandtable.bots.serve level3`` lets a built-in bot speak the protocol."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import IO

import numpy as np

from sandtable.bots.base import Bot
from sandtable.bots.program import VERSION
from sandtable.kernel.game import Game
from sandtable.kernel.registry import load
from sandtable.search import Knowledge
from sandtable.search.knowledge import canonical


def run(bot: Bot | Callable[[str], Bot], source: IO[str] | None = None, sink: IO[str] | None = None, name: str | None = None) -> None:
    """Speaks the protocol until ``quit`` or the end of input. ``bot``: a bot, or what makes one from the id of a game."""
    source, sink = source or sys.stdin, sink or sys.stdout

    def say(line: str) -> None:
        print(line, file=sink, flush=True)

    game: Game | None = None
    player: Bot | None = None
    seat = 0
    for line in source:
        word, _, rest = line.strip().partition(" ")
        if word == "sandtable":
            if rest != str(VERSION):
                print(f"This program speaks version {VERSION} of the protocol, not {rest}.", file=sys.stderr)
                return
            say(f"id name {name or (bot.name if isinstance(bot, Bot) else 'bot')}")
            say("want world")
            say("ready")
        elif word == "newgame":
            facts = json.loads(rest)
            game, seat = load(facts["game"]), facts["seat"]
            player = bot if isinstance(bot, Bot) else bot(game.id)
            player.start(game, facts["players"], seat, 0)
            say("ready")
        elif word == "decide" and game is not None and player is not None:
            asked = json.loads(rest)
            world = np.atleast_1d(np.asarray(game.position(asked["world"]).record))
            ids = np.array([action["id"] for action in asked["legal"]], np.int64)
            chosen = player.decide(Knowledge(game, seat, canonical(game, world, seat), ids))
            action = game.actions.attempt(chosen).action
            say(f"play {action.text if action else chosen}")
        elif word == "over" and player is not None:
            player.over(json.loads(rest))
        elif word == "quit":
            return


if __name__ == "__main__":
    from sandtable.bots.spec import seat_named

    chosen = seat_named(sys.argv[1])
    run(chosen.make, name=chosen.spec)

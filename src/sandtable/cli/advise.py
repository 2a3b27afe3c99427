"""``moves`` and ``odds``: what a turn brings at once, and the chances of a fight."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from sandtable.cli.errors import BadInput
from sandtable.cli.files import game_named, state_file
from sandtable.cli.prepare import AsJson


def moves(
    position: Annotated[Path, typer.Option(help="A position or record of Five Tribes, at the start of a turn.")],
    top: Annotated[int, typer.Option(min=1, help="How many, the best first.")] = 20,
    as_json: AsJson = False,
) -> None:
    """List whole sowing moves of Five Tribes by outcome, with the gain of each at once."""
    from sandtable.games.five_tribes import FiveTribes

    state = state_file(position)
    if not isinstance(state.game, FiveTribes):
        raise BadInput(f"{position}: moves are listed for five-tribes only; this is {state.game.id}.")
    if not any(action.kind in ("lift", "pass") for action in state.legal):
        raise BadInput(f"{position}: no turn begins here; moves are listed where a player may lift meeples.")
    found = state.game.moves(state, top)
    if as_json:
        print(json.dumps(found))
        return
    table = Table("gain", "ends", "collects", "brings", "decisions")
    for move in found:
        parts = ", ".join(f"{name} {points:+d}" for name, points in move["parts"].items())
        table.add_row(f"{move['gain']:+d}", move["final"], f"{move['count']} {move['colour']}", parts, " · ".join(move["decisions"]))
    Console().print(table)


def odds(
    attackers: Annotated[int, typer.Option(min=1, max=400, help="Camels on the attacking field.")],
    defenders: Annotated[int, typer.Option(min=1, max=400, help="Camels on the attacked field.")],
    origin: Annotated[str, typer.Option("--from", help="Terrain of the attacking field, or its strategic value 0 to 5.")] = "dunes",
    target: Annotated[str, typer.Option("--to", help="Terrain of the attacked field, or its strategic value 0 to 5.")] = "dunes",
    climate: Annotated[bool, typer.Option(help="Fate 13 is in force: dunes have strategic value 3.")] = False,
    worth: Annotated[float, typer.Option(help="What the field is worth, in camels, for the best moment to break off.")] = 10.0,
    as_json: AsJson = False,
) -> None:
    """Exact chances of a fight in Targui: to the end, and with the best moment to break off."""
    from sandtable.games.targui import Targui

    if not math.isfinite(worth):
        raise BadInput(f"--worth is a number of camels, not {worth}.")
    game = game_named("targui")
    assert isinstance(game, Targui)
    values = [int(text) if text.isdecimal() else text for text in (origin, target)]
    try:
        found = game.odds(attackers, defenders, values[0], values[1], climate=climate, worth=worth)
    except ValueError as error:
        raise BadInput(str(error)) from None
    if as_json:
        print(json.dumps(found))
        return
    losses, stopping = found["expected_losses"], found["stopping"]
    print(f"{attackers} camels (value {found['attacker_value']}) attack {defenders} (value {found['defender_value']})")
    print(f"to the end: {found['win']:.1%} to win; expected losses {losses['attacker']:.1f} against {losses['defender']:.1f}")
    if stopping["attack"]:
        print(f"with the right to break off, for a field worth {worth:g} camels: attack, worth {stopping['value']:+.2f}")
    else:
        print(f"for a field worth {worth:g} camels: better not")


COMMANDS = (moves, odds)

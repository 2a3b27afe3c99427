"""``sandtable odds``: the chances of a fight."""

from __future__ import annotations

import json
import math
from typing import Annotated

import typer

from sandtable.kernel.refusals import BadInput

from .odds import odds as odds_of


def odds(
    attackers: Annotated[int, typer.Option(min=1, max=400, help="Camels on the attacking field.")],
    defenders: Annotated[int, typer.Option(min=1, max=400, help="Camels on the attacked field.")],
    origin: Annotated[str, typer.Option("--from", help="Terrain of the attacking field, or its strategic value 0 to 5.")] = "dunes",
    target: Annotated[str, typer.Option("--to", help="Terrain of the attacked field, or its strategic value 0 to 5.")] = "dunes",
    climate: Annotated[bool, typer.Option(help="Fate 13 is in force: dunes have strategic value 3.")] = False,
    worth: Annotated[float, typer.Option(help="What the field is worth, in camels, for the best moment to break off.")] = 10.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Exact chances of a fight in Targui: to the end, and with the best moment to break off."""
    if not math.isfinite(worth):
        raise BadInput(f"--worth is a number of camels, not {worth}.")
    values = [int(text) if text.isdecimal() else text for text in (origin, target)]
    try:
        found = odds_of(attackers, defenders, values[0], values[1], climate=climate, worth=worth)
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


COMMANDS = (odds,)

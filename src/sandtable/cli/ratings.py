"""``ratings``: the ratings of a server's people, computed again from the results, and who was damped."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from sandtable.cli.errors import BadInput
from sandtable.cli.serve import DEFAULT, Database


def ratings(
    database: Database = DEFAULT,
    recompute: Annotated[bool, typer.Option("--recompute", help="Compute every rating again from the stored results.")] = False,
) -> None:
    """How the ratings stand: who feeds whom, and with --recompute whether they are what the results say. Ends with 1 if they were not."""
    from sandtable.server.files import file_of
    from sandtable.server.people import rating
    from sandtable.server.store import Store, address

    try:
        path = file_of(address(database))
    except ValueError as error:
        raise BadInput(str(error)) from None
    if path is not None and not path.exists():
        raise BadInput(f"there is no database {path}.")
    different = 0

    async def work() -> None:
        nonlocal different
        store = Store(database)
        await store.open()
        try:
            await rating.count(store)
            if recompute:
                found = await store.change(rating.recompute)
                different = found.different
                print(f"{found.games} games, {found.people} ratings computed again: {different} different.")
            for game, handle, games in await store.change(rating.feeding):
                print(f"damped: {handle}, {game}, in {games} games (mostly the same opponent, nearly always the same outcome)")
        finally:
            await store.close()

    asyncio.run(work())
    if different:
        raise typer.Exit(1)


COMMANDS = (ratings,)

"""``admin``: what a host does about people: list, rename, ban, delete, read reports, put up a notice. Works while the server runs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from sandtable.cli.errors import BadInput
from sandtable.cli.serve import DEFAULT, Database

if TYPE_CHECKING:
    from sqlalchemy import Connection

T = TypeVar("T")
Handle = Annotated[str, typer.Argument(help="Somebody's handle.")]
Sure = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
app = typer.Typer(help="People of a server: list, rename, ban, delete; reports; a notice for everybody.", no_args_is_help=True)


def _on(database: str, work: Callable[[Connection], T]) -> T:
    """Does something in one transaction; what is refused is said in a sentence."""
    from sandtable.server.errors import Denied
    from sandtable.server.files import file_of
    from sandtable.server.store import Store, address

    try:
        path = file_of(address(database))
    except ValueError as error:
        raise BadInput(str(error)) from None
    if path is not None and not path.exists():
        raise BadInput(f"there is no database {path}.")

    async def run() -> T:
        store = Store(database)
        try:
            await store.open()
            return await store.change(work)
        finally:
            await store.close()

    try:
        return asyncio.run(run())
    except Denied as denied:
        raise BadInput(denied.words["en"]) from None


def _day(at: float | None) -> str:
    return "never" if at is None else datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d")


@app.command("list")
def list_people(
    search: Annotated[str, typer.Argument(help="Part of a handle; all if left out.")] = "",
    banned: Annotated[bool, typer.Option("--banned", help="Only those who are banned.")] = False,
    database: Database = DEFAULT,
) -> None:
    """People: since when, last seen, rated games, open reports."""
    from sandtable.server import admin

    rows = _on(database, lambda connection: admin.listed(connection, search, banned))
    for r in rows:
        facts = [f"since {_day(r.created)}", f"seen {_day(r.seen)}", f"{r.games} rated games"]
        facts += [f"{r.reports} open reports"] if r.reports else []
        facts += [f"banned {_day(r.banned)}"] if r.banned is not None else []
        print(f"{r.handle:<18} {', '.join(facts)}")
    print(f"{len(rows)} people")


@app.command()
def rename(handle: Handle, name: Annotated[str, typer.Argument(help="The new handle.")], database: Database = DEFAULT) -> None:
    """Give somebody another handle, in old games as well."""
    from sandtable.server import admin

    print(f"{handle} is now {_on(database, lambda connection: admin.rename(connection, handle, name)).handle}.")


@app.command()
def ban(handle: Handle, database: Database = DEFAULT) -> None:
    """No new games, no lobby, no talk under this name."""
    from sandtable.server import admin

    print(f"{_on(database, lambda connection: admin.ban(connection, handle)).handle} is banned.")


@app.command()
def unban(handle: Handle, database: Database = DEFAULT) -> None:
    """Take a ban back."""
    from sandtable.server import admin

    print(f"{_on(database, lambda connection: admin.unban(connection, handle)).handle} may play again.")


@app.command()
def delete(handle: Handle, yes: Sure = False, database: Database = DEFAULT) -> None:
    """Forget somebody for good: name, devices, passkeys; games stay under a name that is nobody's."""
    from sandtable.server import admin

    if not yes:
        typer.confirm(f"Forget {handle} for good?", abort=True)
    print(f"{_on(database, lambda connection: admin.forget(connection, handle)).handle} is forgotten.")


@app.command()
def reports(
    close: Annotated[int | None, typer.Option(help="Close the report with this number.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Closed ones as well.")] = False,
    database: Database = DEFAULT,
) -> None:
    """Reports of people, with what was said at the table."""
    from sandtable.server import admin

    if close is not None:
        if not _on(database, lambda connection: admin.close_report(connection, close)):
            raise BadInput(f"there is no open report {close}.")
        print(f"report {close} is closed.")
        return
    for report in _on(database, lambda connection: admin.open_reports(connection, every)):
        where = f" at table {report['table_id']}, seat {report['seat'] + 1}" if report["table_id"] else ""
        state = ", closed" if report["closed"] else ""
        by = report["by"] or "a guest"
        print(f"{report['id']}: {report['name']} for {report['reason']}, by {by}, {_day(report['at'])}{where}{state}")
        if report["words"]:
            print(f"    “{report['words']}”")
        for line in report["said"]:
            print(f"    said ({line['kind']}): {line['said']}")


@app.command()
def notice(
    english: Annotated[str, typer.Argument(help="What everybody shall read; nothing: take the notice down.")] = "",
    german: Annotated[str, typer.Option("--de", help="The same in German.")] = "",
    hours: Annotated[float, typer.Option(min=0.0, help="Take it down after so many hours; 0: it stays until taken down.")] = 0.0,
    database: Database = DEFAULT,
) -> None:
    """Put up a notice for everybody, such as maintenance, or take it down."""
    from sandtable.server import announcements

    words = {"en": english, "de": german or english} if english else None
    until = time.time() + 3600 * hours if hours else None
    _on(database, lambda connection: announcements.announce(connection, words, until))
    print("The notice is up." if words else "There is no notice.")

"""Two games of the same deal from the same seat, turn by turn: how far they were one game, where they parted, what each did then."""

from __future__ import annotations

from itertools import zip_longest

from sandtable.coach.turns import turn_key
from sandtable.kernel.game import JSON
from sandtable.kernel.state import State
from sandtable.server.deals import deal as dealing
from sandtable.server.deals import plays as playing
from sandtable.server.deals.daily import told_points
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub
from sandtable.server.schema import plays
from sandtable.server.tables import updates
from sandtable.server.tables.access import may_watch
from sandtable.server.tables.status import seats as sitting
from sandtable.server.tables.table import Table


async def tables(hub: Hub, token: str | None, one: str, other: str) -> tuple[Table, Table, int, int]:
    """Both tables with the seat that is compared; ``Denied`` if one is not over, not to be seen, or not of the same deal."""
    first, second = await _seen(hub, one, token), await _seen(hub, other, token)
    if first.phase != "finished" or second.phase != "finished":
        raise Denied("NOT_FINISHED")
    seats = await _seats(hub, first, second)
    if seats is None:
        raise Denied("OTHER_DEAL")
    return first, second, *seats


async def _seen(hub: Hub, table: str, token: str | None) -> Table:
    """The table; where the token is not known (the game that is to be beaten) as anybody sees it."""
    try:
        return (await may_watch(hub, table, token))[0]
    except Denied as denied:
        if denied.code != "BAD_TOKEN":
            raise
        return (await may_watch(hub, table, None))[0]


async def _seats(hub: Hub, first: Table, second: Table) -> tuple[int, int] | None:
    """Whose turns are compared: the seats in which people play the deal."""
    for table, other in ((first, second), (second, first)):
        if table.setup.deal is None:
            continue
        deal = await dealing.read(hub.store, table.setup.deal)
        if deal.model == other.id and deal.seat is not None:
            return deal.seat, deal.seat
    if first.setup.deal is None or first.setup.deal != second.setup.deal:
        return None
    found = [await playing.find(hub.store, plays.c.table_id == table.id) for table in (first, second)]
    for mine in found[0]:
        for theirs in found[1]:
            if mine.seat is not None and mine.seat == theirs.seat:
                return mine.seat, mine.seat
    return None


def parted(one: State, other: State) -> int | None:
    """How many decisions were the same; None if all were."""
    for number, (mine, theirs) in enumerate(zip_longest((m.action.text for m in one.moves), (m.action.text for m in other.moves))):
        if mine != theirs:
            return number
    return None


def told(table: Table, seat: int) -> list[JSON]:
    """The turns of a seat, each in one sentence."""
    state = table.state
    assert state is not None
    starts: list[int] = []
    walking, before = state.copy().rewind(0), None
    for number, move in enumerate(state.moves):
        key = turn_key(walking)
        starts.append(starts[-1] if starts and key == before else number)
        before = key
        walking.replay(move.action, move.chance)
    return [turn for turn in updates.told_turns(state, starts, None, True, 0, True) if turn["seat"] == seat]


def compared(first: Table, second: Table, seats: tuple[int, int]) -> JSON:
    """Both games as one list of turns. ``same``: so far it was one and the same game."""
    assert first.state is not None
    assert second.state is not None
    where = parted(first.state, second.state)
    rows = []
    for number, (mine, theirs) in enumerate(zip_longest(told(first, seats[0]), told(second, seats[1])), 1):
        last = max(turn["last"] for turn in (mine, theirs) if turn is not None)
        same = mine is not None and theirs is not None and (where is None or last <= where)
        rows.append({"turn": number, "same": same, "first": mine, "second": theirs})
    return {"game": first.setup.game, "parted": where, "turns": rows, "sides": [side(first, seats[0]), side(second, seats[1])]}


def side(table: Table, seat: int) -> JSON:
    assert table.result is not None
    points, place = int(table.result["scores"][seat]), table.seats[seat]
    return {
        "table": table.id,
        "seat": seat,
        "name": place.name,
        "names": sitting(table.seats, set())[seat]["names"],
        "points": points,
        "words": told_points(table.setup.game, points),
        "won": seat in table.result["winners"],
        "reason": table.result["reason"],
    }

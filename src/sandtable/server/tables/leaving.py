"""Leaving and coming back, giving up, running out of time, and the next table."""

from __future__ import annotations

from sandtable.server import bots
from sandtable.server.errors import Denied
from sandtable.server.tables.consent import go_without
from sandtable.server.tables.playing import running
from sandtable.server.tables.rated import check_unrated, end_if_left
from sandtable.server.tables.table import Table
from sandtable.server.tables.wear import check_room


def leave(table: Table, seat: int, level: str | None) -> None:
    """Frees the seat before the game; later asks whether a bot may take over."""
    if table.phase == "waiting":
        check_nobody_is_let_in(table, seat)
        table.enter("freed", seat=seat)
        return
    running(table)
    level = bots.STAND_IN if level is None else level
    bots.check(level, table.setup.game)
    if table.seats[seat].automatic:
        raise Denied("ALREADY_AWAY")
    if any(ask.kind == "takeover" and ask.seat == seat for ask in table.asks):
        raise Denied("ASK_OPEN")
    waiting = table.others(seat)
    if table.setup.deal is not None:
        resign(table, seat, None)
        return
    if table.setup.rated:
        _go_away(table, seat, "left", bots.STAND_IN)
        return
    check_room(table)
    if waiting:
        table.enter("takeover_asked", seat=seat, level=level, waiting=waiting)
    else:
        _go_away(table, seat, "left", level)


def check_nobody_is_let_in(table: Table, seat: int) -> None:
    """Who plays alone from a position whose hidden cards are as they were prepared does not open a seat there to others."""
    if table.prepared == "known" and table.log[0].facts["seats"][seat]["kind"] != "open":
        raise Denied("STARTED")


def _go_away(table: Table, seat: int, why: str, level: str) -> None:
    go_without(table, seat)
    table.enter("away", seat=seat, why=why, level=level, ask=None)
    end_if_left(table, seat, why)


def come_back(table: Table, seat: int) -> None:
    """The person plays again, or withdraws the question."""
    running(table)
    if table.seats[seat].away == "left":
        check_unrated(table)
    for ask in table.asks:
        if ask.kind == "takeover" and ask.seat == seat:
            table.enter("ask_closed", ask=ask.number, reason="returned")
    if table.seats[seat].away is not None:
        table.enter("returned", seat=seat)
    if not table.new:
        raise Denied("NOT_AWAY")


def resign(table: Table, seat: int, level: str | None) -> None:
    """Gives up: ends a game of two, or one against bots alone; else a bot may take over."""
    state = running(table)
    if table.seats[seat].automatic:
        raise Denied("ALREADY_AWAY")
    if table.setup.rated or (table.setup.players > 2 and table.others(seat)):
        leave(table, seat, level)
        return
    scores, ranks = state.scores, state.ranks
    ranks = [table.setup.players if i == seat else rank - (rank > ranks[seat]) for i, rank in enumerate(ranks)]
    winners = [i for i, rank in enumerate(ranks) if i != seat and rank == min(r for j, r in enumerate(ranks) if j != seat)]
    table.enter("finished", result={"reason": "resigned", "by": seat, "scores": scores, "ranks": ranks, "winners": winners})


def time_up(table: Table, program_seconds: float, now: float) -> None:
    """If the time of the seat to decide is up, a bot plays it until its person returns."""
    job, seat = table.job(program_seconds), table.to_decide
    if job is not None and seat is not None and job[1] == "clock" and job[0] <= now:
        _go_away(table, seat, "clock", bots.STAND_IN)


def rematch(table: Table, next_table: str) -> None:
    """Everybody hears of the next table, once."""
    if table.phase != "finished":
        raise Denied("NOT_FINISHED")
    if table.rematch is None:
        table.enter("rematch", table=next_table)


def out_of_time(table: Table) -> None:
    """The time of the whole game is over: whoever is to decide has lost."""
    state, seat = table.state, table.to_decide
    if state is None or seat is None:
        return
    ranks = [table.setup.players if other == seat else 1 for other in range(table.setup.players)]
    winners = [other for other in range(table.setup.players) if other != seat]
    table.enter("finished", result={"reason": "clock", "by": seat, "scores": state.scores, "ranks": ranks, "winners": winners})

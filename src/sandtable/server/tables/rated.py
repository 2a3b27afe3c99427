"""Rated tables: the same conditions for everybody, said before anybody sits down. No coach, a clock, standard options, undo only up to the
last revelation; whoever leaves loses.
"""

from __future__ import annotations

from sandtable.kernel.refusals import BadOption
from sandtable.kernel.registry import load
from sandtable.server.errors import Denied
from sandtable.server.models.requests import NewTable, OpenSeat
from sandtable.server.tables.facts import Setup
from sandtable.server.tables.table import Table

NO_COACH = {"analysis": False, "hints": False, "aids": False}


def check_new(setup: Setup, wanted: NewTable) -> None:
    """May a game under these conditions be rated?"""
    try:
        standard = load(setup.game).check_options(setup.players, {})
    except BadOption:
        raise Denied("RATED_CONDITIONS", "options") from None
    fair = setup.clock is not None and setup.start is None and setup.options == standard and setup.players > 1
    if not fair or sum(not isinstance(place, OpenSeat) for place in wanted.seats) != 1:
        raise Denied("RATED_CONDITIONS", "a clock, standard options, no prepared position, one own seat, all others open")


def check_unrated(table: Table) -> None:
    """For whatever is not allowed where conditions are the same for everybody."""
    if table.setup.fixed:
        raise Denied("RATED_CONDITIONS")


def end_if_left(table: Table, seat: int, why: str) -> None:
    """At a rated table the game ends when at most one person is left: the others have lost."""
    held = [other for other, place in enumerate(table.seats) if place.held]
    if not table.setup.rated or len(held) > 1 or table.state is None:
        return
    ranks = table.rated_ranks
    winners = [other for other, rank in enumerate(ranks) if rank == min(ranks)]
    reason = "clock" if why == "clock" else "resigned"
    table.enter("finished", result={"reason": reason, "by": seat, "scores": table.state.scores, "ranks": ranks, "winners": winners})

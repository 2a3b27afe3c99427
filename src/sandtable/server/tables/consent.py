"""Answering the questions of others."""

from __future__ import annotations

from sandtable.server.errors import Denied
from sandtable.server.tables.facts import Ask
from sandtable.server.tables.playing import running
from sandtable.server.tables.table import Table


def answer(table: Table, seat: int, number: int, agree: bool) -> None:
    """A seat answers a question."""
    running(table)
    ask = next((ask for ask in table.asks if ask.number == number and seat in ask.waiting), None)
    if ask is None or table.seats[seat].automatic:
        raise Denied("NO_ASK")
    if agree:
        _agree(table, seat, ask)
    else:
        table.enter("answered", seat=seat, ask=number, agree=False)
        table.enter("ask_closed", ask=number, reason="refused")


def go_without(table: Table, seat: int) -> None:
    """``seat`` goes away: it agrees to what it is asked, and its own questions are closed."""
    for ask in table.asks:
        if ask.seat == seat and ask.kind in ("undo", "coach", "talk"):
            table.enter("ask_closed", ask=ask.number, reason="withdrawn")
        elif seat in ask.waiting:
            _agree(table, seat, ask)


def _agree(table: Table, seat: int, ask: Ask) -> None:
    """What is asked happens when all have agreed."""
    table.enter("answered", seat=seat, ask=ask.number, agree=True)
    if ask.waiting != (seat,):
        return
    match ask.kind:
        case "undo":
            table.enter("undone", seat=ask.seat, decisions=ask.to, ask=ask.number)
        case "coach":
            table.enter("coach_changed", seat=ask.seat, coach=ask.coach, ask=ask.number)
        case "talk":
            table.enter("talk_changed", seat=ask.seat, text=True, ask=ask.number)
        case "takeover":
            table.enter("away", seat=ask.seat, why="left", level=ask.level, ask=ask.number)

"""Playing a decision."""

from __future__ import annotations

from sandtable.kernel.actions import Action
from sandtable.kernel.state import State
from sandtable.server.errors import Denied, RefusedByRules, Stale
from sandtable.server.tables.table import Table


def running(table: Table) -> State:
    """The game, if it is being played."""
    if table.phase == "finished":
        raise Denied("TABLE_FINISHED")
    if table.phase == "waiting" or table.state is None:
        raise Denied("NOT_STARTED")
    return table.state


def play(table: Table, seat: int, number: int, decision: int | str, bot: bool = False) -> None:
    """A decision. ``number``: what its author had seen."""
    state = running(table)
    if number < table.position_number:
        raise Stale
    if table.seats[seat].automatic and not bot:
        raise Denied("ALREADY_AWAY")
    if state.seat != seat:
        raise Denied("NOT_YOUR_TURN")
    action = understood(state, decision)
    if action is None or action.id not in state.legal.ids.tolist():
        refusal = state.why(decision, seat)
        raise Denied("BAD_REQUEST", "decision") if refusal is None else RefusedByRules(refusal)
    table.play(action, bot)
    close_undo_asks(table)
    if state.over:
        result = {"reason": "end", "by": None, "scores": state.scores, "ranks": state.ranks, "winners": state.winners}
        table.enter("finished", result=result)


def understood(state: State, decision: int | str) -> Action | None:
    """The decision of that id or text."""
    actions = state.game.actions
    if isinstance(decision, int):
        return actions[decision] if 0 <= decision < len(actions) else None
    return actions.attempt(decision).action


def close_undo_asks(table: Table) -> None:
    """The game has gone on: nobody answers how far to go back."""
    for ask in table.asks:
        if ask.kind == "undo":
            table.enter("ask_closed", ask=ask.number, reason="played")

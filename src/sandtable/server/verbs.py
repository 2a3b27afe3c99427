"""What players do. A verb looks at a table and says which entries its act writes; or it raises ``Denied`` and nothing happens."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel.game import JSON
from sandtable.kernel.refusals import Refused
from sandtable.kernel.state import State
from sandtable.server import bots
from sandtable.server.denied import Denied, RefusedByRules, Stale
from sandtable.server.table import Ask, Table


def running(table: Table) -> State:
    """The game, if it is being played."""
    if table.phase == "finished":
        raise Denied("TABLE_FINISHED")
    if table.phase == "waiting" or table.state is None:
        raise Denied("NOT_STARTED")
    return table.state


def ending(table: Table, state: State) -> list[JSON]:
    """The entry that ends the table, if the game is over."""
    if not state.over:
        return []
    result = {"reason": "end", "by": None, "scores": state.scores, "ranks": state.ranks, "winners": state.winners}
    return [{"kind": "finished", "result": result}]


# ---- before the game --------------------------------------------------------------------------------------------------------------


def dealing(kinds: Sequence[str]) -> list[JSON]:
    """The deal, once no seat is open."""
    return [] if "open" in kinds else [{"kind": "dealt"}]


def join(table: Table, seat: int, name: str, program: bool) -> list[JSON]:
    """Somebody takes an open seat."""
    if table.phase != "waiting":
        raise Denied("TABLE_FULL" if table.phase == "playing" else "TABLE_FINISHED")
    if not 0 <= seat < len(table.seats) or table.seats[seat].kind != "open":
        raise Denied("SEAT_TAKEN")
    kinds = [s.kind if i != seat else "person" for i, s in enumerate(table.seats)]
    return [{"kind": "joined", "seat": seat, "name": name, "program": program}, *dealing(kinds)]


def fill(table: Table, seat: int, open_seat: int, level: str) -> list[JSON]:
    """A person at the table gives an open seat to a bot."""
    bots.check(level)
    if table.phase != "waiting":
        raise Denied("STARTED")
    if not 0 <= open_seat < len(table.seats) or table.seats[open_seat].kind != "open":
        raise Denied("SEAT_TAKEN")
    kinds = [s.kind if i != open_seat else "bot" for i, s in enumerate(table.seats)]
    return [{"kind": "filled", "seat": open_seat, "level": level}, *dealing(kinds)]


# ---- playing ----------------------------------------------------------------------------------------------------------------------


def play(table: Table, seat: int, number: int, decision: int | str, bot: bool = False) -> list[JSON]:
    """A decision. ``number``: what its author had seen."""
    state = running(table)
    if number < table.position_number:
        raise Stale
    if table.seats[seat].automatic and not bot:
        raise Denied("ALREADY_AWAY")
    if state.seat != seat:
        raise Denied("NOT_YOUR_TURN")
    action = state.game.actions.attempt(decision).action
    if action is None or action.id not in state.legal.ids:
        refusal = state.why(decision, seat)
        if refusal is None:
            raise Denied("BAD_REQUEST", "decision")
        raise RefusedByRules(refusal)
    after = state.copy()
    try:
        after.replay(action)
    except Refused as error:
        raise RefusedByRules(error.refusal) from None
    entries: list[JSON] = [{"kind": "played", "seat": seat, "text": action.text, "bot": bot, "reveals": after.moves[-1].reveals}]
    entries += [{"kind": "ask_closed", "ask": ask.number, "reason": "played"} for ask in table.asks if ask.kind == "undo"]
    return entries + ending(table, after)


# ---- undo -------------------------------------------------------------------------------------------------------------------------


def free_undo(table: Table, seat: int) -> int | None:
    """To how many decisions ``seat`` may go back freely: its own ones, in its own turn, up to the last revelation."""
    if table.phase != "playing" or table.state is None or table.state.seat != seat or table.seats[seat].automatic:
        return None
    state = table.state
    to = state.number
    while to > 0 and state.game.why_undo(state.record, state.moves[:to], seat) is None:
        to -= 1
    return to if to < state.number else None


def undo_locked(table: Table, seat: int) -> JSON | None:
    """Why ``seat`` cannot take back anything freely now; None if it can, or while there is no game."""
    if table.phase != "playing" or table.state is None or free_undo(table, seat) is not None:
        return None
    if table.seats[seat].automatic:
        found: Denied = Denied("ALREADY_AWAY")
    else:
        state = table.state
        refusal = state.game.why_undo(state.record, state.moves, seat)
        found = Denied("NOT_YOUR_TURN") if refusal is None else RefusedByRules(refusal)
    return {"code": found.code, "rule": found.rule, "words": found.words}


def asked_undo(table: Table, seat: int) -> int | None:
    """To how many decisions ``seat`` may ask the others to go back: before its first decision."""
    if table.phase != "playing" or table.state is None or table.seats[seat].automatic:
        return None
    if not table.setup.casual and all(s.kind == "bot" or i == seat for i, s in enumerate(table.seats)):
        return None
    return next((i for i, move in enumerate(table.state.moves) if move.seat == seat), None)


def undo(table: Table, seat: int, number: int, to: int) -> list[JSON]:
    """Back to ``to`` decisions: freely, or by asking the others."""
    state = running(table)
    if number < table.position_number:
        raise Stale
    if table.seats[seat].automatic:
        raise Denied("ALREADY_AWAY")
    if not 0 <= to < state.number:
        raise Denied("UNDO_NOTHING")
    free = free_undo(table, seat)
    if free is not None and to >= free:
        closed = [{"kind": "ask_closed", "ask": ask.number, "reason": "played"} for ask in table.asks if ask.kind == "undo"]
        return [*closed, {"kind": "undone", "seat": seat, "decisions": to, "ask": None}]
    first = asked_undo(table, seat)
    if first is None or all(move.seat != seat for move in state.moves[to:]):
        raise Denied("UNDO_NOTHING")
    if any(ask.kind == "undo" for ask in table.asks):
        raise Denied("ASK_OPEN")
    others = [i for i in range(table.setup.players) if i != seat]
    robots = [i for i in others if not table.seats[i].held]
    if robots and not table.setup.casual:
        raise Denied("UNDO_CLOSED")
    waiting = [i for i in others if table.seats[i].held]
    entries: list[JSON] = [{"kind": "undo_asked", "seat": seat, "to": to, "agreed": robots, "waiting": waiting}]
    if not waiting:
        entries.append({"kind": "undone", "seat": seat, "decisions": to, "ask": table.number + 1})
    return entries


# ---- consent ----------------------------------------------------------------------------------------------------------------------


def granted(ask: Ask) -> JSON:
    """What happens when all have agreed."""
    if ask.kind == "undo":
        return {"kind": "undone", "seat": ask.seat, "decisions": ask.to, "ask": ask.number}
    if ask.kind == "coach":
        return {"kind": "coach_changed", "seat": ask.seat, "coach": ask.coach, "ask": ask.number}
    return {"kind": "away", "seat": ask.seat, "why": "left", "level": ask.level, "ask": ask.number}


def answer(table: Table, seat: int, number: int, agree: bool) -> list[JSON]:
    """A seat answers a question."""
    running(table)
    ask = next((ask for ask in table.asks if ask.number == number and seat in ask.waiting), None)
    if ask is None or table.seats[seat].automatic:
        raise Denied("NO_ASK")
    answered: JSON = {"kind": "answered", "seat": seat, "ask": number, "agree": agree}
    if not agree:
        return [answered, {"kind": "ask_closed", "ask": number, "reason": "refused"}]
    return [answered, granted(ask)] if ask.waiting == (seat,) else [answered]


def without(table: Table, seat: int) -> list[JSON]:
    """``seat`` is away now: questions that waited for it alone are granted, its own are closed."""
    entries: list[JSON] = []
    for ask in table.asks:
        if ask.seat == seat and ask.kind in ("undo", "coach"):
            entries.append({"kind": "ask_closed", "ask": ask.number, "reason": "withdrawn"})
        elif seat in ask.waiting:
            entries.append({"kind": "answered", "seat": seat, "ask": ask.number, "agree": True})
            if ask.waiting == (seat,):
                entries.append(granted(ask))
    return entries


# ---- the coach --------------------------------------------------------------------------------------------------------------------


def change_coach(table: Table, seat: int, coach: JSON) -> list[JSON]:
    """What the coach may do from now on: as all persons at the table agree."""
    running(table)
    if table.seats[seat].automatic:
        raise Denied("ALREADY_AWAY")
    if any(ask.kind == "coach" for ask in table.asks):
        raise Denied("ASK_OPEN")
    if coach == table.coach:
        return []
    waiting = [i for i, other in enumerate(table.seats) if i != seat and other.held]
    if not waiting:
        return [{"kind": "coach_changed", "seat": seat, "coach": coach, "ask": None}]
    return [{"kind": "coach_asked", "seat": seat, "coach": coach, "waiting": waiting}]


def may_hint(table: Table, seat: int) -> State:
    """The game, if the seat may ask for a hint now."""
    state = running(table)
    if not table.setup.casual or not table.coach["hints"]:
        raise Denied("COACH_OFF")
    if table.seats[seat].automatic:
        raise Denied("ALREADY_AWAY")
    if state.seat != seat:
        raise Denied("NOT_YOUR_TURN")
    return state


def hint(table: Table, seat: int, step: int, position_number: int) -> list[JSON]:
    """A hint was given for the position of ``position_number``; everybody hears that it was."""
    may_hint(table, seat)
    if table.position_number != position_number:
        raise Stale
    return [{"kind": "hinted", "seat": seat, "step": step}]


# ---- leaving and coming back ------------------------------------------------------------------------------------------------------


def leave(table: Table, seat: int, level: str | None) -> list[JSON]:
    """Frees the seat before the game; later asks whether a bot may take over."""
    if table.phase == "waiting":
        return [{"kind": "freed", "seat": seat}]
    running(table)
    level = bots.STAND_IN if level is None else level
    bots.check(level)
    if table.seats[seat].automatic:
        raise Denied("ALREADY_AWAY")
    if any(ask.kind == "takeover" and ask.seat == seat for ask in table.asks):
        raise Denied("ASK_OPEN")
    waiting = [i for i, other in enumerate(table.seats) if i != seat and other.held]
    if not waiting:
        return [*without(table, seat), {"kind": "away", "seat": seat, "why": "left", "level": level, "ask": None}]
    return [{"kind": "takeover_asked", "seat": seat, "level": level, "waiting": waiting}]


def come_back(table: Table, seat: int) -> list[JSON]:
    """The person plays again, or withdraws the question."""
    running(table)
    entries: list[JSON] = [
        {"kind": "ask_closed", "ask": ask.number, "reason": "returned"} for ask in table.asks if ask.kind == "takeover" and ask.seat == seat
    ]
    if table.seats[seat].away is not None:
        entries.append({"kind": "returned", "seat": seat})
    if not entries:
        raise Denied("NOT_AWAY")
    return entries


def resign(table: Table, seat: int, level: str | None) -> list[JSON]:
    """Gives up: ends a game of two, or one against bots alone; else a bot may take over."""
    state = running(table)
    if table.seats[seat].automatic:
        raise Denied("ALREADY_AWAY")
    alone = not any(other.held for i, other in enumerate(table.seats) if i != seat)
    if table.setup.players > 2 and not alone:
        return leave(table, seat, level)
    scores, ranks = state.scores, state.ranks
    ranks = [table.setup.players if i == seat else rank - (rank > ranks[seat]) for i, rank in enumerate(ranks)]
    winners = [i for i, rank in enumerate(ranks) if i != seat and rank == min(r for j, r in enumerate(ranks) if j != seat)]
    result = {"reason": "resigned", "by": seat, "scores": scores, "ranks": ranks, "winners": winners}
    return [{"kind": "finished", "result": result}]


def time_up(table: Table, program_seconds: float, now: float) -> list[JSON]:
    """The time of the seat to decide is up: a bot plays it until its person returns."""
    job, seat = table.job(program_seconds), table.to_decide
    if job is None or seat is None or job[1] != "clock" or job[0] > now:
        return []
    return [*without(table, seat), {"kind": "away", "seat": seat, "why": "clock", "level": bots.STAND_IN, "ask": None}]


def rematch(table: Table, next_table: str) -> list[JSON]:
    """Everybody hears of the next table."""
    if table.phase != "finished":
        raise Denied("NOT_FINISHED")
    return [{"kind": "rematch", "table": next_table}]

"""From what a client asks to a question for the coach, and who may ask it.

This is where secrets stop: a question about a running game holds a world that looks the same to the asking seat, never the true one. So a
worker, the database and the answer know nothing that the seat does not know.
"""

from __future__ import annotations

import asyncio
from typing import Any

from sandtable.kernel.game import JSON
from sandtable.kernel.record import Record
from sandtable.kernel.state import State
from sandtable.server.coach import free_boards, models
from sandtable.server.coach.queue import Question
from sandtable.server.errors import Denied, Stale
from sandtable.server.hub import Hub
from sandtable.server.names import LONGEST
from sandtable.server.tables.access import holder, may_watch
from sandtable.server.tables.coach_settings import may_hint
from sandtable.server.tables.playing import running
from sandtable.server.tables.table import Table


def looks_the_same(state: State, seat: int) -> JSON:
    """A position that stands for all that ``seat`` cannot tell from this one."""
    return state.redeal(seat, 0).position()


def canonical(record: Record) -> str:
    """A record as this program writes it: whatever stood between its lines or inside them, the same game is the same text."""
    return str(Record.of(record.final(), [name[:LONGEST] for name in record.seats]))


async def question_of(hub: Hub, token: str | None, wanted: models.AskPosition | models.AskReport) -> Question:
    """What is asked; ``Denied`` if it may not be."""
    if isinstance(wanted, models.AskReport):
        return await _report(hub, token, wanted)
    if wanted.table is not None:
        found, seat = await may_watch(hub, wanted.table, token)
        if found.phase != "finished":
            return running_question(found, seat, wanted)
    return await _position(hub, token, wanted)


def running_question(table: Table, seat: int | None, wanted: models.AskPosition) -> Question:
    """The present position of a running game, as the asking seat knows it."""
    state = running(table)
    if seat is None:
        raise Denied("BAD_TOKEN")
    if wanted.eyes not in (None, seat):
        raise Denied("GAME_RUNNING", "eyes: only your own seat's while the game runs")
    if wanted.moves or wanted.chance or wanted.played:
        raise Denied("GAME_RUNNING", "moves: only the present position while the game runs")
    if not table.coach["analysis"]:
        raise Denied("COACH_OFF")
    if wanted.decisions not in (None, state.number):
        raise Stale
    request = _request(state.game.id, looks_the_same(state, seat), seat, state.number, None, wanted.depth)
    return Question("position", request, table.id, seat)


async def _position(hub: Hub, token: str | None, wanted: models.AskPosition) -> Question:
    """A free position, or one of a finished game: with all cards open, or as a seat saw it."""
    state = await free_boards.begin(hub, token, wanted)
    number = state.number

    def work() -> Question:
        free_boards.play(state, wanted.moves, wanted.chance)
        eyes = wanted.eyes if wanted.eyes is not None else "all" if state.seat is None else state.seat
        free_boards.seen(state, eyes)
        played = None
        if wanted.played:
            after = free_boards.play(state.copy(), wanted.played)
            played = [move.action.text for move in after.moves[len(state.moves) :]]
        elif wanted.position is None and not wanted.moves:
            where = {"table": wanted.table} if wanted.table is not None else {"record": canonical(free_boards.parsed(wanted.record or ""))}
            return Question("position", {**where, "eyes": eyes, "decisions": number, "depth": wanted.depth})
        return Question("position", _request(state.game.id, state.position(), eyes, state.number, played, wanted.depth))

    return await asyncio.to_thread(work)


def _request(game: str, position: JSON, eyes: Any, decisions: int, played: list[str] | None, depth: str) -> JSON:
    return {"game": game, "position": position, "eyes": eyes, "decisions": decisions, "played": played, "depth": depth}


async def _report(hub: Hub, token: str | None, wanted: models.AskReport) -> Question:
    if (wanted.table is None) == (wanted.record is None):
        raise Denied("BAD_REQUEST", "give one of: table, record")
    request: JSON = {"eyes": wanted.eyes, "depth": wanted.depth}
    if wanted.table is not None:
        record = await free_boards.finished(hub, token, wanted.table)
        request["table"] = wanted.table
    else:
        record = await asyncio.to_thread(free_boards.parsed, wanted.record or "")
        request["record"] = await asyncio.to_thread(canonical, record)
    if isinstance(wanted.eyes, int) and wanted.eyes >= record.players:
        raise Denied("BAD_REQUEST", f"eyes: a seat from 0 to {record.players - 1}, or all")
    if not record.decisions:
        raise Denied("BAD_REQUEST", "there is nothing to report: no decision was played")
    return Question("report", request)


def hint_question(table: Table, seat: int) -> Question:
    """A hint in all its steps for the seat to decide, from what it knows."""
    state = may_hint(table, seat)
    request = {"game": state.game.id, "position": looks_the_same(state, seat), "seat": seat, "depth": "hint"}
    return Question("hint", request, table.id, seat)


async def may_read(hub: Hub, token: str | None, table: str | None, seat: int | None) -> None:
    """An analysis of a running game is its seat's alone until the end."""
    if table is None:
        return
    found = await hub.table(table)
    if found.phase == "finished":
        return
    if await holder(hub, table, token) != seat or seat is None:
        raise Denied("BAD_TOKEN")

"""Free boards: any position that anybody may know, and what follows from moves on it. Nothing is kept between two requests.

A board begins with a position that the client sends, with a finished table, or with a record. Running tables are closed.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from typing import Any

import orjson
from fastapi import Response

from sandtable.kernel.game import JSON, Game
from sandtable.kernel.record import BadRecord, Record
from sandtable.kernel.refusals import BadPosition, BadScript, Refused
from sandtable.kernel.state import State
from sandtable.server import readiness, routing
from sandtable.server.coach import models
from sandtable.server.errors import Denied, RefusedByRules, RefusedPosition
from sandtable.server.http import TheHub, Token, answer, refusals
from sandtable.server.hub import Hub
from sandtable.server.tables import hearing, updates
from sandtable.server.tables.access import may_watch
from sandtable.server.tables.making import ready_game

router = routing.router(prefix="/api", tags=["free boards"])
WRONG = (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError)


def positioned(game: Game, position: JSON) -> State:
    """The position, checked. What chance brings after it follows from the position alone, so the same moves lead to the same board."""
    try:
        seed = hashlib.sha256(orjson.dumps(position, option=orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS)).digest()
        return game.position(position, seed)
    except BadPosition as error:
        raise RefusedPosition(error) from None
    except WRONG:
        raise Denied("BAD_POSITION", f"this is not a position of {game.name}") from None


def parsed(text: str) -> Record:
    """A record whose game can be replayed."""
    try:
        readiness.check(Record.game_of(text).id)
        record = Record.parse(text)
    except BadRecord as error:
        raise Denied("BAD_REQUEST", f"record: {error}"[:300]) from None
    if record.seed is None:
        raise Denied("BAD_REQUEST", "record: its seed is hidden, so it cannot be replayed")
    return record


def after(record: Record, decisions: int | None) -> State:
    """The game of a record after so many decisions (None: all)."""
    if decisions is not None and decisions > len(record.decisions):
        raise Denied("BAD_REQUEST", f"decisions: there are {len(record.decisions)}")
    return record.final() if decisions is None else record.at(decisions)


async def finished(hub: Hub, token: str | None, table: str) -> Record:
    """The record of a finished table; running ones are closed, whoever asks."""
    found, _ = await may_watch(hub, table, token)
    if found.phase != "finished":
        raise Denied("NOT_STARTED" if found.phase == "waiting" else "GAME_RUNNING")
    return found.record()


async def begin(hub: Hub, token: str | None, start: models.Start) -> State:
    """The position a board begins with."""
    given = [name for name in ("position", "table", "record") if getattr(start, name) is not None]
    if len(given) != 1:
        raise Denied("BAD_REQUEST", "give one of: position (with game), table, record")
    if start.position is not None:
        if start.game is None:
            raise Denied("BAD_REQUEST", "game: of which game is the position?")
        return await asyncio.to_thread(positioned, ready_game(start.game), start.position)
    record = await (finished(hub, token, start.table) if start.table is not None else asyncio.to_thread(parsed, start.record or ""))
    if start.game not in (None, record.game.id):
        raise Denied("BAD_REQUEST", f"game: this is {record.game.id}")
    return await asyncio.to_thread(after, record, start.decisions)


def play(state: State, moves: Sequence[str], chance: Sequence[Any] | None = None) -> State:
    """Plays moves; one that is not legal is refused by the game's own words."""
    scripts = list(chance or ())
    if scripts and not all(script is None or isinstance(script, list) for script in scripts):
        scripts = [None] * (len(moves) - 1) + [scripts]
    if len(scripts) > len(moves):
        raise Denied("BAD_REQUEST", "chance: more than there are moves")
    scripts += [None] * (len(moves) - len(scripts))
    for number, (text, script) in enumerate(zip(moves, scripts, strict=True), 1):
        try:
            state.play(text, script)
        except Refused as error:
            raise RefusedByRules(error.refusal, detail=f"move {number}: {text}") from None
        except (BadScript, *WRONG) as error:
            raise Denied("BAD_REQUEST", f"chance of move {number}: {error}"[:200]) from None
    return state


def seen(state: State, eyes: int | str | None) -> int | None:
    """The seat whose view is meant; None: everything is open."""
    if eyes is None or eyes == "all":
        return None
    if not isinstance(eyes, int) or eyes >= state.players:
        raise Denied("BAD_REQUEST", f"eyes: a seat from 0 to {state.players - 1}, or all")
    return eyes


def board(state: State, moves: int, eyes: int | str | None = "all", aids: bool = True) -> JSON:
    """A position as a board shows it. Without ``aids`` it says no more about decisions than a spectator sees."""
    viewer = seen(state, eyes)
    events = state.events(state.moves[-1].events, viewer, viewer is None) if moves else []
    helped = state.seat is not None and viewer in (None, state.seat)
    view = state.view("all" if viewer is None else viewer)
    return {
        "game": state.game.id,
        "players": state.players,
        "position": state.position(),
        "view": view,
        "picture": state.game.picture(view, () if state.over else state.legal),
        "to_decide": state.seat,
        "legal": [] if state.over else updates.legal(state),
        "helps": updates.helps(state, state.seat if aids else None, None if aids else view) if helped and state.seat is not None else None,
        "events": [hearing.in_words(state, event) for event in events],
        "over": state.over,
        "scores": state.scores,
        "winners": state.winners,
        "moves": moves,
        "decisions": state.number,
    }


@router.post("/board", response_model=models.Board, responses=refusals(401, 403, 404, 409, 413, 422))
async def post_board(hub: TheHub, token: Token, wanted: models.OnBoard) -> Response:
    """A position after some moves: what it looks like, what is legal, what the last move did."""
    state = await begin(hub, token, wanted)

    def work() -> JSON:
        return board(play(state, wanted.moves, wanted.chance), len(wanted.moves), wanted.eyes)

    return answer(await asyncio.to_thread(work))

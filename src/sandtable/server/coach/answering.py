"""What the coach does for one question. Runs in a thread of a bot worker, or of the one process of a SQLite server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable import coach
from sandtable.coach.hints import SOON
from sandtable.coach.turns import rest_of_turn
from sandtable.kernel.game import JSON
from sandtable.kernel.record import Record
from sandtable.kernel.registry import load
from sandtable.kernel.state import State
from sandtable.server.coach.queue import Kind
from sandtable.server.tables.hearing import seat_marks

Step = Callable[[Callable[[], JSON], float], None]
"""Told now and then how to write down what is known so far, and the part that is done."""
SEED = bytes(32)
"""A position is a position: what the generator would have drawn there is nobody's business."""


def state_of(request: JSON) -> State:
    return load(request["game"]).position(request["position"], SEED)


def turn_of(request: JSON) -> tuple[State, list[Any] | None]:
    """The position of a question, and the decisions that were really played in this turn, as far as they are known."""
    if "record" not in request:
        return state_of(request), request["played"] or None
    record = Record.parse(request["record"])
    return record.at(request["decisions"]), rest_of_turn(record, request["decisions"]) or None


def think(kind: Kind, request: JSON, threads: int, step: Step) -> JSON:
    """The result of a question; ``step`` may raise to stop it."""
    match kind:
        case "position":
            return _analysis(request, threads, step)
        case "report":
            return _report(request, threads, step)
        case "hint":
            state = state_of(request)
            marks = seat_marks(state.players)
            told = coach.hint_steps(state, request["seat"], depth=SOON, threads=threads, names=marks)
            return {"steps": told}


def _analysis(request: JSON, threads: int, step: Step) -> JSON:
    def told(found: coach.Analysis) -> JSON:
        return {**found.to_json(), "decisions": request["decisions"]}

    state, played = turn_of(request)
    found = coach.analyse(
        state,
        request["eyes"],
        depth=request["depth"],
        played=played,
        threads=threads,
        names=seat_marks(state.players),
        progress=lambda found, part: step(lambda: told(found), part),
    )
    return told(found)


def _report(request: JSON, threads: int, step: Step) -> JSON:
    record = Record.parse(request["record"])
    found = coach.report(
        record,
        eyes=request["eyes"],
        depth=request["depth"],
        threads=threads,
        names=seat_marks(record.players),
        progress=lambda found, part: step(found.to_json, part),
    )
    return found.to_json()

"""Puzzles: a position with one clearly best turn. The solution is told when it is found, or given up."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Path, Query, Response

from sandtable.kernel.game import JSON
from sandtable.server import routing
from sandtable.server.coach import free_boards, models
from sandtable.server.errors import Denied
from sandtable.server.http import answer, refusals
from sandtable.server.tables.making import game_of, ready_game

if TYPE_CHECKING:
    from sandtable.coach.puzzles import Puzzle

router = routing.router(prefix="/api/puzzles", tags=["puzzles"])
PuzzleId = Annotated[str, Path(max_length=40, description="The id of a puzzle.")]
GameName = Annotated[str | None, Query(max_length=40, description="Of this game only.")]


def coach() -> Any:
    """Loaded when the first puzzle is asked for."""
    from sandtable.coach import puzzles

    return puzzles


@cache
def known() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in coach().load()}


def of_game(game: str | None) -> list[Puzzle]:
    if game is not None:
        game_of(game)
    return [puzzle for puzzle in known().values() if game in (None, puzzle.game)]


def puzzle_of(name: str) -> Puzzle:
    if name not in known():
        raise Denied("NO_PUZZLE")
    return known()[name]


def info(puzzle: Puzzle) -> JSON:
    told = {"id": puzzle.id, "game": puzzle.game, "players": puzzle.players}
    return {**told, "difficulty": puzzle.difficulty, "themes": list(puzzle.themes)}


def shown(puzzle: Puzzle) -> JSON:
    """The puzzle without its solution, and without numbers that give it away."""
    state = free_boards.positioned(ready_game(puzzle.game), puzzle.position)
    return {**info(puzzle), "seat": puzzle.seat, "board": free_boards.board(state, 0, puzzle.seat, aids=False)}


@router.get("", response_model=list[models.PuzzleInfo], responses=refusals(404))
async def get_puzzles(game: GameName = None) -> Response:
    """All puzzles, easiest first."""
    found = sorted(of_game(game), key=lambda puzzle: (puzzle.difficulty, puzzle.id))
    return answer([info(puzzle) for puzzle in found])


@router.get("/today", response_model=models.Puzzle, responses=refusals(404))
async def get_today(game: GameName = None) -> Response:
    """The puzzle of the day (UTC), the same for everybody."""
    if not of_game(game):
        raise Denied("NO_PUZZLE")
    puzzle = coach().today(datetime.now(UTC).date(), game)
    return answer(await asyncio.to_thread(shown, puzzle))


@router.get("/{puzzle}", response_model=models.Puzzle, responses=refusals(404))
async def get_puzzle(puzzle: PuzzleId) -> Response:
    """A puzzle without its solution."""
    return answer(await asyncio.to_thread(shown, puzzle_of(puzzle)))


@router.post("/{puzzle}/try", response_model=models.Tried, responses=refusals(404, 413, 422))
async def post_try(puzzle: PuzzleId, wanted: models.Try) -> Response:
    """Try decisions: is the turn under way, right or wrong? The solution comes with a right one, or when giving up."""
    found = puzzle_of(puzzle)

    def work() -> JSON:
        state = free_boards.play(free_boards.positioned(ready_game(found.game), found.position), wanted.moves)
        judged = coach().judge(found, [move.action.text for move in state.moves])
        told = judged == "right" or wanted.give_up
        board = free_boards.board(state, len(wanted.moves), found.seat, aids=told)
        return {"state": judged, "board": board, "solution": found.best if told else None, "words": found.words if told else None}

    return answer(await asyncio.to_thread(work))

"""Reading what the user names: games, options, seeds, records and positions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sandtable.cli.errors import BadInput
from sandtable.kernel import seeds, warm
from sandtable.kernel.game import JSON, Game
from sandtable.kernel.record import FIRST_LINE, Record
from sandtable.kernel.registry import games, load
from sandtable.kernel.state import State


def game_named(name: str) -> Game:
    """The game, compiled: says so and shows progress if that takes a while."""
    if name not in games():
        raise BadInput(f"there is no game {name!r}; there are: {', '.join(games())}.")
    warm.ensure([name])
    return load(name)


def options_given(given: list[str]) -> JSON:
    """``name=value`` arguments; values are read as JSON where that is possible (numbers, lists, true), else as text."""
    options: JSON = {}
    for item in given:
        name, equals, text = item.partition("=")
        if not equals:
            raise BadInput(f"an option looks like name=value, not {item!r}.")
        try:
            value: Any = json.loads(text)
        except (ValueError, RecursionError):
            value = text
        options[name] = value
    return options


def seed_given(seed: str | None) -> seeds.Seed:
    """A seed from the command line: a whole number or hexadecimal digits."""
    try:
        if seed is not None and seed.isdecimal() and len(seed) < 32:
            return seeds.to_bytes(int(seed))
        return seeds.to_bytes(seed)
    except ValueError as error:
        raise BadInput(str(error)) from None


def new_game(game: Game, players: int | None, seed: str | None, option: list[str]) -> State:
    """Deals a game as the command line describes it; only the game's own options count as such."""
    count = game.players[0] if players is None else players
    return game.new(count, seed_given(seed), **game.check_options(count, options_given(option)))


def position_file(path: Path, game: Game | None = None, seed: str | None = None) -> State:
    """The state of a position file. The game is named in the file or given."""
    try:
        position = json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{path}: this is neither a record nor a position (JSON): {error}") from None
    if not isinstance(position, dict):
        raise BadInput(f"{path}: a position is a JSON object.")
    if game is None:
        if "game" not in position:
            raise BadInput(f'{path}: the position does not name its game; add "game": one of {", ".join(games())}.')
        game = game_named(str(position["game"]))
    return game.position(position, seed_given(seed))


def record_file(path: Path) -> Record:
    """A record file, checked line by line."""
    for line in path.read_text("utf-8", errors="replace").splitlines()[1:2]:
        name = line.removeprefix("game: ").partition(" #")[0]
        if name in games():
            warm.ensure([name])
    return Record.load(path)


def revealed_file(path: Path) -> Record:
    """A record file that can be replayed."""
    record = record_file(path)
    if record.seed is None:
        raise BadInput(f"{path}: the seed of this record is hidden, so it cannot be replayed yet.")
    return record


def state_file(path: Path) -> State:
    """The state that a file describes: the end of a record, or a position."""
    with path.open("rb") as file:
        is_record = file.read(len(FIRST_LINE)) == FIRST_LINE.encode()
    if not is_record:
        return position_file(path)
    return revealed_file(path).final()

"""Self-play as Parquet files, one row per decision, and the reader that turns them back into states, masks and outcomes.

A dataset is a folder of Parquet files and nothing else, so that every tool reads it as it is: ``part-00000.parquet`` and so on hold the
games, ``description.parquet`` has no rows and says in its metadata how the set was made. Its data card lies beside the folder. Every part
depends only on the seed and its number, so a run that was stopped is taken up again, and several machines make the same files as one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.bots import Knowledge, seat_named
from sandtable.encodings import Encoding, encoding
from sandtable.jit import WIDE
from sandtable.kernel import seeds
from sandtable.research.datacard import card
from sandtable.research.needs import missing

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError as error:
    raise missing("pyarrow", "dataset") from error

DESCRIPTION = "description.parquet"
OLD_DESCRIPTION = "dataset.json"
"""Of format 1, which has no names of actions; such folders are still read."""
FORMAT = 2
FORMATS = (1, 2)
METADATA = b"sandtable"
FIRST_ROOM = 4096
RANDOM = "random"
SEATS = 8


class BadDataset(ValueError):
    """A folder that cannot be used as asked; the message says why."""


@dataclass(frozen=True)
class Plan:
    """All that determines a dataset."""

    game: str
    players: int
    options: dict[str, Any]
    seed: str
    games: int
    games_per_part: int
    bot: str = RANDOM
    """On every seat, by name as in the arena."""
    observations: bool = False
    """Observation and mask as columns of their own."""

    @property
    def parts(self) -> int:
        return -(-self.games // self.games_per_part)

    def to_json(self) -> dict[str, Any]:
        game = encoding(self.game).game
        return {"format": FORMAT, "rules": game.rules_version, "fields": _fields(game.dtype), **self.__dict__}


def _fields(dtype: np.dtype[Any]) -> list[list[Any]]:
    """The state record's layout, so that old files are read by name for ever."""
    return [[name, np.dtype(base).str, list(shape)] for name, (base, shape) in ((n, _base(dtype[n])) for n in dtype.names or ())]


def _base(dtype: np.dtype[Any]) -> tuple[np.dtype[Any], tuple[int, ...]]:
    return dtype.subdtype or (dtype, ())


def part_file(folder: Path, part: int) -> Path:
    return folder / f"part-{part:05}.parquet"


# ---- writing --------------------------------------------------------------------------------------------------------------------


def begin(folder: Path, plan: Plan) -> list[int]:
    """Makes the folder, or takes up a run with the same plan; returns the parts still to do. More games than before may be asked for."""
    if WIDE:
        raise BadDataset("datasets are written with compiled rules; unset SANDTABLE_JIT.")
    wanted = plan.to_json()
    if (folder / DESCRIPTION).exists() or (folder / OLD_DESCRIPTION).exists():
        there = _description(folder)
        for key, value in wanted.items():
            if there.get(key) != value and not (key == "games" and _may_grow(there, plan)):
                raise BadDataset(f"{folder} was made with {key} = {there.get(key)!r}, not {value!r}; choose another folder.")
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / DESCRIPTION, _parquet(None, plan))
    _write(folder.parent / f"{folder.resolve().name}.md", card(wanted, folder.resolve().name).encode())
    return [part for part in range(plan.parts) if not part_file(folder, part).exists()]


def _may_grow(there: dict[str, Any], plan: Plan) -> bool:
    """More games may be added as long as every old part was full."""
    return plan.games > there["games"] and there["games"] % plan.games_per_part == 0


def make_part(plan: Plan, part: int) -> bytes:
    """One Parquet file: the games of this part. Random ones are played in compiled code."""
    code = encoding(plan.game)
    template = code.game.blank(plan.players, code.game.check_options(plan.players, plan.options))
    first = part * plan.games_per_part
    numbers = range(first, min(first + plan.games_per_part, plan.games))
    if plan.bot == RANDOM:
        played = _random_games(code, template, seeds.key(seeds.to_bytes(plan.seed), 0), numbers)
    else:
        played = (_bot_game(code, plan, number) for number in numbers)
    tables = [_rows(code, plan, number, *game) for number, game in zip(numbers, played, strict=True)]
    return _parquet(pa.concat_tables(tables), plan)


def _parquet(table: pa.Table | None, plan: Plan) -> bytes:
    """A Parquet file that carries its plan; without a table one without any group of rows, as some readers stumble over empty ones."""
    sink = BytesIO()
    described = _schema(plan).with_metadata({METADATA: json.dumps(plan.to_json())})
    with pq.ParquetWriter(sink, described, compression="zstd") as writer:
        if table is not None:
            writer.write_table(table.cast(described), row_group_size=65_536)
    return sink.getvalue()


def _schema(plan: Plan) -> pa.Schema:
    """The columns of a part."""
    code = encoding(plan.game)
    columns = {
        "game": pa.int64(),
        "number": pa.int32(),
        "seat": pa.int8(),
        "action": pa.int32(),
        "action_name": pa.string(),
        "state": pa.binary(code.game.dtype.itemsize),
        "scores": pa.list_(pa.int32(), plan.players),
        "rewards": pa.list_(pa.float32(), plan.players),
    }
    if plan.observations:
        columns |= {"observation": pa.list_(pa.int16(), code.size), "mask": pa.list_(pa.bool_(), code.num_actions)}
    return pa.schema(list(columns.items()))


def save_part(folder: Path, part: int, content: bytes) -> None:
    """A part is there completely or not at all."""
    _write(part_file(folder, part), content)


def _write(path: Path, content: bytes) -> None:
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    unfinished.write_bytes(content)
    unfinished.replace(path)


Played = tuple[NDArray[Any], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]


def _random_games(code: Encoding, template: NDArray[Any], key: NDArray[np.int64], numbers: range) -> Iterator[Played]:
    """Compiled random games; every game has its own stream of the seed."""
    room = FIRST_ROOM
    players = int(template["players"][0])
    for number in numbers:
        while True:
            states, found = np.empty(room, code.game.dtype), np.empty((2, room), np.int64)
            scores, rewards = np.zeros(players, np.int64), np.zeros(players, np.float32)
            n = code.loops.record_game(template, key, number, states, found[0], found[1], scores, rewards)
            if n >= 0:
                break
            room *= 2
        yield states[:n], found[0, :n], found[1, :n], scores, rewards


def _bot_game(code: Encoding, plan: Plan, number: int) -> Played:
    """One game between bots of one kind; all chance comes from the dataset's seed and the game's number."""
    key = seeds.key(seeds.to_bytes(plan.seed), 1 + number)
    state = code.game.new(plan.players, key.astype(">u4").tobytes(), **plan.options)
    bots = [seat_named(plan.bot).make(plan.game) for _ in range(plan.players)]
    for seat, bot in enumerate(bots):
        bot.start(code.game, plan.players, seat, int(key[seat % 4]) * SEATS + seat)
    records, chosen = [], []
    while state.seat is not None:
        seat = state.seat
        records.append(state.record.tobytes())
        knowledge = Knowledge.of(state)
        state.play(int(knowledge.ids[0]) if len(knowledge.ids) == 1 else bots[seat].decide(knowledge))
        chosen.append((seat, state.moves[-1].action.id))
    for bot in bots:
        bot.close()
    states = np.frombuffer(b"".join(records), code.game.dtype)
    found = np.array(chosen, np.int64).T
    rewards = np.zeros(plan.players, np.float32)
    code.loops.reward_one(np.atleast_1d(np.asarray(state.record)).view(code.game.dtype), rewards)
    return states, found[0], found[1], np.array(state.scores, np.int64), rewards


def _rows(code: Encoding, plan: Plan, number: int, states: NDArray[Any], seats: Any, actions: Any, scores: Any, rewards: Any) -> pa.Table:
    """The decisions of one game. Outcomes are repeated in every row: they cost nothing in Parquet and make every row complete."""
    n, size = len(states), code.game.dtype.itemsize
    raw = pa.FixedSizeBinaryArray.from_buffers(pa.binary(size), n, [None, pa.py_buffer(np.ascontiguousarray(states))])
    columns = {
        "game": pa.array(np.full(n, number, np.int64)),
        "number": pa.array(np.arange(n, dtype=np.int32)),
        "seat": pa.array(seats.astype(np.int8)),
        "action": pa.array(actions.astype(np.int32)),
        "action_name": pa.array([code.game.actions[action].text for action in actions.tolist()]),
        "state": raw,
        "scores": _repeated(scores.astype(np.int32), n),
        "rewards": _repeated(rewards, n),
    }
    if plan.observations:
        observations, masks = _observed(code, np.ascontiguousarray(states))
        columns["observation"] = pa.FixedSizeListArray.from_arrays(pa.array(observations.ravel()), code.size)
        columns["mask"] = pa.FixedSizeListArray.from_arrays(pa.array(masks.ravel()), code.num_actions)
    return pa.table(columns, _schema(plan))


def _observed(code: Encoding, states: NDArray[Any]) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
    """What the deciding seats knew, and what they might do."""
    observations = np.empty((len(states), code.size), np.int16)
    masks = np.empty((len(states), code.num_actions), np.bool_)
    code.loops.view_many(states, 0, len(states), observations, masks, np.zeros((0, 0), np.int32))
    return observations, masks


def _repeated(row: NDArray[Any], n: int) -> pa.Array:
    return pa.FixedSizeListArray.from_arrays(pa.array(np.tile(row, n)), len(row))


KEPT = ["game", "number", "seat", "action", "state", "scores", "rewards"]
"""The columns that say all; the others follow from them."""

# ---- reading --------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Batch:
    """Some decisions: ``n`` rows in every array."""

    games: NDArray[np.int64]
    numbers: NDArray[np.int32]
    states: NDArray[Any]
    """(n) records: the whole truth before the decision."""
    seats: NDArray[np.int8]
    actions: NDArray[np.int32]
    observations: NDArray[np.int16]
    """(n, size): what the deciding seat knew."""
    masks: NDArray[np.bool_]
    """(n, actions): what it might do."""
    scores: NDArray[np.int32]
    """(n, players): how the game ended."""
    rewards: NDArray[np.float32]
    """(n, players): each seat's share of duels won."""

    @property
    def outcomes(self) -> NDArray[np.float32]:
        """(n): the reward of the deciding seat."""
        found: NDArray[np.float32] = np.take_along_axis(self.rewards, self.seats[:, None].astype(np.int64), 1)[:, 0]
        return found

    def __len__(self) -> int:
        return len(self.states)


class Dataset:
    """The finished parts of a folder. ``batches`` yields decisions; the record's own arrays are mapped, observations computed."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.description = _description(self.folder)
        self.encoding = encoding(self.description["game"])
        game = self.encoding.game
        if self.description["rules"] != game.rules_version or self.description["fields"] != _fields(game.dtype):
            raise BadDataset(f"{self.folder} was made by other rules ({self.description['rules']}); this version cannot read its states.")
        self.files = sorted(self.folder.glob("part-*.parquet"))

    def __len__(self) -> int:
        """The number of decisions in the finished parts."""
        return sum(pq.ParquetFile(file).metadata.num_rows for file in self.files)

    def batches(self, size: int = 4096, shuffle: int | None = None) -> Iterator[Batch]:
        """All decisions in batches of at most ``size``. ``shuffle``: a seed; parts, and rows within a part, then come in random order."""
        rng = None if shuffle is None else np.random.default_rng(shuffle)
        files = self.files if rng is None else [self.files[i] for i in rng.permutation(len(self.files))]
        for file in files:
            table = pq.read_table(file, columns=KEPT).combine_chunks()
            order = None if rng is None else rng.permutation(table.num_rows)
            for start in range(0, table.num_rows, size):
                stop = min(start + size, table.num_rows)
                yield self._batch(table.slice(start, stop - start) if order is None else table.take(order[start:stop]))

    def _batch(self, table: pa.Table) -> Batch:
        columns = {name: table[name].combine_chunks() for name in table.column_names}
        raw = columns["state"]
        states = np.frombuffer(raw.buffers()[1], self.encoding.game.dtype)[raw.offset : raw.offset + len(raw)].copy()
        observations, masks = _observed(self.encoding, states)
        players = self.description["players"]
        return Batch(
            games=columns["game"].to_numpy(),
            numbers=columns["number"].to_numpy(),
            states=states,
            seats=columns["seat"].to_numpy(),
            actions=columns["action"].to_numpy(),
            observations=observations,
            masks=masks,
            scores=columns["scores"].flatten().to_numpy().reshape(-1, players),
            rewards=columns["rewards"].flatten().to_numpy().reshape(-1, players),
        )


def _description(folder: Path) -> dict[str, Any]:
    new, old = folder / DESCRIPTION, folder / OLD_DESCRIPTION
    try:
        found: Any = json.loads(pq.read_schema(new).metadata[METADATA] if new.exists() or not old.exists() else old.read_text("utf-8"))
    except FileNotFoundError:
        raise BadDataset(f"{folder} is not a dataset: it has no {DESCRIPTION}.") from None
    except (ValueError, KeyError, TypeError) as error:
        raise BadDataset(f"The description of {folder} cannot be read: {error}") from None
    if not isinstance(found, dict) or found.get("format") not in FORMATS:
        raise BadDataset(f"The description of {folder} is not of format {' or '.join(map(str, FORMATS))}.")
    return found

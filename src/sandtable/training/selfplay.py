"""Games a generation learns from, as Parquet: positions, what a search thought of them, and what became of them.

A part depends only on its plan and number: a run that was stopped is taken up again, and a cluster makes the same files as one machine.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from sandtable.kernel import seeds
from sandtable.kernel.bind import bind
from sandtable.kernel.registry import load
from sandtable.search import Knowledge, Limits, Search, SearchResult
from sandtable.search.heuristics import heuristics, knobs
from sandtable.search.weights import Weights, network
from sandtable.search.weights import read as read_weights
from sandtable.training.edges import edge, known
from sandtable.training.examples import Examples

QUICK = Path(__file__).with_name("quick_games.py")
MOST_KEPT = 1000
"""Positions of one game."""
WEAK = 4
"""Thoughts of the seat that plays badly in every fourth game: bad positions are to be judged well too."""
FEW = 0.25
"""Of the decisions are thought about fully, and learned themselves; the others are played with a quarter of the thinking."""


@dataclass(frozen=True)
class Plan:
    """All that determines the games of a generation."""

    game: str
    seed: int
    games: int
    games_per_part: int
    simulations: int
    """For a decision that is learned; 0: games of the heuristics alone, thousands a second."""
    weights: bytes | None = None
    """The network that plays, as its file; None: the search without one."""
    noise: int = 30
    """In every second searched game one decision of so many is any at all."""
    wild: int = 6
    """In every second game of the heuristics one turn of so many is (0: none)."""
    keep: int = 4
    """Of games of the heuristics: one position of so many."""
    players: tuple[int, ...] = ()
    """Sizes of the tables, in turn; none: all that the game knows."""
    edges: int = 2
    """Positions at the edge of the tree that are searched too, for a decision that is learned."""

    @property
    def parts(self) -> int:
        return -(-self.games // self.games_per_part)

    @property
    def sizes(self) -> tuple[int, ...]:
        return self.players or tuple(load(self.game).players)

    def size(self, number: int) -> int:
        """Tables of every size in turn."""
        return self.sizes[number % len(self.sizes)]

    def quarter(self, number: int) -> int:
        """Which quarter of the games with so many players this one belongs to."""
        return number // len(self.sizes) % 4


@cache
def quick_games(game: str) -> ModuleType:
    return bind(load(game), heuristics(game), QUICK)


@lru_cache(4)
def _read(game: str, data: bytes) -> Weights:
    return read_weights(data, network(game))


@dataclass
class Played:
    """What one game leaves behind."""

    states: NDArray[Any]
    scores: list[float]
    wins: list[float]
    searched: list[tuple[list[int], list[float], list[float]]]
    """Per position: decisions, the search's shares of them (none where it thought little), the chances it found for every seat."""
    edges: list[tuple[NDArray[Any], SearchResult]] = field(default_factory=list)
    """Positions that were not played but thought of, and what a search of their own found."""


def quick(plan: Plan, number: int) -> Played:
    game = load(plan.game)
    players = plan.size(number)
    template = game.blank(players, game.check_options(players, {}), 1)
    kept, scores, wins = np.zeros(MOST_KEPT, game.dtype), np.zeros(players), np.zeros(players)
    noise = plan.wild if plan.quarter(number) < 2 else 0
    key = seeds.key(seeds.to_bytes(plan.seed), 0)
    n = quick_games(plan.game).play_game(template, key, number, knobs(plan.game), plan.keep, noise, kept, scores, wins)
    return Played(kept[:n].copy(), scores.tolist(), wins.tolist(), [([], [], [])] * n)


def searched(plan: Plan, number: int) -> Played:
    game = load(plan.game)
    players = plan.size(number)
    rng = random.Random(f"{plan.seed} {number}")
    best = _read(plan.game, plan.weights) if plan.weights else None
    weights = (best.at_table(players) or best) if best else None
    state = game.new(players, rng.getrandbits(48))
    full, light = plan.simulations, max(8, plan.simulations // 4)
    weak = rng.randrange(players) if plan.quarter(number) == 3 else None
    thinkers = [
        {n: Search(game, Limits(simulations=n, memory=1 << 24), {}, rng.getrandbits(32), weights) for n in (full, light, WEAK)}
        for _ in range(players)
    ]
    asides = Search(game, Limits(simulations=full, memory=1 << 24), {}, rng.getrandbits(32), weights)
    states, found, edges = [], [], []
    while state.seat is not None:
        knowledge = Knowledge.of(state)
        if len(knowledge.ids) == 1:
            state.play(int(knowledge.ids[0]))
            continue
        fully = rng.random() < FEW
        thinking = thinkers[state.seat]
        result = thinking[full if fully else light].think(knowledge)
        states.append(np.atleast_1d(np.asarray(state.record)).view(game.dtype).copy())
        learned = result.options if fully else []
        for _ in range(plan.edges if fully else 0):
            world = edge(thinking[full], knowledge, rng)
            if world is not None:
                edges.append((world, asides.think(known(game, world))))
        found.append(([o.action.id for o in learned], [o.share for o in learned], [c.mean for c in result.chances]))
        if state.seat == weak:
            result = thinking[WEAK].think(knowledge)
        if plan.quarter(number) < 2 and rng.random() < 1 / plan.noise:
            state.play(rng.choice(knowledge.ids.tolist()))
        else:
            options = [option for option in result.options if option.visits > 0] or result.options[:1]
            state.play(rng.choices(options, [option.visits**1.5 + 1e-9 for option in options])[0].action.id)
    winners = state.winners
    wins = [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]
    return Played(np.concatenate(states) if states else np.zeros(0, game.dtype), [float(x) for x in state.scores], wins, found, edges)


def make_part(plan: Plan, part: int) -> bytes:
    """One Parquet file."""
    first = part * plan.games_per_part
    numbers = range(first, min(first + plan.games_per_part, plan.games))
    columns: dict[str, list[Any]] = {name: [] for name in ("state", "game", "scores", "wins", "decisions", "shares", "chances")}
    for number in numbers:
        played = (searched if plan.simulations else quick)(plan, number)
        for state, (decisions, shares, chances) in zip(played.states, played.searched, strict=True):
            columns["state"].append(state.tobytes())
            columns["game"].append(number)
            columns["scores"].append(played.scores)
            columns["wins"].append(played.wins)
            columns["decisions"].append(decisions)
            columns["shares"].append(shares)
            columns["chances"].append(chances)
        for state, result in played.edges:
            chances = [chance.mean for chance in result.chances]
            columns["state"].append(state.tobytes())
            columns["game"].append(number)
            columns["scores"].append([score.mean for score in result.scores])
            columns["wins"].append(chances)
            columns["decisions"].append([option.action.id for option in result.options])
            columns["shares"].append([option.share for option in result.options])
            columns["chances"].append(chances)
    kinds = [
        pa.binary(load(plan.game).dtype.itemsize),
        pa.int64(),
        *[pa.list_(pa.float32())] * 2,
        pa.list_(pa.int16()),
        *[pa.list_(pa.float32())] * 2,
    ]
    table = pa.table({name: pa.array(values, kind) for (name, values), kind in zip(columns.items(), kinds, strict=True)})
    sink = BytesIO()
    pq.write_table(table, sink, compression="zstd")
    return sink.getvalue()


def read(game: str, files: list[Path], seats: int, search_share: float) -> Examples:
    """All positions of these files; ``search_share``: the part of the search's own chances in what is learned about winning."""
    found = load(game)
    table = pa.concat_tables([pq.read_table(file) for file in files])
    n = len(table)
    states = np.frombuffer(b"".join(table["state"].to_pylist()), found.dtype).copy()
    scores, wins = _padded(table["scores"], n, seats), _padded(table["wins"], n, seats)
    chances = _padded(table["chances"], n, seats)
    told = chances.sum(1) > 0.5
    wins[told] = (1 - search_share) * wins[told] + search_share * chances[told]
    decisions, shares = table["decisions"].combine_chunks(), table["shares"].combine_chunks()
    starts = np.asarray(decisions.offsets).astype(np.int64)
    return Examples(states, scores, wins, starts - starts[0], np.asarray(decisions.flatten()), np.asarray(shares.flatten()))


def _padded(column: Any, n: int, seats: int) -> NDArray[np.float32]:
    column = column.combine_chunks()
    flat, ends = column.flatten().to_numpy(zero_copy_only=False), np.asarray(column.offsets)
    out = np.zeros((n, seats), np.float32)
    lengths = np.diff(ends)
    rows = np.repeat(np.arange(n), lengths)
    out[rows, np.arange(len(flat)) - np.repeat(ends[:-1] - ends[0], lengths)] = flat
    return out

"""One training run: generation after generation of games, a fit, whole numbers, and a match against the best so far.

A run is a folder with everything needed to repeat it: ``run.json`` (how it is done), ``gen-000/games`` (Parquet), ``gen-000/network.npz``
and ``network.pt`` (for the next one), ``gen-000/fit.json`` (how well it fits), ``gen-000/match.db`` (every game of the match),
``gen-000/result.json``, ``best.npz``, and ``begin.npz`` where it went on from weights. Whatever is there is not done again.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.arena import Config, Sprt, Store, Tournament, Verdict
from sandtable.arena.executors import Local
from sandtable.kernel.registry import load
from sandtable.networks import Network
from sandtable.research import workers
from sandtable.search.weights import from_file, network, to_bytes
from sandtable.training.fit import Fitting, use_threads
from sandtable.training.plots import calibration, picture
from sandtable.training.selfplay import Plan, make_part, read

KEPT = ("knobs", "tables")
"""What weights say of how they are asked, which those that go on from them say too."""
Told = Callable[[str, float, str], None]
"""What is being done, the part that is done (0 to 1), and a word about it."""


@dataclass(frozen=True)
class Recipe:
    """How a run is done. The first generation plays by the heuristics alone, if it plays quick games."""

    game: str
    seed: int = 1
    quick_games: int = 40_000
    wild: int = 6
    """In every second quick game one turn of so many is played by chance (0: none)."""
    games: int = 2_000
    simulations: int = 120
    window: int = 4
    """Generations of games that are learned from. A network goes on from what the one before has learned; only the first learns from the
    quick games."""
    wide: int = 128
    narrow: int = 32
    epochs: int = 4
    rate: float = 2e-3
    search_share: float = 0.5
    match_ms: int = 50
    match_games: int = 200
    network: float = 1.0
    priors: float = 0.0
    """How much the network is asked about positions, and about decisions (where it knows nothing before the first games of a search)."""
    players: tuple[int, ...] = ()
    """Sizes of the tables it learns from and is matched at (the first of them); none: all, matched at tables of two."""
    begin: str | None = None
    """The hash of the weights that the first generation goes on from."""


@dataclass
class Generation:
    """What came of one."""

    number: int
    positions: int = 0
    losses: list[float] = field(default_factory=list)
    """On games it did not learn from: winning, scores, decisions."""
    match: dict[str, Any] = field(default_factory=dict)
    calibration: list[tuple[float, float, int]] = field(default_factory=list)
    """On the same games: what was said of winning, what came true, how often."""
    promoted: bool = False
    seconds: dict[str, float] = field(default_factory=dict)


class Run:
    def __init__(self, folder: Path, recipe: Recipe, begin: Path | None = None) -> None:
        if begin:
            found = from_file(recipe.game, begin)
            widths = (len(found.layers[1]), len(found.layers[3]))
            if widths != (recipe.wide, recipe.narrow):
                raise ValueError(f"{begin} has layers of {widths[0]} and {widths[1]}; the run has {recipe.wide} and {recipe.narrow}.")
            recipe = replace(recipe, begin=found.hash)
        self.folder, self.recipe = folder, recipe
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "run.json"
        told = asdict(recipe)
        if file.exists() and _recipe(file) != recipe:
            raise ValueError(f"{folder} was begun with another recipe; choose another folder, or the same numbers as in {file}.")
        if begin:
            _write(self.begin, begin.read_bytes())
        _write(file, json.dumps(told, indent=1).encode())

    @property
    def begin(self) -> Path:
        return self.folder / "begin.npz"

    @property
    def best(self) -> Path:
        return self.folder / "best.npz"

    def at(self, number: int) -> Path:
        return self.folder / f"gen-{number:03}"

    def done(self) -> Iterator[Generation]:
        number = 0
        while (file := self.at(number) / "result.json").exists():
            yield Generation(**json.loads(file.read_text("utf-8")))
            number += 1

    def step(self, threads: int, ray: bool, told: Told) -> Generation:
        """The next generation, from where it was left."""
        found = Generation(len(list(self.done())))
        folder = self.at(found.number)
        (folder / "games").mkdir(parents=True, exist_ok=True)
        for name, work in (("games", self._games), ("fit", self._fit), ("match", self._match)):
            began = time.monotonic()
            work(found, threads, ray, told)
            found.seconds[name] = round(time.monotonic() - began, 1)
        _write(folder / "result.json", json.dumps(asdict(found), indent=1).encode())
        _write(self.folder / "run.svg", picture(list(self.done())))
        return found

    def plan(self, number: int) -> Plan:
        recipe = self.recipe
        seed = recipe.seed * 1000 + number
        weights = self.at(number) / "player.npz"
        strongest = self.best if self.best.exists() else self.begin
        if strongest.exists() and not weights.exists():
            _write(weights, strongest.read_bytes())
        if number == 0 and recipe.quick_games:
            return Plan(
                recipe.game, seed, recipe.quick_games, max(1, recipe.quick_games // 40), 0, wild=recipe.wild, players=recipe.players
            )
        return Plan(
            recipe.game,
            seed,
            recipe.games,
            min(20, -(-recipe.games // 20)),
            recipe.simulations,
            weights.read_bytes() if weights.exists() else None,
            players=recipe.players,
        )

    def _games(self, found: Generation, threads: int, ray: bool, told: Told) -> None:
        plan, folder = self.plan(found.number), self.at(found.number) / "games"
        todo = [part for part in range(plan.parts) if not _part(folder, part).exists()]
        work = partial(make_part, plan)
        made = workers.on_ray(work, todo, None) if ray else workers.on_threads(work, todo, threads)
        for done, (part, content) in enumerate(made, plan.parts - len(todo) + 1):
            _write(_part(folder, part), content)
            told("games", done / plan.parts, f"{min(plan.games, done * plan.games_per_part)} games")

    def _fit(self, found: Generation, threads: int, ray: bool, told: Told) -> None:
        done = self.at(found.number) / "fit.json"
        if done.exists():
            for name, value in json.loads(done.read_text("utf-8")).items():
                setattr(found, name, value)
            return
        use_threads(threads)
        recipe, seats = self.recipe, network(self.recipe.game).SEATS
        before = self.at(found.number - 1) / "network.pt"
        first = max(1 if before.exists() and recipe.quick_games else 0, found.number - recipe.window + 1)
        # Of every generation the same files are kept for the test, so that no network has learned from them.
        parts = [sorted((self.at(number) / "games").glob("*.parquet")) for number in range(first, found.number + 1)]
        data = read(recipe.game, [file for files in parts for at, file in enumerate(files) if at % 20], seats, recipe.search_share)
        test = read(recipe.game, [file for files in parts for file in files[::20]], seats, 0.0)
        fitting = Fitting(recipe.game, recipe.wide, recipe.narrow, recipe.seed)
        rate = recipe.rate
        if before.exists():
            fitting.restore(before.read_bytes())
            rate /= 2
        elif recipe.begin:
            fitting.take_up(from_file(recipe.game, self.begin))
            rate /= 2
        fitting.learn(data, rate, recipe.epochs, lambda part, losses: told("fit", part, " ".join(f"{x:.3f}" for x in losses)))
        found.positions, found.losses = len(data), [round(x, 4) for x in fitting.judged(test)]
        _write(self.at(found.number) / "network.pt", fitting.kept())
        _write(self.at(found.number) / "network.npz", to_bytes(fitting.whole(), self._about(found)))
        judged = Network(load(recipe.game), from_file(recipe.game, self.at(found.number) / "network.npz")).judge(test.states)[1]
        there = np.arange(seats) < test.states["players"][:, None]
        found.calibration = calibration(judged[there], test.wins[there])
        fitted = {"positions": found.positions, "losses": found.losses, "calibration": found.calibration}
        _write(done, json.dumps(fitted).encode())

    def _about(self, found: Generation) -> dict[str, Any]:
        recipe = self.recipe
        begun = from_file(recipe.game, self.begin).about if recipe.begin else {}
        usual = {"knobs": network(recipe.game).heuristics.LEARNED, **{name: begun[name] for name in KEPT if name in begun}}
        return {
            **usual,
            **({"players": list(recipe.players)} if recipe.players else {}),
            "game": recipe.game,
            "generation": found.number,
            "seed": recipe.seed,
            "positions": found.positions,
            "losses": found.losses,
            "shares": {"network": recipe.network, "priors": recipe.priors if found.number > 0 or recipe.begin else 0.0},
        }

    def _match(self, found: Generation, threads: int, ray: bool, told: Told) -> None:
        """Against the best there was when it began, or the search without a network; whoever wins is the best."""
        recipe, file = self.recipe, self.at(found.number) / "network.npz"
        before = self.at(found.number) / "player.npz"
        size = recipe.players[0] if recipe.players else 2
        asked = before.exists() and from_file(recipe.game, before).at_table(size) is not None
        bound = f"search@{recipe.match_ms}ms"
        new, old = f"{bound}:weights={file}", f"{bound}:weights={before}" if before.exists() else bound
        with closing(Store(self.at(found.number) / "match.db")) as store:
            match = Tournament(Config(recipe.game, (new, old), size, seed=recipe.seed), store, Sprt(0.5, 0.55))
            for result in match.play(recipe.match_games, Local(threads, processes=False)):
                told("match", len(match.results) / recipe.match_games, f"{result.number + 1} games")
            rate = sum(match.deals()) / max(1, len(match.deals()))
            found.match = {"against": "best" if asked else "search", "games": len(match.results), "rate": round(rate, 4)}
            found.promoted = match.verdict() is Verdict.accepted or (match.verdict() is Verdict.open and rate * size > 1)
        if found.promoted:
            _write(self.best, file.read_bytes())


def _recipe(file: Path) -> Recipe | None:
    """How a run was begun; None if that cannot be told. Before there was ``wild``, whoever began with weights played no quick games."""
    told = json.loads(file.read_text("utf-8"))
    if told.get("begin") and "wild" not in told:
        told["quick_games"] = 0
    try:
        return Recipe(**{**told, "players": tuple(told.get("players", ()))})
    except TypeError:
        return None


def _part(folder: Path, number: int) -> Path:
    return folder / f"part-{number:05}.parquet"


def _write(file: Path, content: bytes) -> None:
    """As a whole or not at all."""
    aside = file.with_name(file.name + ".new")
    aside.write_bytes(content)
    os.replace(aside, file)

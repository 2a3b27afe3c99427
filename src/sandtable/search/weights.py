"""The weights of a game's network: a file in its folder, checked when it is read."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.kernel.bind import bind
from sandtable.kernel.registry import load

FILE = "network.npz"
FORMAT = 3
NETWORK = Path(__file__).with_name("network.py")
NONE = Path(__file__).with_name("no_network.py")
SHARES = ("network", "priors")
"""Numbers beside the knobs of a search: the network's part in judging a position, and how much it changes the priors (0: not asked)."""
LAYERS = ("wide", "wide_bias", "narrow", "narrow_bias", "value", "value_bias", "policy", "policy_bias")
TYPES = (np.int16, np.int32, np.int16, np.int32, np.int16, np.int32, np.int16, np.int32)


class BadNetwork(ValueError):
    """Weights that cannot be used; the message says why."""


@dataclass(frozen=True)
class Weights:
    """What a network has learned. ``layers`` in the order of ``LAYERS``; ``about``: where it comes from and how it is best used."""

    layers: tuple[NDArray[Any], ...]
    about: dict[str, Any]
    hash: str

    @cached_property
    def flat(self) -> Flat:
        return flat(self.layers)

    @property
    def knobs(self) -> dict[str, float]:
        """Numbers of the search that fit this network: how soon it is asked, for instance."""
        return dict(self.about.get("knobs", {}))

    def at_table(self, players: int) -> Weights | None:
        """As it is asked at a table of so many, with the numbers that suit it there; None where it is not asked.

        Weights say themselves at which tables they were measured better than the heuristics."""
        told = self.about.get("players")
        if told is not None and players not in told:
            return None
        return replace(self, about={**self.about, "knobs": {**self.knobs, **self.about.get("tables", {}).get(str(players), {})}})

    @property
    def version(self) -> str:
        """As arena results name it."""
        return f"{self.about.get('generation', 0)}-{self.hash[:8]}"


def to_bytes(layers: dict[str, NDArray[Any]], about: dict[str, Any]) -> bytes:
    """The file of a network."""
    target = io.BytesIO()
    np.savez_compressed(target, allow_pickle=False, about=np.array(json.dumps({"format": FORMAT, **about}, sort_keys=True)), **layers)
    return target.getvalue()


def read(data: bytes, module: ModuleType) -> Weights:
    """Weights from the bytes of a file; raises ``BadNetwork`` if they do not fit the game."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as found:
            about = json.loads(str(found["about"]))
            layers = tuple(np.ascontiguousarray(found[name], kind) for name, kind in zip(LAYERS, TYPES, strict=True))
    except (ValueError, TypeError, KeyError, OSError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise BadNetwork(f"these are no weights of a network: {error}") from error
    if about.get("format") != FORMAT:
        raise BadNetwork(f"weights of format {about.get('format')!r}; this version reads {FORMAT}")
    knobs = [about.get("knobs", {}), *about.get("tables", {}).values()]
    for name, value in (number for some in knobs for number in some.items()):
        if name not in module.heuristics.KNOBS or not isinstance(value, (int, float)):
            raise BadNetwork(f"these weights want a knob {name!r} of {value!r}, which the game's search has not")
    wide, narrow = len(layers[1]), len(layers[3])
    shapes: tuple[tuple[int, ...], ...] = (
        (module.INPUTS, wide),
        (wide,),
        (narrow, wide),
        (narrow,),
        (2 * module.SEATS, narrow),
        (2 * module.SEATS,),
    )
    shapes += ((module.rules.NUM_ACTIONS, wide), (module.rules.NUM_ACTIONS,))
    for name, layer, shape in zip(LAYERS, layers, shapes, strict=True):
        if layer.shape != shape:
            raise BadNetwork(f"{name} has the shape {layer.shape}, not {shape}: these weights belong to other inputs")
    for name, layer, bias in zip(LAYERS[2:6:2], layers[2:6:2], layers[3:6:2], strict=True):
        if (np.abs(layer.astype(np.int64)).sum(1) * module.MOST + np.abs(bias.astype(np.int64))).max() >= 1 << 31:
            raise BadNetwork(f"{name}: its sums would not fit into 32 bits")
    return Weights(layers, about, hashlib.sha256(data).hexdigest())


@cache
def no_network(game: str) -> ModuleType:
    """Stands for one that is never asked."""
    return bind(load(game), load(game).rules, NONE)


@cache
def network(game: str) -> ModuleType:
    """The compiled network of a game; raises ``BadNetwork`` where the game has not what one is made of."""
    found = load(game)
    if found.encoding is None or found.heuristics is None:
        raise BadNetwork(f"{found.name} has no encoding or no heuristics of its own: there is nothing a network could be asked about.")
    if missing := [name for name in ("OUTLOOK", "outlook", "LEARNED") if name not in vars(found.heuristics)]:
        raise BadNetwork(f"The heuristics of {found.name} lack {', '.join(missing)}, by which a network is told of everybody's prospects.")
    return bind(found, found.rules, NETWORK, encoding=found.encoding, heuristics=found.heuristics, seats=found.players[-1])


def from_file(game: str, path: Path) -> Weights:
    """Weights that somebody trained; a file that was written anew is read anew."""
    return _read(game, path.read_bytes())


@lru_cache(8)
def _read(game: str, data: bytes) -> Weights:
    return read(data, network(game))


@cache
def shipped(game: str) -> Weights | None:
    """The weights in the game's folder."""
    file = files(load(game).package).joinpath(FILE)
    return read(file.read_bytes(), network(game)) if file.is_file() else None


@cache
def shipped_at(game: str, players: int) -> Weights | None:
    """The same as they are asked at a table of so many; None where they are not."""
    weights = shipped(game)
    return weights.at_table(players) if weights else None


Flat = tuple[NDArray[np.int16], NDArray[np.int32]]


def flat(layers: tuple[NDArray[Any], ...]) -> Flat:
    """As compiled code reads them: all weights one after another, those of one input together (of one decision in the last layer), and
    all biases, the widths before them."""
    wide, narrow, value, policy = layers[::2]
    widths = np.array([len(layers[1]), len(layers[3])], np.int32)
    return np.concatenate([wide.ravel(), narrow.T.ravel(), value.T.ravel(), policy.ravel()]), np.concatenate([widths, *layers[1::2]])


def asked(weights: Weights | None, changes: Mapping[str, float]) -> tuple[NDArray[np.int16], NDArray[np.int32], NDArray[np.float64]]:
    """The last three things the search is given: weights, biases, and how much they are asked. Without a network nothing is."""
    if weights is None:
        return np.zeros(0, np.int16), np.zeros(0, np.int32), np.zeros(len(SHARES))
    usual = weights.about.get("shares", {})
    return *weights.flat, np.array([float(changes.get(name, usual.get(name, 1.0))) for name in SHARES])


def said_of(
    module: ModuleType, states: NDArray[Any], knobs: NDArray[np.float64], weights: Weights, judged: bool = True, weighed: bool = False
) -> tuple[NDArray[np.int16], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Of many positions: the inputs, expected scores and winning chances if they are ``judged``, and the decisions' if ``weighed``."""
    n = len(states)
    rows = np.zeros((n, module.INPUTS), np.int16)
    scores, wins = (np.zeros((n if judged else 0, module.SEATS)) for _ in range(2))
    chances = np.zeros((n if weighed else 0, module.rules.NUM_ACTIONS))
    module.judge_many(states, knobs, *weights.flat, rows, scores, wins, chances)
    return rows, scores, wins, chances

"""Positions at the edge of a search's tree: a network is asked about these, and hardly ever about those that are played.

What a network overrates a longer search finds, and walks into. So some of them are searched themselves and learned with what that found."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.kernel import tape
from sandtable.kernel.game import Game
from sandtable.search import Knowledge, Search
from sandtable.search.knowledge import canonical

LITTLE = 2
"""The edge begins at a decision that was tried so rarely."""
CURIOUS = 0.3
"""What a decision that was never tried counts beside the visits of the others."""


def edge(search: Search, knowledge: Knowledge, rng: random.Random) -> NDArray[Any] | None:
    """A position the last search came to or could have come to, in a world of its own: an array of one record; None where the game ended.

    Down the tree by how often each decision was tried, to one that was hardly tried."""
    game, tree = knowledge.game, search.trees[0]
    world, out = knowledge.world.copy(), np.empty(game.num_actions, np.int64)
    game.loops.redeal(world, 0, knowledge.seat, _key(rng))
    node: int | None = 0
    quiet = tape.silent()
    while (n := game.loops.legal(world, 0, out)) > 0:
        if n > 1 and node is None:
            return world
        legal = set(out[:n].tolist())
        children = [] if node is None else [child for child in tree.children(node) if int(tree.nodes[child]["action"]) in legal]
        if children:
            visits = [int(tree.nodes[child]["visits"]) for child in children]
            at = rng.choices(range(len(children)), [number + CURIOUS for number in visits])[0]
            action, node = int(tree.nodes[children[at]]["action"]), children[at] if visits[at] > LITTLE else None
        else:
            action, node = rng.choice(sorted(legal)), None
        game.loops.play(world, 0, action, _key(rng), quiet, out)
    return None


def known(game: Game, world: NDArray[Any]) -> Knowledge:
    """What the seat to decide knows in this world."""
    out = np.empty(game.num_actions, np.int64)
    n, seat = game.loops.legal(world, 0, out), int(world["seat"][0])
    return Knowledge(game, seat, canonical(game, world, seat), np.sort(out[:n]))


def _key(rng: random.Random) -> NDArray[np.int64]:
    return np.array([rng.getrandbits(32) for _ in range(4)], np.int64)

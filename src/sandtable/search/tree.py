"""The tree search, the same for every game; executed once per game like ``kernel.loops``, with the game's heuristics injected as ``rules``.

Single observer, open loop: a simulation starts from a fresh re-deal of what the searching seat cannot know, walks down the tree by the
decisions themselves (chance happens anew on the way), plays a little on, judges, and adds the result to every node it passed. Every seat
maximises its own value (max^n). A node is one decision after its parent; since a decision may be impossible in some worlds, a node counts
how often it could have been chosen (``seen``) besides how often it was (``visits``).

The heuristics of a game (``games/<game>/heuristics.py``) offers, all compiled:

- ``rules``: the game's rules module; ``MEMO``: length of the playout's memory; ``KNOBS``: name -> default of its numbers;
- ``weigh(s, out, n, weight, knobs)``: how promising the ``n`` decisions in ``out`` look, not negative; 0: not worth a thought;
- ``begin(s, memo, knobs)``, ``goes_on(s, memo, knobs)``, ``choose(s, out, weight, memo, knobs)``: the playout and its end;
- ``judge(s, scores, wins, knobs)``: expected final score and winning chance of every seat in a position where the playout ended;
- ``standing(s, scores)``, ``turn_is_over(s, seat)``: what counts at the end of a turn, for the greedy bot;
- ``outlook(s, told, knobs)``: what a network is told of every seat's prospects, ``told[seat, k]`` for each name in ``OUTLOOK``, the
  expected points first; ``LEARNED``: the knobs that suit a network (only where there is one);
- ``tables()``: further numbers behind its knobs (plain Python).

Arrays, by their names everywhere below: ``root``, ``work`` (1,) and ``stack`` (depth,) of state records; ``nodes``, ``spare`` (room,) of
``NODE``; ``head`` (HEAD,); ``key`` (4,): the generator's key; ``out``, ``slot``, ``weight`` (NUM_ACTIONS,): legal ids, the node of a
decision, how promising it looks; ``scores``, ``wins``, ``value`` (SEATS,); ``knobs`` (GAME_KNOBS + the game's own,); ``tally``
(NUM_ACTIONS, SEATS, TALLY); ``memo`` (MEMO,); ``gains`` (NUM_ACTIONS,); ``weights``, ``biases``: the network's
(``search.network``; empty where it is never asked); ``shares`` (2,): how much it is asked; ``beyond``: the knobs of a playout that goes on
from where the network was asked to where the heuristics can judge, if both are to say something.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit, record
from sandtable.kernel.chance import below, rekey
from sandtable.kernel.integers import int64
from sandtable.kernel.tape import Tape, silent

heuristics: Any = globals()["rules"]
rules: Any = heuristics.rules
network: Any = globals()["network"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
States = NDArray[Any]
Shorts = NDArray[np.int16]
Longs = NDArray[np.int32]

SEATS: int = globals()["seats"]
LONGEST = 400
NODE = record(
    [
        ("action", np.int32),
        ("child", np.int32),  # the first one; 0: none (node 0 is the root and nobody's child)
        ("next", np.int32),
        ("visits", np.int32),
        ("seen", np.int32),
        ("prior", np.float32),  # -1: not worth a thought
        ("value", np.float64, (SEATS,)),
    ]
)
Nodes = NDArray[Any]

EXPLORE, UNSEEN, WIN_WEIGHT, SPREAD, PLAIN, FLOOR, GAME_KNOBS = range(7)
"""Places in ``knobs``: urge to explore, what an untried decision is worth less than its parent, share of winning in the value (the rest is
the margin), points that make a margin large, 1 for plain UCT, an even part mixed into the priors; then the game's own numbers."""

JUDGES, PRIORS = range(2)
"""Places in ``shares``: the network's part in judging (the rest is the heuristics', further on), and how much what it says for and against
decisions counts beside the heuristics."""

SIZE, HEAD = 0, 1
N, SCORE, SCORE2, WIN, WIN2, TALLY = 0, 1, 2, 3, 4, 5


@jit
def simulate(
    root: States,
    work: States,
    seat: int,
    key: Ints,
    first: int,
    last: int,
    nodes: Nodes,
    head: Ints,
    knobs: Floats,
    tally: Floats,
    weights: Shorts,
    biases: Longs,
    shares: Floats,
    beyond: Floats,
) -> None:
    """Simulations ``first`` to ``last`` of ``seat``'s search from ``root[0]``; ``head[SIZE]`` nodes are in use, node 0 is the root.
    Without a seat (-1) nothing is re-dealt: the analysis of a finished game with all cards open.

    ``tally[action, seat]``: how often the root decision was tried, the sums and sums of squares of final scores and wins."""
    tape = silent()
    out = np.empty(rules.NUM_ACTIONS, np.int64)
    weight = np.zeros(rules.NUM_ACTIONS, np.float64)
    slot = np.zeros(rules.NUM_ACTIONS, np.int64)
    path = np.empty(LONGEST, np.int64)
    memo = np.zeros(heuristics.MEMO, np.int64)
    scores = np.zeros(SEATS, np.float64)
    wins = np.zeros(SEATS, np.float64)
    value = np.zeros(SEATS, np.float64)
    expected = np.zeros(SEATS, np.float64)
    chances = np.zeros(SEATS, np.float64)
    told = np.zeros((SEATS, network.PROSPECTS), np.float64)
    row = np.zeros(network.INPUTS, np.int16)
    scratch = np.zeros(network.SCRATCH, np.int64)
    hidden = np.zeros(network.room_for(biases), np.int32)
    for i in range(first, last):
        work[0] = root[0]
        s = work[0]
        rekey(s, key, i)
        if seat >= 0:
            rules.redeal(s, seat)
        node = 0
        path[0] = 0
        depth = 1
        while s.seat >= 0 and depth < LONGEST:
            n = rules.legal(s, out)
            if depth > 1 and n > 1 and nodes[node].visits == 0:
                break
            share = shares[PRIORS] if n > 1 and nodes[node].child == 0 else 0.0
            if share > 0.0:
                network.ask(s, weights, biases, row, scratch, hidden, told, knobs)
            node = pick_child(s, nodes, head, node, out, n, weight, slot, knobs, share, weights, biases, hidden)
            if node < 0:
                break
            rules.apply(s, int64(nodes[node].action), tape)
            path[depth] = node
            depth += 1
        players = int64(s.players)
        heuristics.begin(s, memo, knobs)
        play_out(s, out, weight, memo, knobs, tape)
        asked = shares[JUDGES] if s.seat >= 0 else 0.0
        if asked > 0.0:
            network.ask(s, weights, biases, row, scratch, hidden, told, knobs)
            network.judge(s, weights, biases, row, hidden, expected, chances)
        if asked < 1.0:
            if asked > 0.0:
                play_out(s, out, weight, memo, beyond, tape)
            judge(s, scores, wins, knobs)
        if asked > 0.0:
            for p in range(players):
                scores[p] = asked * expected[p] + (1.0 - asked) * scores[p]
                wins[p] = asked * chances[p] + (1.0 - asked) * wins[p]
        worth(players, scores, wins, value, knobs)
        for k in range(depth):
            nodes[path[k]].visits += 1
            for p in range(players):
                nodes[path[k]].value[p] += value[p]
        if depth > 1:
            top = int64(nodes[path[1]].action)
            for p in range(players):
                tally[top, p, N] += 1.0
                tally[top, p, SCORE] += scores[p]
                tally[top, p, SCORE2] += scores[p] * scores[p]
                tally[top, p, WIN] += wins[p]
                tally[top, p, WIN2] += wins[p] * wins[p]


@jit
def play_out(s: Any, out: Ints, weight: Floats, memo: Ints, knobs: Floats, tape: Tape) -> None:
    """Plays on to where the heuristics can judge; plain UCT to the end of the game."""
    if knobs[PLAIN] > 0.0:
        play_out_plainly(s, out, tape)
        return
    while s.seat >= 0 and heuristics.goes_on(s, memo, knobs):
        rules.apply(s, heuristics.choose(s, out, weight, memo, knobs), tape)


@jit
def play_out_plainly(s: Any, out: Ints, tape: Tape) -> None:
    """Random decisions to the end of the game: the yardstick."""
    while s.seat >= 0:
        rules.apply(s, out[below(s, rules.legal(s, out))], tape)


@jit
def judge(s: Any, scores: Floats, wins: Floats, knobs: Floats) -> None:
    """Scores and shares of the win: the true ones when the game is over, else what the heuristics expect."""
    if s.seat >= 0:
        heuristics.judge(s, scores, wins, knobs)
        return
    winners = 0.0
    for p in range(s.players):
        scores[p] = rules.score(s, p)
        wins[p] = 1.0 if rules.rank(s, p) == 1 else 0.0
        winners += wins[p]
    for p in range(s.players):
        wins[p] /= winners


@jit
def worth(players: int, scores: Floats, wins: Floats, value: Floats, knobs: Floats) -> None:
    """What a result is worth to every seat, 0 to 1: winning, and the margin over the best other seat."""
    for p in range(players):
        best = -1e9
        for other in range(players):
            if other != p and scores[other] > best:
                best = scores[other]
        margin = 0.5 + 0.5 * math.tanh((scores[p] - best) / knobs[SPREAD])
        value[p] = knobs[WIN_WEIGHT] * wins[p] + (1.0 - knobs[WIN_WEIGHT]) * margin


@jit
def pick_child(
    s: Any,
    nodes: Nodes,
    head: Ints,
    node: int,
    out: Ints,
    n: int,
    weight: Floats,
    slot: Ints,
    knobs: Floats,
    share: float,
    weights: Shorts,
    biases: Longs,
    hidden: Longs,
) -> int:
    """The decision to follow from ``node`` among the ``n`` legal ones in ``out``, as its node; -1: no room for a new one."""
    child = int64(nodes[node].child)
    while child > 0:
        slot[nodes[child].action] = child
        child = int64(nodes[child].next)
    missing = 0
    for i in range(n):
        if slot[out[i]] == 0:
            missing += 1
    if missing > 0 and head[SIZE] + missing <= len(nodes):
        grow(s, nodes, head, node, out, n, weight, slot, knobs, share, weights, biases, hidden)
    best = best_child(s, nodes, node, out, n, slot, knobs)
    child = int64(nodes[node].child)
    while child > 0:
        slot[nodes[child].action] = 0
        child = int64(nodes[child].next)
    return best


@jit
def grow(
    s: Any,
    nodes: Nodes,
    head: Ints,
    node: int,
    out: Ints,
    n: int,
    weight: Floats,
    slot: Ints,
    knobs: Floats,
    share: float,
    weights: Shorts,
    biases: Longs,
    hidden: Longs,
) -> None:
    """Adds the legal decisions that have no node yet, with what the heuristics think of them, and for its ``share`` the network."""
    total = 0.0
    if n > 1 and knobs[PLAIN] == 0.0:
        heuristics.weigh(s, out, n, weight, knobs)
        for i in range(n):
            total += weight[i]
    even = total <= 0.0
    if share > 0.0 and n > 1 and not even:
        total = network.weigh(weights, biases, hidden, out, n, weight, share)
    worthwhile = 0
    for i in range(n):
        if even or weight[i] > 0.0:
            worthwhile += 1
    for i in range(n - 1, -1, -1):
        if slot[out[i]] == 0:
            at = head[SIZE]
            head[SIZE] = at + 1
            nodes[at].action = out[i]
            nodes[at].child = 0
            nodes[at].next = nodes[node].child
            nodes[at].visits = 0
            nodes[at].seen = 0
            for p in range(SEATS):
                nodes[at].value[p] = 0.0
            if even:
                nodes[at].prior = 1.0 / n
            elif weight[i] > 0.0:
                nodes[at].prior = (1.0 - knobs[FLOOR]) * weight[i] / total + knobs[FLOOR] / worthwhile
            else:
                nodes[at].prior = -1.0
            nodes[node].child = at
            slot[out[i]] = at


@jit
def best_child(s: Any, nodes: Nodes, node: int, out: Ints, n: int, slot: Ints, knobs: Floats) -> int:
    """By the value for the seat that decides plus the urge to explore."""
    actor = int64(s.seat)
    visits = nodes[node].visits
    unseen = (nodes[node].value[actor] / visits if visits > 0 else 0.5) - knobs[UNSEEN]
    best = -1
    most = -1e18
    any_child = -1
    for i in range(n):
        child = slot[out[i]]
        if child == 0:
            continue
        any_child = child
        nodes[child].seen += 1
        tried = nodes[child].visits
        if knobs[PLAIN] > 0.0:
            if tried == 0:
                urge = 1e6 + below(s, 1 << 16)
            else:
                urge = nodes[child].value[actor] / tried + knobs[EXPLORE] * math.sqrt(math.log(nodes[child].seen) / tried)
        else:
            if nodes[child].prior < 0.0:
                continue
            mean = nodes[child].value[actor] / tried if tried > 0 else unseen
            urge = mean + knobs[EXPLORE] * nodes[child].prior * math.sqrt(nodes[child].seen) / (1.0 + tried)
        if urge > most:
            most = urge
            best = child
    return best if best >= 0 else any_child


@jit
def keep_subtree(nodes: Nodes, spare: Nodes, action: int) -> int:
    """Copies what follows ``action`` at the root into ``spare``, root first; returns its size (0: nothing known)."""
    child = int64(nodes[0].child)
    while child > 0 and nodes[child].action != action:
        child = int64(nodes[child].next)
    if child == 0:
        return 0
    spare[0] = nodes[child]
    spare[0].next = 0
    size = 1
    at = 0
    while at < size:
        child = int64(spare[at].child)
        spare[at].child = size if child > 0 else 0
        while child > 0:
            spare[size] = nodes[child]
            child = int64(nodes[child].next)
            spare[size].next = size + 1 if child > 0 else 0
            size += 1
        at += 1
    return size


@jit
def greedy(root: States, work: States, stack: States, seat: int, key: Ints, worlds: int, budget: int, knobs: Floats, gains: Floats) -> None:
    """Adds to ``gains[action]`` the best standing the seat can reach at the end of this turn after ``action``, over some worlds.

    A depth-first walk through the rest of the turn, at most ``budget`` positions a decision and world; ``stack`` has room for its depth."""
    tape = silent()
    depth = len(stack)
    lists = np.empty((depth, rules.NUM_ACTIONS), np.int64)
    sizes = np.zeros(depth, np.int64)
    at = np.zeros(depth, np.int64)
    scores = np.zeros(SEATS, np.float64)
    out = np.empty(rules.NUM_ACTIONS, np.int64)
    for world in range(worlds):
        work[0] = root[0]
        rekey(work[0], key, world)
        rules.redeal(work[0], seat)
        n = rules.legal(work[0], out)
        for i in range(n):
            stack[0] = work[0]
            rules.apply(stack[0], out[i], tape)
            best = -1e18
            left = budget
            level = 0
            sizes[0] = 0
            at[0] = 0
            if same_turn(stack[0], seat):
                sizes[0] = rules.legal(stack[0], lists[0])
            else:
                best = lead(stack[0], seat, scores, knobs)
            while level >= 0:
                if at[level] == sizes[level] or left <= 0:
                    if left <= 0 and best < -1e17:
                        best = lead(stack[level], seat, scores, knobs)
                    level -= 1
                    continue
                action = lists[level, at[level]]
                at[level] += 1
                left -= 1
                if level + 1 == depth:
                    best = max(best, lead(stack[level], seat, scores, knobs))
                    level -= 1
                    continue
                stack[level + 1] = stack[level]
                rules.apply(stack[level + 1], action, tape)
                if same_turn(stack[level + 1], seat):
                    level += 1
                    at[level] = 0
                    sizes[level] = rules.legal(stack[level], lists[level])
                else:
                    best = max(best, lead(stack[level + 1], seat, scores, knobs))
            gains[out[i]] += best


@jit
def same_turn(s: Any, seat: int) -> bool:
    return s.seat == seat and not heuristics.turn_is_over(s, seat)


@jit
def lead(s: Any, seat: int, scores: Floats, knobs: Floats) -> float:
    """How far the seat is ahead if everything were counted now."""
    heuristics.standing(s, scores)
    best = -1e18
    for other in range(s.players):
        if other != seat and scores[other] > best:
            best = scores[other]
    return scores[seat] - best

"""The compiled loops of the research doors: stepping, observing, rewarding, resetting.

Executed once per game with ``rules`` and ``encoding`` injected (see ``kernel.bind``). Everything is written straight into the caller's
arrays: ``observations`` int16 (n, size), ``masks`` bool (n, actions), ``rewards`` float32 (n, players), ``done`` bool (n); ``offers`` int32
(n, 1 + actions): how many decisions are legal, then these.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit
from sandtable.jit_atomic import add, read, write
from sandtable.jit_borrowed import borrowed, lying_at
from sandtable.kernel.chance import below, rekey
from sandtable.kernel.integers import int64
from sandtable.kernel.tape import Tape, silent

States = NDArray[Any]
Ints = NDArray[np.int64]
Observations = NDArray[np.int16]
Masks = NDArray[np.bool_]
Rewards = NDArray[np.float32]
Offers = NDArray[np.int32]

LINE = 16
"""Numbers that processors fetch from each other at once, or two by two: what different threads write lies in different lines."""
ROUND, WHAT, WHERE, SURE = 0, 1, 2, 3
FINISHED, BAD = LINE, LINE + 1
NEXT, AWAKE, SEEN, PAUSE = 2 * LINE, 1, 2, 3
"""The desk of threads that share work. In its first line, what whoever calls says to all: how often there was something to do, what is to
be done now, where the decisions lie that are chosen or checked, and whether nobody else can have changed the games since their offers were
written. In the second, what they answer: how many games are finished, whether a decision is not legal. Then a line for each thread: the
first game of its own that nobody has taken; beside it (``AWAKE``) whether the thread is awake and will see what lies on the desk,
(``SEEN``) what of it it has seen, and (``PAUSE``) a number that it adds to where it waits."""
DEAL, VIEW, CHOOSE, CHECK, STEP = 0, 1, 2, 3, 4
"""What is done to all games. ``CHECK`` comes before every ``STEP``, by itself."""
SHARE = 32
"""Games that a thread takes at once."""
PATIENCE = 10_000
"""So often a thread looks for work before it sleeps, or for others to get on before it does itself what they have not begun: for about 50
microseconds, since it adds to a number each time. A bare look takes so little that all of them would be over before Python comes back with
the next step; and who waits longer takes the processor from whatever chooses decisions."""
NOTICE = 2_000
"""After so many looks, 10 microseconds, who has not even seen what lies on the desk is taken to be held up by the machine."""

rules: Any = globals()["rules"]
encoding: Any = globals()["encoding"]


@jit
def deal(states: States, i: int, template: States, key: Ints, stream: int, tape: Tape) -> None:
    """Game ``i`` begins anew, from its own stream of chance."""
    states[i] = template[0]
    rekey(states[i], key, stream)
    rules.setup(states[i], tape)


@jit
def mask(s: Any, row: NDArray[np.bool_], out: Ints) -> int:
    """The legal decisions of the seat to decide as one boolean per id."""
    row[:] = False
    n = rules.legal(s, out) if s.seat >= 0 else 0
    for k in range(n):
        row[out[k]] = True
    return n


@jit
def offered(s: Any, action: int, out: Ints) -> bool:
    """Is this decision legal?"""
    n = rules.legal(s, out) if s.seat >= 0 else 0
    for k in range(n):
        if out[k] == action:
            return True
    return False


@jit
def reward(s: Any, row: NDArray[np.float32]) -> None:
    """Each seat's share of duels won: +1 for every seat ranked behind, -1 for every one before, over all others. The sum is 0."""
    others = np.float32(s.players - 1)
    for seat in range(s.players):
        place = rules.rank(s, seat)
        balance = 0
        for other in range(s.players):
            against = rules.rank(s, other)
            balance += (against > place) - (against < place)
        row[seat] = np.float32(balance) / others


@jit
def observe_one(states: States, i: int, seat: int, row: NDArray[np.int16], scratch: Ints) -> None:
    """What a seat knows in game ``i``."""
    encoding.observe(states[i], seat, row, scratch)


@jit
def reward_one(states: States, row: NDArray[np.float32]) -> None:
    """The rewards of the first game, which is over."""
    reward(states[0], row)


@jit
def play_unless_it_draws(states: States, action: int, key: Ints, out: Ints) -> int:
    """Plays in the first game and returns 1; 0 if the decision would draw from the generator, -1 if it is not legal: nothing was played."""
    s = states[0]
    if not offered(s, action, out):
        return -1
    before = states.copy()
    rekey(s, key, 0)
    a, b, c, d = s.rng[0], s.rng[1], s.rng[2], s.rng[3]
    rules.apply(s, action, silent())
    if s.rng[0] == a and s.rng[1] == b and s.rng[2] == c and s.rng[3] == d:
        return 1
    states[0] = before[0]
    return 0


@jit
def look(states: States, seat: int, row: NDArray[np.int16], mask_row: NDArray[np.bool_], out: Ints) -> None:
    """What a seat knows in the first game, and what it may do if it is the one to decide. ``out`` is room for ids."""
    s = states[0]
    encoding.observe(s, seat, row, out)
    if s.seat == seat:
        mask(s, mask_row, out)
    else:
        mask_row[:] = False


@jit
def play_one(states: States, action: int, out: Ints, row: NDArray[np.float32]) -> int:
    """Plays in the first game; returns the seat to decide next, -1 when the game is over (then with rewards), -2 if it is not legal."""
    s = states[0]
    if not offered(s, action, out):
        return -2
    rules.apply(s, action, silent())
    if s.seat < 0:
        reward(s, row)
    return s.seat + 0


@jit
def play_others(states: States, seat: int, out: Ints, row: NDArray[np.float32]) -> bool:
    """Random decisions for everybody but ``seat`` in the first game until it is asked; False when the game is over (then with rewards)."""
    s = states[0]
    tape = silent()
    while s.seat >= 0 and s.seat != seat:
        n = rules.legal(s, out)
        rules.apply(s, out[below(s, n)], tape)
    if s.seat < 0:
        reward(s, row)
    return s.seat >= 0


@jit
def write_offers(n: int, out: Ints, offers: Offers) -> None:
    """Keeps the ``n`` legal decisions of a game for the next step, which need not look for them again."""
    offers[0] = n
    for k in range(n):
        offers[1 + k] = out[k]


@jit
def is_offered(offers: Offers, action: int) -> bool:
    """Was this decision legal when the offers of the game were written?"""
    for k in range(offers[0]):
        if offers[1 + k] == action:
            return True
    return False


@jit
def view_many(states: States, start: int, stop: int, observations: Observations, masks: Masks, offers: Offers) -> None:
    """Observation, mask and (where there is room for them) offers of the seat to decide in every game; zeros where the game is over."""
    out = np.empty(rules.NUM_ACTIONS, np.int64)
    scratch = np.zeros(encoding.SCRATCH, np.int64)
    for i in range(start, stop):
        s = states[i]
        n = mask(s, masks[i], out)
        if len(offers) > 0:
            write_offers(n, out, offers[i])
        if s.seat >= 0:
            encoding.observe(s, int64(s.seat), observations[i], scratch)
        else:
            observations[i, :] = 0


@jit
def deal_many(states: States, start: int, stop: int, template: States, key: Ints, episodes: Ints) -> None:
    """Deals every game as its episode 0."""
    tape = silent()
    for i in range(start, stop):
        episodes[i] = 0
        deal(states, i, template, key, i, tape)


@jit
def take_many(states: States, start: int, stop: int, given: Ints, actions: Ints, offers: Offers, sure: bool) -> int:
    """Takes over the decisions that are given; the first game in which its decision is not legal, -1 if all are. Where the games are
    ``sure`` to be as they were when their offers were written, these know."""
    out = np.empty(rules.NUM_ACTIONS, np.int64)
    bad = -1
    for i in range(start, stop):
        actions[i] = given[i]
        if bad < 0 and not (is_offered(offers[i], actions[i]) if sure else offered(states[i], actions[i], out)):
            bad = i
    return bad


@jit
def step_many(
    states: States,
    start: int,
    stop: int,
    actions: Ints,
    template: States,
    key: Ints,
    episodes: Ints,
    observations: Observations,
    masks: Masks,
    rewards: Rewards,
    done: NDArray[np.bool_],
    scores: Ints,
    offers: Offers,
) -> None:
    """Plays decisions that are legal; a game that ends is rewarded, its scores kept, and dealt anew before it is observed."""
    tape = silent()
    out = np.empty(rules.NUM_ACTIONS, np.int64)
    scratch = np.zeros(encoding.SCRATCH, np.int64)
    n = len(states)
    for i in range(start, stop):
        s = states[i]
        rules.apply(s, actions[i], tape)
        done[i] = s.seat < 0
        if s.seat < 0:
            reward(s, rewards[i])
            for seat in range(s.players):
                scores[i, seat] = rules.score(s, seat)
            episodes[i] += 1
            deal(states, i, template, key, i + n * episodes[i], tape)
        else:
            rewards[i, :] = 0
        write_offers(mask(s, masks[i], out), out, offers[i])
        encoding.observe(s, int64(s.seat), observations[i], scratch)


@jit
def choose_many(states: States, start: int, stop: int, actions: Ints, offers: Offers, sure: bool) -> None:
    """A random legal decision for every game, drawn from its own generator; 0 where the game is over."""
    out = np.empty(rules.NUM_ACTIONS, np.int64)
    for i in range(start, stop):
        if states[i].seat < 0:
            actions[i] = 0
        elif sure:
            actions[i] = offers[i, 1 + below(states[i], int64(offers[i, 0]))]
        else:
            actions[i] = out[below(states[i], rules.legal(states[i], out))]


@jit
def own_end(desk: Ints, thread: int, n: int) -> int:
    """The games of a thread end here; those of the next one begin."""
    return n * (thread + 1) // ((len(desk) - NEXT) // LINE)


@jit
def work(
    desk: Ints,
    me: int,
    everything: int,
    states: States,
    actions: Ints,
    template: States,
    key: Ints,
    episodes: Ints,
    observations: Observations,
    masks: Masks,
    rewards: Rewards,
    done: NDArray[np.bool_],
    scores: Ints,
    offers: Offers,
) -> None:
    """Does what the desk says to the games of this thread, which its processor still remembers, then to those of threads that sleep. What
    is awake is left its own games (unless ``everything`` is 1): to fetch them from another processor takes longer than to wait."""
    n = len(states)
    threads = (len(desk) - NEXT) // LINE
    for turn in range(threads):
        whose = (me + turn) % threads
        if turn > 0 and everything == 0 and add(desk, NEXT + whose * LINE + AWAKE, 0) > 0:
            continue
        finished = 0
        end = own_end(desk, whose, n)
        while turn == 0 or read(desk, NEXT + whose * LINE) < end:
            start = add(desk, NEXT + whose * LINE, SHARE)
            stop = min(start + SHARE, end)
            if start >= end:
                break
            what, sure, given = desk[WHAT], desk[SURE] > 0, lying_at(desk[WHERE], n)
            if what == CHOOSE:
                choose_many(states, start, stop, given, offers, sure)
            elif what == VIEW:
                view_many(states, start, stop, observations, masks, offers)
            elif what == STEP:
                step_many(states, start, stop, actions, template, key, episodes, observations, masks, rewards, done, scores, offers)
            elif what == DEAL:
                deal_many(states, start, stop, template, key, episodes)
            elif take_many(states, start, stop, given, actions, offers, sure) >= 0:
                write(desk, BAD, 1)
            finished += stop - start
        if finished > 0:
            add(desk, FINISHED, finished)


@jit
def lay(desk: Ints, what: int, given: Ints, sure: bool, n: int) -> None:
    """Lays work for everybody on the desk."""
    desk[WHAT], desk[WHERE], desk[SURE] = what, given.ctypes.data, sure
    write(desk, BAD, 0)
    write(desk, FINISHED, 0)
    write(desk, NEXT, 0)
    for thread in range(1, (len(desk) - NEXT) // LINE):
        write(desk, NEXT + thread * LINE, own_end(desk, thread - 1, n))
    add(desk, ROUND, 1)


@jit
def begun(desk: Ints, n: int) -> int:
    """How many games the helpers have begun, of theirs; -1 if one of them has games and has not even seen that there is something to do."""
    found = 0
    for thread in range(1, (len(desk) - NEXT) // LINE):
        own = NEXT + thread * LINE
        first, end = own_end(desk, thread - 1, n), own_end(desk, thread, n)
        at = min(read(desk, own), end)
        if at < end and read(desk, own + SEEN) != read(desk, ROUND):
            return -1
        found += at - first
    return found


@jit
def all_done(desk: Ints, n: int) -> bool:
    """Is all work finished, now or soon? Waits for helpers as long as they get on."""
    before = looked = 0
    while looked < PATIENCE:
        if read(desk, FINISHED) == n:
            return True
        add(desk, NEXT + PAUSE, 1)
        looked += 1
        if looked % NOTICE == 0:
            found = begun(desk, n)
            if found < 0:
                return False
            if found > before:
                before, looked = found, 0
    return False


@jit
def somebody_is_awake(desk: Ints) -> bool:
    """Is a helper at work, or looking for some?"""
    for thread in range(1, (len(desk) - NEXT) // LINE):
        if read(desk, NEXT + thread * LINE + AWAKE) > 0:
            return True
    return False


@jit
def call_off(desk: Ints, n: int) -> None:
    """Leaves nothing on the desk that somebody could begin, and waits until all helpers sleep."""
    for thread in range((len(desk) - NEXT) // LINE):
        add(desk, NEXT + thread * LINE, n)
    while somebody_is_awake(desk):
        add(desk, NEXT + PAUSE, 1)


@jit
def share(
    desk: Ints,
    me: int,
    what: int,
    given: Ints,
    sure: bool,
    states: States,
    actions: Ints,
    template: States,
    key: Ints,
    episodes: Ints,
    observations: Observations,
    masks: Masks,
    rewards: Rewards,
    done: NDArray[np.bool_],
    scores: Ints,
    offers: Offers,
) -> int:
    """Thread 0 lays work on the desk, takes part in it and waits until all is done: 1 if a decision was not legal and nothing was played.
    Of helpers who are held up it takes over what they have not begun; what has failed will never be finished. The others take part in
    whatever lies there, until nothing new has come for a while.

    ``given``: the decisions that are chosen or played; ``sure``: nobody else can have changed the games since their offers were written."""
    desk, states, actions, template, key = borrowed(desk), borrowed(states), borrowed(actions), borrowed(template), borrowed(key)
    episodes, observations, masks, rewards = borrowed(episodes), borrowed(observations), borrowed(masks), borrowed(rewards)
    done, scores, offers = borrowed(done), borrowed(scores), borrowed(offers)
    if me == 0:
        now = CHECK if what == STEP else what
        while True:
            lay(desk, now, given, sure, len(states))
            everything = 0
            while True:
                work(desk, me, everything, states, actions, template, key, episodes, observations, masks, rewards, done, scores, offers)
                if all_done(desk, len(states)) or (everything > 0 and not somebody_is_awake(desk)):
                    break
                everything = 1
            if now == what or read(desk, BAD) > 0 or read(desk, FINISHED) < len(states):
                return read(desk, BAD)
            now = what
    known = -1
    looked = 0
    add(desk, NEXT + me * LINE + AWAKE, 1)
    while True:
        if read(desk, ROUND) != known:
            known = read(desk, ROUND)
            write(desk, NEXT + me * LINE + SEEN, known)
            work(desk, me, 0, states, actions, template, key, episodes, observations, masks, rewards, done, scores, offers)
            looked = 0
        looked += 1
        add(desk, NEXT + me * LINE + PAUSE, 1)
        if looked < PATIENCE:
            continue
        add(desk, NEXT + me * LINE + AWAKE, -1)
        if add(desk, ROUND, 0) == known:  # nothing was laid there by somebody who still took it for awake
            return 0
        add(desk, NEXT + me * LINE + AWAKE, 1)


@jit
def record_game(
    template: States, key: Ints, stream: int, states: States, seats: Ints, actions: Ints, scores: Ints, rewards: NDArray[np.float32]
) -> int:
    """One random game: every position, who decided, what; then scores and rewards. Returns the number of decisions, -1 without room."""
    tape = silent()
    out = np.empty(rules.NUM_ACTIONS, np.int64)
    work = template.copy()
    deal(work, 0, template, key, stream, tape)
    s = work[0]
    n = 0
    while s.seat >= 0:
        if n == len(states):
            return -1
        states[n] = work[0]
        seats[n] = s.seat
        actions[n] = out[below(s, rules.legal(s, out))]
        rules.apply(s, actions[n], tape)
        n += 1
    for seat in range(s.players):
        scores[seat] = rules.score(s, seat)
    reward(s, rewards)
    return n

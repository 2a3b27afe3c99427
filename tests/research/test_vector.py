"""The vector environment is many games played exactly as one by one."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import sandtable
from sandtable.jit import COMPILED
from sandtable.kernel.state import State
from sandtable.research import VectorEnv, encoding, vector
from sandtable.research.vector import HELPER
from tests.research.tables import GAMES, TABLES


@pytest.fixture(autouse=True)
def _with_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many helpers as a test asks for, wherever it runs."""
    monkeypatch.setattr(vector, "processors", lambda: 8)


def await_sleep(env: VectorEnv) -> None:
    """Until no helper is awake, or called."""
    while any(env._team._desk[awake] or not calls.empty() for awake, calls in env._team._calls):
        time.sleep(0.01)


def states_of(env: VectorEnv) -> list[State]:
    return [State(env.game, env.states[i : i + 1].copy(), bytes(16)) for i in range(len(env))]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_observations_masks_and_rewards_are_those_of_the_single_games(name: str, players: int) -> None:
    env, code = VectorEnv(name, 6, players=players, seed=3), encoding(name)
    finished = 0
    for _ in range(700):
        before = states_of(env)
        actions = env.sample()
        observations, masks, rewards, done = env.step(actions)
        for i, state in enumerate(states_of(env)):
            assert observations[i].tolist() == code.observe(state, int(env.seats[i])).tolist()
            assert masks[i].tolist() == state.mask.tolist()
            if done[i]:
                finished += 1
                assert abs(rewards[i].sum()) < 1e-5
                assert rewards[i].max() > 0 or not rewards[i].any()
                assert before[i].mask[actions[i]]
            else:
                assert not rewards[i].any()
    assert finished or name != "tuareg"


@pytest.mark.parametrize("name", GAMES)
def test_threads_change_nothing(name: str) -> None:
    envs = [VectorEnv(name, 165, seed=9, threads=threads) for threads in (1, 2, 5)]
    for _ in range(400):
        for env in envs:
            env.step(env.sample())
        assert envs[0].states.tobytes() == envs[1].states.tobytes() == envs[2].states.tobytes()
        for other in envs[1:]:
            assert np.array_equal(envs[0].observations, other.observations)
            assert np.array_equal(envs[0].rewards, other.rewards)
    for env in envs:
        env.close()


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_is_dealt_anew_and_its_scores_stay(name: str) -> None:
    env = VectorEnv(name, 4, seed=1)
    starts = {state.tobytes() for state in env.states}
    ended = np.zeros(4, bool)
    while not ended.all():
        env.step(env.sample())
        for i in np.flatnonzero(env.done):
            assert env.states[i].tobytes() not in starts
            starts.add(env.states[i].tobytes())
            best = env.scores[i].argmax()
            assert name == "targui" or env.rewards[i, best] == env.rewards[i].max()
        ended |= env.done


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_decision_changes_no_game(name: str) -> None:
    env = VectorEnv(name, 8, seed=2, threads=2)
    before = env.states.tobytes()
    actions = env.sample()
    before = env.states.tobytes()
    for wrong in (int(np.flatnonzero(~env.masks[5])[0]), -1, 10**6):
        chosen = actions.copy()
        chosen[5:] = wrong
        with pytest.raises(ValueError, match=f"Decision {wrong} is not legal in game 5"):
            env.step(chosen)
        assert env.states.tobytes() == before
    with pytest.raises(ValueError, match="one decision per game"):
        env.step([0])


def test_the_caller_s_arrays_are_written_into() -> None:
    code = encoding("tuareg")
    mine = {"observations": np.zeros((3, code.size), np.int16), "masks": np.zeros((3, code.num_actions), np.bool_)}
    env = VectorEnv("tuareg", 3, players=4, seed=1, out=mine, goods="B")
    assert mine["observations"].any()
    assert mine["masks"].any(axis=1).all()
    assert code.named(env.observations)["options"][:, 0].tolist() == [1, 1, 1]
    with pytest.raises(ValueError, match="C-contiguous array of int16"):
        VectorEnv("tuareg", 3, out={"observations": np.zeros((3, code.size), np.float32)})
    with pytest.raises(ValueError, match="unknown arrays: colours"):
        VectorEnv("tuareg", 3, out={"colours": np.zeros(3)})
    with pytest.raises(ValueError, match="at least 1"):
        VectorEnv("tuareg", 0)


def test_decisions_may_lie_anywhere() -> None:
    """Threads read and write the caller's own array; one that does not fit is copied, or refused where it should be written."""
    env, same = VectorEnv("tuareg", 70, seed=2, threads=2), VectorEnv("tuareg", 70, seed=2)
    mine = np.full(72, -1, np.int64)
    for kind in (np.int64, np.int16, list):
        for _ in range(30):
            assert env.sample(mine[1:71]).base is mine
            assert same.sample().tolist() == mine[1:71].tolist()
            assert mine[0] == mine[71] == -1
            spread = np.repeat(mine[1:71], 2).astype(np.int64 if kind is list else kind)[::2]
            env.step(spread.tolist() if kind is list else spread)
            same.step(mine[1:71])
            assert np.array_equal(env.sample(), same.sample(mine[1:71]))
            env.step(mine[1:71])
            same.step(mine[1:71].tolist())
    fixed = env.sample()
    fixed.flags.writeable = False
    env.step(fixed)
    same.step(same.sample())
    assert env.states.tobytes() == same.states.tobytes()
    if COMPILED:
        assert len(env._loops.share.overloads) == 1, "nothing is compiled for an unusual array"
    unaligned = np.zeros(568, np.uint8)[1:561].view(np.int64)
    for wrong in (np.zeros(69, np.int64), np.zeros(70, np.int32), np.zeros(140, np.int64)[::2], fixed, unaligned):
        with pytest.raises(ValueError, match=r"out must be a writable, aligned, C-contiguous array of int64 with shape \(70,\)"):
            env.sample(wrong)


def test_there_is_nothing_to_choose_in_a_game_that_is_over() -> None:
    env = VectorEnv("tuareg", 70, seed=2, threads=2)
    ended = sandtable.load("tuareg").batch(1, players=env.players, seed=6)
    ended.playout()
    env.states[[3, 69]] = ended.states[0]
    env.observe()
    chosen = env.sample(np.full(70, 99, np.int64))
    assert chosen[[3, 69]].tolist() == [0, 0]
    assert env.masks[np.arange(70), chosen].sum() == 68


def test_who_gets_on_is_waited_for_and_who_is_held_up_is_not() -> None:
    """A machine with other things to do holds a thread up for whole milliseconds; games that another one has at hand are left to it."""
    loops = encoding("tuareg").loops
    own, waited = loops.NEXT + loops.LINE, loops.NEXT + loops.PAUSE
    desk = np.zeros(own + loops.LINE, np.int64)
    desk[loops.ROUND] = 7
    for seen, taken, looks in ((6, 50, loops.NOTICE), (7, 50, loops.PATIENCE), (7, 82, loops.NOTICE + loops.PATIENCE)):
        desk[[own + loops.SEEN, own, waited]] = seen, taken, 0
        assert not loops.all_done(desk, 100)
        assert desk[waited] == looks, "not seen; seen, but no more; begun"
    desk[[loops.FINISHED, waited]] = 100, 0
    assert loops.all_done(desk, 100)
    assert desk[waited] == 0


def test_who_waits_adds_to_a_number_at_each_look() -> None:
    """Looks alone are over in a few microseconds, and helpers would sleep through every pause between two steps."""
    env = VectorEnv("tuareg", 2, seed=1)
    loops, helper = env._loops, env._loops.NEXT + env._loops.LINE
    desk = np.zeros(helper + loops.LINE, np.int64)
    desk[loops.NEXT :: loops.LINE] = 2  # nothing is left to do
    loops.share(desk, 1, 0, np.zeros(0, np.int64), False, *env._shared)
    assert desk[helper + loops.PAUSE] == loops.PATIENCE
    assert desk[helper + loops.AWAKE] == 0


def test_states_may_be_changed_between_steps() -> None:
    env = VectorEnv("tuareg", 2, seed=1)
    env.states[1] = env.states[0]
    observations, masks = env.observe()
    assert np.array_equal(observations[0], observations[1])
    assert np.array_equal(masks[0], masks[1])


def test_decisions_are_judged_by_the_states_not_by_old_masks() -> None:
    env = VectorEnv("tuareg", 64, seed=1, threads=2)
    for _ in range(40):
        env.step(env.sample())
    before, then = env.states.copy(), env.sample()
    env.states[:] = before
    env.step(then)
    env.states[:] = before
    env.step(then)  # legal in the states, whatever the masks of the step before say
    env.states[:] = before
    env.observe()
    env.masks[:] = True
    for game in (41, 5):
        then[game] = int(np.flatnonzero(~State(env.game, before[game : game + 1].copy(), bytes(16)).mask)[0])
        with pytest.raises(ValueError, match=f"not legal in game {game}; nothing was played"):
            env.step(then)
        assert env.states.tobytes() == before.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_who_has_not_asked_for_the_games_steps_the_same(name: str) -> None:
    """What is legal is not looked for again where nobody else can have changed the games."""
    alone, watched = VectorEnv(name, 70, seed=4, threads=2), VectorEnv(name, 70, seed=4)
    for _ in range(120):
        assert watched.states.shape == (70,)
        chosen = alone.sample()
        assert np.array_equal(chosen, watched.sample())
        for mine, theirs in zip(alone.step(chosen), watched.step(chosen), strict=True):
            assert np.array_equal(mine, theirs)
    bad = alone.sample()
    assert np.array_equal(bad, watched.sample())
    before = alone.observations.copy()
    good = bad.copy()
    for game in (3, 66):
        unoffered = np.flatnonzero(~alone.masks[game])[0]
        alone.masks[game] = True  # whatever the caller writes into masks
        for wrong in (unoffered, -1, alone.encoding.num_actions):
            bad[:] = good
            bad[game] = wrong
            with pytest.raises(ValueError, match=f"not legal in game {game}; nothing was played"):
                alone.step(bad)
    assert np.array_equal(alone.observations, before)
    with pytest.raises(ValueError, match="read-only"):
        alone.seats[0] = 1
    assert alone.states.tobytes() == watched.states.tobytes()


@pytest.mark.parametrize("seems", ["asleep", "awake"])
def test_who_sleeps_is_not_waited_for(seems: str) -> None:
    """Nobody helps: whoever steps plays all games, even if helpers seem to be awake (as where a machine holds them up)."""
    before = set(threading.enumerate())
    alone, asleep = VectorEnv("tuareg", 200, seed=3), VectorEnv("tuareg", 200, seed=3, threads=4)
    asleep.close()
    for helper in set(threading.enumerate()) - before:
        helper.join()
    loops = asleep._loops
    asleep._team._desk[loops.NEXT + loops.LINE + loops.AWAKE :: loops.LINE] = seems == "awake"
    for _ in range(30):
        chosen = alone.sample()
        assert np.array_equal(chosen, asleep.sample())
        for mine, theirs in zip(alone.step(chosen), asleep.step(chosen), strict=True):
            assert np.array_equal(mine, theirs)


@pytest.mark.parametrize("fault", [KeyboardInterrupt, ZeroDivisionError])
@pytest.mark.parametrize("threads", [1, 2])
def test_what_interrupts_a_step_or_fails_in_it_is_seen(fault: type[BaseException], threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """And nobody waits for what will not come."""
    env = VectorEnv("tuareg", 200, seed=3, threads=threads)

    def fail(_: object, me: int, *__: object) -> None:
        if me == 0:
            raise fault

    with monkeypatch.context() as broken:
        broken.setattr(env._loops, "share", fail)
        with pytest.raises(fault):
            env.sample()
        with pytest.raises(fault):
            VectorEnv("tuareg", 200, seed=3, threads=threads)
    env.step(env.sample())
    assert env.masks.any(axis=1).all()


TIMERS = pytest.mark.skipif(not (COMPILED and hasattr(signal, "setitimer")), reason="there are no timers here, or a step is no single one")


@contextmanager
def handled(handler: Callable[..., object]) -> Iterator[None]:
    """Of time that this process has worked; the clock's timer is pytest's."""
    before = signal.signal(signal.SIGVTALRM, handler)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@TIMERS
def test_whatever_interrupts_a_step_finds_nobody_at_work() -> None:
    """A handler may raise anything at any moment; then all of the step is done, or nothing of it, and the next one begins as always."""
    env, late = VectorEnv("tuareg", 2048, seed=3, threads=2), random.Random(5)

    def interrupt(*_: object) -> None:
        raise TimeoutError("Too late.")

    def step_on() -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, late.uniform(2e-4, 4e-3))
        for _ in range(20_000):
            env.step(env.sample())

    with handled(interrupt):
        for _ in range(100):
            with pytest.raises(TimeoutError, match="Too late"):
                step_on()
            games = env._states.copy()
            masks, observations = env.masks.copy(), env.observations.copy()
            looked = env.observe()
            assert np.array_equal(looked[1], masks)
            assert np.array_equal(looked[0], observations)
            assert games.tobytes() == env._states.tobytes()


def test_games_that_were_not_dealt_to_the_end_are_not_judged_by_old_offers(monkeypatch: pytest.MonkeyPatch) -> None:
    env = VectorEnv("tuareg", 64, seed=1, threads=2)
    for _ in range(40):
        env.step(env.sample())

    def interrupted() -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(env, "observe", interrupted)
        with pytest.raises(KeyboardInterrupt):
            env.reset(2)
    then = VectorEnv("tuareg", 64, seed=2)
    assert np.array_equal(env.sample(), chosen := then.sample())
    assert np.array_equal(env.step(chosen)[0], then.step(chosen)[0])


def test_no_more_threads_work_than_there_are_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    for most, threads, helpers in ((3, 5, 2), (1, 5, 0), (8, 1, 0)):
        monkeypatch.setattr(vector, "processors", lambda most=most: most)
        env = VectorEnv("tuareg", 200, seed=3, threads=threads)
        assert len(env._team._desk[env._loops.NEXT :: env._loops.LINE]) == 1 + (helpers if COMPILED else 0)


@TIMERS
def test_one_at_a_time_steps() -> None:
    """Whoever comes in the middle of a step, as a handler may, is told; nobody looks at the memory of a step that is over."""
    env = VectorEnv("tuareg", 2048, seed=3, threads=2)

    def step_too(*_: object) -> None:
        env.sample()
        signal.setitimer(signal.ITIMER_VIRTUAL, 1e-3)

    def step_on() -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, 1e-3)
        for _ in range(20_000):
            env.step(env.sample())

    with handled(step_too), pytest.raises(RuntimeError, match="in the middle of a step"):
        step_on()
    env.step(env.sample())


@pytest.mark.skipif(not COMPILED, reason="there are no helpers")
def test_nothing_is_played_that_nobody_has_checked() -> None:
    """Somebody takes the helper's games at every turn and does nothing with them, like a helper that fails."""
    env = VectorEnv("tuareg", 4096, seed=3)
    loops, n = env._loops, len(env)
    own, desk = loops.NEXT + loops.LINE, np.zeros(loops.NEXT + 2 * loops.LINE, np.int64)
    ended = threading.Event()

    def take() -> None:
        while not ended.is_set():
            desk[own] = n

    thief = threading.Thread(target=take)
    thief.start()
    try:
        for _ in range(5_000):  # on a busy machine the thief may come when all were checked
            chosen, before = env.sample(), env._states.tobytes()
            loops.share(desk, 0, loops.STEP, chosen, False, *env._shared)
            if desk[loops.WHAT] == loops.CHECK:
                break
    finally:
        ended.set()
        thief.join()
    assert desk[loops.WHAT] == loops.CHECK
    assert env._states.tobytes() == before


def test_what_is_called_off_nobody_begins() -> None:
    loops = encoding("tuareg").loops
    desk = np.zeros(loops.NEXT + 3 * loops.LINE, np.int64)
    desk[loops.NEXT :: loops.LINE] = 0, 34, 66
    loops.call_off(desk, 100)
    assert (desk[loops.NEXT :: loops.LINE] >= 100).all()


def test_a_reset_forgets_what_interrupted_but_not_who_was_shown_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    env = VectorEnv("tuareg", 8, seed=1)
    assert env._sure()
    with monkeypatch.context() as broken:
        broken.setattr(env._team, "do", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            env.sample()
    assert not env._sure()
    env.reset(1)
    assert env._sure()
    assert env.states.shape == (8,)
    env.reset(1)
    assert not env._sure()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_step_too_deep_comes_back(threads: int) -> None:
    """Where there is no room left to call anything, that is said, and nobody waits."""
    env = VectorEnv("tuareg", 200, seed=3, threads=threads)

    def deeper() -> None:
        env.sample()
        deeper()

    with pytest.raises(RecursionError):
        deeper()
    env.step(env.sample())


def test_a_helper_that_fails_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    if not COMPILED:
        return
    loops = encoding("tuareg").loops
    share = loops.share

    def fail(desk: Any, me: int, *rest: Any) -> Any:
        if me:
            raise ZeroDivisionError
        return share(desk, me, *rest)

    env = VectorEnv("tuareg", 200, seed=3, threads=2)

    def step_on() -> None:
        while True:
            env.step(env.sample())

    await_sleep(env)
    monkeypatch.setattr(loops, "share", fail)
    for _ in range(2):
        with pytest.raises(RuntimeError, match="make a new one"):
            step_on()


def test_who_has_gone_to_sleep_comes_again() -> None:
    env = VectorEnv("tuareg", 200, seed=3, threads=2)
    for _ in range(5):
        env.step(env.sample())
        await_sleep(env)
    assert env.masks.any(axis=1).all()


FORKED = """
import os, threading
from sandtable.research import VectorEnv, vector
from sandtable.research.vector import HELPER
vector.processors = lambda: 8
alone, env = VectorEnv("tuareg", 200, seed=3), VectorEnv("tuareg", 200, seed=3, threads=3)
closed = VectorEnv("tuareg", 200, seed=3, threads=3)
closed.close()
for each in env, alone, closed:
    each.step(each.sample())
child = os.fork()
before = [thread.name for thread in threading.enumerate()].count(HELPER)
for _ in range(50):
    for each in env, alone, closed:
        each.step(each.sample())
assert env.states.tobytes() == alone.states.tobytes() == closed.states.tobytes()
if child:
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
else:
    assert (before, [thread.name for thread in threading.enumerate()].count(HELPER)) == (0, 2)
"""


@pytest.mark.skipif(not (COMPILED and hasattr(os, "fork")), reason="there are no helpers, or processes are not forked here")
def test_a_forked_process_has_helpers_of_its_own() -> None:
    subprocess.run([sys.executable, "-W", "ignore::DeprecationWarning", "-c", FORKED], check=True, timeout=300)


def test_helpers_end_with_their_environment() -> None:
    before = set(threading.enumerate())
    env = VectorEnv("tuareg", 256, seed=1, threads=3)
    env.step(env.sample())
    ours = [thread for thread in threading.enumerate() if thread.name == HELPER and thread not in before]
    assert len(ours) == (2 if COMPILED else 0)
    del env
    for helper in ours:
        helper.join(60)
        assert not helper.is_alive()


def test_rewards_are_the_shares_of_duels_won() -> None:
    env = VectorEnv("tuareg", 64, players=5, seed=4)
    seen = set()
    for _ in range(600):
        env.step(env.sample())
        seen |= set(env.rewards[env.done].flatten().tolist())
    assert seen <= {k / 4 for k in range(-4, 5)}
    assert {-1.0, 1.0} <= seen


def test_random_play_is_like_the_kernel_s() -> None:
    """Mean scores of random games agree with ``Batch.playout``."""
    env = VectorEnv("tuareg", 400, players=3, seed=5)
    total, games = np.zeros(3), 0
    while games < 800:
        env.step(env.sample())
        total += env.scores[env.done].sum(axis=0)
        games += int(env.done.sum())
    batch = sandtable.load("tuareg").batch(4000, players=3, seed=6)
    batch.playout()
    scores, _ = batch.standings()
    assert np.abs(total / games - scores.mean(axis=0)).max() < 1.5

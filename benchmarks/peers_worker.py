"""Measures one library inside its own environment: reads one JSON request a line, answers with decisions and seconds (see `peers.py`).

Every function plays random full games for about as long as asked and counts the players' decisions; chance is not counted. It must import
nothing but the standard library and the library it measures.
"""

import json
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

PLAYERS = 4
BATCH = 1024
TABLES = 20


def timed(play, seconds):
    """Calls `play`, which returns a number of decisions, until the time is up: decisions, seconds, seconds of processor time."""
    decisions, passed, began, worked = 0, 0.0, time.perf_counter(), time.process_time()
    while not decisions or passed < seconds:
        decisions += play()
        passed = time.perf_counter() - began
    return decisions, passed, time.process_time() - worked


# ---- Sandtable ------------------------------------------------------------------------------------------------------------------


def sandtable(what, seconds, threads):
    name, way = what
    ways = {"loop": ours_loop, "vector": ours_vector, "pettingzoo": ours_pettingzoo, "python": ours_python, "play": ours_play}
    return {**ways, "table": ours_table}[way](name, seconds, threads)


@lru_cache
def ours(name):
    import sandtable as package

    return package.load(name)


def ours_loop(name, seconds, threads):
    import numpy as np

    from sandtable.kernel import seeds

    game = ours(name)
    template = game.blank(PLAYERS, game.check_options(PLAYERS, {}))
    words, start = seeds.key(bytes(16), 0), random.randrange(1 << 40)

    def work(thread):
        totals, state = np.zeros(3 + 3 * PLAYERS, np.int64), [start + (thread << 41)]

        def some():
            before = int(totals[0])
            game.loops.simulate(template, words, state[0], state[0] + 100, totals)
            state[0] += 100
            return int(totals[0]) - before

        return timed(some, seconds)

    with ThreadPoolExecutor(threads) as pool:
        found = list(pool.map(work, range(threads)))
    return sum(decisions for decisions, _, _ in found), max(passed for _, passed, _ in found), max(cpu for _, _, cpu in found)


@lru_cache
def our_vector(name, threads):
    from sandtable.research import VectorEnv

    return VectorEnv(name, BATCH, players=PLAYERS, seed=1, threads=threads)


def ours_vector(name, seconds, threads):
    env = our_vector(name, threads)

    def some():
        for _ in range(10):
            env.step(env.sample())
        return 10 * BATCH

    return timed(some, seconds)


def ours_pettingzoo(name, seconds, threads):
    from sandtable.research.pettingzoo import env

    return timed(aec(env(name, players=PLAYERS)), seconds)


def ours_python(name, seconds, threads):
    game, choose = ours(name), random.random

    def one_game():
        state = game.new(PLAYERS, random.getrandbits(64))
        while not state.over:
            ids = state.legal.ids
            state.play(int(ids[int(choose() * len(ids))]))
        return state.number

    return timed(one_game, seconds)


@lru_cache
def chosen_before(name):
    game, games = ours(name), []
    for seed in range(4):
        state, rng = game.new(PLAYERS, seed), random.Random(seed)
        while not state.over:
            state.play(rng.choice(state.legal.ids.tolist()))
        games.append((seed, [move.action.id for move in state.moves]))
    return games


def ours_play(name, seconds, threads):
    game, games = ours(name), chosen_before(name)

    def one_game():
        seed, actions = random.choice(games)
        state = game.new(PLAYERS, seed)
        for action in actions:
            state.play(action)
        return len(actions)

    return timed(one_game, seconds)


def ours_table(name, seconds, threads):
    import asyncio
    import tempfile

    from sandtable.server.hub import Hub
    from sandtable.server.settings import Settings
    from sandtable.server.store import Store
    from sandtable.server.tables.playing import play

    async def begin(hub):
        await hub.store.open()
        return [await watched_table(hub, name) for _ in range(TABLES)]

    async def move(hub, tables, at):
        table = await hub.table(tables[at])
        if table.phase == "finished":
            tables[at] = await watched_table(hub, name)
            table = await hub.table(tables[at])
        seat, number, decision = table.to_decide, table.number, int(random.choice(table.state.legal.ids))
        await hub.act(table.id, seat, lambda draft: play(draft, seat, number, decision), str(number), "")

    async def everywhere(hub, tables):
        await asyncio.gather(*(move(hub, tables, at) for at in range(TABLES)))
        return TABLES

    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        settings = Settings(f"sqlite:///{folder}/tables.db")
        hub = Hub(Store(settings.database), settings)
        tables = runner.run(begin(hub))
        runner.run(everywhere(hub, tables))
        try:
            return timed(lambda: runner.run(everywhere(hub, tables)), seconds)
        finally:
            runner.run(hub.store.close())


async def watched_table(hub, name):
    """A new table of two, with three who follow it."""
    from sandtable.server.models.requests import NewTable
    from sandtable.server.tables import making

    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}]
    _, made = await making.create(hub, NewTable.model_validate({"game": name, "seats": seats}))
    for seat in (0, 1, None):
        await hub.watch(made["table"], Onlooker(seat), 0)
    return made["table"]


class Onlooker:
    """Somebody whose screen is never looked at."""

    def __init__(self, seat):
        self.seat, self.seen = seat, 0

    def show(self, message):
        pass

    def dropped(self, table):
        pass


# ---- peers ----------------------------------------------------------------------------------------------------------------------


def aec(env):
    """One random game of a PettingZoo environment."""
    choose = random.random

    def one_game():
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            look, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = look["action_mask"] if isinstance(look, dict) else info["action_mask"]
            legal = mask.nonzero()[0]
            env.step(int(legal[int(choose() * len(legal))]))
            decisions += 1
        return decisions

    return one_game


def catanatron(what, seconds, threads):
    from catanatron import Color, Game, RandomPlayer

    def one_game():
        game = Game([RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        game.play()
        records = getattr(game.state, "action_records", None)
        return len(game.state.actions if records is None else records)

    return timed(one_game, seconds)


def open_spiel(what, seconds, threads):
    import pyspiel

    name, way = what
    game = pyspiel.load_game(name)
    choose = random.random

    def from_python():
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(choose() * len(legal))])
                decisions += 1
        return decisions

    def loop():
        state = game.new_initial_state()
        bots = [pyspiel.make_uniform_random_bot(player, random.randrange(1 << 30)) for player in range(game.num_players())]
        pyspiel.evaluate_bots(state, bots, random.randrange(1 << 30))
        return sum(entry.player >= 0 for entry in state.full_history())

    return timed(loop if way == "loop" else from_python, seconds)


def rlcard(what, seconds, threads):
    import rlcard as package
    from rlcard.agents import RandomAgent

    env = package.make(what[0])
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def one_game():
        trajectories, _ = env.run(is_training=False)
        return sum(len(trajectory) // 2 for trajectory in trajectories)

    return timed(one_game, seconds)


def pettingzoo(what, seconds, threads):
    import importlib

    return timed(aec(importlib.import_module(f"pettingzoo.classic.{what[0]}").env()), seconds)


@lru_cache
def pgx_run(name):
    import jax
    import jax.numpy as jnp
    import pgx as package
    from pgx.experimental import auto_reset

    env = package.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def decide(state, key):
        chosen, played = jax.random.split(key)
        actions = jax.random.categorical(chosen, jnp.log(state.legal_action_mask.astype(jnp.float32)))
        return step(state, actions, jax.random.split(played, BATCH)), None

    run = jax.jit(lambda state, keys: jax.lax.scan(decide, state, keys)[0])
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), BATCH))
    return jax, run, [run(state, jax.random.split(jax.random.PRNGKey(2), 20))]


def pgx(what, seconds, threads):
    jax, run, holder = pgx_run(what[0])

    def some():
        keys = jax.random.split(jax.random.PRNGKey(random.randrange(1 << 30)), 20)
        holder[0] = jax.block_until_ready(run(holder[0], keys))
        return 20 * BATCH

    return timed(some, seconds)


def main():
    for line in sys.stdin:
        request = json.loads(line)
        library, *what = request["subject"].split()
        try:
            decisions, passed, worked = globals()[library](what, request["seconds"], request["threads"])
            answer = {"decisions": decisions, "seconds": passed, "cpu": worked}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"[:200]}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()

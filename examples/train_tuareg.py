"""A small policy-gradient learner for Tuareg on one or a few CPU cores: plain NumPy, the vector environment, a few minutes.

    python examples/train_tuareg.py --plot docs/images/learning.svg
    python examples/train_tuareg.py --players 2 --cores 2 --minutes 9 --save tuareg.npz
    cd examples && TUAREG_POLICY=../tuareg.npz sandtable arena --game tuareg --bots policy:tuareg_policy:bot,greedy --games 200

One network (one hidden layer) plays all seats of 512 games at once and learns from its own games by advantage actor-critic with a clipped
step (PPO); in the second half of its time steps become smaller and play less adventurous. Now and then it plays fixed deals against random
opponents; the share of duels won (0 = as good as random, 1 = always first) is printed and drawn. With several cores each plays its share
of the games and learns from its share of every step.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: every core multiplies its own matrices

import numpy as np
from numpy.typing import NDArray

from sandtable.research import VectorEnv

Floats = NDArray[np.float32]

HIDDEN = 128
STEPS = 64
GAMES = 512
DISCOUNT = 0.999
TRACE = 0.97
CLIP = 0.2
ENTROPY = 0.01
EPOCHS = 2
MINIBATCH = 4096
RATE = 1e-3


class Network:
    """observation -> hidden -> logits of all actions, and one value. Adam for the steps."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        def layer(n: int, m: int, scale: float) -> Floats:
            weights: Floats = (rng.standard_normal((n, m)) * scale / np.sqrt(n)).astype(np.float32)
            return weights

        self.weights = {
            "in": layer(inputs, HIDDEN, 1.4),
            "in bias": np.zeros(HIDDEN, np.float32),
            "policy": layer(HIDDEN, actions, 0.1),
            "value": layer(HIDDEN, 1, 0.1),
        }
        self.moments = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in self.weights.items()}
        self.steps = 0
        self.rate = RATE

    def forward(self, x: Floats) -> tuple[Floats, Floats, Floats]:
        """Hidden layer, logits, values."""
        w = self.weights
        hidden = np.maximum(x @ w["in"] + w["in bias"], 0)
        return hidden, hidden @ w["policy"], (hidden @ w["value"])[:, 0]

    def gradients(self, x: Floats, hidden: Floats, d_logits: Floats, d_value: Floats) -> dict[str, Floats]:
        """Of all weights, from those of the outputs."""
        w = self.weights
        d_hidden = (d_logits @ w["policy"].T + d_value[:, None] * w["value"].T) * (hidden > 0)
        return {
            "in": x.T @ d_hidden,
            "in bias": d_hidden.sum(axis=0),
            "policy": hidden.T @ d_logits,
            "value": hidden.T @ d_value[:, None],
        }

    def step(self, gradients: dict[str, Floats]) -> None:
        """One step of Adam against them."""
        w = self.weights
        self.steps += 1
        size = np.sqrt(sum(float((g**2).sum()) for g in gradients.values()))
        shrink = min(1.0, 0.5 / (size + 1e-8))
        for name, gradient in gradients.items():
            first, second = self.moments[name]
            first += 0.1 * (gradient * shrink - first)
            second += 0.001 * ((gradient * shrink) ** 2 - second)
            mean, scale = first / (1 - 0.9**self.steps), second / (1 - 0.999**self.steps)
            w[name] -= (self.rate * mean / (np.sqrt(scale) + 1e-8)).astype(np.float32)


def scaled(observations: NDArray[np.int16], unit: Floats) -> Floats:
    """As numbers about as large as one."""
    rows: Floats = np.divide(observations, unit, dtype=np.float32)
    return rows


def probabilities(logits: Floats, masks: NDArray[np.bool_]) -> Floats:
    """The softmax over legal actions only."""
    shifted = np.where(masks, logits, -1e9)
    powers = np.exp(shifted - shifted.max(axis=1, keepdims=True)) * masks
    chances: Floats = powers / powers.sum(axis=1, keepdims=True)
    return chances


def draw(chances: Floats, rng: np.random.Generator) -> NDArray[np.int64]:
    """One action per row."""
    sums = chances.cumsum(axis=1)
    drawn: NDArray[np.int64] = (sums < rng.random((len(chances), 1)) * sums[:, -1:]).sum(axis=1)
    return drawn.clip(max=chances.shape[1] - 1)


def evaluate(network: Network, players: int, games: int, rng: np.random.Generator) -> float:
    """Mean reward against random opponents; the learner sits in every seat equally often. Always the same deals."""
    env = VectorEnv("tuareg", games, players=players, seed=12345)
    learner = np.arange(games) % players
    finished, total = np.zeros(games, bool), 0.0
    actions = np.zeros(games, np.int64)
    while not finished.all():
        env.sample(actions)
        own = env.seats == learner
        if own.any():
            _, logits, _ = network.forward(scaled(env.observations[own], env.encoding.unit))
            actions[own] = draw(probabilities(logits, env.masks[own]), rng)
        env.step(actions)
        ends = env.done & ~finished
        total += float(env.rewards[ends, learner[ends]].sum())
        finished |= env.done
    return total / games


class Rollout:
    """What happened in the last ``STEPS`` steps of all games, and what the learner thought of it. Every core has its share of the games."""

    def __init__(self, envs: list[VectorEnv]) -> None:
        self.envs = envs
        ends = np.cumsum([len(env) for env in envs]).tolist()
        self.shares = [slice(end - len(env), end) for env, end in zip(envs, ends, strict=True)]
        code, n = envs[0].encoding, ends[-1]
        self.x = np.zeros((STEPS, n, code.size), np.int16)
        self.masks = np.zeros((STEPS, n, code.num_actions), np.bool_)
        self.actions = np.zeros((STEPS, n), np.int64)
        self.seats = np.zeros((STEPS, n), np.int64)
        self.chances, self.values, self.advantages = np.zeros((3, STEPS, n), np.float32)
        self.usable = np.zeros((STEPS, n), np.bool_)
        self.rewards = np.zeros((STEPS, n, envs[0].players), np.float32)
        self.done = np.zeros((STEPS, n), np.bool_)

    def play(self, core: int, network: Network, rng: np.random.Generator) -> None:
        """One core's share of the games."""
        env, here = self.envs[core], self.shares[core]
        rows = np.arange(len(env))
        for t in range(STEPS):
            self.x[t, here], self.masks[t, here], self.seats[t, here] = env.observations, env.masks, env.seats
            _, logits, self.values[t, here] = network.forward(scaled(env.observations, env.encoding.unit))
            chances = probabilities(logits, env.masks)
            actions = draw(chances, rng)
            self.actions[t, here], self.chances[t, here] = actions, chances[rows, actions]
            env.step(actions)
            self.rewards[t, here], self.done[t, here] = env.rewards, env.done
        self._judge(env, here, network)

    def _judge(self, env: VectorEnv, here: slice, network: Network) -> None:
        """Generalised advantages, seat by seat: a seat's next state is the next one in which it decides itself."""
        n, players = len(env), env.players
        rows = np.arange(n)
        _, _, last = network.forward(scaled(env.observations, env.encoding.unit))
        following = np.zeros((n, players), np.float32)  # value of the seat's next own decision
        known = np.zeros((n, players), np.bool_)
        following[rows, env.seats] = last
        known[rows, env.seats] = True
        gain = np.zeros((n, players), np.float32)
        earned = np.zeros((n, players), np.float32)  # reward since the seat's last decision
        for t in reversed(range(STEPS)):
            over, values = self.done[t, here], self.values[t, here]
            following[over], gain[over], earned[over], known[over] = 0, 0, self.rewards[t, here][over], True
            seat = self.seats[t, here]
            self.usable[t, here] = known[rows, seat]
            error = earned[rows, seat] + DISCOUNT * following[rows, seat] - values
            gain[rows, seat] = error + DISCOUNT * TRACE * gain[rows, seat]
            self.advantages[t, here] = gain[rows, seat]
            following[rows, seat], earned[rows, seat], known[rows, seat] = values, 0, True


class Lesson:
    """Clipped steps (PPO) that learn from a rollout. ``boldness``: 1 while there is much to learn, towards 0 at the end."""

    def __init__(self, network: Network, rollout: Rollout, boldness: float) -> None:
        self.network, self.boldness = network, boldness
        self.unit = rollout.envs[0].encoding.unit
        self.x, self.masks = rollout.x.reshape(-1, rollout.x.shape[-1]), rollout.masks.reshape(-1, rollout.masks.shape[-1])
        self.actions, self.before = rollout.actions.ravel(), rollout.chances.ravel()
        self.targets = (rollout.advantages + rollout.values).ravel()
        self.better = ((rollout.advantages - rollout.advantages.mean()) / (rollout.advantages.std() + 1e-6)).ravel()
        self.usable = rollout.usable.ravel()

    def learn(self, cores: ThreadPoolExecutor, number: int, rng: np.random.Generator) -> None:
        """A few passes; every step is the sum of what all cores found."""
        self.network.rate = RATE * self.boldness
        choice: NDArray[np.bool_] = self.masks.sum(axis=1) > 1
        chosen = np.flatnonzero(self.usable & (choice | (rng.random(choice.size) < 0.2)))
        for _ in range(EPOCHS):
            rng.shuffle(chosen)
            for start in range(0, len(chosen), MINIBATCH):
                at = chosen[start : start + MINIBATCH]
                parts = list(cores.map(self.found(len(at)), np.array_split(at, number)))
                self.network.step({name: np.sum([part[name] for part in parts], axis=0) for name in parts[0]})

    def found(self, size: int) -> Callable[[NDArray[np.int64]], dict[str, Floats]]:
        """The gradients of some rows of a step with ``size`` rows."""

        def gradients(at: NDArray[np.int64]) -> dict[str, Floats]:
            rows, inputs = np.arange(len(at)), scaled(self.x[at], self.unit)
            hidden, logits, values = self.network.forward(inputs)
            chances = probabilities(logits, self.masks[at])
            ratio = chances[rows, self.actions[at]] / (self.before[at] + 1e-8)
            better = self.better[at]
            outside = ((ratio > 1 + CLIP) & (better > 0)) | ((ratio < 1 - CLIP) & (better < 0))
            push = np.where(outside, 0, ratio * better).astype(np.float32)
            d_logits = chances * push[:, None]
            d_logits[rows, self.actions[at]] -= push
            logs = np.log(chances + 1e-8)
            entropy = -(chances * logs).sum(axis=1, keepdims=True)
            d_logits += ENTROPY * self.boldness * chances * (logs + entropy)
            d_value: Floats = (0.5 * (values - self.targets[at]) / size).astype(np.float32)
            return self.network.gradients(inputs, hidden, (d_logits / size).astype(np.float32), d_value)

        return gradients


def plot(curve: list[tuple[float, float, float]], players: int, path: Path) -> None:
    import matplotlib as mpl

    mpl.use("svg")
    import matplotlib.pyplot as plt

    figure: Any
    axes: Any
    figure, axes = plt.subplots(figsize=(7, 3.6))  # pyright: ignore[reportUnknownMemberType]
    axes.plot([seconds / 60 for seconds, _, _ in curve], [reward for _, _, reward in curve], color="#c9772b", marker="o", markersize=3)
    axes.axhline(0, color="#7a8b99", linewidth=1)
    axes.set_xlabel("minutes on every core")
    axes.set_ylabel("share of duels won against random")
    axes.set_title(f"Learning Tuareg with {players} players by self-play ({curve[-1][1] / 1e6:.1f} million decisions)", fontsize=10)
    axes.set_ylim(-0.2, 1)
    axes.grid(alpha=0.3)
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})


def keep(network: Network, path: Path | None) -> None:
    if path:
        np.savez(path, allow_pickle=False, **network.weights)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=2.5, help="of processor time on every core, evaluation included")
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=300, help="fixed deals against random opponents")
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--load", type=Path, help="go on from these weights")
    parser.add_argument("--save", type=Path, help="write the weights (.npz)")
    chosen = parser.parse_args()
    number: int = chosen.cores
    generators = np.random.default_rng(chosen.seed).spawn(number)
    rng = generators[0]
    envs = [VectorEnv("tuareg", GAMES // number, players=chosen.players, seed=chosen.seed + core) for core in range(number)]
    network = Network(envs[0].encoding.size, envs[0].encoding.num_actions, rng)
    if chosen.load:
        network.weights = dict(np.load(chosen.load))
    rollout = Rollout(envs)
    decisions = rounds = 0
    curve = [(0.0, 0.0, evaluate(network, chosen.players, chosen.deals, rng))]
    print(f"before learning: {curve[0][2]:+.3f}", flush=True)
    began, spent = time.process_time(), 0.0
    with ThreadPoolExecutor(number) as cores:
        while spent < 60 * chosen.minutes:
            list(cores.map(rollout.play, range(number), [network] * number, generators))
            boldness = min(1.0, 2 * (1 - spent / (60 * chosen.minutes)) + 0.05)
            Lesson(network, rollout, boldness).learn(cores, number, rng)
            decisions += STEPS * GAMES
            rounds += 1
            if rounds % 8 == 0:
                keep(network, chosen.save)
                curve.append((spent, float(decisions), evaluate(network, chosen.players, chosen.deals, rng)))
                print(f"{spent:6.0f} s  {decisions:>9,} decisions  against random: {curve[-1][2]:+.3f}", flush=True)
            spent = (time.process_time() - began) / number
    if chosen.plot:
        plot(curve, chosen.players, chosen.plot)
    keep(network, chosen.save)


if __name__ == "__main__":
    main()
